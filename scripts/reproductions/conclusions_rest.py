"""Conclusions from the tables of docs/results on everything except Monte-Carlo tree search and speed, in sentences."""

import re

from .conclusions import Missing, change, count, direction, number, several, wilson, wrapped

#: Candidates for the 8x8 set with S = 30: how many, how many of them are decisive, and CPU minutes for each. Measured when it was made.
CANDIDATES, DECISIVE, CANDIDATE_MINUTES = 64, 37, 170 / 64
#: Number of positions in one of H's sets.
WANTED = 300
#: How much a campaign may exceed a plain run.
CAMPAIGN_GOAL = 1.3
#: The share of cases that the spread of the estimate should cover.
SPREAD = 80
#: The factor within which an estimate counts as near.
FACTOR = 3
#: The least speed-up with two ranks; with more ranks, the least share of the ideal speed-up.
RANK_GOALS = {2: 1.7, 16: 0.85, 64: 0.7}


def certificate_cuts(results):
    """How the size of a certificate and the time of its check depend on the cut."""
    table = results.table("certificates", "Certificates", "Cut")
    cuts = table.labels()
    size, check = ([table.number(cut, column) for cut in cuts] for column in ("Bytes", "Checked in"))

    def steps(values, falls):
        good = sum((after < before) == falls and after != before for before, after in zip(values, values[1:], strict=False))
        return "at every step" if good == len(values) - 1 else f"at {good} of {len(values) - 1} steps"

    return wrapped(
        f"From a cut of {cuts[0]} to one of {cuts[-1]} the file of 6x6 `othello` becomes smaller {steps(size, True)}, from "
        f"{size[0]:,.0f} to {size[-1]:,.0f} bytes, and the check longer {steps(check, False)}, from {check[0]:g} to {check[-1]:g} s:"
    )


def certificate_leaf_work(results):
    """What a limit on the work of a leaf gains over a cut at a number of empty squares."""
    cuts, works = (results.table("certificates", "Certificates", column) for column in ("Cut", "Leaf work"))

    def figures(table):
        return [[table.number(label, name) for name in ("Searched", "Bytes", "Made in")] for label in table.labels()]

    factors, slower = [], []
    for check, size, making in figures(works):
        # The cut whose check visits at least as many positions, but no more than it has to.
        more = [cut for cut in figures(cuts) if cut[0] >= check]
        if more:
            factors.append(min(more)[1] / size)
            slower.append(making / min(more)[2])
    if not factors:
        raise Missing("cuts whose check visits more positions")
    return wrapped(
        f"With `--leaf-work` a position is a leaf if the checker's search answers it by visiting at most so many positions, which "
        f"the prover tries. The files for limits of {several(works.labels())} are smaller by factors of "
        f"{several(f'{factor:.1f}' for factor in factors)} than that of the cut whose check visits the next larger number of "
        f"positions. Making them takes {min(slower):.1f} to {max(slower):.1f} times as long:"
    )


def ledger_growth(results):
    """How the nodes of who wins grow with the board, and where that would lead."""
    plain, ledgers = results.table("campaign", "Campaigns", "Board"), results.table("ledgers", "What the ledgers say", "Board")
    nodes = {board: amount(plain.cell((board, "othello", "wld"), "Plain run, value only")) for board in ("4x12", "6x6")}
    asked = {row[0]: amount(row[ledgers.head.index("Nodes")]) for row in ledgers.rows if row[1] == "`othello`"}
    nodes |= asked
    chain = [board for board in ("6x6", "6x7", "6x8") if board in nodes]
    factors = [
        (nodes[after] / nodes[before]) ** (1 / (squares(after) - squares(before)))
        for before, after in zip(chain, chain[1:], strict=False)
    ]

    def led_to(board):
        more = squares(board) - squares(chain[-1])
        few, many = sorted(nodes[chain[-1]] * factor**more for factor in factors)
        return f"{power(few)} to {power(many)} for {board}"

    took = several(f"{power(nodes[board])} nodes on {board}" for board in chain)
    return wrapped(
        f"Who wins from the `othello` start took {took}: {several(f'{factor:.2f}' for factor in factors)} times as many for each "
        f"square more. ({' and '.join(asked)} were campaigns, the others plain searches; the programs differed.) Carried on, "
        f"these factors give {led_to('7x7')} and {led_to('8x8')}. That is no more than a guess: on "
        f"4x12, with as many squares as 6x8, it took {power(nodes['4x12'])}."
    )


