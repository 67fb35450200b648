"""Processes that die with their parent."""

import ctypes
import signal
import subprocess
import sys

#: The prctl operation to have a signal sent to the process when its parent dies.
PR_SET_PDEATHSIG = 1
#: Asks the kernel for that, then becomes another program. Not done between fork and exec, since the parent may have
#: threads.
LAUNCHER = f"""
import ctypes, os, sys
if sys.platform == "linux":
    ctypes.CDLL(None).prctl({PR_SET_PDEATHSIG}, {int(signal.SIGKILL)})
    if os.getppid() != int(sys.argv[1]):
        sys.exit(1)
try:
    os.execv(sys.argv[2], sys.argv[2:])
except OSError as error:
    sys.exit(f"{{sys.argv[2]}}: {{error.strerror}}")
"""


def mortal(command, parent):
    """A command that runs another one, which the kernel kills when the thread that started it ends (Linux; elsewhere it ends
    with its input)."""
    return [sys.executable, "-I", "-c", LAUNCHER, str(parent), *command]


def die_with(parent):
    """Has the kernel kill this process when its parent dies. The caller checks whether the parent is still alive."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    return parent


def ended(status):
    """How a process ended, in words."""
    if status is None:
        return "is still there"
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"


def last_line(text):
    """The last line that is not blank."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def output(command, seconds):
    """The output of a command.

    Raises RuntimeError with the reason if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=seconds, check=False, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"{command[0]} said nothing for {seconds} s") from None
    except OSError as error:
        raise RuntimeError(f"{command[0]}: {error.strerror}") from None
    if done.returncode != 0:
        said = last_line(done.stderr.decode(errors="replace"))
        raise RuntimeError(f"{command[0]} {ended(done.returncode)}" + (f": {said}" if said else ""))
    return done.stdout.decode(errors="replace").strip()
