"""What `scripts/reproduce mcts` runs: the experiments of three papers, and the papers' own results."""

from . import mcts_tuning

#: Sets of decisive positions. Those from games of alpha-beta are closest to the game records that Hashimoto et al. used, then
#: those from games by the evaluation with a tenth of random moves; the others come from random games.
SETS = [
    "6x6-s12", "6x6-s16", "8x8-s40-strong", "8x8-s40-greedy", "8x8-s40", "8x8-s36-strong", "8x8-s36", "4x10-s16",
    "6x6-s16-greedy", "6x6-s20", "4x10-s12", "4x10-s20",
]
#: How many of them come before everything else.
FIRST_SETS = 4

#: The set with H's board and S, whose positions come from games of good players.
NEAREST = "8x8-s40-strong"

#: c and the scale are chosen on positions with a seed that no set uses, and reported on the sets.
TUNING = ["--board", "6x6", "--empties", "16", "--seed", "1000"]
CONSTANTS = [0.125, 0.25, 0.5, 0.7, 1.0, 1.4]
SCALES = [0.234375, 1, 2, 4, 8, 16, 32]

#: Scales used to test whether all unvisited moves must be made once before any is made twice.
UNVISITED = [0.234375, 2, 8]

#: The default scale of UCT+ by board (`SCALES` in lab/othello/src/fit/uct_plus.rs).
DEFAULTS = {"4x8": 13.1, "4x10": 11.5, "6x6": 11.5, "8x8": 8.6}

#: 30 in the units of Zebra's evaluation, which are 128ths of a disc.
ZEBRA = "scale=0.234375"

#: Label, player without its playouts, and Hashimoto's accuracy on 8x8 with S = 40 at 10k, 30k and 50k playouts.
SIMPLE = [
    ("random", "random", 46.7),
    ("MC, 2,000 a move", "mc:n=2000,playout=lanes", 57.3),
    ("alpha-beta 1", "alphabeta:depth=1", 82.7),
    ("alpha-beta 2", "alphabeta:depth=2", 88.7),
    ("alpha-beta 3", "alphabeta:depth=3", 90.3),
    ("alpha-beta 4", "alphabeta:depth=4", 92.3),
    ("alpha-beta 5", "alphabeta:depth=5", 94.2),
]
SEARCHES = [
    ("UCT, c = 1", "uct:c=1", (62.5, 67.7, 69.8)),
    ("UCT+, c = 1, default scale", "uct+:c=1", (None, None, None)),
    ("UCT+, c = 1, scale 30/128", f"uct+:c=1,{ZEBRA}", (88.7, 88.4, 88.2)),
    ("UCTbreak, c = 1", "uctbreak:c=1", (78.2, 74.8, 74.2)),
]
#: Only at the smallest number of playouts.
OTHERS = ["tuned", "rave", "puct"]

#: Matches: board, first player, second player, the paper's wins, draws and losses for the first, and what stands in for what.
def matches(playouts, end):
    """The paper's matches at this many playouts a move, exact from `end` empties on."""
    opponents = [
        (f"uct:n={playouts},end={end}", "UCT", "100–0–0"),
        (f"alphabeta:depth=1,end={end}", "alpha-beta 1", "90–2–8"),
        (f"alphabeta:depth=2,end={end}", "alpha-beta 2", "66–0–34"),
        (f"alphabeta:depth=3,end={end}", "alpha-beta 3", "0–0–100"),
        (f"uctbreak:n={playouts},end={end}", "UCTbreak", "98–1–1"),
        (f"uctbreak:n={2 * playouts},end={end}", "UCTbreak, twice the playouts", "99–0–1"),
        (f"uctbreak:n={4 * playouts},end={end}", "UCTbreak, four times", "100–0–0"),
    ]
    players = [(f"uct+:n={playouts},end={end}", "default"), (f"uct+:n={playouts},{ZEBRA},end={end}", "30/128")]
    return [(player, scale, *opponent) for opponent in opponents for player, scale in players]


