#!/usr/bin/env python3
"""The reader of certificates in Python, docs/examples/certificate.py, agrees with the program.

    certificates.py PROGRAM

It accepts what PROGRAM writes, with the bounds and counts of `solve check`: on several boards, from starts and from positions
of games, by both scorings, with all kinds of claims, cuts and marks, in all versions of the format. It refuses damaged
certificates, and forged ones unless what they claim is true. With the Python module xxhash they get the right checksum, and
`solve check` must come to the same verdicts.
"""

import contextlib
import functools
import io
import json
import math
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile
import tracemalloc
import zlib

READER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "examples" / "certificate.py"
sys.path.insert(0, str(READER.parent))
import certificate as reader  # noqa: E402

Board = reader.Board
#: Its tables take longer to build than a small proof takes to follow.
reader.Board = functools.cache(Board)

#: Boards, the numbers of random plies after a start, and options that take turns.
CASES = [
    ("4x4", (0, 0, 1, 2, 4, 6), (["--cut", "0"], ["--cut", "4"], ["--leaf-work", "5"])),
    ("4x5", (0, 1, 5), (["--cut", "6"], ["--leaf-work", "20"], [])),
    ("5x4", (0, 3), (["--cut", "3"], ["--leaf-work", "10"])),
    ("3x7", (0, 1, 6), (["--cut", "0"], [])),
    ("4x6", (0, 3, 7), (["--cut", "8"], ["--leaf-work", "100"])),
    ("5x5", (5, 8, 9), (["--leaf-work", "50"], ["--cut", "7"])),
]
#: What the reader prints.
CLAIM = re.compile(r"The claim: (\S+), position (\S+ (\S)), scoring (\S+): the value for (\S+), who is to move, is (.*)\.")
FOLLOWED = re.compile(r"Followed: (\d+) moves, (\d+) positions with all replies, (\d+) leaves\.")


class Program:
    """`solve`, one thread, without tables and books."""

    def __init__(self, path, folder):
        self.path, self.folder, self.values = path, pathlib.Path(folder), {}

    def run(self, *arguments):
        """The result of a command."""
        return subprocess.run([self.path, *arguments, "--threads", "1"], capture_output=True, text=True, check=False)

    def value(self, board, position, scoring):
        """The value for the side to move."""
        question = ("--board", board, "--position", position, "--scoring", scoring, "--no-table", "--no-book")
        if question not in self.values:
            self.values[question] = json.loads(self.run(*question, "--no-line", "--json").stdout)["value"]
        return self.values[question]

    def prove(self, board, position, scoring, claim, options):
        """A new certificate."""
        file = self.folder / "proven.cert"
        question = ("--board", board, "--position", position, "--scoring", scoring, "--no-table", "--no-book")
        made = self.run("prove", *question, "--claim", claim, "--output", str(file), *options)
        assert made.returncode == 0, (question, claim, made.stderr)
        return file.read_bytes()

    def check(self, data):
        """What `solve check` proves, in the form of `verdict`; None if it refuses the file."""
        file = self.folder / "checked.cert"
        file.write_bytes(data)
        checked = self.run("check", str(file), "--json", "--quiet")
        assert checked.returncode == (0 if checked.stdout else 1), checked
        if not checked.stdout:
            return None
        said = json.loads(checked.stdout)
        board, scoring = re.search(r"^(\w+), .* scoring (\w+):", said["proven"]).groups()
        counts = said["prover_nodes"], said["other_nodes"], said["leaves"]
        return board, said["position"], scoring, (said["lower"], said["upper"]), counts


def verdict(data):
    """Board, position, scoring, bounds and counts that the reader prints; None if it refuses the file."""
    text = io.StringIO()
    try:
        with contextlib.redirect_stdout(text):
            reader.check(data)
    except reader.Refused:
        return None
    text = text.getvalue()
    board, position, side, scoring, name, bounds = CLAIM.search(text).groups()
    assert {"X": "Black", "O": "White"}[side] == name and text.endswith("all leaves; they hold. The claim is proven.\n"), text
    lower, upper = (re.search(rf"at {word} (-?\d+)", bounds) for word in ("least", "most"))
    bounds = lower and int(lower[1]), upper and int(upper[1])
    return board, position, scoring, bounds, tuple(map(int, FOLLOWED.search(text).groups()))


