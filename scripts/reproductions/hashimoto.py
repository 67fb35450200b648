"""The accuracies and times of Hashimoto et al. 2013, tables 1, 2, 3, 5 and 7: 300 positions for each S,
on a Pentium 4 with 3.2 GHz."""

#: The S of the columns.
PLIES = (20, 30, 40)
#: By player and playouts, if it makes any: for each S the accuracy in % and the seconds for all positions.
TABLE = {
    ("random", ""): ((33.2, 0.02), (45.3, 0.02), (46.7, 0.02)),
    ("MC", "2,000 a move"): ((30.3, 913), (45.0, 413), (57.3, 189)),
    ("alpha-beta 1", ""): ((77.3, 0.5), (84.2, 0.48), (82.7, 0.47)),
    ("alpha-beta 2", ""): ((82.5, 0.55), (92.0, 0.55), (88.7, 0.52)),
    ("alpha-beta 3", ""): ((84.8, 1.1), (93.5, 1.03), (90.3, 0.8)),
    ("alpha-beta 4", ""): ((88.8, 3.68), (94.8, 2.91), (92.3, 1.59)),
    ("alpha-beta 5", ""): ((88.1, 21.6), (95.8, 17.1), (94.2, 6.7)),
    ("UCT", "10,000"): ((32.2, 293), (50.0, 201), (62.5, 120)),
    ("UCT", "30,000"): ((31.1, 1027), (51.5, 739), (67.7, 465)),
    ("UCT", "50,000"): ((30.5, 1956), (51.7, 1440), (69.8, 951)),
    ("UCT+", "10,000"): ((77.6, 345), (87.2, 237), (88.7, 207)),
    ("UCT+", "30,000"): ((74.8, 1312), (86.7, 943), (88.4, 862)),
    ("UCT+", "50,000"): ((74.8, 2634), (86.8, 1927), (88.2, 1777)),
    ("UCTbreak", "10,000"): ((72.3, 290), (84.9, 153), (78.2, 110)),
    ("UCTbreak", "30,000"): ((73.6, 929), (86.6, 581), (74.8, 437)),
    ("UCTbreak", "50,000"): ((74.7, 2363), (88.1, 1185), (74.2, 913)),
}


def head():
    """The head of the table as it is shown."""
    return ["H's player", "Playouts", *(cell for s in PLIES for cell in (f"S = {s}, %", f"S = {s}, s"))]


def rows():
    """Its rows."""
    return [[*key, *(f"{cell:,}" for pair in numbers for cell in pair)] for key, numbers in TABLE.items()]
