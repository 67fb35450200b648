"""Hands jobs out and takes answers until the campaign is done."""

import pathlib
import sys
import time

from .fleet import Files, Fleet
from .seat import MOST_REFUSED, Trouble
from .serve import Serve
from .told import Fatal, Stopped, compact, tell

#: The longest the driver waits for news before it attends to other things.
LOOK_SECONDS = 0.25
#: A machine that got no job asks again after this long, or when there is news.
ASK_SECONDS = 1.0
#: Time between two lines of progress.
SHOW_SECONDS = 10.0
#: The driver gives up after getting no job this often with none in flight and the campaign not done.
MOST_IN_VAIN = 60


class Driver:
    """The link between `solve campaign serve` and the machines."""

    def __init__(self, ray, arguments, is_stopped):
        self.arguments, self.is_stopped = arguments, is_stopped
        command = [arguments.solve, "campaign", "serve", arguments.folder, "--recheck", arguments.recheck]
        command += ["--weights", arguments.weights] if arguments.weights else []
        self.serve = Serve(command, is_stopped)
        self.fleet = Fleet(ray, arguments, files(ray, arguments))
        self.state = {"done": False, "in_flight": 0, "lower": 0, "upper": 0, "needless": []}
        self.is_news, self.is_dry, self.in_vain = True, False, 0
        self.jobs = self.left_undone = self.nodes = 0
        self.shown, self.nodes_shown = time.monotonic(), 0

    def run(self):
        """Runs the campaign.

        Raises Stopped or Fatal if it ends early."""
        try:
            self.ask({"next": 0})
            while not self.state["done"]:
                if self.is_stopped():
                    raise Stopped
                self.fleet.renew()
                for seat, lines in self.fleet.listen(LOOK_SECONDS):
                    self.take_all(seat, lines)
                self.tell_losses()
                self.hand_out()
                self.take_back()
                self.show()
                if self.fleet.is_hopeless():
                    raise Fatal("this machine's answers were proven to be false and do not count; go on with other machines")
        finally:
            self.fleet.dismiss()
            self.serve.close()

    def ask(self, request):
        """The campaign's answer to a request."""
        reply = self.serve.ask(request)
        if "in_flight" in reply:
            self.state = reply
        return reply

    # Answers.

    def take_all(self, seat, lines):
        """Takes the answers of a machine."""
        for line in lines:
            # The seat may be given up while its answers are taken.
            if not seat.is_working():
                return
            try:
                self.take(seat, line)
            except Trouble as trouble:
                self.fleet.fail(seat, trouble)

    def take(self, seat, line):
        """Takes an answer.

        Raises Trouble if too many answers of this machine are refused."""
        answer = seat.answer(line)
        if answer is None:
            return
        self.is_news = True
        name = answer["job"]
        if answer.get("cancelled"):
            self.left_undone += 1
            self.fleet.lost.append(name)
            return
        reply = self.ask({"answer": answer, "worker": seat.name})
        if not reply.get("error"):
            self.jobs += 1
            self.nodes += answer.get("nodes", 0)
            self.fleet.answered(seat)
        elif seat.name not in self.state.get("withdrawn", []):
            tell(f"job {name} of {seat} is not taken: {reply['error']}")
            self.fleet.lost.append(name)
            seat.refused += 1
            if seat.refused >= MOST_REFUSED:
                raise Trouble(f"{seat.refused} of its answers were refused, one after the other")
        for other in self.fleet.working():
            if other.name in self.state.get("withdrawn", []):
                self.fleet.withdraw(other)

    def tell_losses(self):
        """Tells the campaign which jobs were lost and which machines are gone."""
        lost, self.fleet.lost = self.fleet.lost, []
        gone, self.fleet.gone = self.fleet.gone, []
        for job in lost:
            self.ask({"lost": job})
        for worker in gone:
            self.ask({"gone": worker})
        self.is_news |= bool(lost or gone)

    # Jobs.

    def hand_out(self):
        """Gives jobs to all machines with room: first for their free cores, then some as a reserve."""
        if self.is_news:
            self.is_dry, self.is_news = False, False
        held = {job for seat in self.fleet.seats.values() for job in seat.held}
        for room in (lambda seat: seat.free(), lambda seat: seat.room()):
            for seat in sorted(self.fleet.working(), key=lambda seat: -seat.free()):
                if not self.state["done"] and room(seat) > 0:
                    self.hand_to(seat, room(seat), held)

    def hand_to(self, seat, count, held):
        """Gives a machine at most this many jobs. A job that one machine holds is never given to another: a campaign that
        was restarted may offer it again."""
        now = time.monotonic()
        if self.is_dry and now - seat.asked < ASK_SECONDS:
            return
        seat.asked = now
        state = self.ask({"next": count, "worker": seat.name})
        if state.get("error"):
            raise Fatal(f"solve campaign serve: {state['error']}")
        jobs = state.get("jobs", [])
        self.is_dry = len(jobs) < count
        seat.give([job for job in jobs if job["job"] not in held])
        held.update(job["job"] for job in jobs)
        is_vain = not jobs and not held and not state["in_flight"] and not state["done"] and state["lower"] < state["upper"]
        self.in_vain = self.in_vain + 1 if is_vain else 0
        if self.in_vain > MOST_IN_VAIN:
            raise Fatal("no job is left, and the campaign is not done: solve campaign status tells what is known")

    def take_back(self):
        """Takes back jobs that are no longer needed, and jobs that wait on one machine while another is idle."""
        needless, working = set(self.state["needless"]), self.fleet.working()
        for seat in working:
            seat.take_back([job for job in seat.held if job in needless])
        idle = sum(max(0, seat.free()) for seat in working) if self.is_dry else 0
        for seat in working:
            waiting = seat.waiting()[-idle:] if idle else []
            seat.take_back(waiting)
            idle -= len(waiting)

    # Messages.

    def show(self):
        """Prints a progress line from time to time."""
        now = time.monotonic()
        if self.arguments.quiet or now - self.shown < SHOW_SECONDS:
            return
        rate = (self.nodes - self.nodes_shown) / (now - self.shown)
        self.shown, self.nodes_shown = now, self.nodes
        working, all_seats = self.fleet.working(), self.fleet.seats
        held, cores = sum(len(seat.held) for seat in working), sum(seat.cores for seat in working)
        coming = f" ({len(all_seats) - len(working)} waited for)" if len(working) < len(all_seats) else ""
        print(f"{self.jobs} jobs, {self.left_undone} left undone, {held} in flight on {len(working)} machines{coming} with "
              f"{cores} cores, {compact(rate)} nodes/s, value {self.state['lower']} to {self.state['upper']}",
              file=sys.stderr, flush=True)


def files(ray, arguments):
    """What the machines need, in Ray's object store; a program that they have is only named.

    Raises Fatal if something cannot be read."""
    there = arguments.solve_on_nodes
    program = there or ray.put(content(arguments.solve, "build it, or give another (--solve)"))
    weights = ray.put(content(arguments.weights, "give another (--weights)")) if arguments.weights else None
    return Files(program, weights)


def content(path, advice):
    """The bytes of a file.

    Raises Fatal if it cannot be read."""
    try:
        return pathlib.Path(path).read_bytes()
    except OSError as error:
        raise Fatal(f"{path}: {error.strerror}; {advice}") from None
