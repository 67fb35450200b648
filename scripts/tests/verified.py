"""Tests of the checker that is proven correct: what its theorem rests on, and what it accepts and refuses.

python3 scripts/tests/verified.py BUILT SOLVE [FORGERIES]     BUILT: the folder of scripts/verified build; SOLVE: the program
"""

import importlib.util
import json
import random
import re
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

BUILT, SOLVE, FORGERIES = Path(sys.argv[1]), sys.argv[2], int((sys.argv[3:] or ["500"])[0])
SOURCES = Path(__file__).resolve().parents[2] / "proofs/verified"

# The axioms of Coq's primitive integers: the operations, and what each computes.
AXIOMS = """int add sub mul lsl lsr land lor lxor eqb ltb leb compare
add_spec sub_spec mul_spec lsl_spec lsr_spec land_spec lor_spec lxor_spec ltb_spec leb_spec compare_def_spec
eqb_correct eqb_refl of_to_Z mod mod_spec"""



def module(file):
    spec = importlib.util.spec_from_file_location(file.stem, file)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


unpack = module(SOURCES / "unpack.py")
reader = module(SOURCES.parents[1] / "docs/examples/certificate.py")


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
    # Those of two theorems: of a whole check, and of parts.
    assert found[0] == "Axioms" and found.count("Axioms") == 2, found
    names = {name.split(".")[-1] for name in found if name != "Axioms"}
    assert names and names <= set(AXIOMS.split()), names - set(AXIOMS.split())
    forbidden = r"\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|bypass_check|Unset Guard Checking|Extract)\b"
    for file in SOURCES.glob("*.v"):
        text = without_comments(file.read_text())
        assert not re.search(forbidden, text), (file, re.search(forbidden, text))
    loaded = re.search(r"Require Import (Extraction.*)\.\n", (SOURCES / "Extract.v").read_text())[1].split()
    assert loaded == ["Extraction", "ExtrOcamlBasic", "ExtrOCamlInt63"], loaded
    assert len((SOURCES / "Rules.v").read_text().splitlines()) <= 250


def verified(plain, folder, *part):
    file = folder / "plain"
    file.write_bytes(plain)
    return subprocess.run([BUILT / "verified", file, "X.cert", *part], check=False, capture_output=True, text=True, timeout=600)


def solve(*arguments):
    return subprocess.run([SOLVE, *arguments], check=True, capture_output=True, text=True).stdout


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


def packed(plain, lengths):
    """The certificate of unpacked bytes with so many moves in each proof, with a matching checksum."""
    parts, at = [b"OTHPROOF", plain[8:32]], 32
    for length in lengths:
        moves = zlib.compress(plain[at + 2 : at + 2 + length])
        parts += [plain[at : at + 2], struct.pack("<QQ", length, len(moves)), moves]
        at += 2 + length
    body = b"".join(parts)
    return body + unpack.checksum(body, len(body)).to_bytes(8, "little")


def prove(folder, board, start, scoring, claim, cut):
    file = folder / "made.cert"
    place = ["--board", board, "--start", start, "--scoring", scoring, "--cut", str(cut)]
    solve("prove", *place, "--claim", claim, "--no-table", "-o", str(file))
    return file


def certificates(folder):
    """Unpacked, with the number of moves of each proof, and what solve check says."""
    for board, start, scoring, cut in [
        ("4x4", "othello", "discs", 3),
        ("4x4", "reversi", "wof", 6),
        ("3x5", "reversi-rows", "discs", 4),
        ("4x5", "othello", "wof", 8),
    ]:
        value = true_value(board, f"{start} start", scoring)
        file = prove(folder, board, start, scoring, f"value={value}", cut)
        said = solve("check", str(file)).split("proves: ")[1].split(" (")[0]
        data = file.read_bytes()
        yield unpack.unpacked(data), [len(moves) for *_, moves in reader.read(data)[1]], said


