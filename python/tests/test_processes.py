"""Forked processes, and Ctrl-C. Each test runs a program of its own: one that hangs is killed after a minute."""

import contextlib
import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

import exact_othello as eo

REPOSITORY = pathlib.Path(__file__).parents[2]
HEAD = """
import concurrent.futures, multiprocessing, os, sys, threading, time
import numpy as np
import exact_othello as eo

SMALL = {"memory": "16MiB", "book": False}
positions = eo.random_positions("8x8", 40, 500)

def forked(work):
    "What `work` gives in a forked process, which then ends like any other Python; or its error."
    reader, writer = os.pipe()
    if os.fork() == 0:
        try:
            said = repr(work())
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
        os.write(writer, said.encode())
        sys.exit()
    os.close(writer)
    said = os.read(reader, 10_000).decode()
    os.wait()
    return said
"""

fork = pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork")


class Program:
    """A running Python program, killed with all its processes at the end."""

    def __init__(self, text):
        # A shell that runs the tests in the background ignores SIGINT, and children inherit that.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        command = [sys.executable, "-c", HEAD + text]
        self.process = subprocess.Popen(command, cwd=REPOSITORY, start_new_session=True, **pipes)

    def __enter__(self):
        return self.process

    def __exit__(self, *_):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


def printed(text):
    """The lines that a program prints, which must end well."""
    with Program(text) as process:
        out, told = process.communicate(timeout=60)
    assert process.returncode == 0, told
    return out.splitlines()


#: Python that uses everything that keeps threads, locks or memory, and the text of what comes out.
USES = [
    ("solver.solve('4x5').value", "16"),
    ("solver.move_values('4x4')", "{'b1': -8, 'a2': -8, 'd3': -8, 'c4': -8}"),
    ("(solver.forget(), len(solver.perfect_line('4x4')))", "(None, 10)"),
    ("eo.solve_many(['4x4', '4x4'], threads=2, memory='16MiB').tolist()", "[-8, -8]"),
    ("exact.choose('4x5').discs", "16.0"),
    ("tree.choose('4x5').playouts", "300"),
    ("tree(['4x5', '4x5']).shape", "(2,)"),
    ("eo.legal_masks(['4x4']).tolist()", "[18450]"),
    ("eo.evaluate(['8x8']).shape", "(1,)"),
    ("eo.play_many(['4x4'], [1]).tolist()", "[[1024, 610]]"),
    ("int(eo.random_playouts(['4x4'], 100).mean.size)", "1"),
    ("eo.random_positions('5x6', 9, 3).shape", "(3, 2)"),
]
MADE = """
solver, exact, tree = eo.Solver(threads={threads}, **SMALL), eo.Player("exact"), eo.Player("uct:n=300,threads=2")
"""


@fork
@pytest.mark.parametrize("threads", [1, 2])
def test_what_was_used_before_a_fork_works_after_it(threads):
    uses = "".join(f"{use}; print(forked(lambda: {use}))\n" for use, _ in USES)
    wanted = [value for _, value in USES]
    assert printed(MADE.format(threads=threads) + uses) == wanted
    # All at once, and in the grandchild as well.
    everything = f"lambda: [{', '.join(f'str({use})' for use, _ in USES)}]"
    program = f"use = {everything}\nuse()\nprint(forked(use) == repr(use()), forked(lambda: forked(use)) == repr(repr(use())))"
    assert printed(MADE.format(threads=threads) + program) == ["True True"]


@fork
@pytest.mark.parametrize("use", [use for use, _ in USES])
def test_what_is_in_use_during_a_fork_works_after_it(use):
    wanted = dict(USES)[use]
    busy = """
def look(progress):
    begun.set()
    if done.is_set():
        raise StopIteration

def search():
    try:
        solver.solve("8x8", progress=look)
    except StopIteration:
        pass

begun, done = threading.Event(), threading.Event()
works = [search, lambda: exact.choose("8x8"), lambda: eo.random_playouts(positions, 10**6, board="8x8")]
threads = [threading.Thread(target=work, daemon=True) for work in works]
[thread.start() for thread in threads]
begun.wait()
"""
    program = f"print(forked(lambda: {use}), flush=True)\ndone.set()\nos._exit(0)"
    assert printed(MADE.format(threads=2) + busy + program) == [wanted]


@fork
def test_a_fork_while_another_thread_begins_is_no_trouble():
    program = """
def begin(board):
    return eo.Solver(threads=2, **SMALL).solve(board, time_limit=0.01).upper

for board in ["8x8", "6x7", "7x6", "4x9", "5x6", "6x6", "3x9"]:
    for wait in (0, 0.001, 0.02):
        thread = threading.Thread(target=begin, args=(board,))
        thread.start()
        time.sleep(wait)
        assert forked(lambda: begin(board) > 0) == "True", board
        thread.join()
print("done")
"""
    assert printed(program) == ["done"]


