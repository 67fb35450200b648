"""Makes each certificate of data/atlas.json again, lets the verified checker check it, and compares the values.

python3 atlas.py BUILT SOLVE [NAMES...]     BUILT: the folder of scripts/verified build; SOLVE: the program

Boards that are taller than wide are others' mirror images and are left out. Names, for example 4x10 or 6x6-othello-discs, choose
other values of the atlas than those with a certificate there. BUILT/atlas.txt has a line for each certificate that the present
program has checked; these are not checked again. Times are CPU seconds.
"""

import hashlib
import json
import resource
import subprocess
import sys
import tempfile
from math import prod
from operator import le
from pathlib import Path

from unpack import unpacked

BUILT, SOLVE, NAMES = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
ATLAS = Path(__file__).resolve().parents[2] / "data/atlas.json"


def sides(game):
    return [int(side) for side in game["board"].split("x")]


def name_of(game):
    return f"{game['board']}-{game['start']}-{game['scoring']}"


def is_meant(game):
    if NAMES:
        return any(f"{name_of(game)}-".startswith(f"{name}-") for name in NAMES) and game["lower"] == game["upper"]
    return game["certificate"]


def seconds_used():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def certificate(game, file):
    squares = prod(sides(game))
    # The verified search is slow, so leaves are smaller than solve prove makes them by itself.
    cut = min(11 if squares > 30 else 10, squares - 8)
    place = ["--board", game["board"], "--start", game["start"], "--scoring", game["scoring"]]
    rest = ["--cut", str(cut), "--threads", "1", "-o", file, "--no-table", "--no-book", "--quiet"]
    subprocess.run([SOLVE, "prove", *place, "--claim", f"value={game['lower']}", *rest], check=True, stdout=subprocess.DEVNULL)
    return unpacked(Path(file).read_bytes())


def checked(game, folder):
    """The seconds it takes to make the certificate, and to check it."""
    name, begin = name_of(game), seconds_used()
    (folder / "plain").write_bytes(certificate(game, str(folder / "made.cert")))
    made = seconds_used()
    run = subprocess.run([BUILT / "verified", folder / "plain", name], check=False, capture_output=True, text=True)
    value = f"{game['lower']:+d}" if game["lower"] else "0"
    where = f"{game['board']}, {game['start']} start, scoring {game['scoring']}"
    expected = f"{name} proves: {where}: the value for Black, who is to move, is {value}.\n"
    if run.stdout != expected:
        sys.exit(f"{name}: {run.stdout or run.stderr}".strip())
    return made - begin, seconds_used() - made


def main():
    program = hashlib.sha256((BUILT / "program.ml").read_bytes()).hexdigest()[:12]
    ledger = BUILT / "atlas.txt"
    lines = [line.split() for line in ledger.read_text().splitlines()] if ledger.exists() else []
    known = {tuple(line[1:4]): line for line in lines if line[0] == program}
    games = [game for game in json.loads(ATLAS.read_text())["games"] if le(*sides(game)) and is_meant(game)]
    games.sort(key=lambda game: (prod(sides(game)), game["scoring"]))
    makes = checks = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            key = game["board"], game["start"], game["scoring"]
            if key not in known:
                seconds = checked(game, Path(folder))
                known[key] = [program, *key, str(game["lower"]), *(f"{part:.1f}" for part in seconds)]
                with ledger.open("a") as file:
                    print(*known[key], file=file)
            line = known[key]
            print(f"{line[1]} {line[2]}, scoring {line[3]}: {line[4]}, made in {line[5]} s, proven in {line[6]} s", flush=True)
            makes, checks = makes + float(line[5]), checks + float(line[6])
    print(f"{len(games)} certificates made in {makes:.0f} s and proven in {checks:.0f} s of CPU time")


main()