def tree_growth(results):
    """How the proofs grow with the board and with each move, and how large they would be on larger boards."""
    table = results.table("trees", "The proofs", "Empty squares")
    chain = [board for board in ("6x6", "6x7", "6x8") if board in table.head]
    last, largest = table.labels()[-1], chain[-1]
    sizes = {board: table.number(last, board) for board in (*chain, "4x12")}
    factors = [(sizes[after] / sizes[before]) ** (1 / (squares(after) - squares(before)))
               for before, after in zip(chain, chain[1:], strict=False)]
    begin = next(row for row in table.rows if row[table.head.index(largest)])
    each = (sizes[largest] / table.number(begin[0], largest)) ** (1 / (int(begin[0]) - int(last)))

    def led_to(board):
        more = squares(board) - squares(largest)
        few, many = sorted(sizes[largest] * factor**more for factor in (min(factors), max(factors)))
        return f"{power(few)} to {power(many)} positions on {board}" if few != many else f"{power(few)} positions on {board}"

    had = several(f"{sizes[board]:,.0f} on {board}" for board in chain)
    return wrapped(
        f"The positions with {last} empty squares are {had}: {several(f'{factor:.2f}' for factor in factors)} times as many for each "
        f"square more. The proof of {largest} grows {each:.2f} times with each move from its root to there. Carried on, the "
        f"{'factors' if len(factors) > 1 else 'factor'} a square would give {led_to('7x7')} and {led_to('8x8')}. That is no more "
        f"than a guess: on 4x12, with as many squares as 6x8, there are {sizes['4x12']:,.0f}."
    )


def amount(cell):
    """A number of nodes as the tables print it."""
    return number(cell) * {"M": 1e6, "G": 1e9, "T": 1e12}[cell.split()[-1]]


def power(nodes):
    """A number of nodes, to two digits."""
    digits, exponent = f"{nodes:.1e}".split("e")
    return f"{digits} × 10{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(digit)] for digit in str(int(exponent)))}"


def growth(results):
    """The factor by which the median of nodes grows four plies earlier, between sets of the same board and labels."""
    table = results.table("problems", "Problem sets", "Set")
    median = {}
    for row in table.rows:
        cells = dict(zip(table.head, row, strict=True))
        name = re.match(r"\[(?:data/)?sets/([^\]]*)\]", cells["Set"])
        if name and not name.group(1).endswith(("-greedy", "-strong")):
            median[cells["Board"], cells["Labels"], int(cells["S"])] = number(cells["Nodes"])
    return {
        (board, labels, s): median[board, labels, s - 4] / nodes
        for (board, labels, s), nodes in median.items()
        if (board, labels, s - 4) in median
    }


def problem_growth(results):
    """What positions with fewer discs cost."""
    found = growth(results)
    if not found:
        raise Missing("sets four plies apart")
    said = several(f"{factor:.1f} ({board}, {labels}, S = {s} to {s - 4})" for (board, labels, s), factor in found.items())
    return wrapped(f"Four plies earlier, the median number of nodes is higher by a factor of {said}.")


