"""Which machines there should be and are, and what to do when one fails."""

import math
import time
from typing import Any, NamedTuple

from . import machine
from .arguments import all_bytes, table_bytes
from .seat import Seat, Trouble
from .told import tell

#: Time between two checks of the cluster's nodes.
NODES_SECONDS = 2.0
#: Concurrent calls of an actor: one waits for answers, others bring jobs.
CALLS = 8
#: The pause after a failure, doubled after each further one until the machine answers again; and the longest pause.
PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.5, 900.0
#: After this many failures in a row a machine is left out: its actor ends, and its cores are free for others.
MANY_FAILURES = 3


class Files(NamedTuple):
    """What a machine needs: the program (a path there, or its bytes in Ray's object store), and perhaps weights (their bytes
    there)."""

    program: Any
    weights: Any


class Fleet:
    """All seats: one for each node of the cluster, or as many as requested."""

    def __init__(self, ray, arguments, files):
        self.ray, self.arguments, self.files = ray, arguments, files
        self.actor = ray.remote(machine.Machine)
        self.seats, self.nodes, self.looked = {}, {}, -math.inf
        # By node: failures in a row; the time until which it is left out.
        self.failures, self.barred = {}, {}
        # News for the campaign: lost jobs, and workers that have gone.
        self.lost, self.gone = [], []

    def working(self):
        """The machines that run jobs."""
        return [seat for seat in self.seats.values() if seat.is_working()]

    # Which machines there should be.

    def renew(self):
        """Looks up the nodes, and requests missing machines."""
        now = time.monotonic()
        if now - self.looked > NODES_SECONDS:
            self.looked = now
            self.nodes = {node["NodeID"]: node for node in self.ray.nodes() if node["Alive"]}
            self.make_seats()
        avoids = frozenset(node for node, until in self.barred.items() if until > now)
        for seat in self.seats.values():
            if seat.step == "coming" and self.arguments.nodes and seat.avoids != avoids:
                seat.leave(now)
            if seat.step == "away" and now >= max(seat.not_before, self.barred.get(seat.key, now)):
                seat.call_actor(self.options(seat, avoids).remote(), avoids)

    def make_seats(self):
        """Makes sure that each node with cores has a seat, or that there are as many seats as requested."""
        wanted = self.arguments.nodes
        if wanted:
            for number in range(1, wanted + 1):
                if number not in self.seats:
                    self.seats[number] = Seat(self.ray, number, f"machine {number}", self.arguments.cpus_per_node)
            return
        for key, node in self.nodes.items():
            cores = int(node["Resources"].get("CPU", 0))
            cores = min(cores, self.arguments.cpus_per_node or cores)
            if cores and key not in self.seats:
                where = f"node {node['NodeManagerAddress']}, {key[:8]}"
                self.seats[key] = Seat(self.ray, key, where, cores)
        for key in [key for key in self.seats if key not in self.nodes]:
            self.fail(self.seats[key], Trouble("the node has left the cluster"))
            del self.seats[key]

    def options(self, seat, avoids):
        """The actor of a seat, with its resources declared to Ray."""
        options = {"num_cpus": seat.cores, "memory": all_bytes(self.arguments.memory, seat.cores), "max_concurrency": CALLS,
                   "max_restarts": 0, "max_task_retries": 0}
        if self.arguments.nodes:
            if avoids:
                options["label_selector"] = {"ray.io/node-id": f"!in({','.join(sorted(avoids))})"}
        else:
            affinity = self.ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
            options["scheduling_strategy"] = affinity(seat.key, soft=False)
        return self.actor.options(**options)

    def start_options(self, seat):
        """The options of the program on a seat's machine."""
        return ["--threads", str(seat.cores), "--memory", str(table_bytes(self.arguments.memory, seat.cores))]

    # Their messages.

    def listen(self, seconds):
        """Waits at most this long for news. Returns each seat that has some, with the lines printed by its program."""
        calls = {seat.call: seat for seat in self.seats.values() if seat.call is not None}
        if not calls:
            time.sleep(seconds)
            return []
        ready, _ = self.ray.wait(list(calls), num_returns=1, timeout=seconds)
        if ready:
            # Collects all others that have news too.
            ready, _ = self.ray.wait(list(calls), num_returns=len(calls), timeout=0)
        told = []
        for call, seat in calls.items():
            try:
                if call in ready:
                    told.append((seat, self.hear(seat)))
                else:
                    seat.look_at_silence()
            except Trouble as trouble:
                self.fail(seat, trouble)
        return told

    def hear(self, seat):
        """The news of a seat. When its actor has just arrived, sends it its files.

        Raises Trouble."""
        lines = seat.hear(self.files, self.start_options(seat))
        taken = {other.name for other in self.seats.values() if other is not seat}
        if seat.name in taken:
            # Two containers may have the same host name and process number.
            seat.name = f"{seat.name}/{seat.node[:8]}"
        return lines

    def answered(self, seat):
        """Notes that a machine has answered, so it works."""
        seat.refused = 0
        self.failures.pop(seat.node, None)

    # Failures.

    def fail(self, seat, trouble):
        """Takes a machine's jobs away, and tries it again after a pause."""
        node = seat.node or seat.key
        count = self.failures[node] = self.failures.get(node, 0) + 1
        pause = min(PAUSE_SECONDS * 2 ** (count - 1), LONGEST_PAUSE_SECONDS)
        is_left_out = count >= MANY_FAILURES
        now = time.monotonic()
        name, jobs = str(seat), len(seat.held)
        self.lost += seat.held
        if trouble.is_actor_fit and not is_left_out and seat.step != "away":
            seat.start(self.files, self.start_options(seat))
        else:
            self.part(seat, now if self.arguments.nodes else now + pause)
            self.barred[node] = now + pause
        handed = f"; its {jobs} jobs are handed out again" if jobs else ""
        again = f"; it is left out for {pause:.0f} s" if is_left_out else ""
        tell(f"{name}: {trouble}{handed}{again}")

    def withdraw(self, seat):
        """Permanently leaves out a machine that gave a false answer."""
        tell(f"{seat}: one of its answers was proven to be false; none of them counts, and it gets no more jobs")
        self.lost += seat.held
        self.barred[seat.node] = math.inf
        self.part(seat, 0.0)

    def part(self, seat, not_before):
        """Ends a seat's actor."""
        if seat.name is not None:
            self.gone.append(seat.name)
        seat.leave(not_before)

    def is_hopeless(self):
        """Whether no machine is left: the cluster is the driver's own, and all its machines gave false answers."""
        is_own = not self.arguments.address
        return is_own and bool(self.seats) and all(self.barred.get(key) == math.inf for key in self.seats)

    def dismiss(self):
        """Ends all actors."""
        for seat in self.seats.values():
            seat.leave(math.inf)