#: Sets by board and number of empty squares, for how the needs of a search grow.
LADDER_SETS = [
    "6x6-s20", "6x6-s16", "6x6-s16-greedy", "6x6-s12", "6x6-s8", "4x10-s20", "4x10-s16", "4x10-s12", "8x8-s40-strong",
    "8x8-s36-strong", "8x8-s36",
]
PER_LEAF = [1, 2, 4, 8, 16, 32, 64, 128]
TREES = [1, 2, 4, 8, 16, 32, 64]
MERGES = ["sum", "average", "majority"]
THREADS = [1, 2, 4, 8]
SPEED_BOARDS = ["8x8", "6x6", "4x10"]

#: The two sizes of the experiments. `full` has the paper's, except for time: `slow` has the playouts against alpha-beta, then
#: milliseconds a move, in which UCT makes half as many playouts here as in the paper's two seconds at S = 20.
SIZES = {
    "quick": {
        "sets": ["6x6-s16", "4x10-s16", NEAREST], "positions": 40, "tuning": 40, "playouts": [500],
        "match": ("6x6", 200, 8, 10), "time_match": 10, "move_ms": 2, "voting": 500, "trees": [1, 4, 16],
        "per_leaf": [1, 16], "workers": [1, 2, 4], "seconds": "50ms", "parallel_positions": 20, "slow": None,
        "ladder": [50, 500], "ladder_shown": [500], "ladder_sets": ["6x6-s20", "6x6-s16"], "depths": [1, 2, 3],
        "tuning_playouts": [50, 500], "tuning_sets": [mcts_tuning.SMALL],
        "decay_scales": [1, 2], "decay_playouts": [500], "cuts": [9, 10], "break_match": ("6x6", 50, 8, 10),
        "vote_sets": ["6x6-s16"], "many_trees": [1, 8], "voters": 5, "tree_playouts": [16, 64], "merged_trees": 8,
        "forest": (2, 2), "vote_match": ("4x6", 4),
        "scheme_sets": ["6x6-s16"], "scheme_seeds": 2, "per_sets": ["6x6-s16"], "per_playouts": [500],
        "leaf_workers": [2], "leaf_set": "6x6-s16", "total_playouts": 2000, "leaf_match": (2, 2, 4),
    },
    "full": {
        "sets": SETS, "positions": 300, "tuning": 300, "playouts": [10_000, 30_000, 50_000],
        "match": ("8x8", 500, 15, 100), "time_match": 100, "move_ms": 5, "voting": 1024, "trees": TREES,
        "per_leaf": PER_LEAF, "workers": THREADS, "seconds": "500ms", "parallel_positions": 300, "slow": (30_000, 20),
        "ladder": [100, 300, 1_000, 3_000, 10_000, 30_000], "ladder_shown": [1_000, 10_000, 30_000],
        "ladder_sets": LADDER_SETS, "depths": list(range(1, 9)), "tuning_playouts": [1_000, 10_000],
        "tuning_sets": [mcts_tuning.SMALL, mcts_tuning.LARGE],
        "decay_scales": [0.5, 1, 2, 4, 8, 16, 32], "decay_playouts": [1_000, 10_000],
        "cuts": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 20], "break_match": ("8x8", 5_000, 15, 100),
        "vote_sets": ["6x6-s16-greedy", "4x10-s16"], "many_trees": [1, 2, 8, 32, 64, 128, 256, 512], "voters": 15,
        "tree_playouts": [16, 32, 64, 128, 256, 512, 1_024, 4_096], "merged_trees": 64,
        "forest": (8, 8), "vote_match": ("8x8", 200),
        "scheme_sets": ["6x6-s16", "6x6-s16-greedy"], "scheme_seeds": 4,
        "per_sets": ["6x6-s16-greedy", NEAREST], "per_playouts": [1_024, 10_000],
        "leaf_workers": [2, 4, 8], "leaf_set": "6x6-s16", "total_playouts": 200_000, "leaf_match": (20, 2, 400),
    },
}
