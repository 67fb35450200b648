#!/usr/bin/env python3
"""What `solve` shows at a terminal about a search that is stopped and continued.

    terminal.py PROGRAM"""

import os
import pty
import re
import select
import signal
import sys
import tempfile
import time

#: A search that takes minutes on one thread.
LONG = ["--board", "6x6", "--start", "reversi", "--no-book", "--no-line", "--threads", "1", "--memory", "64MiB"]
#: Seconds until a search must have ended.
GRACE = 300
#: A progress line contains this once the search asks who wins and has stored a first value in its table.
HAS_KEPT = r"who wins\?, .* nodes, .*, moves 0/2, [1-9]\d* kept"
#: The same without a table, where nothing is stored.
HAS_BEGUN = r"who wins\?, .* nodes, "
KEPT = "solve: what is proven so far is in the table; the same command continues from there"
CONTINUED = "solve: an earlier run was stopped after "


def main(program):
    """Stops searches at a terminal and compares what they say."""
    # A shell that runs this in the background ignores SIGINT, and children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder:
        table = ["--table", os.path.join(folder, "table")]
        first = stopped([program, *LONG, *table], HAS_KEPT)
        expect(KEPT in first and CONTINUED not in first, first)
        second = stopped([program, *LONG, *table], HAS_KEPT)
        expect(KEPT in second and CONTINUED in second, second)
        silent = stopped([program, *LONG, *table, "--quiet"])
        expect("solve:" not in silent and "moves" not in silent, silent)
        without = stopped([program, *LONG, "--no-table"], HAS_BEGUN)
        expect("solve: without a table nothing is kept for the next run" in without, without)
    print("4 searches at a terminal: what is kept and continued is told")


def expect(is_right, text):
    """Exits with the output if something is wrong."""
    if not is_right:
        sys.exit(f"not as expected:\n{text[-2000:]}")


def stopped(command, sign=None):
    """What a command writes to a terminal, with Ctrl-C as soon as a sign appears, or else after three seconds."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(command[0], command)
    text, begun, is_told = "", time.monotonic(), False
    while time.monotonic() < begun + GRACE:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                part = os.read(terminal, 1 << 16)
            except OSError:
                break
            if not part:
                break
            text += part.decode(errors="replace")
        is_due = re.search(sign, text) if sign else time.monotonic() > begun + 3
        if not is_told and is_due:
            os.kill(child, signal.SIGINT)
            is_told = True
    _, status = os.waitpid(child, 0)
    expect(os.waitstatus_to_exitcode(status) == 130, text)
    return text


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
