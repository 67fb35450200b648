"""Perfect play on small Othello boards.

Values are disc differences for the side to move, exact and proven. One position at a time, as objects::

    >>> import exact_othello as eo
    >>> position = eo.Position("4x4", "b1")
    >>> eo.Solver().move_values(position)
    {'a1': 8, 'c1': -8, 'a3': -9}

or many at a time, as arrays (see `exact_othello.batches` for their shapes)::

    >>> positions = eo.random_positions("6x6", empties=10, n=3, seed=1)
    >>> eo.solve_many(positions, "6x6").dtype
    dtype('int8')

| Module | What it holds |
| --- | --- |
| `exact_othello` | everything except the following |
| `exact_othello.gym`, `exact_othello.pettingzoo` | environments, which need the packages Gymnasium and PettingZoo |
| `exact_othello.referee`, `exact_othello.adapters` | plays and judges agents, also those of other packages |
| `exact_othello.encodings` | observations and actions of OpenSpiel and pgx |
"""

from ._native import (
    HAS_TABLES,
    Answer,
    Board,
    Choice,
    Games,
    Player,
    Position,
    Progress,
    Solver,
    UnverifiedWarning,
    __version__,
    known,
)
from .batches import (
    Playouts,
    as_masks,
    as_planes,
    as_positions,
    evaluate,
    legal_actions,
    legal_masks,
    move_values_many,
    play_many,
    random_playouts,
    random_positions,
    solve_many,
    symmetries,
)
from .drawing import svg
from .labelling import Labels, labels
from .policies import Measured, agreement, regret
from .sets import load_set

__all__ = [
    "HAS_TABLES",
    "Answer",
    "Board",
    "Choice",
    "Games",
    "Labels",
    "Measured",
    "Player",
    "Playouts",
    "Position",
    "Progress",
    "Solver",
    "UnverifiedWarning",
    "__version__",
    "agreement",
    "as_masks",
    "as_planes",
    "as_positions",
    "evaluate",
    "known",
    "labels",
    "legal_actions",
    "legal_masks",
    "load_set",
    "move_values_many",
    "play_many",
    "random_playouts",
    "random_positions",
    "regret",
    "solve_many",
    "svg",
    "symmetries",
]
