"""The page of docs/results on Monte-Carlo tree search, and its figures, from the findings of `mcts`."""

from . import hashimoto, results
from . import mcts_plan as plan
from . import mcts_words as words
from .conclusions import signed
from .mcts_shown import figure, made_by, millions, percent, point


def section(experiments):
    """The section's text and its charts by name, without the parts that have no results."""
    charts = {}
    parts = [part(experiments, charts) for part in (speeds, tuning, accuracies, budgets, matches, per_leaf, parallel, voting)]
    return "\n\n".join(["## Monte-Carlo tree search", words.HEAD, *filter(None, parts), made_by(experiments)]), charts


#: Prefixes of the names of the searches whose playouts per second are shown.
SEARCHED = ["uct:n", "uct:playout=lanes", "uct+:n", "rave:n", "rave:playout=lanes", "uctbreak"]


def speeds(experiments, charts):
    """Playouts per second, and what lanes gain."""
    rows = []
    for board, lines in experiments.speeds().items():
        by = {line["kind"]: line["playouts_per_second"] for line in lines}
        if not by:
            continue

        def of(text, by=by):
            return next((speed for kind, speed in by.items() if kind.startswith(text)), None)

        plain = of("random games one by one, portable")
        lanes = [of(f"random games in lanes, {level}") for level in ("avx2", "avx512")]
        single = [of(f"random games one by one, {level}") for level in ("avx512", "avx2")]
        best = max(speed for speed in [*lanes, plain] if speed)
        searches = [of(f"search {player}") for player in SEARCHED]
        rows.append([board, millions(plain), millions(next(filter(None, single), plain)),
                     *(millions(speed) if speed else "" for speed in lanes),
                     f"× {best / plain:.1f}", *(millions(speed) if speed else "" for speed in searches)])
    head = ["Board", "Plain", "One by one", "Lanes, AVX2", "Lanes, AVX-512", "Lanes to plain",
            "UCT", "UCT, lanes", "UCT+", "RAVE", "RAVE, lanes", "UCTbreak"]
    return f"### Playouts a second\n\n{words.SPEEDS}\n\n{results.table(head, rows)}" if rows else None


def tuning(experiments, charts):
    """How accuracy depends on c and on the scale, on positions used for nothing else."""
    uct, plus = ([row for row in rows if row[1]] for rows in experiments.tuning())
    if not uct or not plus:
        return None
    n = experiments.size["playouts"][0]
    charts["mcts-scale"] = {
        "title": f"UCT+ by the scale of the evaluation, 6x6, 16 empties, {n:,} playouts",
        "x": {"label": "discs that weigh as much as a win", "scale": "log2"},
        "y": {"label": "accuracy, %"},
        "series": [{"name": "UCT+, c = 1", "points": [point(scale, row["accuracy"]) for scale, row in plus]},
                   {"name": "UCT, c = 1", "dashed": True,
                    "points": [{"x": scale, "y": 100 * dict(uct)[1.0]["accuracy"]["value"]} for scale, _ in plus]}],
    }
    head = [["UCT, c", *(f"{c:g}" for c, _ in uct)], ["UCT+, c = 1, scale", *(f"{scale:.3g}" for scale, _ in plus)]]
    rows = [["accuracy", *(percent(row["accuracy"]) for _, row in rows)] for rows in (uct, plus)]
    average = experiments.unvisited()
    more = [["unvisited=average", *(percent(average.get(scale, {}).get("accuracy")) for scale, _ in plus)]] if average else []
    tables = "\n\n".join(results.table(one, lines) for one, lines in zip(head, ([rows[0]], [rows[1], *more]), strict=True))
    c, scale = experiments.best()
    fits = fitted(experiments)
    return "\n\n".join(filter(None, [
        "### The constants",
        words.TUNING.format(c=f"{c:g}", scale=f"{scale:g}", n=f"{n:,}", positions=uct[0][1]["positions"]),
        tables, words.COMPUTED["tuning"],
        figure("mcts-scale", "Accuracy of UCT+ by the scale of its evaluation"),
        *([words.FITS, fits, words.COMPUTED["fits"]] if fits else [])]))


