"""Pictures of boards with a whole game: each square shows the number of the move played there."""

from xml.etree import ElementTree

#: Pixels of a square, and of the margin that names columns and rows.
SQUARE, RIM = 40, 22
BOARD, LINE, INK, PAPER = "#2f7d57", "#1d5138", "#2d2d2d", "#fcfcfa"
DISCS = {"X": ("#1b1b1b", "#ffffff"), "O": ("#f7f7f2", "#1b1b1b")}


def game(answer):
    """The SVG of an answer's perfect game from the start: each disc where it was placed, in its original colour."""
    board, side = answer["position"].split()
    rows, cols = map(int, answer["board"].split("x"))
    placed = {index: (disc, "") for index, disc in enumerate(board) if disc != "-"}
    number = 0
    for move in answer["line"]:
        if move != "pass":
            number += 1
            placed[square(move, cols)] = (side, str(number))
        side = "O" if side == "X" else "X"
    final = answer["final"]
    title = (f"{answer['board']}, {answer['start']} start: {final['black']}–{final['white']}; "
             f"Black moves first, numbers are moves")
    return drawing(rows, cols, placed, title)


def square(name, cols):
    """The index of a square, given its name, row by row."""
    return (int(name[1:]) - 1) * cols + ord(name[0]) - ord("a")


def drawing(rows, cols, placed, title):
    """The SVG of a board with discs, each with a colour and a label."""
    width, height = cols * SQUARE + 2 * RIM, rows * SQUARE + 2 * RIM
    root = ElementTree.Element("svg", xmlns="http://www.w3.org/2000/svg", width=str(width), height=str(height),
                               viewBox=f"0 0 {width} {height}", role="img")
    root.set("font-family", "sans-serif")
    root.set("text-anchor", "middle")
    ElementTree.SubElement(root, "title").text = title
    add(root, "rect", width=width, height=height, rx=6, fill=PAPER)
    add(root, "rect", x=RIM, y=RIM, width=cols * SQUARE, height=rows * SQUARE, fill=BOARD)
    for line in range(rows + 1):
        y = RIM + line * SQUARE
        add(root, "path", d=f"M{RIM} {y}H{width - RIM}", stroke=LINE)
    for line in range(cols + 1):
        x = RIM + line * SQUARE
        add(root, "path", d=f"M{x} {RIM}V{height - RIM}", stroke=LINE)
    for col in range(cols):
        write(root, chr(ord("a") + col), RIM + (col + 0.5) * SQUARE, RIM / 2, 13, INK)
    for row in range(rows):
        write(root, str(row + 1), RIM / 2, RIM + (row + 0.5) * SQUARE, 13, INK)
    for index, (side, text) in sorted(placed.items()):
        fill, ink = DISCS[side]
        x, y = RIM + (index % cols + 0.5) * SQUARE, RIM + (index // cols + 0.5) * SQUARE
        add(root, "circle", cx=x, cy=y, r=SQUARE * 0.42, fill=fill, stroke=LINE)
        if text:
            write(root, text, x, y, 16, ink)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def add(parent, name, **attributes):
    """A new element; underscores in attribute names stand for hyphens."""
    return ElementTree.SubElement(parent, name, {key.replace("_", "-"): f"{value:g}" if isinstance(value, (int, float)) else value
                                                 for key, value in attributes.items()})


def write(parent, text, x, y, size, fill):
    """A text centred at a point."""
    add(parent, "text", x=x, y=y + 0.35 * size, font_size=size, fill=fill).text = text
