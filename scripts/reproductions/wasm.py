"""The page without a server: how fast a browser solves, compared with the same search compiled for this machine."""

import gzip
import json
import os
import pathlib
import random
import shlex
import statistics
import subprocess
import tempfile

from . import results, solving

SEED = 20
EMPTIES = 20
#: Boards that are solved once from the start.
WHOLE = ("4x10", "5x6", "5x7", "6x6")
DESKS = ("native", "node", "chromium")


def add_arguments(parser):
    """The options of `scripts/reproduce wasm`."""
    parser.add_argument("--positions", type=int, default=8, help="6x6 positions with 20 empty squares (default 8)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is solved by each (default 5)")


def run(arguments):
    """Builds the page, has native code, Node and Chromium solve in turn, and writes the section."""
    target = pathlib.Path(os.environ.setdefault("CARGO_TARGET_DIR", str(solving.REPOSITORY / "target")))
    examples = target / "release" / "examples"
    build("--package", "exact-othello-answers", "--example", "desk")
    build("--manifest-path", "explorer/browser/Cargo.toml", "--example", "alone")
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page"
        subprocess.run([solving.REPOSITORY / "scripts" / "static-page", page], check=True)
        module = page / "explorer.wasm"
        commands = {
            "native": [examples / "desk", "--clock"],
            "node": ["node", solving.REPOSITORY / "explorer/wasm/tests/desk.mjs", module, "--clock"],
            "chromium": [examples / "alone", page],
        }
        texts = ["4x8", *positions(commands["native"], arguments.positions)]
        found, first = {desk: [] for desk in DESKS}, []
        for _ in range(arguments.rounds):
            for desk in DESKS:
                said = ask(commands[desk], [question(text) for text in texts])
                first += [line["first_value_ms"] for line in said if "first_value_ms" in line]
                found[desk].append([line for line in said if line.get("reason") == "solved" and "position" not in line])
                assert len(found[desk][-1]) == len(texts), said
            print(json.dumps({desk: [one["seconds"] for one in found[desk][-1]] for desk in DESKS}), flush=True)
        whole = {desk: ask(commands[desk], [question(board) for board in WHOLE]) for desk in DESKS}
        whole = {desk: [line for line in whole[desk] if line.get("reason") == "solved"] for desk in DESKS}
        sizes = (module.stat().st_size, len(gzip.compress(module.read_bytes(), 9)))
    results.write_section("wasm", section((texts, found), whole, first, sizes, arguments))
    return 0


def build(*what):
    """Compiles an example."""
    subprocess.run(["cargo", "build", "--quiet", "--locked", "--release", *what], cwd=solving.REPOSITORY, check=True)


def question(text):
    """The question for the values of a position, or of a board's start, and of all its moves."""
    board, *rest = text.split(" ", 1)
    return {"path": "/api/solve", "query": {"board": board, **({"position": rest[0]} if rest else {})}}


def ask(command, questions):
    """The answer of a desk."""
    text = "".join(json.dumps(one) + "\n" for one in questions)
    done = subprocess.run([str(part) for part in command], input=text, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{shlex.join(map(str, command))}: exit status {done.returncode}")
    # The native desk and Node print events as well, each after its name.
    lines = [line.removeprefix("json ") for line in done.stdout.splitlines()]
    return [json.loads(line) for line in lines if line.startswith("{")]


def positions(desk, count):
    """Distinct positions after random moves from the start of 6x6."""
    chance, found = random.Random(SEED), []
    while len(found) < count:
        query = {"board": "6x6"}
        while True:
            record = ask(desk, [{"path": "/api/position", "query": {**query, "time_ms": "0"}}])[0]
            if record["over"] or record["empties"] == EMPTIES:
                break
            query["position"] = chance.choice(record["moves"])["position"]
        text = f"6x6 {record['position']}"
        if not record["over"] and text not in found:
            found.append(text)
    return found


def section(positions_and_found, whole, first, sizes, arguments):
    """The section's text."""
    texts, found = positions_and_found
    rows, ratios = [], {desk: [] for desk in DESKS}
    for at, text in enumerate(texts):
        nodes = {one[at]["nodes"] for desk in DESKS for one in found[desk]}
        assert len(nodes) == 1, (text, nodes)
        times = {desk: statistics.median(one[at]["seconds"] for one in found[desk]) for desk in DESKS}
        for desk in DESKS:
            turns = zip(found[desk], found["native"], strict=True)
            ratios[desk].append(statistics.median(one[at]["seconds"] / max(native[at]["seconds"], 1e-3) for one, native in turns))
        name = "4x8, `othello` start" if at == 0 else f"`{text}`"
        shown = [f"{1000 * times[desk]:,.0f} ms" for desk in DESKS]
        rows.append([name, f"{nodes.pop():,}", *shown, f"{ratios['chromium'][-1]:.1f}"])
    new, cached = (statistics.median(one[place] for one in first) for place in (0, 1))
    raw, packed = (f"{size / 1e6:.1f} MB" for size in sizes)
    boards = []
    for board, *ends in zip(WHOLE, *(whole[desk] for desk in DESKS), strict=True):
        assert len({end["nodes"] for end in ends}) == 1, (board, ends)
        boards.append([f"{board}, `othello` start", f"{ends[0]['nodes']:,}", *(f"{end['seconds']:,.1f} s" for end in ends),
                       f"{ends[-1]['seconds'] / ends[0]['seconds']:.1f}"])
    head = ["Position", "Nodes", "Native", "Node", "Chromium", "Chromium to native"]
    return f"""
## In the browser itself

The page without a server ([guide](docs/guide/public.md)) finds the value of a position and of each of its moves: the start of 4x8, and
{len(texts) - 1} positions of 6x6 with {EMPTIES} empty squares after random moves. *Native* is the same code compiled for this machine, with its own
instructions; *Node* and *Chromium* run the WebAssembly module. All use one thread and 64 MiB, and start without any known values. They solve in
turns, {arguments.rounds} times; times are medians, ratios medians of those of each turn. The nodes are the same everywhere.

{results.table(head, rows)}

Larger boards from the start, with all moves and the perfect line, once each. 6x6 has its values from the book that comes with the
page; only its perfect line is searched:

{results.table(head, boards)}

In the median of the positions above Node takes {statistics.median(ratios["node"]):.1f} times as long as native code, Chromium
{statistics.median(ratios["chromium"]):.1f} times. The module has {raw}, compressed by gzip {packed}, nearly all of it weights of the
evaluation. From opening its address to the value of 4x8 on the page it takes Chromium {new:,.0f} ms, and {cached:,.0f} ms once the files are in its cache
(medians of {len(first)}; the files come from the same machine).

Made by `scripts/reproduce wasm` at commit {solving.commit()} on {solving.processor()}.
"""  # noqa: E501
