"""Rules and minimax written only for these tests; they share no code with the package, only text."""

import functools
import random

import exact_othello as eo

STEPS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


def flips(board, rows, cols, side, row, col):
    """The squares whose discs a new disc of `side` flips."""
    if board[row * cols + col] != "-":
        return []
    turned = []
    for down, right in STEPS:
        line, r, c = [], row + down, col + right
        while 0 <= r < rows and 0 <= c < cols and board[r * cols + c] not in ("-", side):
            line.append(r * cols + c)
            r, c = r + down, c + right
        if line and 0 <= r < rows and 0 <= c < cols and board[r * cols + c] == side:
            turned += line
    return turned


def successors(board, rows, cols, side):
    """The boards after each placement."""
    found = {}
    for row in range(rows):
        for col in range(cols):
            turned = flips(board, rows, cols, side, row, col)
            if turned:
                squares = {*turned, row * cols + col}
                found[row * cols + col] = "".join(side if index in squares else disc for index, disc in enumerate(board))
    return found


@functools.cache
def minimax(board, rows, cols, side, scoring):
    """The value for `side`."""
    other = "O" if side == "X" else "X"
    after = successors(board, rows, cols, side)
    if after:
        return max(-minimax(one, rows, cols, other, scoring) for one in after.values())
    if successors(board, rows, cols, other):
        return -minimax(board, rows, cols, other, scoring)
    own, others = board.count(side), board.count(other)
    difference = own - others
    if scoring == "wof" or not own or not others:
        empties = board.count("-")
        difference += (difference > 0) * empties - (difference < 0) * empties
    return difference


def parts(position):
    """A position in the form that the rules here take."""
    shape, squares, side = str(position).split()
    rows, cols = map(int, shape.split("x"))
    return squares, rows, cols, side


def brute_value(position, scoring="discs"):
    """The value for the side to move."""
    return minimax(*parts(position), scoring)


def random_position(shape, empties, seed):
    """A position of a random game that is not over, with one to `empties` empty squares."""
    draw = random.Random(f"{shape} {seed}")
    while True:
        position = eo.Position(shape)
        while position.empties > empties and not position.is_over:
            position = position.play(draw.choice(position.legal_moves()))
        if not position.is_over:
            return position
        empties += 1
