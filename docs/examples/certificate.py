#!/usr/bin/env python3
"""Checks a certificate of `solve prove`: follows the proof from the first position, and searches the leaves by itself.

    certificate.py FILE                 searches every leaf
    certificate.py FILE --sample N      searches N leaves drawn at random; this proves nothing by itself

Nobody can know in advance which leaves are drawn; --seed S draws those of another run, which has printed its seed.

It was written from the description of the format alone, proofs/FORMAT.md, and shares no code with the program. The
checksum at the end of a file plays no part in the proof, and is compared only if the module xxhash is installed.
"""

import argparse
import hashlib
import math
import pathlib
import random
import secrets
import struct
import sys
import zlib
from operator import getitem, lshift, rshift

try:
    import xxhash
except ImportError:
    xxhash = None


class Refused(Exception):
    """The file is damaged or does not prove its claim."""


def require(is_right, otherwise):
    """Refuses the file unless all is right."""
    if not is_right:
        raise Refused(otherwise)


def members(squares):
    """The numbers of the squares in a set, lowest first. A set is a number in which square n is bit n."""
    while squares:
        yield (squares & -squares).bit_length() - 1
        squares &= squares - 1


class Board:
    """The rules. A position is two sets: the discs of the side to move, `mover`, and those of the other side, `other`."""

    def __init__(self, rows, cols, is_wof):
        self.squares, self.all, self.is_wof = rows * cols, (1 << rows * cols) - 1, is_wof
        # Lines go along rows, columns and diagonals. Each has the distance between neighbouring squares, and the squares where
        # a line goes on to both sides: without these, a line could leave the board on the left and come back on the right.
        inner = sum(1 << n for n in range(self.squares) if 0 < n % cols < cols - 1)
        self.lines = [(1, inner), (cols, self.all), (cols - 1, inner), (cols + 1, inner)]
        # The board's other images, each as the list of the squares' new numbers.
        grid = [list(range(cols * row, cols * (row + 1))) for row in range(rows)]
        grids = [grid, [list(col) for col in zip(*grid, strict=True)]] if rows == cols else [grid]
        images = [[n for row in some[::down] for n in row[::right]] for some in grids for down in (1, -1) for right in (1, -1)]
        # A key is one number for a position: the mover's discs, then the other's, in so many bits each.
        self.bits = (self.squares + 7) // 8 * 8
        self.symmetries = [self.tables(image) for image in images[1:]]

    def tables(self, image):
        """For each byte of a key, lowest first, and each value of it: what it becomes in the image."""
        to = [1 << n for n in image] + [0] * (self.bits - self.squares)
        to += [bit << self.bits for bit in to]
        return [[sum(to[first + n] for n in members(byte)) for byte in range(256)] for first in range(0, len(to), 8)]

    def canonical(self, mover, other):
        """The least key of all images."""
        key = mover << self.bits | other
        data = key.to_bytes(self.bits // 4, "little")
        return min(key, *[sum(map(getitem, tables, data)) for tables in self.symmetries])

    def moves(self, mover, other):
        """The set of legal moves."""
        found = 0
        for step, inner in self.lines:
            # Runs of the other side's discs that touch one of the mover's. Their other end, if it is empty, is a move.
            line = other & inner
            run = (mover << step | mover >> step) & line
            while (longer := run | (run << step | run >> step) & line) != run:
                run = longer
            found |= run << step | run >> step
        return found & self.all & ~(mover | other)

    def after(self, mover, other, move):
        """The position after a legal move, with the other side to move."""
        flipped = 0
        for step, inner in self.lines:
            for shift in (lshift, rshift):
                run, disc = 0, shift(1 << move, step)
                while disc & other & inner:
                    run |= disc
                    disc = shift(disc, step)
                if disc & mover:
                    flipped |= run
        return other ^ flipped, mover | flipped | 1 << move

    def choices(self, mover, other, legal):
        """The positions after the moves, each with the other side's moves: fewest of these first, then lower squares first."""
        afters = (self.after(mover, other, move) for move in members(legal))
        return sorted(((*after, self.moves(*after)) for after in afters), key=lambda choice: choice[2].bit_count())

    def score(self, mover, other):
        """The score of a finished game for `mover`."""
        ahead = mover.bit_count() - other.bit_count()
        empty = self.squares - (mover | other).bit_count()
        return ahead + empty * ((ahead > 0) - (ahead < 0)) if self.is_wof or not mover or not other else ahead

    def reaches(self, goal, mover, other, legal, known):
        """Whether a search finds that `mover` reaches the goal. `known` keeps the results."""
        key = goal, mover, other
        if key not in known:
            if legal:
                known[key] = not all(self.reaches(1 - goal, *choice, known) for choice in self.choices(mover, other, legal))
            elif replies := self.moves(other, mover):
                known[key] = not self.reaches(1 - goal, other, mover, replies, known)
            else:
                known[key] = self.score(mover, other) >= goal
        return known[key]


def follow(board, version, cut, root, is_prover, goal, moves):
    """The leaves of a proof, positions of the prover (True) and of the other side (False), its moves and its full replies."""
    leaves, level, used, replied = {True: set(), False: set()}, {True: set(), False: set()}, 0, 0

    def enter(mover, other, is_prover):
        """Adds a position to the level, after a pass if the side has no move. A finished game must reach the goal."""
        if board.moves(mover, other):
            level[is_prover].add(board.canonical(mover, other))
        elif board.moves(other, mover):
            level[not is_prover].add(board.canonical(other, mover))
        else:
            require(board.score(mover, other) * (1 if is_prover else -1) >= goal, "a finished game is below the goal")

    if goal > -board.squares:  # Nobody can end lower.
        enter(*root, is_prover)
    moves = iter(moves)
    for empty in range(board.squares - (root[0] | root[1]).bit_count(), cut, -1):
        above, level = level, {True: set(), False: set()}
        for key in sorted(above[True]):
            byte = next(moves, -1)
            require(byte >= 0, "the moves run out")
            if version > 1 and byte == 64:
                require(empty <= 32, f"a position with {empty} empty squares is left to the search")
                leaves[True].add(key)
                continue
            mover, other = divmod(key, 1 << board.bits)
            legal = board.moves(mover, other)
            require(byte < legal.bit_count() if version > 2 else legal >> byte & 1, "an illegal move")
            enter(*(board.choices(mover, other, legal)[byte][:2] if version > 2 else board.after(mover, other, byte)), False)
            used += 1
        for key in above[False]:
            mover, other = divmod(key, 1 << board.bits)
            for move in members(board.moves(mover, other)):
                enter(*board.after(mover, other, move), True)
        replied += len(above[False])
    require(next(moves, None) is None, "moves are left over")
    return {side: leaves[side] | level[side] for side in leaves}, used, replied


def read(data):
    """The fields of the head, from the version on, and the proofs: kind, score and moves of each."""
    require(len(data) >= 40 and data.startswith(b"OTHPROOF"), "this is no certificate")
    body, checksum = data[:-8], int.from_bytes(data[-8:], "little")
    require(not xxhash or xxhash.xxh3_64_intdigest(body) == checksum, "damaged: the checksum differs")
    head = version, rows, cols, scoring, side, cut, count, unused, black, white = struct.unpack_from("<8B2Q", body, 8)
    require(1 <= version <= 3, f"version {version} is unknown")
    require(rows >= 3 and cols >= 3 and rows * cols <= 64, f"damaged: no board has {rows} rows and {cols} columns")
    require(scoring < 2 and side < 2 and cut <= 24 and count in (1, 2) and unused == 0, "damaged: a wrong value in the head")
    require(not black & white and not (black | white) >> rows * cols, "damaged: impossible discs")
    proofs, at = [], 32
    for number in range(count):
        require(at + 18 <= len(body), "damaged: a proof is cut off")
        kind, score, length, packed = struct.unpack_from("<Bb2Q", body, at)
        require(kind < 2 if count == 1 else kind == number, f"damaged: a proof of kind {kind}")
        stream, begin, at = zlib.decompressobj(), at + 18, at + 18 + packed
        most = min(1 << 31, (1 << 20) + 16 * packed)  # More than honest files need: a small one must not take all memory.
        require(at <= len(body) and abs(score) <= rows * cols and length <= most, "damaged: a wrong value in a proof")
        try:
            moves = stream.decompress(body[begin:at], length + 1)
        except zlib.error as error:
            raise Refused(f"damaged: {error}") from error
        require(stream.eof and not stream.unused_data and len(moves) == length, "damaged: the moves do not have the right length")
        proofs.append((kind, score, moves))
    require(at == len(body), "damaged: the proofs do not have the right length")
    return head, proofs


def miss_chance(sampled, entries):
    """The probability that a random sample has no false entry if one in a hundred, rounded up, is false."""
    others = entries - (entries + 99) // 100
    return math.prod(max(others - n, 0) / (entries - n) for n in range(sampled)) if sampled < entries else 0


def check(data, sample=None, seed=None):
    """Checks the bytes of a certificate, and prints what they prove."""
    (version, rows, cols, scoring, side, cut, _, _, black, white), proofs = read(data)
    squares = "".join("X" if black >> n & 1 else "O" if white >> n & 1 else "-" for n in range(rows * cols))
    bounds = " and ".join(f"at {'most' if kind else 'least'} {score}" for kind, score, _ in proofs)
    print(f"The claim: {rows}x{cols}, position {squares} {'XO'[side]}, scoring {('discs', 'wof')[scoring]}:", end=" ")
    print(f"the value for {('Black', 'White')[side]}, who is to move, is {bounds}.")
    print(f"SHA-256: {hashlib.sha256(data).hexdigest()}", flush=True)
    board, root, leaves, used, replied = Board(rows, cols, scoring), (white, black) if side else (black, white), [], 0, 0
    for kind, score, moves in proofs:
        goal = -score if kind else score
        found, more_used, more_replied = follow(board, version, cut, root, kind == 0, goal, moves)
        leaves += [(goal, is_prover, key) for is_prover in (True, False) for key in sorted(found[is_prover])]
        used, replied = used + more_used, replied + more_replied
    print(f"Followed: {used} moves, {replied} positions with all replies, {len(leaves)} leaves.", flush=True)
    drawn, is_part = leaves, sample is not None and max(sample, 0) < len(leaves)
    if is_part:
        seed = secrets.randbits(53) if seed is None else seed
        drawn = random.Random(seed).sample(leaves, max(sample, 0))
        print(f"Drawn: {len(drawn)} of {len(leaves)} leaves at random (--seed {seed} draws them again);", end=" ")
        missed = miss_chance(len(drawn), len(leaves))
        print(f"one false in a hundred of these would be missed with probability {missed:.1%}.", flush=True)
    for goal, is_prover, key in drawn:
        mover, other = divmod(key, 1 << board.bits)
        reached = board.reaches(goal if is_prover else 1 - goal, mover, other, board.moves(mover, other), {})
        require(reached == is_prover, f"a leaf fails: {mover:#x} to move against {other:#x}")
    sampled = f"{len(drawn)} of the leaves; they hold. This proves nothing by itself."
    print("Searched:", sampled if is_part else "all leaves; they hold. The claim is proven.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--sample", metavar="N", type=int)
    parser.add_argument("--seed", metavar="S", type=int)
    arguments = parser.parse_args()
    try:
        check(arguments.file.read_bytes(), arguments.sample, arguments.seed)
    except (OSError, Refused) as error:
        sys.exit(f"certificate.py: {arguments.file}: {error}")
