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
import socket
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


def do_job(solve, memory, job, not_by):
    """Runs on a worker: does one job. Gives who it is and what was found; jobs and findings are JSON texts.

    A job that this worker should not do, as it is a re-check of its own answer, it leaves undone, and gives no finding."""
    worker = f"{socket.gethostname()}:{os.getpid()}"
    if worker == not_by:
        # Whoever is idle comes first, so this one waits a moment.
        time.sleep(CANCEL_SECONDS)
        return worker, None
    return worker, Solver.of_worker([solve, "campaign", "job", "--memory", memory]).do(job)


class Campaign:
    """The conversation with `solve campaign serve`."""

    def __init__(self, solve, folder, recheck):
        end = time.monotonic() + PATIENCE_SECONDS
        command = [solve, "campaign", "serve", folder, "--recheck", recheck]
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

    def ask(self, request, is_error_fatal=True):
        """The answer to a request. Stops if there is none, or it is an error."""
        answer = self.says(request)
        if answer is None:
            raise SystemExit(self.process.stderr.read().strip() or "solve campaign serve has ended")
        if answer.get("error") and is_error_fatal:
            raise SystemExit(f"solve campaign serve: {answer['error']}")
        return answer


def drive(ray, arguments):
    """Keeps every core of the cluster busy until the campaign is done."""
    campaign = Campaign(arguments.solve, arguments.folder, arguments.recheck)
    task = ray.remote(do_job).options(num_cpus=1, max_retries=-1)
    flying, cancelled, jobs, needless, shown = {}, set(), 0, 0, time.monotonic()
    workers = Workers()

    def start(job, not_by):
        reference = task.remote(arguments.solve, arguments.memory, json.dumps(job), not_by)
        workers.asked[reference] = job, not_by
        return reference

    while True:
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        state = campaign.ask({"next": max(0, cores - len(flying))})
        for job in state["jobs"]:
            name = job["job"]
            flying[start(job, state.get("rechecks", {}).get(name))] = name
        if state["done"] or not flying:
            break
        for reference in [reference for reference, name in flying.items() if name in state["needless"]]:
            if reference not in cancelled:
                cancelled.add(reference)
                ray.cancel(reference)
        ready, _ = ray.wait(list(flying), num_returns=1)
        for reference in ready:
            name, was_cancelled = flying.pop(reference), reference in cancelled
            again = workers.left_undone(ray, reference)
            if again:
                flying[start(*again)] = name
            elif take(ray, campaign, reference, name, was_cancelled):
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


class Workers:
    """What was asked of whom. Ray chooses who does a task, so a re-check may come to the worker whose answer it is about."""

    #: So often such a re-check is sent again before that worker does it itself.
    TRIALS = 20

    def __init__(self):
        self.asked, self.trials = {}, {}

    def left_undone(self, ray, reference):
        """The job, and who should not do it, if a task was left undone and should be sent again."""
        job, not_by = self.asked.pop(reference)
        if not_by is None:
            return None
        try:
            _, found = ray.get(reference)
        except (ray.exceptions.RayError, ray.exceptions.RayTaskError):
            return None
        if found is not None:
            return None
        trials = self.trials[job["job"]] = self.trials.get(job["job"], 0) + 1
        return job, not_by if trials < self.TRIALS else None


def take(ray, campaign, reference, name, was_cancelled):
    """Passes on what a task has found; whether it has found anything. However a cancelled task ended, it is no error."""
    try:
        worker, found = ray.get(reference)
        answer = json.loads(found) if found else {"cancelled": True}
        if not answer.get("cancelled"):
            state = campaign.ask({"answer": answer, "worker": worker}, is_error_fatal=False)
            if not state.get("error"):
                return True
            print(f"job {name} of {worker} is not taken: {state['error']}", file=sys.stderr)
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
    parser.add_argument("--recheck", default="1%", metavar="SHARE",
                        help="share of the answers that another worker looks for again (default 1%%)")
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
