"""The command line."""

import argparse
import os
import pathlib
import re

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
#: Default size of the table in memory, per core.
CORE_MEMORY = 256 << 20
#: The most memory a process needs besides its table.
BESIDE = 64 << 20

DESCRIPTION = """\
Does the jobs of a campaign on a Ray cluster (https://www.ray.io).

    scripts/campaign_ray.py --set-up                      install Ray into a virtual environment, once
    scripts/campaign_ray.py DIR                           all cores of this machine
    scripts/campaign_ray.py DIR --address auto            all machines of a cluster that runs here (`ray start`), or HOST:6379
    scripts/campaign_ray.py DIR --address auto --nodes 8 --cpus-per-node 64
                                                          eight machines, which an autoscaler may have to start

The campaign is begun by `solve campaign plan DIR ...`. This driver only passes lines on: `solve campaign serve DIR` hands out
jobs and takes answers; on each machine an actor keeps one `solve campaign job` for all its cores, to which the driver brings
the program. The campaign's folder is only needed here. Whatever dies is started again and its jobs are handed out anew; a
machine that fails again and again is left out for a while that grows. If this command is stopped or killed, the same
command goes on: the ledger has all answers.
"""


def parse():
    """The parsed arguments. Exits with a message if they are wrong."""
    parser = argparse.ArgumentParser(prog="campaign_ray.py", description=DESCRIPTION,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", metavar="DIR", help="the campaign's folder")
    parser.add_argument("--set-up", action="store_true", help="install Ray into a virtual environment, and end")
    parser.add_argument("--address", help="a running cluster; without, one is started on this machine")
    parser.add_argument("--workers", type=positive, metavar="N", help="without --address: cores to use (default: all)")
    parser.add_argument("--nodes", type=positive, metavar="N",
                        help="machines to ask for, with --cpus-per-node; without, all that are there and all that come")
    parser.add_argument("--cpus-per-node", type=positive, metavar="C", help="cores to use of each machine (default: all)")
    parser.add_argument("--memory", type=size, metavar="SIZE",
                        help="table in memory of each machine (default: 256MiB for each of its cores)")
    parser.add_argument("--recheck", default="1%", metavar="SHARE",
                        help="share of the answers that another machine looks for again (default 1%%)")
    parser.add_argument("--solve", default=str(default_program()), help="the program (default: the one built here)")
    parser.add_argument("--solve-on-nodes", metavar="PATH",
                        help="where the program lies on the machines; without, the driver brings them its own")
    parser.add_argument("--weights", metavar="FILE",
                        help="weights that solve train made, for the campaign's board; the driver brings them to the machines")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    arguments = parser.parse_args()
    if arguments.set_up:
        return arguments
    if arguments.folder is None:
        parser.error("the campaign's folder is missing: campaign_ray.py DIR")
    if (arguments.nodes is not None) and (arguments.cpus_per_node is None or not arguments.address):
        parser.error("--nodes needs --address and --cpus-per-node: a machine is asked for by its number of cores")
    if arguments.workers is not None and arguments.address:
        parser.error("--workers is for this machine alone; with --address choose --cpus-per-node")
    return arguments


def default_program():
    """The program as `cargo build --release` makes it."""
    return pathlib.Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target")) / "release" / "solve"


def positive(text):
    """A number from 1 to 100,000."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 100_000):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 to 100000")
    return int(text)


def size(text):
    """A size in bytes, parsed as the program itself does."""
    units = {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}
    match = re.fullmatch(r"([0-9]{1,15})(?:([kmgt])(?:ib)?)?", text.lower())
    if match is None:
        raise argparse.ArgumentTypeError(f"'{text}' is not a size: give one such as 512MiB, 2GiB, 64M or 1073741824")
    number = int(match[1]) << units[match[2] or ""]
    if number < 1 << 20:
        raise argparse.ArgumentTypeError(f"'{text}' is too little: 1MiB is the least")
    return number


def table_bytes(memory, cores):
    """The table size on a machine with this many cores."""
    return memory or CORE_MEMORY * cores


def all_bytes(memory, cores):
    """The total memory of a machine: the table, and the memory of each thread."""
    return table_bytes(memory, cores) + BESIDE * (1 + cores)
