"""What runs on a machine of the cluster: an actor that keeps one `solve campaign job`. It knows nothing about the campaign."""

import contextlib
import glob
import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading

from .process import ended, last_line, mortal, output

#: The longest that a program may take to report its version.
VERSION_SECONDS = 60
#: The most characters of an answer, which is one line; a record has a few hundred.
LONGEST_LINE = 1 << 20
#: How much of the end of the program's standard error is read.
LONGEST_WORDS = 4096


class Machine:
    """The actor of one machine. Several of Ray's threads call its methods."""

    def __init__(self):
        self.news, self.writing = threading.Condition(), threading.Lock()
        self.answers, self.trouble, self.process, self.round = [], None, None, 0

    def who(self):
        """The name of this worker, and its node of the cluster."""
        import ray
        host = re.sub(r"[^!-~]", "_", socket.gethostname())[:60]
        return {"name": f"{host}:{os.getpid()}", "node": ray.get_runtime_context().get_node_id()}

    def start(self, program, weights, options):
        """Starts `program campaign job` with these options, replacing any earlier one. The program is a path on this machine, or
        its bytes; weights are bytes or None. Returns its version, or what went wrong."""
        self.stop()
        folder = None
        try:
            brought = {"solve": program, "weights": weights}
            brought = {name: content for name, content in brought.items() if isinstance(content, bytes)}
            folder = keep(brought) if brought else None
            program = os.path.join(folder, "solve") if "solve" in brought else os.path.expanduser(program)
            options = [*options, "--weights", os.path.join(folder, "weights")] if "weights" in brought else options
            version = output([program, "--version"], VERSION_SECONDS)
        except (OSError, RuntimeError) as error:
            remove(folder)
            return {"trouble": str(error)}
        with self.news:
            self.answers, self.trouble = [], None
            self.round += 1
            this = self.round
        begun = threading.Event()
        command = mortal([program, "campaign", "job", *options], os.getpid())
        threading.Thread(target=self.keep_running, args=(command, folder, this, begun), daemon=True).start()
        begun.wait()
        return {"version": version}

    def keep_running(self, command, folder, this, begun):
        """Runs a process and collects its lines until it ends. The process dies with this thread."""
        trouble = "the program has ended"
        try:
            with tempfile.TemporaryFile() as words:
                process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=words)
                self.process = process
                begun.set()
                while (line := process.stdout.readline(LONGEST_LINE)) and line.endswith(b"\n"):
                    with self.news:
                        if self.round == this:
                            self.answers.append(line.decode(errors="replace"))
                        self.news.notify_all()
                process.kill()
                status = process.wait()
                words.seek(max(0, words.seek(0, os.SEEK_END) - LONGEST_WORDS))
                said = last_line(words.read().decode(errors="replace"))
                trouble = f"the program {ended(status)}" + (f": {said}" if said else "")
        except OSError as error:
            trouble = f"the program cannot be started: {error}"
        finally:
            begun.set()
            remove(folder)
            with self.news:
                if self.round == this:
                    self.trouble = trouble
                self.news.notify_all()

    def tell(self, lines):
        """Passes lines to the program: jobs, or jobs to cancel."""
        process = self.process
        # If it has died, the reader of its answers reports it.
        with self.writing, contextlib.suppress(OSError, AttributeError, ValueError):
            process.stdin.write("".join(line + "\n" for line in lines).encode())
            process.stdin.flush()

    def listen(self, seconds):
        """Waits at most this long for answers, or for the program to end. Returns the answers, what went wrong if the program
        has ended, and its processor time so far."""
        with self.news:
            self.news.wait_for(lambda: self.answers or self.trouble, timeout=seconds)
            answers, self.answers = self.answers, []
            return {"answers": answers, "trouble": self.trouble, "cpu": cpu_ticks(self.process)}

    def stop(self):
        """Ends the program."""
        with self.news:
            self.round += 1
        if self.process is not None:
            self.process.kill()


def keep(files):
    """Writes files, contents by names, into a folder that belongs to this process, and returns its path."""
    prefix = f"solve-{os.getuid()}-"
    # Killed processes leave their folders behind.
    for old in glob.glob(os.path.join(tempfile.gettempdir(), prefix + "*")):
        owner = old.rsplit(prefix, 1)[1].split("-")[0]
        if owner.isdigit() and not is_there(int(owner)):
            remove(old)
    folder = tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-")
    try:
        for name, content in files.items():
            path = os.path.join(folder, name)
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o700), "wb") as file:
                file.write(content)
    except OSError:
        remove(folder)
        raise
    return folder


def remove(folder):
    """Removes a folder, if there is one."""
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


def is_there(process):
    """Whether a process exists."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def cpu_ticks(process):
    """Processor time of a process so far, if the system reports it; else None."""
    try:
        with open(f"/proc/{process.pid}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rsplit(") ", 1)[1].split()
    except (OSError, AttributeError, IndexError):
        return None
    return int(fields[11]) + int(fields[12])
