"""What the program knows of boards whose start takes a long search: data/known.txt, from the atlas and the campaigns."""

import json

from . import solving

FILE = solving.REPOSITORY / "data" / "known.txt"
ATLAS = solving.REPOSITORY / "data" / "atlas.json"
#: A start that took fewer nodes is searched again rather than looked up, which takes less than a minute.
LEAST_NODES = 1_000_000_000
HEAD = """\
# What is known of the starts of boards that take a long search. `scripts/reproduce ledgers` makes this file from
# data/atlas.json and data/campaigns.
#
# BOARD START SCORING LOWER UPPER GAME MOVES EVIDENCE
#
# The value for Black lies between LOWER and UPPER. GAME is a perfect game, or the beginning of one, if the value is
# exact, MOVES the bounds after each first move but symmetric ones, for Black. `-` stands for none.
"""


def text(campaigns, certificates):
    """The file's text, from the campaigns of each game, the last one the surest, and what is said of the certificates of games."""
    lines = [line_of_atlas(game) for game in json.loads(ATLAS.read_text(encoding="utf-8"))["games"] if is_long(game)]
    lines += [line_of_campaign(campaign, certificates) for campaign in campaigns]
    return HEAD + "".join(f"{line}\n" for line in lines)


def is_long(game):
    """Whether a game of the atlas is worth looking up. The books of 6x6 know more."""
    return game["nodes"] >= LEAST_NODES and game["board"] != "6x6" and (game["lower"], game["upper"]) != (None, None)


def line_of_atlas(game):
    """A game of the atlas."""
    evidence = f"a search at commit {game['commit']}"
    if game["certificate"]:
        evidence += f"; a certificate, SHA-256 {game['certificate']['sha256'][:16]}, that the checker accepted"
    line = ",".join(game["line"]) if game["lower"] == game["upper"] else "-"
    moves = {move: tuple(bounds) for move, bounds in game["moves"].items()}
    return told(game, game["lower"], game["upper"], line, moves, evidence)


def line_of_campaign(campaign, certificates):
    """The start of a campaign, by what its ledger proves."""
    found = campaign.report()
    game = {key: found[key] for key in ("board", "start", "scoring")}
    moves = {one["move"]: (one["lower"], one["upper"]) for one in found["moves"]}
    evidence = f"the campaign data/campaigns/{campaign.folder.name}"
    claim = certificates.get((campaign.board, campaign.start))
    line = ",".join(one["move"] for one in found["game"]) if found["lower"] == found["upper"] else "-"
    return told(game, found["lower"], found["upper"], line, moves, f"{evidence}; {claim}" if claim else evidence)


def told(game, lower, upper, line, moves, evidence):
    """A line of the file."""
    told_moves = ",".join(f"{move}={low}..{high}" for move, (low, high) in moves.items()) or "-"
    return f"{game['board']} {game['start']} {game['scoring']} {lower} {upper} {line or '-'} {told_moves} {evidence}"
