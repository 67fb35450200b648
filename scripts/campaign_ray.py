#!/usr/bin/env python3
"""Does the jobs of a campaign on a Ray cluster (https://www.ray.io).

    scripts/campaign_ray.py DIR                     all cores of this machine
    scripts/campaign_ray.py DIR --address auto      all machines of a cluster that runs here (`ray start`), or HOST:6379
    scripts/campaign_ray.py DIR --address auto --nodes 8 --cpus-per-node 64
                                                    eight machines, which an autoscaler may have to start

`solve campaign plan DIR ...` begins the campaign. This driver passes lines on: `solve campaign serve DIR` hands out jobs and
takes answers; on each machine an actor keeps one `solve campaign job` for all its cores. Ray brings the program there, starts
an actor that has died anew, and gives it its jobs again. The campaign's folder is only needed here. If this command or the
cluster's head is stopped or killed, the same command goes on: the ledger has all answers.
"""

import argparse
import asyncio
import contextlib
import ctypes
import json
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
#: Default size of the table in memory, per core; the memory of each thread and of the process besides the table.
CORE_MEMORY, BESIDE = 256 << 20, 64 << 20
#: The longest the driver waits for news; time between two looks at the cluster's nodes, and between two lines of progress.
LOOK_SECONDS, NODES_SECONDS, SHOW_SECONDS = 0.25, 2.0, 10.0
#: The pause before a machine that failed is tried again doubles with each further failure, up to this.
LONGEST_PAUSE_SECONDS = 900.0
#: The driver gives up when `serve` was killed this often in a row, or when no job is left this often.
TRIALS, MOST_IN_VAIN = 3, 60
#: Has the kernel kill a process when its parent dies (Linux).
PR_SET_PDEATHSIG = 1


class Stopped(Exception):
    """A signal has come."""


class Fatal(Exception):
    """Why the driver cannot go on, in a sentence for the user."""


def tell(sentence):
    """Prints a message line."""
    print(f"campaign_ray.py: {sentence}", file=sys.stderr, flush=True)


# What runs on a machine.

class Machine:
    """One `solve campaign job` for all cores of a machine."""

    def __init__(self, program, weights, options):
        # Ray's working directory has what the driver brought.
        program = os.path.expanduser(program) if program else os.path.abspath("solve")
        if os.path.dirname(program) == os.getcwd():
            os.chmod(program, 0o700)
        self.command = [program, "campaign", "job", *options, *(["--weights", os.path.abspath("weights")] if weights else [])]
        subprocess.run([program, "--version"], check=True, capture_output=True, timeout=60)
        self.process, self.waiting, self.starting = None, {}, asyncio.Lock()

    async def perform(self, job):
        """The answer to a job. A job that Ray cancels is taken back."""
        name, loop = job["job"], asyncio.get_running_loop()
        answer = self.waiting[name] = loop.create_future()
        async with self.starting:
            if self.process is None:
                await self.start()
        self.tell(job)
        try:
            return await answer
        except asyncio.CancelledError:
            self.tell({"cancel": name})
            raise
        finally:
            self.waiting.pop(name, None)

    async def start(self):
        """Starts the program, which dies with this actor."""
        libc = ctypes.CDLL(None)
        mortal = (lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)) if sys.platform == "linux" else None
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(*self.command, stdin=pipe, stdout=pipe, stderr=pipe, limit=1 << 20,
                                                            preexec_fn=mortal)
        self.reader = asyncio.ensure_future(self.read(self.process))

    def tell(self, line):
        """Passes a line to the program. If it has died, its reader says so."""
        with contextlib.suppress(OSError, AttributeError, RuntimeError):
            self.process.stdin.write((json.dumps(line) + "\n").encode())

    async def read(self, process):
        """Takes the answers of the program until it ends."""
        async for line in process.stdout:
            answer = json.loads(line)
            waiting = self.waiting.get(answer["job"])
            if waiting is not None and not waiting.done() and not answer.get("cancelled"):
                waiting.set_result(answer)
        said = (await process.stderr.read()).decode(errors="replace").strip().splitlines()
        status = await process.wait()
        self.process = None
        for waiting in self.waiting.values():
            if not waiting.done():
                waiting.set_exception(ChildProcessError(f"the program {ended(status)}" + (f": {said[-1]}" if said else "")))