def fitted(experiments):
    """The table of scales by discriminant analysis; empty if there are none."""
    kinds = ("by_evaluation", "by_reward", "by_both")
    rows = [[name, f"{fit['scale']:.1f}" if fit["scale"] else "none", scale_limits(fit["limits"]),
             plan.DEFAULTS.get(fit["board"], ""), *(f"{100 * fit[key]:.1f}" for key in kinds)]
            for name, fit in experiments.fits().items()]
    head = ["Set", "Scale", "95 %", "Default", "Evaluation alone", "Random games alone", "Both"]
    return results.table(head, rows) if rows else ""


def scale_limits(limits):
    """The interval of a scale."""
    if limits is None:
        return "none"
    lower, upper = limits
    return f"{lower:.2g} or more" if upper is None else f"{lower:.2g} to {upper:.2g}"


#: What the chart of accuracies shows.
CHARTED = ["random", "MC, 2,000 a move", "UCT, c = 1", "UCT+, c = 1, default scale", "UCT+, c = 1, scale 30/128",
           "UCTbreak, c = 1", "alpha-beta 1", "alpha-beta 5"]


def accuracies(experiments, charts):
    """Tables 1, 2, 3, 5 and 7 of Hashimoto et al. at the smallest number of playouts, on all sets."""
    least = experiments.size["playouts"][0]
    found = {name: rows for name, rows in experiments.accuracies(least).items() if rows}
    if not found:
        return None
    paper = {label: value for label, _, value in plan.SIMPLE} | {label: values[0] for label, _, values in plan.SEARCHES}
    labels = list(experiments.players(least))
    names = list(found)
    rows = [[label, *(percent(found[name].get(label, {}).get("accuracy")) for name in names), paper.get(label) or ""]
            for label in labels]
    exact = [name for name in names if any(row["regret"] for row in found[name].values())]
    regrets = [[label, *(regret(found[name].get(label)) for name in exact)] for label in labels]
    seconds = [[label, *(brief(found[name][label]["cpu_seconds"]) if label in found[name] else "" for name in names)]
               for label in labels]
    charts["mcts-accuracy"] = {
        "title": f"Right moves, {least:,} playouts", "kind": "bars",
        "x": {"label": "set", "names": [name.replace("-greedy", "-g").replace("-strong", "-a") for name in names]},
        "y": {"label": "accuracy, %", "least": 0, "most": 100},
        "series": [{"name": label, "points": [point(index, found[name][label]["accuracy"]) for index, name in enumerate(names)
                                             if label in found[name]]} for label in CHARTED if label in labels],
    }
    return "\n\n".join([
        f"### How often players are right, {least:,} playouts",
        words.ACCURACY.format(positions=next(iter(next(iter(found.values())).values()))["positions"]),
        words.COMPUTED["missing-sets"],
        results.table(["Player", *names, "Paper, 8x8, S = 40"], rows), figure("mcts-accuracy", "Accuracy by set and player"),
        words.GAINS, gains(experiments, names, least), words.DIFFERENCES, words.COMPUTED["accuracies"], words.CAUSES,
        "Discs given away by a move, and in brackets the share of moves of the best value in %:",
        results.table(["Player", *exact], regrets), "CPU seconds for all positions of a set:",
        results.table(["Player", *names], seconds), words.PAPER, results.table(hashimoto.head(), hashimoto.rows()),
        words.COMPUTED["times"]])


def gains(experiments, names, playouts):
    """By how much each variant of UCT is right more often than UCT, position by position."""
    (_, plain, _), *others = plan.SEARCHES
    rows = [[label, *(change(experiments, name, (player, playouts), (plain, playouts)) for name in names)]
            for label, player, _ in others]
    return results.table(["Gain over UCT", *names], rows)


def change(experiments, name, first, second):
    """The difference of two players, given with their playouts, on a set."""
    found = experiments.gain(name, *(f"{player},n={playouts}" for player, playouts in (first, second)))
    return signed(found) if found else ""


