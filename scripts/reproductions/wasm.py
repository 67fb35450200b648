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
ENGINES = ("native", "node", "chromium")


def add_arguments(parser):
    """The options of `scripts/reproduce wasm`."""
    parser.add_argument("--positions", type=int, default=8, help="6x6 positions with 20 empty squares (default 8)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is solved by each (default 5)")


def run(arguments):
    """Builds the page, has native code, Node and Chromium solve in turn, and writes the section."""
    target = pathlib.Path(os.environ.setdefault("CARGO_TARGET_DIR", str(solving.REPOSITORY / "target")))
    examples = target / "release" / "examples"
    build("--package", "exact-othello-answers", "--example", "standalone")
    build("--manifest-path", "explorer/browser/Cargo.toml", "--example", "alone")
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page"
        subprocess.run([solving.REPOSITORY / "scripts" / "static-page", page], check=True)
        module = page / "explorer.wasm"
        commands = {
            "native": [examples / "standalone", "--clock"],
            "node": ["node", solving.REPOSITORY / "explorer/wasm/tests/standalone.mjs", module, "--clock"],
            "chromium": [examples / "alone", page],
        }
        texts = ["4x8", *positions(commands["native"], arguments.positions)]
        found, first = {engine: [] for engine in ENGINES}, []
        for _ in range(arguments.rounds):
            for engine in ENGINES:
                said = ask(commands[engine], [question(text) for text in texts])
                first += [line["first_value_ms"] for line in said if "first_value_ms" in line]
                found[engine].append([line for line in said if line.get("reason") == "solved" and "position" not in line])
                assert len(found[engine][-1]) == len(texts), said
            print(json.dumps({engine: [one["seconds"] for one in found[engine][-1]] for engine in ENGINES}), flush=True)
        whole = {engine: ask(commands[engine], [question(board) for board in WHOLE]) for engine in ENGINES}
        whole = {engine: [line for line in whole[engine] if line.get("reason") == "solved"] for engine in ENGINES}
        sizes = (module.stat().st_size, len(gzip.compress(module.read_bytes(), 9)))
    results.write({**tables((texts, found), whole, first, sizes), "wasm-made": results.made("wasm")})
    return 0


def build(*what):
    """Compiles an example."""
    subprocess.run(["cargo", "build", "--quiet", "--locked", "--release", *what], cwd=solving.REPOSITORY, check=True)


def question(text):
    """The question for the values of a position, or of a board's start, and of all its moves."""
    board, *rest = text.split(" ", 1)
    return {"path": "/api/solve", "query": {"board": board, **({"position": rest[0]} if rest else {})}}


def ask(command, questions):
    """The answer of an engine."""
    text = "".join(json.dumps(one) + "\n" for one in questions)
    done = subprocess.run([str(part) for part in command], input=text, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{shlex.join(map(str, command))}: exit status {done.returncode}")
    # The native engine and Node print events as well, each after its name.
    lines = [line.removeprefix("json ") for line in done.stdout.splitlines()]
    return [json.loads(line) for line in lines if line.startswith("{")]


def positions(engine, count):
    """Distinct positions after random moves from the start of 6x6."""
    chance, found = random.Random(SEED), []
    while len(found) < count:
        query = {"board": "6x6"}
        while True:
            record = ask(engine, [{"path": "/api/position", "query": {**query, "time_ms": "0"}}])[0]
            if record["over"] or record["empties"] == EMPTIES:
                break
            query["position"] = chance.choice(record["moves"])["position"]
        text = f"6x6 {record['position']}"
        if not record["over"] and text not in found:
            found.append(text)
    return found


def tables(positions_and_found, whole, first, sizes):
    """The blocks of the page."""
    texts, found = positions_and_found
    rows, ratios = [], {engine: [] for engine in ENGINES}
    for at, text in enumerate(texts):
        nodes = {one[at]["nodes"] for engine in ENGINES for one in found[engine]}
        assert len(nodes) == 1, (text, nodes)
        times = {engine: statistics.median(one[at]["seconds"] for one in found[engine]) for engine in ENGINES}
        for engine in ENGINES:
            turns = zip(found[engine], found["native"], strict=True)
            ratios[engine].append(statistics.median(one[at]["seconds"] / max(native[at]["seconds"], 1e-3) for one, native in turns))
        name = "4x8, `othello` start" if at == 0 else f"`{text}`"
        shown = [f"{1000 * times[engine]:,.0f} ms" for engine in ENGINES]
        rows.append([name, f"{nodes.pop():,}", *shown, f"{ratios['chromium'][-1]:.1f}"])
    new, cached = (statistics.median(one[place] for one in first) for place in (0, 1))
    raw, packed = (f"{size / 1e6:.1f} MB" for size in sizes)
    boards = []
    for board, *ends in zip(WHOLE, *(whole[engine] for engine in ENGINES), strict=True):
        assert len({end["nodes"] for end in ends}) == 1, (board, ends)
        boards.append([f"{board}, `othello` start", f"{ends[0]['nodes']:,}", *(f"{end['seconds']:,.1f} s" for end in ends),
                       f"{ends[-1]['seconds'] / ends[0]['seconds']:.1f}"])
    head = ["Position", "Nodes", "Native", "Node", "Chromium", "Chromium to native"]
    medians = [f"{statistics.median(ratios[engine]):.1f}" for engine in ("node", "chromium")]
    page = [["Node to native, median", medians[0]], ["Chromium to native, median", medians[1]], ["size of the module", raw],
            ["compressed by gzip", packed], ["to the value of 4x8 on the page", f"{new:,.0f} ms"], ["once the files are cached", f"{cached:,.0f} ms"]]
    return {"wasm": results.table(head, rows + boards), "wasm-page": results.table(["What", "Measured"], page)}
