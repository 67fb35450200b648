"""Tests of solve-mpi with real processes: one rank, several, another game, ranks that are killed, and two hosts with TCP between
them.

    python3 scripts/tests/mpi.py SOLVE_MPI [MPIRUN_OPTION...]      (scripts/mpi test does that)

The hosts are network namespaces of this machine, joined by a pair of virtual network cards, with host names of their own;
so Open MPI treats them as two machines, and ranks communicate only by TCP. That needs root; without it, this part is
reported as skipped.
"""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM, *OPTIONS = sys.argv[1:]
#: Seconds after which a run counts as stuck.
PATIENCE = 120
HOSTS = {"10.77.83.1": "solve-tds-a", "10.77.83.2": "solve-tds-b"}
SEARCH = ["--player", "uct:n=40000,graph=yes", "--json"]


def launched(prefix, ranks, arguments, more=()):
    """A running mpirun."""
    command = [*prefix, "mpirun", *OPTIONS, *more, "-n", str(ranks), PROGRAM, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finished(process):
    """Status, output and errors of a run, which must end by itself."""
    try:
        out, errors = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired as stuck:
        process.kill()
        raise SystemExit(f"{' '.join(process.args)}: no end after {PATIENCE} s") from stuck
    return process.returncode, out, errors


def answer(ranks, arguments, prefix=(), more=()):
    """The JSON answer of a run, which must succeed; checks what must hold of every answer."""
    status, out, errors = finished(launched(prefix, ranks, arguments, more))
    check(status == 0, f"status {status}: {errors}")
    found = json.loads(out)
    check(len(found["each"]) == ranks, found)
    check(found["visits"] == found["playouts"] == sum(move["visits"] for move in found["moves"]), found)
    check(all(rank["left"] == 0 for rank in found["each"]), found)
    return found


def check(holds, what):
    """Ends the test with a message unless something holds."""
    if not holds:
        raise SystemExit(f"scripts/tests/mpi.py: failed: {what}")


def counts(found):
    """Moves with their visits and rewards."""
    return {move["move"]: (move["visits"], move["sum"]) for move in found["moves"]}


def processes():
    """Process numbers of all ranks of this program started by this test."""
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if not folder.name.isdigit() or os.readlink(folder / "exe") != os.path.realpath(PROGRAM):
                continue
            if "OMPI_COMM_WORLD_RANK=1\0" in (folder / "environ").read_text(encoding="utf-8", errors="replace"):
                found.append(int(folder.name))
    return found


def wait_for(holds, process, what):
    """Waits until something holds, while a run goes on."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if process.poll() is not None:
            raise SystemExit(f"the run ended before {what}: {process.communicate()}")
        check(time.monotonic() < end, f"no {what} after {PATIENCE} s")
        time.sleep(0.05)


def test_one_rank():
    """One rank does the same twice, and as much as asked."""
    first, second = answer(1, SEARCH), answer(1, SEARCH)
    check(counts(first) == counts(second) and first["best"] == second["best"], (first, second))
    check(first["playouts"] == 40000, first)


def test_several_ranks():
    """Several ranks share the work evenly and find about the same value as one."""
    one, four = answer(1, SEARCH), answer(4, SEARCH)
    check(abs(one["mean"] - four["mean"]) < 0.03, (one["mean"], four["mean"]))
    shares = [rank["playouts"] for rank in four["each"]]
    check(min(shares) > max(shares) / 2, shares)
    proofs = answer(3, ["--board", "4x4", "--player", "uct:n=9000000,graph=yes,prove=yes,c=0.7", "--json"])
    check(proofs["playouts"] < 9000000, "4x4 is not decided")


def test_another_game():
    """Domineering, the example of a game of one's own, is proven by three ranks."""
    example = pathlib.Path(PROGRAM).parent / "examples" / "domineering"
    run = subprocess.run(["mpirun", *OPTIONS, "-n", "3", example], capture_output=True, text=True, timeout=PATIENCE, check=False)
    check(run.returncode == 0 and run.stdout.startswith("5x5: -1 for the side that begins"), (run.stdout, run.stderr))


def test_checkpoint():
    """A checkpoint is known by board, start, scoring and player, whatever the budget; another scoring is refused."""
    with tempfile.TemporaryDirectory() as folder:
        saving = ["--checkpoint", folder, "--board", "4x6", "--json", "--player"]
        check(answer(2, [*saving, "uct:n=3000,c=2"])["resumed"] == 0, "there is a checkpoint already")
        check(answer(2, [*saving, "uct:c=2,n=4000"])["resumed"] == 3000, "the checkpoint was not found")
        labels = [file.read_bytes()[16:].split(b", root ")[0] for file in pathlib.Path(folder).iterdir()]
        check(set(labels) == {b"4x6 from the othello start, scoring discs, uct:c=2"}, labels)
        status, _, errors = finished(launched((), 2, [*saving, "uct:n=5000,c=2", "--scoring", "wof"]))
        check(status != 0 and "is of another search" in errors, (status, errors))


def test_other_numbers_of_ranks():
    """A checkpoint of four processes is the same tree for fewer and for more; a lost file is named."""
    for graph in ("no", "yes"):
        with tempfile.TemporaryDirectory() as folder:
            saving = ["--checkpoint", folder, "--board", "4x6", "--json", "--player"]
            written = answer(4, [*saving, f"uct:n=3000,graph={graph}"])
            for ranks in (2, 1, 5, 4):
                found = answer(ranks, [*saving, f"uct:n=3000,graph={graph}"])
                check(found["resumed"] == 3000 and counts(found) == counts(written), (ranks, found, written))
                nodes = [sum(rank["nodes"] for rank in one["each"]) for one in (found, written)]
                check(nodes[0] == nodes[1], (ranks, nodes))
            check(answer(3, [*saving, f"uct:n=6000,graph={graph}"])["resumed"] == 3000, "the checkpoint was not found")
            for file in pathlib.Path(folder).glob("rank-1.*"):
                file.unlink()
            status, _, errors = finished(launched((), 2, [*saving, f"uct:n=7000,graph={graph}"]))
            check(status != 0 and " is missing: " in errors, (status, errors))


def interrupted(ranks, prefix=(), more=()):
    """Kills rank 1 after a checkpoint. The run must end with a clear message, and resume when it is started again."""
    with tempfile.TemporaryDirectory() as folder:
        saving = ["--checkpoint", folder, "--every", "0.3", "--json", "--player"]
        process = launched(prefix, ranks, [*saving, "uct:n=2000000000,delay=200"], more)
        # Two generations from every rank.
        wait_for(lambda: len(list(pathlib.Path(folder).glob("*.generation-?"))) >= 2 * ranks, process, "two checkpoints")
        victims = processes()
        check(len(victims) == 1, f"rank 1 should be one process: {victims}")
        os.kill(victims[0], signal.SIGKILL)
        status, out, errors = finished(process)
        check(status != 0 and not out, f"status {status}, {out!r}")
        check("rank 1" in errors and "signal 9" in errors, f"no clear message: {errors}")
        message = next(line for line in errors.splitlines() if "signal 9" in line)
        known = answer(ranks, [*saving, "uct:n=1,delay=200"], prefix, more)["playouts"]
        check(known > 1, known)
        gone_on = answer(ranks, [*saving, f"uct:n={known + 2000},delay=200"], prefix, more)
        check(gone_on["resumed"] == known and gone_on["playouts"] == known + 2000, gone_on)
        made = sum(rank["playouts"] for rank in gone_on["each"])
        check(made <= 2000, f"{made} playouts were made for 2000 more")
        return message.strip()


def test_killed_rank():
    """A rank that is killed ends the run; the checkpoint lets it go on."""
    print("  ", interrupted(3))


@contextlib.contextmanager
def two_hosts():
    """Two network namespaces joined by a cable, and what mpirun needs to start something in the second."""
    (first, second), (here, there) = HOSTS, HOSTS.values()
    run = lambda *command: subprocess.run(command, check=True, stdout=subprocess.PIPE)  # noqa: E731
    try:
        for name in (here, there):
            run("ip", "netns", "add", name)
        run("ip", "link", "add", "tds-a", "netns", here, "type", "veth", "peer", "name", "tds-b", "netns", there)
        for address, name, card in ((first, here, "tds-a"), (second, there, "tds-b")):
            run("ip", "-n", name, "addr", "add", f"{address}/24", "dev", card)
            run("ip", "-n", name, "link", "set", "lo", "up")
            run("ip", "-n", name, "link", "set", card, "up")
        with tempfile.TemporaryDirectory() as folder:
            agent = pathlib.Path(folder, "agent")
            cases = "".join(f"{address}) host={name};;\n" for address, name in HOSTS.items())
            agent.write_text(
                f'#!/bin/sh\naddress=$1; shift\ncase $address in\n{cases}*) exit 1;;\nesac\n'
                'exec ip netns exec "$host" unshare --uts sh -c "hostname $host; $*"\n',
                encoding="ascii",
            )
            agent.chmod(0o755)
            prefix = ["ip", "netns", "exec", here, "unshare", "--uts", "sh", "-c", f'hostname {here}; exec "$@"', "sh"]
            more = ["--host", ",".join(f"{address}:1" for address in HOSTS), "--mca", "plm_rsh_agent", str(agent)]
            for layer in ("btl_tcp", "oob_tcp"):
                more += ["--mca", f"{layer}_if_include", "10.77.83.0/24"]
            yield prefix, [*more, "--mca", "btl", "tcp,self", "--mca", "pml", "ob1"]
    finally:
        for name in (here, there):
            subprocess.run(["ip", "netns", "del", name], check=False, stderr=subprocess.DEVNULL)


def bytes_on_the_cable():
    """Bytes sent by the first host's network card."""
    show = ["ip", "-n", HOSTS["10.77.83.1"], "-s", "-j", "link", "show", "tds-a"]
    return json.loads(subprocess.run(show, check=True, stdout=subprocess.PIPE).stdout)[0]["stats64"]["tx"]["bytes"]


def test_two_hosts():
    """Two hosts, a rank on each, TCP between them; then the second rank is killed."""
    may = os.geteuid() == 0 and subprocess.run(
        "ip netns add solve-tds-try && ip netns del solve-tds-try", shell=True, check=False, stderr=subprocess.DEVNULL
    ).returncode == 0
    if not may:
        return "SKIPPED: network namespaces need root and the command ip; run scripts/mpi test as root for this part"
    version = subprocess.run(["mpirun", "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout
    if "(Open MPI) 4." not in version:
        return f"SKIPPED: how a host is reached is written for Open MPI 4, this is {version.splitlines()[0]}"
    with two_hosts() as (prefix, more):
        before = bytes_on_the_cable()
        found = answer(2, SEARCH, prefix, more)
        sent, told = bytes_on_the_cable() - before, found["each"][0]["bytes"]
        check(sent > told > 100_000, f"{sent} bytes on the cable, {told} bytes of rank 0")
        print(f"   {told:,} bytes of rank 0's messages, {sent:,} bytes on the cable")
        print("  ", interrupted(2, prefix, more))
    return None


def main():
    """All tests, one after the other."""
    tests = (
        test_one_rank,
        test_several_ranks,
        test_another_game,
        test_checkpoint,
        test_other_numbers_of_ranks,
        test_killed_rank,
        test_two_hosts,
    )
    for test in tests:
        print(f"-- {test.__doc__}", flush=True)
        skipped = test()
        if skipped:
            print("  ", skipped)
    print("== all tests of solve-mpi passed")


if __name__ == "__main__":
    main()