def ended(status):
    """How a process ended, in words."""
    return f"ended with status {status}" if status >= 0 else f"was ended by {signal.Signals(-status).name}"


# The campaign.

class Serve:
    """`solve campaign serve`, which is started again if it is killed."""

    def __init__(self, command):
        self.command, self.process = command, None
        self.start()

    def start(self):
        """Starts the program. In a session of its own it does not get Ctrl-C, and can take the last answers."""
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)

    def ask(self, request):
        """The reply to a request. Raises Fatal if the program ends with an error, which it has told."""
        line = (json.dumps(request) + "\n").encode()
        for _ in range(TRIALS):
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.write(line)
                self.process.stdin.flush()
                if reply := self.process.stdout.readline():
                    return json.loads(reply)
            status = self.process.wait()
            if status >= 0:
                break
            tell(f"solve campaign serve {ended(status)}; it is started again")
            self.start()
        raise Fatal("solve campaign serve has ended; the ledger has everything that is known")

    def close(self):
        """Ends the conversation. By then the ledger is on disk."""
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.wait()


class Worker:
    """A machine as the driver sees it: its actor, and the jobs it has."""

    def __init__(self, name, where, cores, actor):
        self.name, self.where, self.cores, self.actor = name, where, cores, actor
        self.jobs = {}

    def room(self):
        """How many more jobs it may be given: a few wait, so that no core does."""
        return self.cores + (self.cores + 3) // 4 - len(self.jobs)

    def __str__(self):
        return f"{self.name} ({self.where})"