def brief(seconds):
    """Seconds with two significant digits."""
    return f"{seconds:.1f}" if seconds >= 1 else f"{seconds:.2g}"


def regret(row):
    """Discs lost per move, and the share of best moves."""
    if not row or not row["regret"]:
        return ""
    return f"{row['regret']['value']:.2f} ({100 * row['optimal']['value']:.0f})"


def budgets(experiments, charts):
    """The same searches with more playouts."""
    first, *more = experiments.size["playouts"]
    found = {playouts: experiments.accuracies(playouts) for playouts in [first, *more]}
    names = [name for name in experiments.size["sets"] if any(found[playouts].get(name) for playouts in more)]
    if not names:
        return None
    rows = []
    for index, playouts in enumerate(found):
        for label, _, paper in plan.SEARCHES:
            cells = [percent(found[playouts].get(name, {}).get(label, {}).get("accuracy")) for name in names]
            rows.append([label, f"{playouts:,}", *cells, paper[index] or ""])
    rows.sort(key=lambda row: [label for label, _, _ in plan.SEARCHES].index(row[0]))
    table = results.table(["Player", "Playouts", *names, "Paper, 8x8, S = 40"], rows)
    grown = [[label, *(change(experiments, name, (player, more[-1]), (player, first)) for name in names)]
             for label, player, _ in plan.SEARCHES]
    gained = results.table(["Gain", *names], grown)
    text = words.GROWTH.format(least=f"{first:,}", most=f"{more[-1]:,}")
    return "\n\n".join(["### More playouts", words.BUDGETS, table, text, gained, words.COMPUTED["budgets"]])


def matches(experiments, charts):
    """Tables 4, 6 and 8 of Hashimoto et al."""
    rows = [[scale, label, standing(found), percent(found["points"]), elo(found["elo"]), paper]
            for (_, scale, _, label, paper), found in experiments.matches() if found]
    if not rows:
        return None
    board, playouts, end, games = experiments.size["match"]
    head = ["Scale of UCT+", "Opponent", "Won–drawn–lost", "Points, %", "Elo", "Paper"]
    text = words.MATCHES.format(board=board, playouts=f"{playouts:,}", end=end, games=games)
    parts = ["### Matches", text, results.table(head, rows), words.COMPUTED["matches"]]
    if experiments.size["slow"]:
        slow = [[scale, label, standing(found), percent(found["points"]), elo(found["elo"]), paper]
                for (_, scale, _, label, paper), found in experiments.slow_matches() if found]
        playouts, ms = experiments.size["slow"]
        made = playouts_in(experiments, board, ms / 1000)
        more = words.SLOW.format(playouts=f"{playouts:,}", ms=ms, made=made)
        told = [more, results.table(head, slow), words.COMPUTED["slow-matches"], words.MATCH_CAUSES]
        parts += told if slow else [words.NO_SLOW]
    return "\n\n".join(parts)


def playouts_in(experiments, board, seconds):
    """How many playouts UCT makes in a given time, in thousands."""
    lines = experiments.speeds().get(board, [])
    speeds = [line["playouts_per_second"] for line in lines if line["kind"].startswith("search uct:n")]
    return f"{1000 * round(speeds[0] * seconds / 1000):,}" if speeds else "unmeasured"


def standing(found):
    """Games won, drawn and lost."""
    return f"{found['wins']}–{found['draws']}–{found['losses']}"


def elo(limits):
    """A difference in Elo points."""
    if limits["value"] is None:
        return f"at least {limits['lower']:+.0f}" if limits["lower"] is not None else f"at most {limits['upper']:+.0f}"
    return f"{limits['value']:+.0f}".replace("-", "−")