@fork
def test_the_pools_of_the_standard_library_may_fork():
    program = """
solver = eo.Solver(threads=2, **SMALL)
values = [solver.solve(board).value for board in ("4x4", "4x5")]

def ask(board):
    return solver.solve(board).value

context = multiprocessing.get_context("fork")
with context.Pool(2) as pool:
    print(pool.map_async(ask, ["4x4", "4x5"]).get(60) == values)
with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
    print(list(pool.map(ask, ["4x4", "4x5"], timeout=60)) == values)
"""
    assert printed(program) == ["True", "True"]


@fork
def test_a_process_forked_in_a_callback_ends_there():
    program = """
def look(progress):
    if os.fork():
        status = os.waitstatus_to_exitcode(os.wait()[1])
        raise LookupError(f"the child ended with {status}")

try:
    eo.Solver(**SMALL).solve("8x8", progress=look)
except LookupError as error:
    print(error)
"""
    assert printed(program) == ["the child ended with 1"]


@fork
@pytest.mark.skipif(not eo.HAS_TABLES, reason="built without tables")
def test_a_table_is_refused_after_a_fork(tmp_path):
    program = f"""
path = {str(tmp_path / "table")!r}
solver = eo.Solver(threads=2, table=path, **SMALL)
print(solver.solve("4x5").value)
for work in (
    lambda: solver.solve("4x5"),
    lambda: solver.move_values("4x4"),
    lambda: eo.Solver(table=path, read_only=True),
    lambda: eo.solve_many(["4x5"], table=path + "2"),
    lambda: eo.Solver(**SMALL).solve("4x5").value,
):
    print(forked(work))
print(solver.solve("4x5").source)
"""
    first, *refused, without, last = printed(program)
    assert (first, without, last) == ("16", "16", "table") and len(refused) == 4
    assert all(line.startswith("RuntimeError: table: this process was forked after a table was opened") for line in refused)


@pytest.mark.parametrize(
    "work",
    [
        "eo.Solver(**SMALL).solve('8x8')",
        "eo.Solver(threads=1, **SMALL).move_values('8x8')",
        "eo.Solver(**SMALL).perfect_line('8x8')",
        "eo.solve_many(positions, '8x8')",
        "eo.move_values_many(positions, '8x8', memory='16MiB')",
        "eo.random_playouts(positions[:20], 2**32 - 1, board='8x8')",
        "eo.random_positions('8x8', 2, 10**9)",
        "eo.Player('uct:n=2000000000').choose('8x8')",
        "eo.Player('uct:n=2000000000,threads=2,trees=2')(positions, '8x8')",
        "eo.Player('uct:leaf=2,ahead=1024,per=65536,n=2000000000').choose('8x8')",
        "eo.Player('uct+:playout=greedy,per=65536,n=2000000000').choose('8x8')",
        "eo.Player('uct:playout=lanes,per=65536,n=2000000000').choose('8x8')",
        "eo.Player('rave:delay=1000000,per=65536,n=2000000000').choose('8x8')",
        "eo.Player('mc:n=4000000000').choose('8x8')",
        "eo.Player('mc:n=4000000000,playout=lanes').choose('8x8')",
        "eo.Player('alphabeta:depth=60').choose('8x8')",
        "eo.Player('alphabeta:time=4000000').choose('8x8')",
        "eo.Player('exact').choose('8x8')",
        "eo.Player('exact:time=4000000').choose('8x8')",
        "eo.Player('uct:n=2000000000,end=60').choose('8x8')",
        "eo.agreement(eo.Player('mc:n=4000000000'), 'data/sets/6x6-s20')",
        "__import__('exact_othello.gym').gym.OthelloEnv('8x8', move_values=True).reset()",
        "__import__('exact_othello.gym').gym.OthelloEnv('8x8', opponent='alphabeta:depth=60', side='white').reset()",
        "__import__('exact_othello.pettingzoo').pettingzoo.raw_env('8x8', move_values=True).reset()",
        "eo.Player('puct:n=9', network=lambda _: eo.Player('uct:n=2000000000').choose('8x8')).choose('8x8')",
        "eo.Player('puct:n=9', network=lambda _: eo.Solver(**SMALL).solve('8x8')).choose('8x8')",
        # While another thread has the player, or runs Python.
        "player = eo.Player('exact'); start(lambda: player.choose('8x8')); player.choose('4x4')",
        "solver = eo.Solver(**SMALL); start(lambda: solver.solve('8x8')); solver.solve('4x4')",
        "start(lambda: exec('while True: pass')); eo.Solver(**SMALL).solve('8x8')",
        "start(lambda: exec('while True: pass')); eo.random_playouts(positions, 2**32 - 1, board='8x8')",
    ],
)
def test_ctrl_c_stops_what_takes_long(work):
    program = f"""
def start(work):
    threading.Thread(target=work, daemon=True).start()
    time.sleep(0.3)

print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("stopped", flush=True)
    os._exit(0)
"""
    with Program(program) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(1)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, told = process.communicate(timeout=60)
        # A second, and more where other programs have the cores.
        assert (out, told) == ("stopped\n", "") and time.monotonic() - begun < 5
