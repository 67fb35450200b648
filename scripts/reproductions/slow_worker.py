"""A program for `campaign_ray.py --solve-on-nodes`: its answers are those of `solve campaign job`, but come as late as from cores
that search so many nodes a second. So one machine can play many.

    slow_worker.py SOLVE RATE campaign job --threads N [OPTION...]
"""

import asyncio
import json
import os
import sys


class SlowWorker:
    """N cores, each with one job at a time, in the order in which they come."""

    def __init__(self, rate, cores):
        self.rate, self.slots = rate, asyncio.Semaphore(cores)
        self.searched, self.tasks = {}, {}

    async def run(self, command):
        """Does the jobs of standard input until it ends. All searching is done by one thread, and lasts milliseconds."""
        pipe, loop = asyncio.subprocess.PIPE, asyncio.get_running_loop()
        self.search = await asyncio.create_subprocess_exec(*command, "--threads", "1", stdin=pipe, stdout=pipe)
        answers = asyncio.ensure_future(self.read())
        lines = asyncio.StreamReader(limit=1 << 20)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
        async for line in lines:
            job = json.loads(line)
            if name := job.get("cancel"):
                if name in self.tasks:
                    self.tasks[name].cancel()
            else:
                self.tasks[job["job"]] = asyncio.ensure_future(self.perform(job))
        await asyncio.gather(*self.tasks.values())
        answers.cancel()

    async def perform(self, job):
        """Does a job, and takes the time that it takes at this rate."""
        name, loop = job["job"], asyncio.get_running_loop()
        try:
            async with self.slots:
                begin, self.searched[name] = loop.time(), loop.create_future()
                self.search.stdin.write((json.dumps(job) + "\n").encode())
                answer = await self.searched[name]
                seconds = answer["nodes"] / self.rate
                await asyncio.sleep(begin + seconds - loop.time())
            print(json.dumps(answer | {"seconds": seconds}), flush=True)
        except asyncio.CancelledError:
            print(json.dumps({"job": name, "cancelled": True}), flush=True)
        finally:
            self.tasks.pop(name)

    async def read(self):
        """Passes on what the search finds, unless the job was cancelled."""
        async for line in self.search.stdout:
            answer = json.loads(line)
            waiting = self.searched.pop(answer["job"])
            if not waiting.cancelled():
                waiting.set_result(answer)


def main():
    program, rate, *arguments = sys.argv[1:]
    if "--threads" not in arguments:
        os.execv(program, [program, *arguments])
    place = arguments.index("--threads")
    cores = int(arguments[place + 1])
    asyncio.run(SlowWorker(float(rate), cores).run([program, *arguments[:place], *arguments[place + 2:]]))


if __name__ == "__main__":
    main()