class Driver:
    """The link between `solve campaign serve` and the machines."""

    def __init__(self, ray, arguments):
        self.ray, self.arguments = ray, arguments
        command = [arguments.solve, "campaign", "serve", arguments.folder, "--recheck", arguments.recheck]
        self.serve = Serve(command + (["--weights", arguments.weights] if arguments.weights else []))
        self.actor = ray.remote(Machine)
        self.workers, self.failures, self.barred, self.looked = {}, {}, {}, -math.inf
        self.state = self.serve.ask({"next": 0})
        self.jobs = self.nodes = self.in_vain = 0
        #: The signal that has come, if any. An exception from its handler would get lost in what Ray calls.
        self.signal = None
        self.shown, self.nodes_shown = time.monotonic(), 0

    def run(self):
        """Runs the campaign. Raises Stopped after a signal, and Fatal if it cannot go on."""
        while not self.state["done"]:
            if self.signal:
                raise Stopped(self.signal)
            self.renew()
            self.hand_out()
            calls = {call: worker for worker in self.workers.values() for call in worker.jobs.values()}
            ready = self.ray.wait(list(calls), timeout=LOOK_SECONDS)[0] if calls else time.sleep(LOOK_SECONDS)
            for call in self.ray.wait(list(calls), num_returns=len(calls), timeout=0)[0] if ready else []:
                self.take(calls[call], call)
            needless = set(self.state.get("needless", []))
            for worker in self.workers.values():
                for job in needless & worker.jobs.keys():
                    self.ray.cancel(worker.jobs[job])
            self.show()

    def ask(self, request):
        """The campaign's reply."""
        reply = self.serve.ask(request)
        self.state = reply if "in_flight" in reply else self.state
        return reply

    def renew(self):
        """Makes sure that each node, or as many machines as were asked for, has an actor."""
        now = time.monotonic()
        if now - self.looked < NODES_SECONDS:
            return
        self.looked, wanted = now, {}
        for number in range(1, (self.arguments.nodes or 0) + 1):
            wanted[number] = (f"ray-{number}", f"machine {number}", self.arguments.cpus_per_node, {})
        for node in [] if self.arguments.nodes else self.ray.nodes():
            cores = int(node["Resources"].get("CPU", 0)) if node["Alive"] else 0
            if cores := min(cores, self.arguments.cpus_per_node or cores):
                key, host = node["NodeID"], re.sub(r"[^!-~]", "_", node["NodeManagerHostname"])[:60]
                affinity = self.ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(key, soft=False)
                options = {"scheduling_strategy": affinity}
                wanted[key] = (f"{host}:{key[:8]}", f"node {node['NodeManagerAddress']}", cores, options)
        for key in self.workers.keys() - wanted.keys():
            self.leave(key, "the node has left the cluster")
        for key, (name, where, cores, options) in wanted.items():
            if key not in self.workers and self.barred.get(key, 0.0) <= now:
                self.workers[key] = Worker(name, where, cores, self.begin(cores, options))

    def begin(self, cores, options):
        """An actor. Ray starts it anew whenever it dies, as long as its machine lives, and has it do its jobs again."""
        table = self.arguments.memory or CORE_MEMORY * cores
        fit = self.actor.options(num_cpus=cores, memory=table + BESIDE * (1 + cores), max_restarts=-1, max_task_retries=-1,
                                 max_concurrency=4 * cores + 4, **options)
        program, weights = self.arguments.solve_on_nodes, bool(self.arguments.weights)
        return fit.remote(program, weights, ["--threads", str(cores), "--memory", str(table)])

    def hand_out(self):
        """Gives jobs to all machines with room, the idlest first. A job that one machine has is given to no other: a campaign
        that was started again may offer it."""
        held = {job for worker in self.workers.values() for job in worker.jobs}
        for worker in sorted(self.workers.values(), key=lambda worker: len(worker.jobs) - worker.cores):
            if worker.room() <= 0 or self.state["done"]:
                continue
            reply = self.ask({"next": worker.room(), "worker": worker.name})
            if "jobs" not in reply:
                raise Fatal(f"solve campaign serve: {reply.get('error')}")
            for job in reply["jobs"]:
                if job["job"] not in held:
                    worker.jobs[job["job"]] = worker.actor.perform.remote(job)
                    held.add(job["job"])
            is_vain = not reply["jobs"] and not held and not self.state["done"]
            self.in_vain = self.in_vain + 1 if is_vain else 0
            if self.in_vain > MOST_IN_VAIN:
                raise Fatal("no job is left for these machines, and the campaign is not done: solve campaign status")

    def take(self, worker, call):
        """Takes the answer of a machine, or notes that a job was lost."""
        job = next((job for job, other in worker.jobs.items() if other == call), None)
        if worker.jobs.pop(job, None) is None:
            return
        exceptions = self.ray.exceptions
        try:
            answer = self.ray.get(call)
        except exceptions.TaskCancelledError:
            self.ask({"lost": job})
        except exceptions.RayError as error:
            self.ask({"lost": job})
            self.fail(worker, error)
        else:
            self.failures.pop(worker.name, None)
            reply = self.ask({"answer": answer, "worker": worker.name})
            if reply.get("error"):
                tell(f"job {job} of {worker} is not taken: {reply['error']}")
            self.jobs, self.nodes = self.jobs + 1, self.nodes + answer.get("nodes", 0)

    def fail(self, worker, error):
        """Gives up an actor that Ray has given up, or whose program has ended. It is tried again after a pause."""
        key = next((key for key, other in self.workers.items() if other is worker), None)
        if key is not None:
            count = self.failures[worker.name] = self.failures.get(worker.name, 0) + 1
            pause = min(2.0 ** count, LONGEST_PAUSE_SECONDS)
            self.barred[key] = time.monotonic() + pause
            cause = getattr(error, "cause", None) or error
            lines = [line.strip() for line in str(cause).splitlines() if line.strip()]
            reason = f"{type(cause).__name__}: {lines[-1][:300]}" if lines else type(cause).__name__
            self.leave(key, f"{reason}; it is tried again in {pause:.0f} s")

    def leave(self, key, reason):
        """Ends an actor; its jobs are handed out again."""
        worker = self.workers.pop(key)
        tell(f"{worker}: {reason}; its {len(worker.jobs)} other jobs are handed out again")
        with contextlib.suppress(self.ray.exceptions.RayError):
            self.ray.kill(worker.actor)
        for job in worker.jobs:
            self.ask({"lost": job})
        self.ask({"gone": worker.name})

    def show(self):
        """Prints a progress line from time to time."""
        now = time.monotonic()
        if self.arguments.quiet or now - self.shown < SHOW_SECONDS:
            return
        rate = (self.nodes - self.nodes_shown) / (now - self.shown)
        self.shown, self.nodes_shown = now, self.nodes
        cores = sum(worker.cores for worker in self.workers.values())
        print(f"{self.jobs} jobs, {self.state['in_flight']} in flight on {len(self.workers)} machines with {cores} cores, "
              f"{rate / 1e6:.3g} M nodes/s, value {self.state['lower']} to {self.state['upper']}", file=sys.stderr, flush=True)


