#!/usr/bin/env python3
"""Exact values of every reachable position, read from the two files of `solve exhaust --export`; tables/FORMAT.md draws them.

    tablebase.py FOLDER ROWSxCOLUMNS '-----OX--XO----- X'
"""

import bisect
import mmap
import pathlib
import sys


def mapped(path):
    """The bytes of a file."""
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


class Table:
    """The tablebase of one board from one start. The board has no more rows than columns."""

    def __init__(self, folder, rows, cols):
        self.rows, self.cols = rows, cols
        self.index, self.blocks = (mapped(pathlib.Path(folder) / name) for name in ("index.bin", "blocks.bin"))

    def key(self, squares, side):
        """Number of discs, mask and code of the least image of a position. `squares` are in row order, `side` is to move."""
        rows = [squares[self.cols * row:self.cols * (row + 1)] for row in range(self.rows)]
        boards = [rows, ["".join(col) for col in zip(*rows, strict=True)]] if self.rows == self.cols else [rows]
        boards = [turned for board in boards for turned in (board, board[::-1])]
        images = ["".join(row[::step] for row in board) for board in boards for step in (1, -1)]
        mask = lambda image: sum(1 << at for at, disc in enumerate(image) if disc != "-")  # noqa: E731
        code = lambda image: sum(1 << at for at, disc in enumerate(image.replace("-", "")) if disc == side)  # noqa: E731
        mask, code = min((mask(image), code(image)) for image in images)
        return bytes([bin(mask).count("1")]) + mask.to_bytes(4, "big") + code.to_bytes(4, "big")

    def value(self, squares, side):
        """The value in discs for the side to move; None for a position that cannot be reached."""
        key, low, high = self.key(squares, side), 0, len(self.index) // 17
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.index[17 * middle:17 * middle + 9] <= key else (low, middle)
        entry, next_entry = self.index[17 * low - 17:17 * low], self.index[17 * low:17 * low + 17]
        if low == 0 or entry[:5] != key[:5]:
            return None
        end = int.from_bytes(next_entry[9:], "big") if next_entry else len(self.blocks)
        block = self.blocks[int.from_bytes(entry[9:], "big"):end]
        count = int.from_bytes(block[1:3], "little")
        codes, gap, shift = [int.from_bytes(entry[5:9], "big")], 0, 0
        for byte in block[3:-4 - count]:
            gap, shift = gap | (byte & 127) << shift, shift + 7
            if byte < 128:
                codes.append(codes[-1] + gap + 1)
                gap = shift = 0
        at = bisect.bisect_left(codes, int.from_bytes(key[5:], "big"))
        if at == count or codes[at] != int.from_bytes(key[5:], "big"):
            return None
        value = block[-4 - count + at]
        return value - 256 if value > 127 else value


if __name__ == "__main__":
    folder, board, position = sys.argv[1:]
    print(Table(folder, *map(int, board.split("x"))).value(*position.split()))
