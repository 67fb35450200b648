#!/usr/bin/env python3
"""Does the jobs of a campaign on a Ray cluster (https://www.ray.io).

    scripts/campaign_ray.py --set-up                 install Ray into a virtual environment, once
    scripts/campaign_ray.py DIR                      all cores of this machine
    scripts/campaign_ray.py DIR --address auto       a cluster that runs here (`ray start`), or HOST:6379

The campaign is begun by `solve campaign plan DIR ...`. This driver only passes lines on: `solve campaign serve DIR` hands out
jobs and takes answers, each job is a Ray task, done by `solve campaign job`. When a worker dies Ray does its task again
elsewhere; when this driver dies, start it again: the ledger has all answers, and jobs in flight are handed out anew.

On a cluster the program must lie at the same path on all machines (`--solve`); the campaign's folder is only needed here.
"""

import argparse
import ctypes
import json
import os
import pathlib
import select
import signal
import subprocess
import sys
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
ENVIRONMENT = CACHE / "solve" / "ray"
REQUIREMENTS = REPOSITORY / "scripts" / "campaign_ray.txt"

#: How long the driver waits for the ledger when another process, perhaps one that was killed just now, still holds it.
PATIENCE_SECONDS = 10.0
#: How often a worker looks whether its job was cancelled.
CANCEL_SECONDS = 0.1
#: The kernel's name for: send this signal to the process when its parent dies.
PR_SET_PDEATHSIG = 1