def judged(program, data):
    """The reader's verdict on a certificate that may be forged. The claim must be true, and `solve check` must agree."""
    found = verdict(data)
    if found:
        board, position, scoring, (lower, upper), _ = found
        value = program.value(board, position, scoring)
        assert (lower is None or lower <= value) and (upper is None or value <= upper), (found, value, data.hex())
    if reader.xxhash:
        assert program.check(data) == found, (found, data.hex())
    return found


def sealed(body):
    """A certificate with its checksum. Without the module, the reader looks at none."""
    return body + (reader.xxhash.xxh3_64_intdigest(body) if reader.xxhash else 0).to_bytes(8, "little")


def written(head, proofs):
    """A certificate from its first 32 bytes and its proofs: kind, score, and the moves before and after they are packed."""
    proofs = [struct.pack("<Bb2Q", kind, score, len(moves), len(packed)) + packed for kind, score, moves, packed in proofs]
    return sealed(head + b"".join(proofs))


def with_moves(data, version, moves):
    """A certificate with other moves, those of all proofs one after the other."""
    proofs = []
    for kind, score, old in reader.read(data)[1]:
        own, moves = moves[:len(old)], moves[len(old):]
        proofs.append((kind, score, own, zlib.compress(own)))
    return written(data[:8] + bytes([version]) + data[9:32], proofs)


def played(board, start, plies, rng):
    """A position some random moves after a start, as text."""
    rows, cols = map(int, board.split("x"))
    rules, corner = reader.Board(rows, cols, 0), (rows - 1) // 2 * cols + (cols - 1) // 2
    discs = [1 << corner + 1 | 1 << corner + cols, 1 << corner | 1 << corner + cols + 1]
    discs, side = discs if start == "othello" else discs[::-1], 0
    for _ in range(plies):
        if legal := list(reader.members(rules.moves(discs[side], discs[1 - side]))):
            discs[1 - side], discs[side] = rules.after(discs[side], discs[1 - side], rng.choice(legal))
        side = 1 - side
    return "".join("X" if discs[0] >> n & 1 else "O" if discs[1] >> n & 1 else "-" for n in range(rows * cols)) + " " + "XO"[side]


def squares(data):
    """The moves of all proofs of a certificate of version 3 as squares."""
    (_, rows, cols, scoring, side, cut, *_, black, white), proofs = reader.read(data)
    board, told = Board(rows, cols, scoring), []

    class Choices(list):
        def __getitem__(self, rank):
            mover, other, _ = chosen = super().__getitem__(rank)
            told.append(((mover | other) & ~self.discs).bit_length() - 1)
            return chosen

    def choices(mover, other, legal):
        found = Choices(Board.choices(board, mover, other, legal))
        found.discs = mover | other
        return found

    def marks(moves):
        for byte in moves:
            if byte == 64:
                told.append(byte)
            yield byte

    board.choices = choices
    for kind, score, moves in proofs:
        root = (white, black) if side else (black, white)
        reader.follow(board, 3, cut, root, kind == 0, -score if kind else score, marks(moves))
    return bytes(told)


def certificates(program, rng):
    """Certificates by the program of all kinds."""
    for board, lengths, options in CASES:
        for number, plies in enumerate(lengths):
            for scoring in ("discs", "wof"):
                for start in ("othello", "reversi"):
                    position = played(board, start, plies, rng)
                    value = program.value(board, position, scoring)
                    weaker = min(value + 3, len(position) - 2)
                    outcome = "win" if value > 0 else "loss" if value else "draw"
                    claims = [outcome, f"value={value}", f"value>={value}", f"value<={value}", f"value<={weaker}"]
                    for claim in rng.sample(claims, 2):
                        yield position, program.prove(board, position, scoring, claim, options[number % len(options)])


