"""Tests of the checker that is proven correct: what its theorem rests on, and what it accepts and refuses.

python3 scripts/tests/verified.py BUILT SOLVE [FORGERIES]     BUILT: the folder of scripts/verified build; SOLVE: the program
"""

import importlib.util
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BUILT, SOLVE, FORGERIES = Path(sys.argv[1]), sys.argv[2], int((sys.argv[3:] or ["500"])[0])
SOURCES = Path(__file__).resolve().parents[2] / "proofs/verified"

# The axioms of Coq's primitive integers: the operations, and what each computes.
AXIOMS = """int add sub mul lsl lsr land lor lxor eqb ltb leb compare
add_spec sub_spec mul_spec lsl_spec lsr_spec land_spec lor_spec lxor_spec ltb_spec leb_spec compare_def_spec
eqb_correct eqb_refl of_to_Z""".split()

spec = importlib.util.spec_from_file_location("unpack", SOURCES / "unpack.py")
unpack = importlib.util.module_from_spec(spec)
spec.loader.exec_module(unpack)


def without_comments(text):
    depth, kept = 0, []
    for part in re.split(r"(\(\*|\*\))", text):
        if part == "(*":
            depth += 1
        elif part == "*)":
            depth -= 1
        elif depth == 0:
            kept.append(part)
    return "".join(kept)


def the_theorem_rests_on_integers_only():
    found = re.findall(r"^(\S+)\s*(?=:|\n\s+:)", (BUILT / "Theorem.out").read_text(), re.MULTILINE)
    assert found[0] == "Axioms", found
    names = {name.split(".")[-1] for name in found[1:]}
    assert names and names <= set(AXIOMS), names - set(AXIOMS)
    forbidden = r"\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|bypass_check|Unset Guard Checking|Extract)\b"
    for file in SOURCES.glob("*.v"):
        text = without_comments(file.read_text())
        assert not re.search(forbidden, text), (file, re.search(forbidden, text))
    loaded = re.search(r"Require Import (Extraction.*)\.\n", (SOURCES / "Extract.v").read_text())[1].split()
    assert loaded == ["Extraction", "ExtrOcamlBasic", "ExtrOCamlInt63"], loaded
    assert len((SOURCES / "Rules.v").read_text().splitlines()) <= 250


def verified(plain, folder):
    file = folder / "plain"
    file.write_bytes(plain)
    return subprocess.run([BUILT / "verified", file, "X.cert"], capture_output=True, text=True, timeout=600)


def solve(*arguments):
    return subprocess.run([SOLVE, *arguments], capture_output=True, text=True, check=True).stdout


def true_value(board, root, scoring):
    if root.startswith("position"):
        place = ["--board", board, "--position", root.removeprefix("position ")]
    else:
        place = ["--board", board, "--start", root.removesuffix(" start")]
    return json.loads(solve(*place, "--scoring", scoring, "--no-table", "--json").splitlines()[0])["value"]


def is_true(sentence):
    board, root, scoring, claim = re.fullmatch(
        r"X\.cert proves: (\w+), (.*), scoring (\w+): the value for \w+, who is to move, is (.*)\.\n", sentence
    ).groups()
    value = true_value(board, root, scoring)
    numbers = [int(number) for number in re.findall(r"[+-]?\d+", claim)]
    if claim.startswith("at least"):
        return value >= numbers[0]
    if claim.startswith("at most"):
        return value <= numbers[0]
    return numbers[0] <= value <= numbers[-1]


def certificates(folder):
    for board, start, scoring, cut in [
        ("4x4", "othello", "discs", 3),
        ("4x4", "reversi", "wof", 6),
        ("3x5", "reversi-rows", "discs", 4),
        ("4x5", "othello", "wof", 8),
    ]:
        value = true_value(board, f"{start} start", scoring)
        file = folder / "made.cert"
        options = ["--board", board, "--start", start, "--scoring", scoring, "--cut", str(cut), "--no-table"]
        solve("prove", *options, "--claim", f"value={value}", "-o", str(file))
        said = solve("check", str(file)).split("proves: ")[1].split(" (")[0]
        yield unpack.unpacked(file.read_bytes()), said


def it_accepts_what_is_true_and_nothing_else():
    accepted = refused = 0
    with tempfile.TemporaryDirectory() as name:
        folder, chance = Path(name), random.Random(60)
        honest = list(certificates(folder))
        for plain, said in honest:
            run = verified(plain, folder)
            assert (run.returncode, run.stdout) == (0, f"X.cert proves: {said}.\n"), run
            for length in [*range(min(40, len(plain))), len(plain) - 1]:
                run = verified(plain[:length], folder)
                assert run.returncode == 1 and len(run.stderr.splitlines()) == 1 and not run.stdout, run
            assert verified(plain + b"\0", folder).returncode == 1
        for _ in range(FORGERIES):
            forged = bytearray(chance.choice(honest)[0])
            for _ in range(chance.choice([1, 1, 1, 2, 5])):
                at = chance.randrange(8, len(forged)) if chance.random() < 0.5 else chance.randrange(8, 36)
                forged[at] = chance.randrange(256) if chance.random() < 0.3 else forged[at] ^ 1 << chance.randrange(8)
            run = verified(bytes(forged), folder)
            if run.returncode == 0:
                assert is_true(run.stdout), run
                accepted += 1
            else:
                assert run.returncode == 1 and len(run.stderr.splitlines()) == 1 and not run.stdout, run
                refused += 1
    print(f"{refused} of {FORGERIES} altered certificates refused; {accepted} still prove something, and it is true")


the_theorem_rests_on_integers_only()
it_accepts_what_is_true_and_nothing_else()
