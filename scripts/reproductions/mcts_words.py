"""The text of the section on Monte-Carlo tree search. Sentences that follow from its numbers are computed (`conclusions_mcts`);
the others are opinions, and have a date."""

from .conclusions import block

HEAD = """
Players of `solve mcts` measured against exact values and each other, and compared with three papers: H is Hashimoto et al. 2013
(UCT+), K is Kubota, Sato & Takahashi (SIMD and leaf parallel), S is Soejima 2010 (votes of trees). Accuracy is defined as in
H: the share of winning moves among those made, plus half of the drawing ones. Brackets hold 95 % intervals: Wilson's for
shares, those of matches widened where the two games of an opening end alike, and bootstrap for means. The seed is 1 unless
stated. Times are CPU seconds of one thread.

*Above*, *below* and *beyond chance* mean that the 95 % interval of a difference excludes 0, *indistinguishable* that it does not,
which does not make two numbers equal. The tables called *gain* compare two players position by position (Bonett & Price 2012).
Elsewhere the interval is computed from the two given, as if they were independent (Newcombe 1998, method 10); for numbers from
the same positions it is too wide, so that small differences go unnoticed. Where the highest of several numbers is compared with
the others, the intervals of all pairs hold together (Bonferroni). A paper's numbers count as shares of its 300 positions or 100
games. These sentences are computed from the tables. Paragraphs that begin with *Opinion* are not results.
""".strip()

SPEEDS = """
Random games from the start per second of CPU time on one core, after a check that the means of 100,000 games of each kind agree.
*Plain* plays one game after another in integer code; *one by one* does so with vector instructions for the eight directions of
a move; *lanes* plays sixteen games at once. The last columns are searches of 50,000 playouts with the best instructions. K's
vector playouts, which flip discs in two directions at once, gained a factor of up to 1.3.
""".strip()

TUNING = """
H use c = 1. Here c and the scale were chosen on {positions} random positions of 6x6 with 16 empty squares, with a seed other than
that of the sets (`--board 6x6 --empties 16 --seed 1000`) and {n} playouts. The highest accuracies were at c = {c} for UCT and at a scale
of {scale} discs for UCT+ with c = 1. All other tables use the sets. UCT+ adds E / sqrt(n_i) to UCB1, where E is the evaluation in
discs divided by the scale. H have E = Zebra's value / 30; if that value is in Zebra's unit, 1/128 of a disc, the scale is
30/128. H say that unvisited moves are taken in the order of their evaluations, but not whether every move is made once before
any is made twice. With `unvisited=average` a move that was never made counts as one made once and as good as the position.
""".strip()

FITS = """
The scale by H's own method: the ratio of the two coefficients of one discriminant function of win rate and evaluation over all
moves that win or lose (`solve mcts fit --set DIR`, 1,000 random games after each move). The last columns are the share of moves that
each feature classifies correctly, in %. Where the win rate gets no weight beside the evaluation, there is no scale. The 95 %
interval comes from 2,000 resamples of whole positions; it begins at 0 where the win rate may get no weight. *Default* is the
scale that `uct+` has unless told otherwise. It was found in this way, too, but with older weights and on random positions with
18 (8x8) and 16 empty squares that are in no set (`lab/othello/src/fit`). H fitted one scale to all their 900 problem
positions, on which they then tested it. [UCT+](docs/results/uct-plus.md) tests the scale of each set.
""".strip()

ACCURACY = """
{positions} decisive positions of each set, in which one move wins and another loses, S discs after the start. Sets called `-strong`
come from games of alpha-beta, those called `-greedy` from games by the evaluation with a tenth of random moves, the others from
games of random moves (see [Problem sets](docs/results/problem-sets.md)). The paper's come from game records, 300 on 8x8 for each
S; its column is for S = 40, and a table below has the others. *Default scale* is the default in the table above: 8.6 discs on 8x8,
11.5 on 6x6 and 4x10. `solve mcts players` describes tuned, rave and puct.
""".strip()

PAPER = """
H's accuracies, and their seconds for all 300 positions on a Pentium 4 with 3.2 GHz (tables 1, 2, 3, 5 and 7):
""".strip()

GAINS = """
The same searches against UCT with the same c, in percentage points, position by position:
""".strip()

DIFFERENCES = """
What agrees with H, and what does not:
""".strip()

#: Possible causes of differences from the paper's accuracies that were not tested.
CAUSES = """
*Opinion, 2026-11-26.* We think that the games from which positions come explain most of the distance from H's accuracies, and that
H's scale was small: 30 discs are refuted, while 30/128, 1 and 2 discs all fit (see [UCT+](docs/results/uct-plus.md)).
UCTbreak depends on the parity of its cut. If H's leaf is the node above the new one, its accuracies are indistinguishable from theirs:
see [UCTbreak](docs/results/uctbreak.md).
""".strip()

BUDGETS = """
H's tables 2, 3 and 7.
""".strip()

GROWTH = """
From {least} to {most} playouts, in percentage points, position by position:
""".strip()