def forged(data, rng):
    """Certificates whose claims or moves are changed, which may still prove something."""
    head, proofs = data[:32], [[*proof, zlib.compress(proof[2])] for proof in reader.read(data)[1]]
    version, rows, cols, *_ = data[8:32]
    for number, (kind, score, moves, packed) in enumerate(proofs):
        other = lambda *proof: written(head, [*proofs[:number], proof, *proofs[number + 1:]])  # noqa: B023, E731
        for step in (-3, -2, -1, 1, 2, 3, -score, 2 * score):
            yield other(kind, max(-128, min(score + step, 127)), moves, packed)
        for at in rng.sample(range(len(moves)), min(len(moves), 6)):
            byte = rng.choice((0, 1, 2, moves[at] ^ 1, 64, 65, 255, rng.randrange(rows * cols)))
            changed = moves[:at] + bytes([byte]) + moves[at + 1:]
            for step in (0, 1, -1):
                yield other(kind, score + step, changed, zlib.compress(changed))
    for byte in {1, 2, 3} - {version}:
        yield sealed(data[:8] + bytes([byte]) + data[9:-8])
    for cut in (0, 1, data[13] + 1, 24):
        yield sealed(data[:13] + bytes([cut]) + data[14:-8])
    for at in (11, 12):
        yield sealed(data[:at] + bytes([1 - data[at]]) + data[at + 1:-8])
    yield sealed(data[:9] + bytes([cols, rows]) + data[11:-8])