def set_up():
    """Installs Ray into a virtual environment."""
    subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    pip = [str(ENVIRONMENT / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", str(REQUIREMENTS)], check=True)
    print(f"Ray is installed in {ENVIRONMENT}", file=sys.stderr)


def import_ray():
    """The module `ray`: of this Python, else of the virtual environment, in which the script then begins anew."""
    try:
        import ray
        return ray
    except ImportError:
        python = ENVIRONMENT / "bin" / "python"
        if python.exists() and pathlib.Path(sys.prefix).resolve() != ENVIRONMENT.resolve():
            os.execv(python, [str(python), *sys.argv])
        raise SystemExit("campaign_ray.py: Ray is not installed: scripts/campaign_ray.py --set-up") from None


def die_with_parent():
    """Has the kernel end this process when the one that started it dies (Linux; elsewhere it ends by its budget)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Solver:
    """`solve campaign job` in a worker, kept from one job to the next with what it has in memory."""

    kept = None

    def __init__(self, command):
        self.command = command
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                                        preexec_fn=die_with_parent)

    @classmethod
    def of_worker(cls, command):
        """The one of this worker; a new one if there is none that lives."""
        if cls.kept is None or cls.kept.command != command or cls.kept.process.poll() is not None:
            cls.kept = cls(command)
        return cls.kept

    def do(self, job):
        """What a job has found. Both are JSON texts."""
        name = json.loads(job)["job"]
        self.say(job)
        try:
            # A signal that comes while it waits for a line would only be looked at afterwards.
            while not select.select([self.process.stdout], [], [], CANCEL_SECONDS)[0]:
                pass
        except KeyboardInterrupt:
            # Ray cancels the task: nobody needs the answer any more. The process is kept with what it has in memory.
            self.say(json.dumps({"cancel": name}))
        while line := self.process.stdout.readline():
            # An earlier job that was cancelled just when it was done may have left its line.
            if json.loads(line)["job"] == name:
                return line.strip()
        raise RuntimeError(f"{' '.join(self.command)}: exit status {self.process.wait()}")

    def say(self, line):
        """Writes a line."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()


def do_job(solve, memory, job):
    """Runs on a worker: does one job and gives what was found. Both are JSON texts."""
    return Solver.of_worker([solve, "campaign", "job", "--memory", memory]).do(job)


class Campaign:
    """The conversation with `solve campaign serve`."""

    def __init__(self, solve, folder):
        end = time.monotonic() + PATIENCE_SECONDS
        command = [solve, "campaign", "serve", folder]
        while True:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.PIPE, text=True, bufsize=1, preexec_fn=die_with_parent)
            if self.says({"next": 0}) is not None:
                return
            reason = self.process.stderr.read().strip()
            if time.monotonic() > end or "another process" not in reason:
                raise SystemExit(reason or f"{' '.join(command)}: exit status {self.process.wait()}")
            time.sleep(0.2)

    def says(self, request):
        """The answer to a request; `None` if the other side has ended."""
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            return None
        return json.loads(line) if line else None

    def ask(self, request):
        """The answer to a request. Stops if there is none, or it is an error."""
        answer = self.says(request)
        if answer is None:
            raise SystemExit(self.process.stderr.read().strip() or "solve campaign serve has ended")
        if answer.get("error"):
            raise SystemExit(f"solve campaign serve: {answer['error']}")
        return answer


def drive(ray, arguments):
    """Keeps every core of the cluster busy until the campaign is done."""
    campaign = Campaign(arguments.solve, arguments.folder)
    task = ray.remote(do_job).options(num_cpus=1, max_retries=-1)
    flying, cancelled, jobs, needless, shown = {}, set(), 0, 0, time.monotonic()
    while True:
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        state = campaign.ask({"next": max(0, cores - len(flying))})
        for job in state["jobs"]:
            flying[task.remote(arguments.solve, arguments.memory, json.dumps(job))] = job["job"]
        if state["done"] or not flying:
            break
        for reference in [reference for reference, name in flying.items() if name in state["needless"]]:
            if reference not in cancelled:
                cancelled.add(reference)
                ray.cancel(reference)
        ready, _ = ray.wait(list(flying), num_returns=1)
        for reference in ready:
            if take(ray, campaign, reference, flying.pop(reference), reference in cancelled):
                jobs += 1
            else:
                needless += 1
            cancelled.discard(reference)
        if not arguments.quiet and time.monotonic() - shown > 10:
            shown = time.monotonic()
            print(f"{jobs} jobs, {needless} left undone, {len(flying)} in flight on {cores} cores, "
                  f"value {state['lower']} to {state['upper']}", file=sys.stderr)
    for reference in flying:
        ray.cancel(reference, force=True)
    if not state["done"]:
        raise SystemExit("campaign_ray.py: no job is left, and the campaign is not done")
    campaign.process.stdin.close()
    campaign.process.wait()


def take(ray, campaign, reference, name, was_cancelled):
    """Passes on what a task has found; whether it has found anything. However a cancelled task ended, it is no error."""
    try:
        answer = json.loads(ray.get(reference))
        if not answer.get("cancelled"):
            campaign.ask({"answer": answer})
            return True
    except ray.exceptions.TaskCancelledError:
        pass
    except ray.exceptions.RayTaskError as error:
        if not was_cancelled:
            raise SystemExit(f"campaign_ray.py: {error.cause or error}") from None
    except ray.exceptions.RayError as error:
        print(f"job {name} is lost and will be handed out again: {error}", file=sys.stderr)
    campaign.ask({"lost": name})
    return False


def main():
    """Reads the arguments, connects to the cluster and drives the campaign; then prints its report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", metavar="DIR", help="the campaign's folder")
    parser.add_argument("--set-up", action="store_true", help="install Ray into a virtual environment, and end")
    parser.add_argument("--address", help="a running cluster; without, one is started on this machine")
    parser.add_argument("--workers", type=int, help="without --address: jobs at a time (default: all cores)")
    parser.add_argument("--memory", default="256MiB", help="table in memory of each job (default 256MiB)")
    parser.add_argument("--solve", default=str(default_program()), help="the program (default: the one built here)")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    arguments = parser.parse_args()
    if arguments.set_up:
        return set_up()
    if arguments.folder is None:
        parser.error("the campaign's folder is missing")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Ray gives its workers a niceness of 15 unless it is told otherwise.
    os.environ.setdefault("RAY_worker_niceness", "0")
    # Whatever a script starts in the background ignores Ctrl-C, and so would Ray's workers, which cancel their tasks by it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    ray = import_ray()
    if arguments.address:
        ray.init(address=arguments.address, log_to_driver=False, logging_level="warning")
    else:
        ray.init(num_cpus=arguments.workers, include_dashboard=False, log_to_driver=False, logging_level="warning",
                 object_store_memory=100 << 20)
    drive(ray, arguments)
    ray.shutdown()
    return subprocess.run([arguments.solve, "campaign", "report", arguments.folder], check=False).returncode


def default_program():
    """What `cargo build --release` makes."""
    return pathlib.Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target")) / "release" / "solve"


if __name__ == "__main__":
    sys.exit(main())