MATCHES = """
H's tables 4, 6 and 8 on {board}: {games} games each from openings of eight random moves, each opening played with both colours, with
{playouts} playouts a move and exact play from {end} empty squares on (H: S = 45). *Default* is the default scale, 8.6 discs on 8x8. The paper gave UCT, UCTbreak and UCT+
two seconds a move, and UCT+ 30,000 playouts against alpha-beta: see the second table. How many playouts two seconds are stands
[above](#how-often-players-are-right-10000-playouts), below H's times. UCTbreak has d = 10 here; for d = 9, with which it is right more often,
see [UCTbreak](docs/results/uctbreak.md).
""".strip()

SLOW = """
The same with {playouts} playouts against alpha-beta, as in the paper, and with equal time against UCT and UCTbreak: {ms} ms a move. At its
speed from the start, UCT makes about {made} playouts in that time. UCTbreak's playouts are shorter.
""".strip()

#: Possible causes of differences from the paper's matches that were not tested.
MATCH_CAUSES = """
*Opinion, 2026-11-26.* We do not know why H's UCT+ does better against alpha-beta; for other scales and a weaker evaluation see
[UCT+](docs/results/uct-plus.md#matches-against-alpha-beta). H do not say from which openings they played.
""".strip()

NO_SLOW = """
The matches with more playouts and with equal time were not run for this table; `scripts/reproduce mcts` plays them last.
""".strip()

SIMD = """
K, figure 8: playouts per second of a UCT search from the start of 8x8 with k playouts from each leaf. K gain a factor of up to 1.3 for
k ≥ 32 and less below. Here each game has one of sixteen lanes, so with fewer playouts from a leaf some lanes are idle.
""".strip()

LEAF = """
K, figure 9: playouts per second by workers and k. There, six cores of a Cell processor are up to about six times as fast as one for
k ≥ 16; with fewer playouts from each leaf they wait for the thread that owns the tree. Two cores cannot speed up more than two
workers, so here, in an artificial tree, k playouts sleep for k times 0.02 ms. To that the system adds the time it takes to wake
a worker, during which the owner of the tree can catch up, and other work on the machine disturbs both. So K's effect cannot show here;
a test of it needs more cores, and playouts that compute. Two workers with such playouts are
[on another page](docs/results/leaf-parallel.md#one-by-one-as-k-plays).
""".strip()

WIN_RATE = """
K, figure 10: points of k playouts from each leaf against one, in lanes, with {ms} ms a move and {games} games each on 8x8. In the paper
(six cores, 1 s a move, 400 games) the win rate rises up to k = 16 and then falls. K explain the rise by more playouts a second, since
workers wait less for the thread that owns the tree, and the fall by playouts spent on moves of little use. Here one thread does
everything and both sides play in sixteen lanes, so with k = 1 fifteen lanes are idle, and 16 is the least k that fills them: a rise
has another cause than K's. What k costs at equal playouts is on the page on [leaf parallel search](docs/results/leaf-parallel.md).
""".strip()

PARALLEL = """
*Playouts/s, sleeping* and *speed-up* show how a scheme scales, on an artificial tree whose playouts sleep for 1 ms, so that
workers need no cores. *Accuracy* and *memory* show what it costs: UCT with c = 1 and {playouts} playouts, all workers together, on {positions}
positions of {set}, in one run. Runs with several threads differ a little from each other. The page on
[leaf parallel search](docs/results/leaf-parallel.md) compares the accuracies position by position, with several seeds.
""".strip()

VOTING = """
In S's games of Go, a majority vote of 64 root trees won 70.0 % against their average on 19x19 and 56.5 % on 9x9; a vote of 8 trees
with 8 threads each won 59.0 % and 47.0 %. Beyond 32 to 64 trees little was gained, and tree parallel with 4 to 8 threads overtook
64 root trees. The table shows the share of right moves on {set} for UCT with c = 1: first with {n} playouts for all trees
together, then with a fixed number for each tree, as on a cluster. Right is what the exact labels say, not what a longer search
plays. Sum and average are the same here, because all trees make equally many playouts. Trees against threads at equal time, more trees
and matches are on the page on [votes of many trees](docs/results/votes.md); the answers of 2, 8, 32 and 64 trees with {each} each are the
same there, so what they show counts once.
""".strip()

VOTE_GAINS = """
The same position by position, in percentage points:
""".strip()

AGREEMENT = """
Votes of 8 and more trees of both kinds, by the share of the trees that chose the move, and how often the move was right. The
intervals count positions, since one gives several votes. In S a wide majority is right and a narrow one is not. S's bins are of
512 trees: see [Votes of many trees](docs/results/votes.md).
""".strip()

#: The computed sentences, by where they appear.
COMPUTED = {name: block(f"mcts-{name}") for name in (
    "tuning", "fits", "accuracies", "times", "budgets", "matches", "slow-matches", "per-leaf", "leaf-scaling", "win-rate", "parallel",
    "voting", "agreement")} | {"missing-sets": block("missing-sets")}
