"""The conversation with `solve campaign serve`, which is restarted if it dies."""

import contextlib
import json
import os
import select
import subprocess
import tempfile
import time

from .process import ended, last_line, mortal
from .told import Fatal, Stopped, tell

#: How long the driver waits for the ledger while another process holds it, perhaps one that has just been killed.
PATIENCE_SECONDS = 30.0
#: Time between two checks whether the driver should stop.
LOOK_SECONDS = 0.2
#: How often an answer is offered, and how often a program that exits with an error is started.
TRIALS = 3
#: The longest pause between two attempts.
LONGEST_PAUSE = 10.0


class Serve:
    """`solve campaign serve`. Every request gets an answer, from a new process if need be."""

    def __init__(self, command, is_stopped):
        self.command, self.is_stopped = command, is_stopped
        self.process, self.words, self.heard = None, None, b""
        self.start()

    def ask(self, request):
        """The reply to a request. An answer that three processes did not survive counts as refused."""
        line = (json.dumps(request) + "\n").encode()
        trials = 0
        while (reply := self.exchange(line)) is None:
            trials += 1
            tell(f"solve campaign serve {self.reason()}; it is started again")
            self.start(is_again=True)
            if "answer" in request and trials == TRIALS:
                return {"error": f"solve campaign serve has ended on it {TRIALS} times"}
        return reply

    def close(self):
        """Ends the conversation. By then the ledger is on disk."""
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.wait()

    def exchange(self, line):
        """The reply to a line; `None` if the other side has ended."""
        try:
            self.process.stdin.write(line)
            self.process.stdin.flush()
        except OSError:
            return None
        while b"\n" not in self.heard:
            if self.is_stopped():
                raise Stopped
            if not select.select([self.process.stdout], [], [], LOOK_SECONDS)[0]:
                continue
            part = os.read(self.process.stdout.fileno(), 1 << 16)
            if not part:
                return None
            self.heard += part
        answer, self.heard = self.heard.split(b"\n", 1)
        return json.loads(answer)

    def start(self, is_again=False):
        """Starts the program, repeatedly where that may help.

        Raises Fatal if it exits with an error."""
        begin, pause, failures = time.monotonic(), 0.1, 0
        while not self.is_begun():
            status, reason = self.process.poll(), self.reason()
            is_held = "another process" in reason
            failures += (status or 0) > 0 and not is_held
            is_hopeless = failures >= (TRIALS if is_again else 1)
            if is_hopeless or (is_held and time.monotonic() > begin + PATIENCE_SECONDS):
                raise Fatal(reason)
            self.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def is_begun(self):
        """Starts a process and returns whether it replies."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.words.close()
        # The file outlives this method; the code above closes it.
        self.words = tempfile.TemporaryFile()  # noqa: SIM115
        self.heard = b""
        # In a session of its own it does not get Ctrl-C, and can take the last answers.
        self.process = subprocess.Popen(mortal(self.command, os.getpid()), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.words, start_new_session=True)
        return self.exchange(b'{"next":0}\n') is not None

    def reason(self):
        """Why the process ended."""
        try:
            status = self.process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.words.seek(0)
        said = last_line(self.words.read().decode(errors="replace")).removeprefix("solve: ")
        return said if status > 0 and said else ended(status)

    def wait(self, seconds):
        """Waits this long. Raises Stopped if the driver should stop."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self.is_stopped():
                raise Stopped
            time.sleep(min(left, LOOK_SECONDS))