def per_leaf(experiments, charts):
    """Figures 8 to 10 of Kubota et al."""
    kinds = {"playout=uniform, portable": "plain", "playout=uniform": "one by one, SIMD", "playout=lanes, portable": None,
             "playout=lanes": "in lanes, SIMD"}
    series = {}
    for line in experiments.per_leaf_speeds():
        if not line["kind"].startswith("search "):
            continue
        k = int(line["kind"].split("per=")[1].split(",")[0])
        behind = line["kind"].split(",", 2)[2]
        name = kinds.get(behind, kinds.get(behind.rsplit(", ", 1)[0]))
        if name:
            series.setdefault(name, {})[k] = line["playouts_per_second"]
    parts = ["### Playouts from each leaf"]
    if series:
        charts["mcts-simd"] = {
            "title": "Playouts a second of UCT on 8x8, one core", "x": {"label": "playouts from each leaf", "scale": "log2"},
            "y": {"label": "million playouts a second of CPU time", "least": 0},
            "series": [{"name": name, "points": [{"x": k, "y": speed / 1e6} for k, speed in speeds.items()]}
                       for name, speeds in series.items()],
        }
        rows = [[name, *(millions(speed) for speed in speeds.values())] for name, speeds in series.items()]
        plain, lanes = series["plain"], series["in lanes, SIMD"]
        rows.append(["in lanes to plain", *(f"× {lanes[k] / plain[k]:.1f}" for k in plain)])
        parts += [words.SIMD, results.table(["k", *plain], rows), words.COMPUTED["per-leaf"]]
        parts.append(figure("mcts-simd", "Playouts a second by playouts from each leaf"))
    parts += leaf_scaling(experiments, charts) + leaf_matches(experiments, charts)
    return "\n\n".join(parts) if len(parts) > 1 else None


def leaf_scaling(experiments, charts):
    """Figure 9: speed-up by workers and k."""
    speeds = {}
    lines, load = experiments.leaf_scaling()
    for line in lines:
        if line["scheme"].startswith("leaf, "):
            k = int(line["scheme"].split()[1])
            speeds.setdefault(k, {})[line["workers"]] = line["playouts_per_second"]
    if not speeds:
        return []
    workers = list(next(iter(speeds.values())))
    gain = {k: {count: speed / by[workers[0]] for count, speed in by.items()} for k, by in speeds.items()}
    charts["mcts-leaf"] = {
        "title": "Leaf parallel: speed-up by workers", "x": {"label": "workers", "least": 0.8},
        "y": {"label": "playouts a second, of those of one worker", "least": 0},
        "series": [{"name": f"k = {k}", "points": [{"x": count, "y": value} for count, value in by.items()]}
                   for k, by in gain.items()],
    }
    rows = [[k, *(f"{speeds[k][count]:,.0f} (× {gain[k][count]:.1f})" for count in workers)] for k in speeds]
    head = ["k", *(f"{count} workers" if count > 1 else "1 worker" for count in workers)]
    return [words.LEAF + loaded(load), results.table(head, rows), words.COMPUTED["leaf-scaling"],
            figure("mcts-leaf", "Speed-up of the leaf parallel scheme")]


def leaf_matches(experiments, charts):
    """Figure 10: win rate against k."""
    found = [(k, row) for k, row in experiments.leaf_matches() if row]
    if not found:
        return []
    charts["mcts-per-leaf"] = {
        "title": f"k playouts from each leaf against one, 8x8, {experiments.size['move_ms']} ms a move",
        "x": {"label": "k, playouts from each leaf", "scale": "log2"}, "y": {"label": "points, %", "least": 0, "most": 100},
        "series": [{"name": "points against k = 1", "points": [point(k, row["points"]) for k, row in found]}],
    }
    rows = [["points, %", *(percent(row["points"]) for _, row in found)]]
    text = words.WIN_RATE.format(ms=experiments.size["move_ms"], games=found[0][1]["games"])
    table = results.table(["k", *(k for k, _ in found)], rows)
    return [text, table, words.COMPUTED["win-rate"], figure("mcts-per-leaf", "Points by playouts from each leaf")]


def loaded(load):
    """How far the load of two cores allows conclusions about wall-clock speeds."""
    if load is None or load < 2:
        return ""
    return (f"\n\n**The load average of the machine's two cores was {load} at that time**: speeds on the clock are too\n"
            "low, those of few workers most of all, and the speed-ups too high.")


