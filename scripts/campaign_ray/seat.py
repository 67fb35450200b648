"""The place of one machine: its actor, its jobs and its failures."""

import collections
import json
import math
import time

#: The longest an actor waits before it replies, with or without news.
LISTEN_SECONDS = 5.0
#: An actor is given up after this long in silence, or if its program has jobs but used no processor time for this long.
SILENCE_SECONDS = 120.0
#: The longest that starting the program on a machine may take.
START_SECONDS = 600.0
#: A machine holds as many waiting jobs as it finishes in this time, so that no core waits for the driver.
AHEAD_SECONDS = 0.5
#: The time over which finished jobs are counted for that.
RATE_SECONDS = 10.0
#: A cancellation is repeated after this long, since the two messages may have crossed.
AGAIN_SECONDS = 2.0
#: A machine is given up after this many refused answers in a row.
MOST_REFUSED = 3


class Trouble(Exception):
    """A machine has failed. Its actor may still be usable."""

    def __init__(self, reason, is_actor_fit=False):
        super().__init__(reason)
        self.is_actor_fit = is_actor_fit


class Seat:
    """The place of a machine. Calls on its actor are asynchronous: `call` is the one it waits for, one step after the other."""

    def __init__(self, ray, key, where, cores):
        self.ray, self.key, self.where, self.cores = ray, key, where, cores
        self.actor, self.call, self.step, self.since = None, None, "away", 0.0
        self.name, self.node, self.avoids = None, None, frozenset()
        self.not_before, self.asked = 0.0, 0.0
        self.forget()

    def forget(self):
        """Forgets all jobs, as a new program has none."""
        self.held, self.taken_back, self.answered = {}, {}, collections.deque()
        self.refused, self.cpu, self.cpu_since = 0, None, time.monotonic()

    def is_working(self):
        """Whether it can take jobs."""
        return self.step == "working"

    def __str__(self):
        return f"{self.name} ({self.where})" if self.name else self.where

    # Steps.

    def call_actor(self, actor, avoids):
        """Requests an actor from the cluster. It is ready when it reports its name."""
        self.actor, self.avoids, self.name, self.node = actor, avoids, None, None
        self.await_step("coming", actor.who.remote())

    def start(self, files, options):
        """Has the actor start the program."""
        self.forget()
        self.await_step("starting", self.actor.start.remote(*files, options))

    def await_step(self, step, call):
        """Sets the call to wait for."""
        self.step, self.call, self.since = step, call, time.monotonic()

    def hear(self, files, options):
        """Takes the actor's reply and goes on to the next step. Returns the lines printed by the program.

        Raises Trouble."""
        try:
            said = self.ray.get(self.call)
        except self.ray.exceptions.RayError as error:
            raise Trouble(in_words(self.ray, error)) from None
        if said.get("trouble") and not said.get("answers"):
            raise Trouble(said["trouble"], is_actor_fit=True)
        if self.step == "coming":
            self.name, self.node = said["name"], said["node"]
            self.start(files, options)
            return []
        self.await_step("working", self.actor.listen.remote(LISTEN_SECONDS))
        self.look_at_cpu(said.get("cpu"))
        return said.get("answers", [])

    def look_at_cpu(self, cpu):
        """Checks that the program is doing something.

        Raises Trouble."""
        now = time.monotonic()
        if cpu is None or cpu != self.cpu or not self.held:
            self.cpu, self.cpu_since = cpu, now
        elif now - self.cpu_since > SILENCE_SECONDS:
            raise Trouble(f"the program has jobs and did nothing for {SILENCE_SECONDS:.0f} s", is_actor_fit=True)

    def look_at_silence(self):
        """Checks that the actor has replied lately. While it still waits for a machine, it may be silent.

        Raises Trouble."""
        limit = {"starting": START_SECONDS, "working": LISTEN_SECONDS + SILENCE_SECONDS}.get(self.step, math.inf)
        if time.monotonic() - self.since > limit:
            raise Trouble(f"nothing was heard of it for {limit:.0f} s")

    def leave(self, not_before):
        """Ends the actor. No new one is requested before that time."""
        if self.actor is not None:
            self.ray.kill(self.actor)
        self.actor, self.call, self.step, self.name = None, None, "away", None
        self.not_before = not_before
        self.forget()

    # Jobs.

    def free(self):
        """Number of cores without a job."""
        return self.cores - len(self.held)

    def room(self):
        """How many more jobs it may be given."""
        now = time.monotonic()
        while self.answered and self.answered[0] < now - RATE_SECONDS:
            self.answered.popleft()
        soon = math.ceil(len(self.answered) / RATE_SECONDS * AHEAD_SECONDS)
        return self.free() + min(self.cores, max(1, soon))

    def give(self, jobs):
        """Sends jobs to the machine."""
        if jobs:
            if not self.held:
                self.cpu_since = time.monotonic()
            self.held.update((job["job"], job) for job in jobs)
            self.actor.tell.remote([json.dumps(job) for job in jobs])

    def take_back(self, names):
        """Cancels jobs: tells the machine that their answers are no longer needed."""
        now = time.monotonic()
        names = [name for name in names if now - self.taken_back.get(name, -math.inf) > AGAIN_SECONDS]
        if names:
            self.taken_back.update(dict.fromkeys(names, now))
            self.actor.tell.remote([json.dumps({"cancel": name}) for name in names])

    def waiting(self):
        """The jobs that have not begun, as far as can be told from here."""
        return [name for name in list(self.held)[self.cores:] if name not in self.taken_back]

    def answer(self, line):
        """An answer of the machine to one of its jobs, which is then done; `None` if it has no such job.

        Raises Trouble if it is not an answer at all."""
        try:
            answer = json.loads(line)
            job = self.held.pop(answer["job"], None)
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Trouble(f"what the program says is not an answer: {line.strip()[:80]!r}", is_actor_fit=True) from None
        if job is None:
            return None
        self.taken_back.pop(answer["job"], None)
        self.answered.append(time.monotonic())
        return answer


def in_words(ray, error):
    """The cause of one of Ray's errors, in words."""
    if isinstance(error, ray.exceptions.ActorUnschedulableError):
        return "the cluster has no such machine any more"
    if isinstance(error, ray.exceptions.ActorUnavailableError):
        return "the actor cannot be reached"
    if isinstance(error, ray.exceptions.RayActorError):
        return "the actor or its machine has died"
    lines = [line for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[-1].strip()[:200]}" if lines else type(error).__name__
