"""What the section on Monte-Carlo tree search says beside its numbers. What follows from the numbers is computed (`conclusions_mcts`);
what does not is an opinion, and has its date."""

from .conclusions import block

HEAD = """
Players of `solve mcts` against exact values, and against each other, beside what the papers have: H is Hashimoto et al. 2013
(UCT+), K Kubota, Sato & Takahashi (SIMD and leaf parallel), S Soejima 2010 (votes of trees). Accuracy is H's: of the moves
made, those that win and half of those that draw. Behind a number stands its 95 % interval (shares by Wilson, means by
bootstrap). Seed 1 unless something else is said. Times are CPU seconds of one thread.

*Above*, *below* and *beyond chance* mean that the difference of two numbers has a 95 % interval without 0, and *not told apart* that it has
not. That interval follows from theirs as if they were independent (Newcombe 1998, method 10); the paper's numbers count as shares of its
300 positions, or of its 100 games. These sentences are computed from the tables. Paragraphs that begin with *Opinion* are no results.
""".strip()

SPEEDS = """
Random games from the start a second of CPU time on one core, after the means of 100,000 games of each kind were compared.
*Plain* is one game after the other in integer code, *one by one* the same with vector instructions for the eight directions of a move,
*lanes* sixteen games at once. Behind them searches of 50,000 playouts with the best instructions. K's vector playouts, which
turn discs over in two directions at once, gained a factor of up to 1.3.
""".strip()

TUNING = """
H take c = 1. c and the scale were chosen on {positions} random positions of 6x6 with 16 empty squares, of another seed than the sets
(`--board 6x6 --empties 16 --seed 1000`), with {n} playouts: those with the highest accuracy, c = {c} for UCT and a scale of {scale} discs for
UCT+ with c = 1. All other tables are of the sets. UCT+ adds E / sqrt(n_i) to UCB1, E being the evaluation in discs by the
scale; 30/128 is H's E = Zebra's value / 30 if that is in the hundred-and-twenty-eighths of a disc that Zebra counts in. H say that
moves that were never made are taken in the order of their evaluations, and not whether each of them is made once before any is made twice; with
`unvisited=average` one that was never made counts as one that was made once and is as good as the position.
""".strip()

FITS = """
The scale by H's own method, which is what `uct+` takes unless told otherwise: one discriminant function of win rate and
evaluation for all moves that win or lose (`solve mcts fit --set DIR`, 1,000 random games after each move), the ratio of
its coefficients; beside it the share of the moves that each feature tells apart, in %. Where the win rate gets no weight of its own
beside the evaluation, there is no scale. The default scales come from positions of another seed (see `lab/othello/src/fit`).
""".strip()

ACCURACY = """
{positions} positions of each set: decisive ones, in which a move wins and another loses, S discs after the start. `-greedy` are
those from games by the evaluation with a tenth of random moves, the others come from games of random moves (see
[Problem sets](docs/results/problem-sets.md)); the paper's are from records of games, 300 on 8x8 for each S, of which S = 40 stands beside them.
tuned, rave and puct are as `solve mcts players` says.
""".strip()

DIFFERENCES = """
What agrees with H, and what does not:
""".strip()

#: Why the accuracies differ from the paper's: what was not tested.
CAUSES = """
*Opinion, 2026-11-22.* 8x8-s40-greedy is the set nearest to H's positions, which come from records of games. We think that most of the difference
from H comes from the positions, since values lie further apart after random games, and the rest from the scale, whose unit H do not state. That UCT+ with
Zebra's units has about the paper's accuracy, and does not gain from more playouts, is an argument for these; that most scales by H's method are nearer
to 30 discs here is one for whole discs. The evaluation is not Zebra's, which may be why alpha-beta is right more often. None of these causes was tested
by itself.
""".strip()

BUDGETS = """
H's tables 2, 3 and 7.
""".strip()

MATCHES = """
H's tables 4, 6 and 8 on {board}: {games} games each, openings of eight random moves, each played with both colours, exact play from
{end} empty squares on (H: S = 45), {playouts} playouts a move. The paper gave UCT, UCTbreak and UCT+ two seconds a move (20,000 playouts of UCT by its
times for S = 20, 50,000 by those for S = 40), and UCT+ 30,000 playouts against alpha-beta: see the second table.
""".strip()

SLOW = """
The same with {playouts} playouts against alpha-beta, as in the paper, and with equal time against UCT and UCTbreak: {ms} ms a move, in
which UCT makes some {made} playouts here, by its playouts a second from the start. UCTbreak's playouts are shorter.
""".strip()

#: Why the matches differ from the paper's: what was not tested.
MATCH_CAUSES = """
*Opinion, 2026-11-22.* Both sides of a match with alpha-beta use the evaluation that is learned here. We think that a better evaluation helps alpha-beta
more than UCT+, whose playouts remain random. This was not tested by itself.
""".strip()

NO_SLOW = """
The matches with more playouts and with equal time were not run for this table; `scripts/reproduce mcts` plays them last.
""".strip()

SIMD = """
K, figure 8: playouts a second of a UCT search from the start of 8x8 with k playouts from each leaf. K gain up to 1.3, for k ≥ 32, and
less below. Here there is a lane for each game, sixteen in all; with fewer playouts from a leaf some are idle.
""".strip()

LEAF = """
K, figure 9: playouts a second by workers and k. There six cores of a Cell processor are up to about six times as fast as one for k ≥ 16,
and fewer playouts from each leaf leave them waiting for the thread with the tree. With two cores no more than two workers can
be faster, so here k playouts sleep for k times 0.02 ms, and as much longer as the system takes to wake them, in an artificial
tree: that measures the scheme, not the processor. Other work on the machine disturbs it.
""".strip()

WIN_RATE = """
K, figure 10: points of k playouts from each leaf against one, in lanes, {ms} ms a move, {games} games each on 8x8. In the paper
(six cores, 1 s a move, 400 games) the win rate rises until k = 16 and falls beyond.
""".strip()

PARALLEL = """
*Playouts/s, sleeping* and *speed-up*: an artificial tree whose playouts sleep 1 ms, so that workers need no core; this is how
the scheme scales. *Accuracy* and *memory*: {playouts} playouts of all workers together on {positions} positions of {set}, UCT, c = 1;
this is what the scheme costs in quality.
""".strip()

VOTING = """
In S's games of Go a majority vote of 64 root trees won 70.0 % against their average on 19x19 and 56.5 % on 9x9, and one of 8 trees of 8
threads each 59.0 % and 47.0 %; more than 32 to 64 trees brought little, and tree parallel with 4 to 8 threads overtook 64 root trees. Here: share of right moves on
{set}, UCT, c = 1, with {n} playouts of all trees together, and with as many for each tree whatever their number, as processes of a cluster
have. Right is what the exact labels say, not what a longer search plays. Sum and average are the same here, as all trees make as
many playouts.
""".strip()

AGREEMENT = """
Votes of 8 and more trees of both kinds by the share of the trees that chose the move, and how often that was right. In S a wide
majority is right and a narrow one is not.
""".strip()

#: The computed sentences, by the place where they stand.
COMPUTED = {name: block(f"mcts-{name}") for name in (
    "tuning", "fits", "accuracies", "budgets", "matches", "slow-matches", "per-leaf", "leaf-scaling", "win-rate", "parallel", "voting",
    "agreement")} | {"missing-sets": block("missing-sets")}