def any_moves(board, root, is_prover, goal, cut):
    """A legal move for every position of the prover, in the order of the format, whatever comes of it."""
    level, moves = set(), []

    def enter(mover, other, is_prover):
        if board.moves(mover, other):
            level.add((not is_prover, board.canonical(mover, other)))
        elif board.moves(other, mover):
            level.add((is_prover, board.canonical(other, mover)))

    if goal > -board.squares:
        enter(*root, is_prover)
    for _ in range(board.squares - (root[0] | root[1]).bit_count() - cut):
        above, level = sorted(level), set()
        for is_other, key in above:
            mover, other = divmod(key, 1 << board.bits)
            choices = list(reader.members(board.moves(mover, other)))
            if not is_other:
                choices = [choices[len(choices) // 2]]
                moves += choices
            for move in choices:
                enter(*board.after(mover, other, move), is_other)
    return bytes(moves)


def false_certificates():
    """Any moves at all, for false values of starts: as in tests/certificate_attacks.rs, with leaves for a slower search."""
    small = [(4, 4, -7, 6), (4, 4, -9, 0), (4, 5, 15, 8), (4, 6, 17, 10)]
    for rows, cols, value, cut in [*small, (4, 8, -32, 20), (4, 8, 31, 20), (6, 6, 36, 24)]:
        board = reader.Board(rows, cols, 0)
        north_west = (rows // 2 - 1) * cols + cols // 2 - 1
        white = 1 << north_west | 1 << north_west + cols + 1
        black = 1 << north_west + 1 | 1 << north_west + cols
        head = struct.pack("<8s8B2Q", b"OTHPLAIN", 1, rows, cols, 0, 0, cut, 2, 0, black, white)
        proofs = [(kind, value, any_moves(board, (black, white), kind == 0, -value if kind else value, cut)) for kind in (0, 1)]
        yield head + b"".join(struct.pack("<Bb", kind, score) + moves for kind, score, moves in proofs)


def refused(plain, folder):
    run = verified(plain, folder)
    assert run.returncode == 1 and len(run.stderr.splitlines()) == 1 and not run.stdout, run


def other_files_are_refused():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        good = prove(folder, "4x4", "othello", "discs", "value=-8", 6).read_bytes()
        proof = good[32:50]
        bomb = good[:14] + b"\1\0" + good[16:32] + proof[:2] + struct.pack("<QQ", 1 << 31, 9) + b"x" * 9
        bad = {
            "": "does not begin with OTHPROOF",
            "OTHPROOF": "ends too early",
            good[:60]: "ends too early" if not unpack.checksum else "its checksum is wrong",
            good[:8] + b"\4" + good[9:]: "of version 4",
            good[:-1] + bytes([good[-1] ^ 1]): "its checksum is wrong",
            bomb + (unpack.checksum(bomb, len(bomb)) if unpack.checksum else 0).to_bytes(8, "little"): "more than any proof",
        }
        for data, reason in bad.items():
            if "checksum" in reason and not unpack.checksum:
                continue
            (folder / "bad").write_bytes(data.encode() if isinstance(data, str) else data)
            command = [sys.executable, "-B", SOURCES / "unpack.py", folder / "bad", folder / "plain"]
            run = subprocess.run(command, check=False, capture_output=True, text=True)
            assert run.returncode == 1 and len(run.stderr.splitlines()) == 1 and reason in run.stderr, run
        for path, reason in [(folder, "not a file"), ("/dev/zero", "not a file"), (folder / "none", "not a file")]:
            run = subprocess.run([*command[:3], path, folder / "plain"], check=False, capture_output=True, text=True)
            assert run.returncode == 1 and len(run.stderr.splitlines()) == 1 and reason in run.stderr, run


def it_accepts_what_is_true_and_nothing_else():
    accepted = compared = differences = false_claims = 0
    with tempfile.TemporaryDirectory() as name:
        folder, chance = Path(name), random.Random(60)
        honest = list(certificates(folder))
        for plain, lengths, said in honest:
            run = verified(plain, folder)
            assert (run.returncode, run.stdout) == (0, f"X.cert proves: {said}.\n"), run
            for length in [*range(min(40, len(plain))), len(plain) - 1]:
                refused(plain[:length], folder)
            refused(plain + b"\0", folder)
            # Better bounds than the value, with the moves that prove the value; the proofs in the other order; one proof twice.
            second = 34 + lengths[0]
            for more in (1, 2, 5):
                for at, by in [(33, more), (second + 1, -more)]:
                    better = bytearray(plain)
                    better[at] = (better[at] + by) % 256
                    refused(bytes(better), folder)
                    false_claims += 1
            for proofs in (plain[second:] + plain[32:second], plain[32:second] * 2, plain[second:] * 2):
                refused(plain[:32] + proofs, folder)
            for part in "123":
                run = verified(plain, folder, part, "3")
                assert run.stdout == f"part {part}/3 of X.cert holds; all parts together prove: {said}.\n", run
        for plain in false_certificates():
            refused(plain, folder)
            false_claims += 1
        for _ in range(FORGERIES):
            plain, lengths, _ = chance.choice(honest)
            forged = bytearray(plain)
            for _ in range(chance.choice([1, 1, 1, 2, 5])):
                at = chance.randrange(8, len(forged)) if chance.random() < 0.5 else chance.randrange(8, 36)
                forged[at] = chance.randrange(256) if chance.random() < 0.3 else forged[at] ^ 1 << chance.randrange(8)
            run = verified(bytes(forged), folder)
            if run.returncode:
                assert run.returncode == 1 and len(run.stderr.splitlines()) == 1 and not run.stdout, run
                continue
            accepted += 1
            assert is_true(run.stdout), run
            if unpack.checksum:
                compared += 1
                (folder / "X.cert").write_bytes(packed(bytes(forged), lengths))
                other = subprocess.run([SOLVE, "check", folder / "X.cert"], check=False, capture_output=True, text=True)
                if run.stdout.removesuffix(".\n") not in other.stdout:
                    differences += 1
                    print(f"solve check says otherwise: {run.stdout}{other.stdout}{other.stderr}")
    print(f"{false_claims} certificates with false claims refused")
    print(f"{FORGERIES - accepted} of {FORGERIES} altered certificates refused; {accepted} still prove something, and it is true")
    said = f"solve check accepts {compared - differences} of {compared} of these" if compared else "not compared with solve check"
    print(said)
    assert not differences


the_theorem_rests_on_integers_only()
other_files_are_refused()
it_accepts_what_is_true_and_nothing_else()