def parallel(experiments, charts):
    """Every scheme by number of workers."""
    lines, load = experiments.parallel()
    if not lines:
        return None
    rows = [[line["workers"], line["scheme"], f"{line['playouts_per_second']:,.0f}", f"× {line['speed_up']:.2f}",
             percent(line["accuracy"]), f"{line['bytes'] / 2**20:.1f} MiB"] for line in lines]
    head = ["Workers", "Scheme", "Playouts/s, sleeping", "Speed-up", "Accuracy, %", "Memory"]
    text = words.PARALLEL.format(playouts=f"{lines[0]['playouts']:,}", set=lines[0]["set"], positions=lines[0]["positions"])
    return "\n\n".join(["### Parallel schemes", text + loaded(load), results.table(head, rows), words.COMPUTED["parallel"]])


def voting(experiments, charts):
    """Average against majority by number of trees, root against tree, and votes by their agreement."""
    name, n, trees, found = experiments.voting()
    if not found:
        return None
    def row(text):
        return found.get(text, {}).get("accuracy")
    series, rows, gained = {}, [], []
    for budget, title in ((lambda count: n, "all trees together"), (lambda count: n // 8 * count, f"{n // 8:,} each")):
        shown = f"{n:,} {title}" if budget(2) == n else title
        player = lambda merge, count, budget=budget: f"uct:n={budget(count)},trees={count},merge={merge}"  # noqa: E731
        for label, pair in (("majority over average", lambda count, of=player: (of("majority", count), of("average", count))),
                            ("average over one tree", lambda count, of=player: (of("average", count), of("average", 1)))):
            found_gains = [experiments.gain(name, *pair(count)) for count in trees[1:]]
            gained.append([label, shown, "", *(signed(one) if one else "" for one in found_gains)])
        for merge in plan.MERGES:
            cells = [(count, row(player(merge, count))) for count in trees]
            rows.append([f"root, {merge}", shown, *(percent(cell) for _, cell in cells)])
            if merge != "sum":
                series[f"{merge}, {title}"] = [point(count, cell) for count, cell in cells if cell]
    tree = {count: row(f"uct:n={n},threads={count}") for count in experiments.size["workers"]}
    rows.append(["tree", f"{n:,} all threads together", *(percent(tree.get(count)) for count in trees)])
    series["tree"] = [point(count, cell) for count, cell in tree.items() if cell]
    charts["mcts-voting"] = {
        "title": f"Root parallel: right moves by number of trees, {name}",
        "x": {"label": "trees (tree parallel: threads)", "scale": "log2"},
        "y": {"label": "accuracy, %"},
        "series": [{"name": label, "points": points} for label, points in series.items() if points],
    }
    bins = experiments.agreement()
    places = ["0–0.2", "0.2–0.4", "0.4–0.6", "0.6–0.8", "0.8–1"]
    charts["mcts-agreement"] = {
        "title": "Right votes by the share of the trees that agree", "kind": "bars",
        "x": {"label": "share of the trees that chose the move", "names": places},
        "y": {"label": "accuracy, %", "least": 0, "most": 100},
        "series": [{"name": "majority of 8 to 64 trees", "points": [
            {"x": place, "y": right.value, "lower": right.lower, "upper": right.upper}
            for place, (_, right) in enumerate(bins) if right] or [{"x": 0, "y": 0}]}],
    }
    agreement = results.table(["Agreement", *places], [["votes", *(f"{votes:,}" for votes, _ in bins)],
                                                      ["right, %", *(str(right or "") for _, right in bins)]])
    text = words.VOTING.format(set=name, n=f"{n:,}", each=f"{n // 8:,}")
    return "\n\n".join(["### Votes of trees", text, results.table(["Scheme", "Playouts", *trees], rows),
                        words.VOTE_GAINS, results.table(["Gain", "Playouts", *trees], gained), words.COMPUTED["voting"],
                        figure("mcts-voting", "Accuracy by number of trees"),
                        words.AGREEMENT, agreement, words.COMPUTED["agreement"],
                        figure("mcts-agreement", "Accuracy of votes by agreement")])