def missing_sets(results):
    """Why H's sets with S = 30 and 20 are not whole, with what they would take: S = 20 is extrapolated from the growth from 36 to 30."""
    table = results.table("problems", "Problem sets", "Set")
    labels = {s: next((label for label in table.labels() if f"8x8-s{s}-strong" in label), "") for s in (36, 30)}
    nodes = {s: table.number(label, "Nodes") for s, label in labels.items()}
    grown = nodes[30] / nodes[36]
    hours = WANTED * CANDIDATE_MINUTES * CANDIDATES / DECISIVE / 60
    return wrapped(
        f"Of S = 30 there are only {table.cell(labels[30], 'Positions')} positions, and the paper's set with S = 20 is not here. With S = 30, {CANDIDATES} candidates took "
        f"{CANDIDATES * CANDIDATE_MINUTES:.0f} CPU minutes, and {DECISIVE} of them are decisive; so {WANTED} positions take about {long_time(3600 * hours)}. In the sets "
        f"called -strong, six plies earlier take {grown:.0f} times the nodes. At that rate S = 20 would take "
        f"{long_time(3600 * hours * grown ** (10 / 6))}. The paper's labels for S = 20 are not those of perfect play, but the signs of a search of 24 plies."
    )


def long_time(seconds):
    """A time in hours or days."""
    return f"{seconds / 3600:.0f} CPU hours" if seconds < 3 * 86400 else f"{seconds / 86400:,.0f} CPU days"


def campaign_goal(results):
    """Which campaigns cost more than they may."""
    table = results.table("campaign", "Campaigns", "Board")
    misses, rows = [], 0
    for row in table.rows:
        for workers, column in (("one worker", 11), ("two", 14)):
            factor = number(row[column])
            rows += 1
            if factor > CAMPAIGN_GOAL:
                misses.append(f"{row[0]} {row[1]} {row[2]} {row[3]} with {workers} (× {factor:.2f})")
    return wrapped(
        f"The goal is × {CAMPAIGN_GOAL}: {count(rows - len(misses), rows, 'campaigns')} reach it"
        f"{'; not ' + several(misses) if misses else ''}."
    )


def campaign_estimates(results):
    """How often the truth was near the estimates, and within their spread."""
    table = results.table("campaign", "What is left", "Campaign")
    cases = near = inside = 0
    for row in table.rows:
        limits = re.fullmatch(r"([\d.,]+) M to ([\d.,]+) M", row[5])
        if limits:
            cases += 1
            near += 1 / FACTOR <= number(row[7]) <= FACTOR
            inside += number(limits.group(1)) <= number(row[6]) <= number(limits.group(2))
    if not cases:
        raise Missing("estimates")
    share = wilson(100 * inside / cases, cases)
    verdict = {1: "more than", 0: "within chance of", -1: "fewer than"}[(share.lower > SPREAD) - (share.upper < SPREAD)]
    return wrapped(
        f"What was really left lay within a factor of {FACTOR} of the estimate in {near} of {cases} cases, and within the spread in {inside}, "
        f"{share.value:.0f} % ({share.lower:.0f}–{share.upper:.0f}), {verdict} the {SPREAD} % that it is meant for. (The rows of a campaign are "
        "parts of one ledger, so the interval is too narrow.)"
    )


def tds_accuracy(results):
    """Whether more ranks choose other than one, or than root parallel."""
    table = results.table("tds", "How good", "Ranks")
    gains = [(row, place) for place, name in enumerate(table.head) if "gain" in name for row in table.rows[1:]]
    apart = [f"{row[0]} ranks, {table.head[place]}, {row[place]}" for row, place in gains if direction(change(row[place]))]
    by_chance = f"{len(gains) / 20:.1f} would be beyond chance if nothing differed"
    if not apart:
        return wrapped(f"None of {len(gains)} gains is beyond chance; {by_chance}.")
    return wrapped(f"{len(apart)} of {len(gains)} gains are beyond chance: {several(apart)}; {by_chance}.")


def tds_gains(results):
    """Where two ranks reach their goal in wall-clock time."""
    table = results.table("tds", "Two ranks", "Board")
    goal, reached, missed = RANK_GOALS[2], [], []
    for row in table.rows:
        gain = number(row[table.head.index("by the clock")])
        (reached if gain >= goal else missed).append(f"{row[0]} {row[1]} ({gain:.2f})")
    return wrapped(f"The goal, {goal}, is reached by {several(reached)}, and missed by {several(missed)}.")


