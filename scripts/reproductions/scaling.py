"""How well the Ray driver spreads a campaign over many machines: a real cluster of Ray on this one, whose workers are slow."""

import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import threading
import time

from . import kills, results, simulation, solving

#: The campaign: board, start, mode, node budget of a job.
CAMPAIGN = ("6x6", "reversi", "wld", "400k")
MACHINES = 8
#: Cores of each machine, nodes that a core searches in a second, and the share of the time after which a machine is killed.
RUNS = [(8, 8_000, None), (8, 8_000, 0.5), (8, 80_000, None), (32, 8_000, None), (32, 80_000, None)]
#: Size of the table that the cores of a machine share.
MEMORY = "64MiB"


def add_arguments(_parser):
    """`scripts/reproduce scaling` has no options."""


def run(_arguments):
    """Measures and writes the section."""
    board, start, mode, _ = CAMPAIGN
    plain = solving.solve("--board", board, "--start", start, "--mode", mode, "--threads", "1", "--no-line", "--no-table", "--no-book")["nodes"]
    options = ["--memory", MEMORY, "--plain", str(plain)]
    simulated = {cores: simulation.simulated(CAMPAIGN, str(MACHINES * cores), None, "--cores", str(cores), *options)[0]
                 for cores in {cores for cores, *_ in RUNS}}
    rows = []
    for cores, rate, killed in RUNS:
        found = measured(cores, rate, killed and killed * simulated[cores]["ticks"] / rate)
        rows.append(row(found, plain, simulated[cores]))
        print(" | ".join(rows[-1]), file=sys.stderr)
    head = ["Slots", "Nodes/s of each", "Killed", "Jobs", "Mean job", "Time", "Speed-up", "Simulated", "Nodes", "Driver, CPU time",
            "A job", "All, CPU time"]
    results.write({"scaling": results.table(head, rows), "scaling-made": results.made("scaling")})
    return 0


def measured(cores, rate, kill_after):
    """What a campaign costs on `MACHINES` machines with so many cores: seconds, CPU seconds, jobs, nodes."""
    try:
        from ray.cluster_utils import Cluster
    except ImportError:
        raise SystemExit(f"needs Ray: python3 -m pip install -r {solving.REPOSITORY / 'scripts' / 'campaign_ray.txt'}") from None
    os.environ |= {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0", "RAY_enable_worker_prestart": "0"}
    with tempfile.TemporaryDirectory(prefix="r") as temporary:
        folder = pathlib.Path(temporary)
        board, start, mode, budget = CAMPAIGN
        subprocess.run([kills.program(), "campaign", "plan", folder / "campaign", "--board", board, "--start", start, "--mode", mode,
                        "--budget", budget], stdout=subprocess.DEVNULL, check=True)
        slow = folder / "slow"
        script = pathlib.Path(__file__).with_name("slow_worker.py")
        slow.write_text(f'#!/bin/sh\nexec {sys.executable} -B {script} {kills.program()} {rate} "$@"\n', encoding="utf-8")
        slow.chmod(0o755)
        options = {"num_cpus": cores, "object_store_memory": 100 << 20, "memory": 8 << 30, "include_dashboard": False}
        cluster = Cluster(initialize_head=True, head_node_args=options)
        machines = [cluster.add_node(**options) for _ in range(MACHINES - 1)]
        try:
            timer = threading.Timer(kill_after or 0, cluster.remove_node, [machines[-1], False])
            command = [sys.executable, "-B", solving.REPOSITORY / "scripts" / "campaign_ray.py", folder / "campaign", "--address",
                       cluster.address, "--solve", kills.program(), "--solve-on-nodes", slow, "--memory", MEMORY, "--recheck", "0"]
            before, busy, begin = resource.getrusage(resource.RUSAGE_CHILDREN), busy_seconds(), time.monotonic()
            driver = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            if kill_after:
                timer.start()
            if driver.wait() != 0:
                raise SystemExit(f"the driver ended with status {driver.returncode}")
            seconds, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
            found = {"cores": cores, "rate": rate, "killed": bool(kill_after), "seconds": seconds, "all": busy_seconds() - busy,
                     "driver": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}
        finally:
            cluster.shutdown()
        report = subprocess.run([kills.program(), "campaign", "report", folder / "campaign", "--json"], stdout=subprocess.PIPE, check=True)
        return json.loads(report.stdout) | found


def busy_seconds():
    """CPU seconds of all processes of this machine since it started."""
    user, nice, system, *_ = map(int, pathlib.Path("/proc/stat").read_text(encoding="ascii").split()[1:8])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


def row(found, plain, simulated):
    """A row of the table. Speed-ups are relative to a plain search by one core."""
    jobs, nodes, rate = found["answered"] + found["exceeded"], found["nodes"], found["rate"]
    killed = "one machine" if found["killed"] else ""
    return [f"{MACHINES * found['cores']}", f"{rate:,}", killed, f"{jobs:,}", results.duration(nodes / jobs / rate),
            results.duration(found["seconds"]), f"{plain / rate / found['seconds']:.1f}", f"{simulation.speed_up(simulated):.1f}",
            f"{nodes / plain:.2f}", results.duration(found["driver"]), results.duration(found["driver"] / jobs),
            results.duration(found["all"])]
