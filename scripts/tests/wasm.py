#!/usr/bin/env python3
"""The explorer's answers as WebAssembly equal those on this machine: the same values, moves, lines and nodes.

    python3 -B scripts/tests/wasm.py MODULE ENGINE

MODULE is that of explorer/wasm, ENGINE the example of explorer/answers. Both answer explorer/wasm/tests/questions.jsonl: whole
games and endgames on tall, flat, odd and square boards by both scorings, and a question of each other kind, including wrong
ones. The player `mc` is left out: its games depend on how many of them the processor plays at once.
"""

import json
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent.parent / "explorer/wasm/tests"


def answers(command, questions):
    """The output of an engine, one text per question."""
    text = subprocess.run(command, input=questions, capture_output=True, text=True, check=True).stdout
    said, event = [], ""
    for line in text.splitlines():
        event += line + "\n"
        if line.split(" ", 1)[0] in ("json", "text", "error"):
            said.append(event)
            event = ""
    return said


def main(module, engine):
    """Compares all answers."""
    questions = (TESTS / "questions.jsonl").read_text()
    native = answers([engine], questions)
    wasm = answers(["node", str(TESTS / "standalone.mjs"), module], questions)
    lines = questions.splitlines()
    assert len(lines) == len(native) == len(wasm), (len(lines), len(native), len(wasm))
    solved = 0
    for question, one, other in zip(lines, native, wasm, strict=True):
        assert one == other, f"{question}\nhere:\n{one}WebAssembly:\n{other}"
        if json.loads(question)["path"] == "/api/solve":
            done = json.loads(one.splitlines()[-1].removeprefix("json "))
            assert done["reason"] == "solved" and done["nodes"] > 0, f"{question}\n{one}"
            solved += 1
    assert solved > 50, solved
    print(f"{len(lines)} answers are the same, {solved} of them of searches")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