def tds_scaling(results):
    """How close to ideal many ranks come."""
    table = results.table("tds", "Scaling", "Ranks")
    said = []
    for ranks, goal in RANK_GOALS.items():
        if ranks > 2 and str(ranks) in table.labels():
            share = table.number(str(ranks), "of ideal")
            said.append(f"{ranks} ranks reach {share:.2f} of the ideal (goal {goal}: {'reached' if share >= goal else 'missed'})")
    root = [table.number(ranks, "root parallel") for ranks in table.labels()]
    last = table.labels()[-1]
    one, all_of = table.number(last, "Nodes of a root parallel tree"), table.number(last, "Nodes")
    said = "; ".join(said)
    return wrapped(
        f"{said[:1].upper()}{said[1:]}. Root parallel, whose trees never wait, reaches {min(root):.2f} to {max(root):.2f}; "
        f"with {last} ranks each of its trees has {one:,.0f} nodes, the shared tree {all_of:,.0f}."
    )


def tds_latency(results):
    """What network latency costs."""
    table = results.table("tds", "Scaling", "")
    base = next((name for name in table.labels() if re.fullmatch(r"\d+ descents for each rank", name)), None)
    if base is None:
        raise Missing("the row without latency")
    delays = {
        re.search(r"latency of ([\d.]+ \S+)", name).group(1): table.number(name, "of ideal")
        for name in table.labels()
        if "latency" in name
    }
    said = several(f"{value:.2f} with {delay}" for delay, value in delays.items())
    alone = table.number(base, "of ideal")
    most = max(1 - value / alone for value in delays.values())
    return wrapped(
        f"With 8 descents for each rank, a simulated latency changes the share of the ideal from {alone:.2f} to {said}: up to "
        f"{most:.0%} fewer playouts/s (the faster of two measurements, no interval)."
    )


def tds_limit(results):
    """The first bottleneck in the model."""
    table = results.table("tds", "Where the network", "A playout takes")
    network = 1250
    said = []
    for row in table.rows:
        share = {"rank 0": number(row[5]), "the network": 100 * number(row[2]) / network, "a rank's jobs": number(row[3])}
        said.append((row[0], max(share, key=share.get), share))
    first = {name for _, name, _ in said}
    if len(first) == 1:
        loads = several(f"{share[name]:.0f} % at {playout}" for playout, name, share in said)
        return wrapped(f"In each row {next(iter(first))} is the first limit, with a load of {loads}.")
    return wrapped(f"The first limit is {several(f'{name} at {playout}' for playout, name, _ in said)}.")


def wipe_outs(results):
    """On which boards the first player wipes the other out."""
    table = results.table("figures", "Pictures", "Board")
    said = []
    for start in table.columns():
        games = {row[0]: row[table.head.index(start)] for row in table.rows if row[table.head.index(start)]}
        ends = {board: re.search(r"<br>(\w+) wins, (\d+)–(\d+)", cell) for board, cell in games.items()}
        taken = [board for board, end in ends.items() if end and end.group(1) == "Black" and end.group(3) == "0"]
        rest = [board for board in games if board not in taken]
        said.append(
            f"Of the boards in the picture for `{start}`, perfect play of Black wipes White out on {several(taken)}, but not on "
            f"{several(rest)}."
        )
    said.append("[The atlas](atlas.md) has more boards, and `reversi-rows`.")
    return wrapped(" ".join(said))


def squares(board):
    """The number of squares on a board."""
    rows, cols = map(int, board.split("x"))
    return rows * cols


CONCLUSIONS = {
    "certificate-cuts": certificate_cuts,
    "certificate-leaf-work": certificate_leaf_work,
    "ledger-growth": ledger_growth,
    "tree-growth": tree_growth,
    "problem-growth": problem_growth,
    "missing-sets": missing_sets,
    "campaign-goal": campaign_goal,
    "campaign-estimates": campaign_estimates,
    "tds-accuracy": tds_accuracy,
    "tds-gains": tds_gains,
    "tds-scaling": tds_scaling,
    "tds-latency": tds_latency,
    "tds-limit": tds_limit,
    "wipe-outs": wipe_outs,
}
