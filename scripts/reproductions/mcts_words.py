"""What the section on Monte-Carlo tree search says beside its numbers."""

HEAD = """
Players of `solve mcts` against exact values, and against each other, beside what the papers have: H is Hashimoto et al. 2013
(UCT+), K Kubota, Sato & Takahashi (SIMD and leaf parallel), S Soejima 2010 (votes of trees). Accuracy is H's: of the moves
made, those that win and half of those that draw. Behind a number stands its 95 % interval (shares by Wilson, means by
bootstrap). Seed 1 unless something else is said. Times are CPU seconds of one thread.
""".strip()

SPEEDS = """
Random games from the start a second of CPU time on one core, after the means of 100,000 games of each kind were compared.
*Plain* is one game after the other in integer code, *one by one* the same with AVX-512 for the eight directions of a move,
*lanes* sixteen games at once. Behind them searches of 50,000 playouts with the best instructions. K's vector playouts, which
turn discs over in two directions at once, gained a factor of 1.3.
""".strip()

TUNING = """
H take c = 1. What c and which scale are best was looked up on {positions} random positions of 6x6 with 16 empty squares that
are in no set (`--board 6x6 --empties 16 --seed 1000`), {n} playouts: c = {c} for UCT, a scale of {scale} discs for UCT+ with
c = 1. All other tables are of other positions. UCT+ adds E / sqrt(n_i) to UCB1, E being the evaluation in discs by the
scale; 30/128 is H's E = Zebra's value / 30 if that is in the hundred-and-twenty-eighths of a disc that Zebra counts in. H do not
say whether every move is made once before any is made twice; with `unvisited=average` one that was never made counts as one
that was made once and is as good as the position.
""".strip()

FITS = """
The scale by H's own method, which is what `uct+` takes unless told otherwise: one discriminant function of win rate and
evaluation for all moves that win or lose (`solve mcts fit --set`, 1,000 random games after each move), the ratio of
its coefficients; beside it the share of the moves that each feature tells apart, in %. Where random games say nothing
that the evaluation does not say better, there is no scale, and the smaller it is the better. The default scales come from
positions of another seed (see `lab/othello/src/fit`).
""".strip()

ACCURACY = """
{positions} positions of each set: decisive ones, in which a move wins and another loses, S discs after the start. `-greedy` are
those from games by the evaluation with a tenth of random moves, the others come from games of random moves (see
[Problem sets](#problem-sets)); the paper's are from records of games, 300 on 8x8 for each S. The sets of 8x8 with S of 20 and
30 would take days to label, so only S = 40 stands beside the paper. tuned, rave and puct are as `solve mcts players` says.
""".strip()

DIFFERENCES = """
What agrees with H, what does not, and why:

- On 8x8-s40-greedy, which is nearest to H's positions, the order is H's: random, MC, UCT, UCTbreak, UCT+, deep alpha-beta. With
  E in Zebra's units UCT+ has the paper's accuracy, and plain UCT is far below it, though not as far as in the paper.
- On 6x6 and 8x8 positions out of *random* games UCT is much better than in the paper, and UCT+ with its fitted scale gains
  little: values there lie far apart, so that random games tell the moves from each other. Where these do so least by the table
  of scales above, on 4x10-s12, 4x10-s16 and 8x8-s40-greedy, UCT is worst and UCT+ gains most. H's are positions of real games. We
  take this for the larger part of the difference.
- The rest is the scale. With E in whole discs by 30, as one may read the paper, UCT+ is hardly better than UCT (the row of
  scales above). In the paper UCT+ and alpha-beta of depth 1 are close to each other and more playouts do not help UCT+, which is
  what a search does that the evaluation rules; so it is here with E in Zebra's units. We conclude that these were meant. The
  best scale lies between.
- UCTbreak gains less over UCT than in the paper, and alpha-beta is better: the learned evaluation is another than Zebra's.
""".strip()