# The command line.

def parse():
    """The parsed arguments. Exits with a message if they are wrong."""
    parser = argparse.ArgumentParser(prog="campaign_ray.py", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    program = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target")) / "release" / "solve"
    parser.add_argument("folder", metavar="DIR", help="the campaign's folder")
    parser.add_argument("--address", help="a running cluster; without, one is started on this machine")
    parser.add_argument("--workers", type=positive, metavar="N", help="without --address: cores to use (default: all)")
    parser.add_argument("--nodes", type=positive, metavar="N",
                        help="machines to ask for, with --cpus-per-node; without, all that are there and all that come")
    parser.add_argument("--cpus-per-node", type=positive, metavar="C", help="cores to use of each machine (default: all)")
    parser.add_argument("--memory", type=size, metavar="SIZE", help="table of each machine (default: 256MiB for each core)")
    parser.add_argument("--recheck", default="1%", metavar="SHARE", help="share of answers that are proven again (default 1%%)")
    parser.add_argument("--solve", default=str(program), help="the program (default: the one built here)")
    parser.add_argument("--solve-on-nodes", metavar="PATH", help="where the machines have the program; without, it is brought")
    parser.add_argument("--weights", metavar="FILE", help="weights that solve train made for the campaign's board")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    arguments = parser.parse_args()
    if arguments.nodes and not (arguments.cpus_per_node and arguments.address):
        parser.error("--nodes needs --address and --cpus-per-node: a machine is asked for by its number of cores")
    if arguments.workers and arguments.address:
        parser.error("--workers is for this machine alone; with --address choose --cpus-per-node")
    return arguments


def positive(text):
    """A number from 1 to 100,000."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 100_000):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 to 100000")
    return int(text)


def size(text):
    """A size in bytes, parsed as the program itself does."""
    match = re.fullmatch(r"([0-9]{1,15})(?:([kmgt])(?:ib)?)?", text.lower())
    number = int(match[1]) << {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}[match[2] or ""] if match else 0
    if number < 1 << 20:
        raise argparse.ArgumentTypeError(f"'{text}' is not a size of at least 1MiB: give one such as 512MiB, 2GiB or 64M")
    return number


def connect(arguments, brought):
    """Ray, connected to the cluster or to one of its own, to which it brings the files of a folder."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Ray gives its workers a niceness of 15 by default.
    os.environ.setdefault("RAY_worker_niceness", "0")
    try:
        import ray
    except ImportError:
        raise Fatal(f"Ray is not installed: python3 -m pip install -r {REPOSITORY / 'scripts' / 'campaign_ray.txt'}") from None
    for name, path in {"solve": None if arguments.solve_on_nodes else arguments.solve, "weights": arguments.weights}.items():
        if path:
            shutil.copy(path, os.path.join(brought, name))
    own = {} if arguments.address else {"num_cpus": arguments.workers, "include_dashboard": False}
    try:
        environment = {"working_dir": brought}
        ray.init(address=arguments.address, runtime_env=environment, log_to_driver=False, logging_level="error", **own)
    except (ConnectionError, RuntimeError, ValueError) as error:
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise Fatal(f"the cluster {arguments.address or 'here'} cannot be used: {lines[0]}") from None
    return ray


def main():
    """Runs the command line. Returns the exit status."""
    arguments, driver = parse(), None

    def stop(number, _frame):
        driver.signal = number

    try:
        with tempfile.TemporaryDirectory(prefix="campaign-ray-") as brought:
            ray = connect(arguments, brought)
            driver = Driver(ray, arguments)
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, stop)
            driver.run()
            ray.shutdown()
    except Stopped as stopped:
        tell("stopped; the ledger has everything that is known, the same command goes on")
        return 128 + stopped.args[0]
    except (Fatal, OSError) as reason:
        tell(str(reason))
        return 1
    finally:
        if driver is not None:
            driver.serve.close()
    return subprocess.run([arguments.solve, "campaign", "report", arguments.folder], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
