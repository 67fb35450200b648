"""Runs the driver in a process of its own, and restarts it if it dies."""

import importlib.util
import os
import pathlib
import signal
import subprocess
import sys
import time

from .arguments import parse
from .process import die_with, ended
from .told import Fatal, Stopped, tell

SCRIPTS = pathlib.Path(__file__).resolve().parents[1]
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
ENVIRONMENT = CACHE / "solve" / "ray"
#: Environment variables for the driver: the pipe on which it reports its exit status, and who started it.
REPORT, PARENT = "SOLVE_RAY_REPORT", "SOLVE_RAY_PARENT"
#: The pause before a restart of the driver, which doubles each time; its maximum; the run time after which it starts over.
PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, CALM_SECONDS = 1.0, 60.0, 600.0
#: Size of Ray's object store, which holds the program, if the cluster is the driver's own.
STORE_BYTES = 100 << 20


def main():
    """Runs the command line. Returns the exit status."""
    arguments = parse()
    if arguments.set_up:
        return set_up()
    find_ray()
    if REPORT in os.environ:
        return report(drive(arguments))
    return supervise(arguments)


def set_up():
    """Installs Ray into a virtual environment."""
    subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    pip = [str(ENVIRONMENT / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", str(SCRIPTS / "campaign_ray.txt")], check=True)
    print(f"Ray is installed in {ENVIRONMENT}", file=sys.stderr)
    return 0


def find_ray():
    """Makes sure that Ray is there: in this Python, or else in the virtual environment, in which the script then restarts."""
    if importlib.util.find_spec("ray") is not None:
        return
    python = ENVIRONMENT / "bin" / "python"
    if python.exists() and pathlib.Path(sys.prefix).resolve() != ENVIRONMENT.resolve():
        os.execv(python, [str(python), *sys.argv])
    raise SystemExit("campaign_ray.py: Ray is not installed: scripts/campaign_ray.py --set-up")


class Signals:
    """Catches Ctrl-C and SIGTERM."""

    def __init__(self):
        self.heard = None
        self.install()

    def install(self):
        """Installs the handlers, replacing earlier ones."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.hear)

    def hear(self, number, _frame):
        """Notes a signal."""
        self.heard = number

    def is_stopped(self):
        """Whether a signal has come."""
        return self.heard is not None


# The supervisor.

def supervise(arguments):
    """Runs the driver in another process, again and again until one reports its exit status."""
    signals, pause = Signals(), PAUSE_SECONDS
    is_first = True
    while True:
        begin = time.monotonic()
        status, said = run_driver(signals, is_first)
        is_first = False
        if said is not None:
            return said if said != 0 else print_report(arguments)
        if signals.is_stopped():
            return stopped(signals.heard)
        if time.monotonic() - begin > CALM_SECONDS:
            pause = PAUSE_SECONDS
        tell(f"the driver {ended(status)}; it is started again in {pause:.0f} s")
        end = time.monotonic() + pause
        while time.monotonic() < end and not signals.is_stopped():
            time.sleep(0.1)
        if signals.is_stopped():
            return stopped(signals.heard)
        pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


def run_driver(signals, is_first):
    """Runs a driver until it ends. Returns its exit status, and the one that it reported; `None` if it was killed."""
    read, write = os.pipe()
    environment = os.environ | {REPORT: str(write), PARENT: f"{os.getpid()} {int(is_first)}"}
    # In a session of its own it gets Ctrl-C only once, from here.
    process = subprocess.Popen([sys.executable, *sys.argv], env=environment, pass_fds=[write], start_new_session=True)
    os.close(write)
    forwarded = None
    while process.poll() is None:
        if signals.heard != forwarded:
            forwarded = signals.heard
            process.send_signal(forwarded)
        time.sleep(0.05)
    os.set_blocking(read, False)
    try:
        said = os.read(read, 16).decode()
    except BlockingIOError:
        # Ray's processes may still hold the other end open.
        said = ""
    os.close(read)
    return process.returncode, int(said) if said else None


def print_report(arguments):
    """Prints the result according to the ledger."""
    return subprocess.run([arguments.solve, "campaign", "report", arguments.folder], check=False).returncode


def stopped(number):
    """Tells how to continue. Returns the exit status."""
    tell("stopped; the ledger has everything that is known, the same command goes on")
    return 128 + number


# The driver.

def report(status):
    """Reports the exit status to the supervisor."""
    os.write(int(os.environ[REPORT]), str(status).encode())
    return status


def drive(arguments):
    """Connects to the cluster and runs the campaign. Returns the exit status."""
    parent, is_first = map(int, os.environ[PARENT].split())
    if os.getppid() != die_with(parent):
        raise SystemExit("campaign_ray.py: the process that started the driver has died")
    os.set_inheritable(int(os.environ[REPORT]), False)
    signals = Signals()
    try:
        ray = connect(arguments, is_first)
        # Ray installs signal handlers too.
        signals.install()
        from .driver import Driver
        Driver(ray, arguments, signals.is_stopped).run()
        ray.shutdown()
        return 0
    except Stopped:
        return stopped(signals.heard)
    except Fatal as reason:
        tell(str(reason))
        return 1


def connect(arguments, is_first):
    """Ray, connected to the cluster or to one of its own.

    Raises Fatal if there is no cluster at the first try. A later failure is not fatal: the cluster may come back."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Ray gives its workers a niceness of 15 by default.
    os.environ.setdefault("RAY_worker_niceness", "0")
    import ray

    import campaign_ray
    # The machines do not have these files.
    ray.cloudpickle.register_pickle_by_value(campaign_ray)
    quiet = {"log_to_driver": False, "logging_level": "warning"}
    if not arguments.address:
        ray.init(num_cpus=arguments.workers, include_dashboard=False, object_store_memory=STORE_BYTES, **quiet)
        return ray
    try:
        ray.init(address=arguments.address, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        if not is_first:
            raise
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise Fatal(f"the cluster {arguments.address} cannot be reached: {lines[0]}; ray start begins one") from None
    return ray