BUDGETS = """
H's tables 2, 3 and 7. In the paper more playouts help UCT on 8x8, S = 40, but neither UCT+ nor UCTbreak. So it is here with UCT,
which gains on every set, and with UCT+ in Zebra's units, which changes by a percent at most and has the paper's numbers on
8x8-s40-greedy within half a percent. UCT+ with its fitted scale gains on 4x10 and most of 6x6, and loses on 8x8-s40-greedy: the
evaluation fades, and the win rate that is left misleads. UCTbreak is not as in the paper: it gains, too, on all sets but one.
""".strip()

MATCHES = """
H's tables 4, 6 and 8 on {board}: {games} games each, openings of eight random moves, each played with both colours, exact play from
{end} empty squares on (H: S = 45), {playouts} playouts a move. The paper gave both sides two seconds a move (some 20,000
playouts by its own times), and 30,000 playouts against alpha-beta: see the second table. UCT+ is far above
UCT and UCTbreak, and alpha-beta gets the better of it with growing depth, as in the paper.
""".strip()  # noqa: E501

SLOW = """
The same with {playouts} playouts against alpha-beta, as in the paper, and with equal time for UCT and UCTbreak: {ms} ms a move, in
which UCT makes about as many playouts as the paper's two seconds gave it, some 20,000. UCT+ in Zebra's units beats UCT, UCTbreak
with the same time, and alpha-beta of depth 1, as in the paper, but alpha-beta of depth 2 is too strong for it: both use the
evaluation that is learned here, with which alpha-beta is right more often than with Zebra's (see the accuracies), and more playouts
hardly change what UCT+ does. With its fitted scale it is no match for the evaluation: not for alpha-beta, nor for UCTbreak, whose
playouts are short and take about half of the time.
""".strip()  # noqa: E501

NO_SLOW = """
The matches with more playouts and with equal time were not run for this table; `scripts/reproduce mcts` plays them last.
""".strip()

SIMD = """
K, figure 8: playouts a second of a UCT search from the start of 8x8 with k playouts from each leaf. K gain 1.3 for k ≥ 32 and
less below, as the tree takes a part of the time. Here there is a lane for each game, sixteen in all: with fewer playouts from a
leaf some are idle, so lanes lose below k = 4 and gain all they can from k = 16 on.
""".strip()

LEAF = """
K, figure 9: playouts a second by workers and k. There six cores of a Cell processor are six times as fast as one for k ≥ 16,
and fewer playouts from each leaf leave them waiting for the thread with the tree. With two cores no more than two workers can
be faster, so here k playouts sleep for k times 0.02 ms, and as much longer as the system takes to wake them, in an artificial
tree: that measures the scheme, not the processor. Small k lose to that waking, and other work on the machine disturbs it.
""".strip()

WIN_RATE = """
K, figure 10: points of k playouts from each leaf against one, in lanes, {ms} ms a move, {games} games each on 8x8. In the paper
(six cores, 1 s a move, 400 games) the win rate rises until k = 16 and falls beyond.
""".strip()

PARALLEL = """
*Playouts/s, sleeping* and *speed-up*: an artificial tree whose playouts sleep 1 ms, so that workers need no core; this is how
the scheme scales. *Accuracy* and *memory*: {playouts} playouts of all workers together on {positions} positions of {set}, UCT, c = 1;
this is what the scheme costs in quality.
""".strip()  # noqa: E501

VOTING = """
S found that a majority vote of 64 trees beats the average of their statistics (19x19 Go, 70 % to 56 % of games), that more
than 32 to 64 trees bring nothing, and that tree parallel overtakes root parallel. Here: share of right moves on {set}, UCT,
c = 1, with {n} playouts of all trees together, and with as many for each tree whatever their number, as processes of a cluster
have. Right is what the exact labels say, not what a longer search plays. Sum and average are the same here, as all trees make as
many playouts. Unlike in S a majority is nowhere better than an average beyond chance: the moves of a small board are few, and
all trees err alike, since random games mislead them alike. Playouts that are shared out to trees are worth less than those of one
tree, with or without threads; trees with playouts of their own gain up to 64 trees.
""".strip()

AGREEMENT = """
Votes of 8 and more trees of both kinds by the share of the trees that chose the move, and how often that was right. In S a wide
majority is right and a narrow one is not; so it is here.
""".strip()