def damaged(data, rng):
    """Certificates that no reader may accept."""
    head, proofs = data[:32], [[*proof, zlib.compress(proof[2])] for proof in reader.read(data)[1]]
    rows, cols = data[9:11]
    for length in (0, 7, 31, *rng.sample(range(32, len(data) - 8), 4), len(data) - 9):
        yield sealed(data[:length])
    yield data[:-8]
    yield sealed(data[:-8] + b"\0")
    yield sealed(data[:-8] + data[32:-8])
    wrong = {0: b"o", 8: b"\0\4\xff", 9: (0, 2, 64 // cols + 1), 10: (0, 2, 64 // rows + 1), 11: b"\2", 12: b"\2", 13: b"\x19"}
    for at, values in {**wrong, 14: (0, 3 - data[14], 3), 15: b"\1"}.items():
        for value in values:
            yield sealed(data[:at] + bytes([value]) + data[at + 1:-8])
    if len(proofs) == 2:
        for order in ((1, 0), (0, 0), (1, 1)):
            yield written(head, [proofs[number] for number in order])
    black, white = data[16:24], data[24:32]
    yield sealed(data[:16] + black + bytes(a | b for a, b in zip(black, white, strict=True)) + data[32:-8])
    yield sealed(data[:23] + b"\x80" + data[24:-8])
    for number, (kind, score, moves, packed) in enumerate(proofs):
        other = lambda *proof: written(head, [*proofs[:number], proof, *proofs[number + 1:]])  # noqa: B023, E731
        for changed in (2, 255) if len(proofs) == 1 else (1 - kind, 2):
            yield other(changed, score, moves, packed)
        for changed in (rows * cols + 1, -rows * cols - 1, -128):
            yield other(kind, changed, moves, packed)
        for wrong in (packed + b"\0", packed * 2, packed[:-1], packed[:-1] + bytes([packed[-1] ^ 1]), packed[2:-4], b""):
            yield other(kind, score, moves, wrong)
        for wrong in (moves + b"\0", moves + b"\x40", moves[:-1]):
            if wrong != moves:
                yield other(kind, score, wrong, zlib.compress(wrong))
                yield other(kind, score, moves, zlib.compress(wrong))
                yield other(kind, score, wrong, packed)
        yield other(kind, score, moves[:-1] + b"\xff" if moves else b"\xff", zlib.compress(moves[:-1] + b"\xff"))
    at = 32
    for *_, packed in proofs:
        for place, values in ((2, (1 << 31, 1 << 63)), (10, (len(packed) - 1, len(packed) + 1, 1 << 63, 2**64 - 9))):
            for value in values:
                body = written(head, proofs)[:-8]
                yield sealed(body[:at + place] + value.to_bytes(8, "little") + body[at + place + 8:])
        at += 18 + len(packed)


def marks(program):
    """A mark may stand at 32 empty squares, but not at 33, and in versions 2 and 3, but not in version 1."""
    for version in (1, 2, 3):
        for white in (0b10, 0b110):
            head = b"OTHPROOF" + struct.pack("<8B2Q", version, 6, 6, 0, 0, 10, 1, 0, 1 << 35 | 1, white)
            found = judged(program, written(head, [(0, 36, b"\x40", zlib.compress(b"\x40"))]))
            assert bool(found) == (version > 1 and white == 0b110), (version, white, found)


def chances():
    """The probability that a sample misses is the share of all samples without a false entry."""
    for entries in (1, 7, 100, 101, 350):
        is_false = -(-entries // 100)
        for sampled in range(entries + 1):
            share = math.comb(entries - is_false, sampled) / math.comb(entries, sampled)
            assert abs(reader.miss_chance(sampled, entries) - share) < 1e-9, (sampled, entries)


def bombs(program):
    """A small file may announce as many moves as an honest one of its size needs, and no more are unpacked."""
    head = b"OTHPROOF" + struct.pack("<8B2Q", 1, 8, 8, 0, 0, 10, 1, 0, 1 << 35, 1 << 36)
    packed = zlib.compress(bytes(1 << 26), 9)
    most = (1 << 20) + 16 * len(packed)
    for announced in (most + 1, 1 << 26, 1 << 31):
        data = written(head, [(0, 0, range(announced), packed)])
        tracemalloc.start()
        assert judged(program, data) is None, announced
        taken = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert taken < 1 << 20, (announced, taken)
    packed = zlib.compress(bytes(1 << 20), 9)
    assert len(reader.read(written(head, [(0, 0, range(1 << 20), packed)]))[1][0][2]) == 1 << 20


def at_the_terminal(program, data):
    """The reader as a command: exit status and streams."""
    file = program.folder / "read.cert"
    file.write_bytes(data)

    def run(*options):
        return subprocess.run([sys.executable, "-B", READER, file, *options], capture_output=True, text=True, check=False)

    whole, sample, none = run(), run("--sample", "1", "--seed", "3"), run("--sample", "0")
    assert [one.returncode for one in (whole, sample, none)] == [0, 0, 0], (whole, sample, none)
    assert whole.stdout.endswith("The claim is proven.\n") and whole.stdout.count("\n") == 4, whole
    assert re.search(r"^Drawn: 1 of \d+ leaves at random \(--seed 3 draws them again\); one false in", sample.stdout, re.M)
    assert run("--sample", "1", "--seed", "3").stdout == sample.stdout, sample
    seeds = [re.search(r"\(--seed (\d+) ", run("--sample", "1").stdout)[1] for _ in range(2)]
    assert seeds[0] != seeds[1], seeds
    for sampled in (sample, none):
        assert sampled.stdout.endswith("This proves nothing by itself.\n") and "is proven" not in sampled.stdout, sampled
    file.write_bytes(data[:-9] + data[-8:])
    for refused in (run(), run("--sample", "1")):
        assert refused.returncode == 1 and re.fullmatch(r"certificate\.py: .*: damaged: .*\n", refused.stderr), refused
    file.unlink()
    missing = run()
    assert missing.returncode == 1 and missing.stderr.count("\n") == 1, missing


def main(path):
    """Compares, forges and damages certificates."""
    rng, counts = random.Random(15), {"accepted": 0, "still true": 0, "refused": 0}
    with tempfile.TemporaryDirectory() as folder:
        program = Program(path, folder)
        for number, (position, data) in enumerate(certificates(program, rng)):
            found, told = verdict(data), program.check(data)
            assert found and found == told, (position, found, told)
            assert found[1] == position, (position, found)
            counts["accepted"] += 1
            moves = squares(data)
            older = [with_moves(data, version, moves) for version in (1, 2) if version == 2 or 64 not in moves]
            for one in older:
                assert judged(program, one) == found, (position, found)
                counts["accepted"] += 1
            # Every third small one, in one of its versions, is forged and damaged.
            if found[4][2] > 50 or number % 3:
                continue
            one = rng.choice((data, *older))
            for wrong in forged(one, rng):
                counts["still true" if judged(program, wrong) else "refused"] += 1
            for wrong in damaged(one, rng):
                assert not judged(program, wrong), (position, wrong.hex())
                counts["refused"] += 1
        marks(program)
        bombs(program)
        chances()
        at_the_terminal(program, program.prove("4x4", "-----OX--XO----- X", "discs", "value=-8", []))
    print(", ".join(f"{count} certificates {name}" for name, count in counts.items()), end="")
    print("" if reader.xxhash else "; without xxhash, verdicts on forged ones are not compared with the program's")


if __name__ == "__main__":
    main(sys.argv[1])
