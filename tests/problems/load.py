"""Loads a problem set with the tools that people use and compares what each of them sees.

    load.py FOLDER    exit status 0 and one line if all agree

The Parquet files as pyarrow reads them are the reference here; the Rust test that runs this compares JSON Lines with the
solver itself.
"""

import json
import math
import os
import pathlib
import sys

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_DATASETS_OFFLINE"] = "1"

import datasets
import numpy
import pandas
import polars
import pyarrow.parquet

OUTCOMES = {"win": 1, "draw": 0, "loss": -1}
NO_VALUE = -128


def check(condition, what):
    if not condition:
        raise SystemExit(f"load.py: {what}")


def normalised(record):
    """A record with its sets of squares as integers, whatever wrote it."""
    sets = {name: int(record[name], 16) for name in ("player", "opponent", "best") if isinstance(record[name], str)}
    return {**record, **sets}


def plain(value):
    """Python's own types, NaN as None."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple, numpy.ndarray)):
        return [plain(item) for item in value]
    if isinstance(value, numpy.generic):
        value = value.item()
    return None if isinstance(value, float) and math.isnan(value) else value


def check_tables(folder, split, records):
    """Parquet, JSON Lines and CSV through pandas, polars and datasets."""
    parquet = sorted(str(path) for path in folder.glob(f"parquet/{split}-*.parquet"))
    jsonl = sorted(folder.glob(f"jsonl/{split}-*.jsonl"))
    csv = sorted(folder.glob(f"csv/{split}-*.csv"))
    lines = [json.loads(line) for path in jsonl for line in path.read_text().splitlines()]
    check([normalised(line) for line in lines] == records, f"{split}: JSON Lines differ from Parquet")

    frame = pandas.concat(pandas.read_parquet(path) for path in parquet)
    check(str(frame.dtypes["player"]) == "uint64", "pandas: player is no uint64")
    check([plain(row) for row in frame.to_dict("records")] == records, f"{split}: pandas differs from pyarrow")
    frame = polars.concat(polars.read_parquet(path) for path in parquet)
    check(frame.schema["player"] == polars.UInt64 and frame.schema["value"] == polars.Int8, "polars: wrong types")
    check(frame.to_dicts() == records, f"{split}: polars differs from pyarrow")
    frame = pandas.concat(pandas.read_json(path, lines=True) for path in jsonl)
    check(frame["nodes"].tolist() == [record["nodes"] for record in records], f"{split}: pandas reads other JSON Lines")

    flat = pandas.concat(pandas.read_csv(path) for path in csv).to_dict("records")
    check(len(flat) == len(records), f"{split}: CSV has another length")
    for read, record in zip(flat, records, strict=True):
        row = normalised(plain(read))
        moves = " ".join(
            f"{move['move']}:{move['outcome'] if move['value'] is None else format(move['value'], '+d')}"
            for move in record["moves"]
        )
        check({**row, "moves": None} == {**record, "moves": None}, f"{split}: CSV differs: {row}")
        check(row["moves"] == moves, f"{split}: moves of CSV differ: {row}")


def check_arrays(folder, split, records):
    """The two layouts of NumPy arrays."""
    for layout in ("openspiel", "pgx"):
        arrays = {}
        for path in sorted(folder.glob(f"{layout}/{split}-*.npz")):
            with numpy.load(path) as part:
                for name in part.files:
                    arrays.setdefault(name, []).append(part[name])
        arrays = {name: numpy.concatenate(parts) for name, parts in arrays.items()}
        check(len(arrays["observation"]) == len(records), f"{split}: {layout} has another length")
        for index, record in enumerate(records):
            check_array_row({name: array[index] for name, array in arrays.items()}, record, layout)


def check_array_row(row, record, layout):
    """One record of the arrays."""
    rows, cols = record["rows"], record["cols"]
    squares, side = record["position"].split()
    board = numpy.array(list(squares)).reshape(rows, cols)
    other = "O" if side == "X" else "X"
    if layout == "openspiel":
        observation = numpy.stack([board == "-", board == side, board == other]).astype(numpy.float32)
        check(row["format_version"] == 2, f"{layout}: version of {record['id']}")
        check(row["current_player"] == (side == "O"), f"{layout}: current_player of {record['id']}")
    else:
        observation = numpy.stack([board == side, board == other], axis=-1)
    check(row["observation"].dtype == observation.dtype, f"{layout}: type of observation")
    check(numpy.array_equal(row["observation"], observation), f"{layout}: observation of {record['id']}")
    actions = rows * cols + 1
    legal, outcome = numpy.zeros(actions, bool), numpy.zeros(actions, numpy.int8)
    value, policy = numpy.full(actions, NO_VALUE, numpy.int8), numpy.zeros(actions, numpy.float32)
    best = [move for move in record["moves"] if (move["value"], move["outcome"]) == (record["value"], record["outcome"])]
    for move in record["moves"]:
        action = action_of(move["move"], rows, cols)
        legal[action], outcome[action] = True, OUTCOMES[move["outcome"]]
        value[action] = NO_VALUE if move["value"] is None else move["value"]
        policy[action] = numpy.float32(1) / numpy.float32(len(best)) if move in best else 0
    mask = sum(1 << action_of(move["move"], rows, cols) for move in best if move["move"] != "pass")
    check(mask == record["best"], f"best moves of {record['id']}")
    wanted = {"legal_action_mask": legal, "action_outcome": outcome, "action_value": value, "policy": policy}
    for name, array in wanted.items():
        check(row[name].dtype == array.dtype and numpy.array_equal(row[name], array), f"{layout}: {name} of {record['id']}")
    check(row["outcome"] == OUTCOMES[record["outcome"]], f"{layout}: outcome of {record['id']}")
    check(row["value"] == (NO_VALUE if record["value"] is None else record["value"]), f"{layout}: value")
    check(int(row["player"]) == record["player"] and int(row["opponent"]) == record["opponent"], f"{layout}: bitboards")


def action_of(move, rows, cols):
    """A move's number: squares in row order, then the pass."""
    return rows * cols if move == "pass" else (int(move[1:]) - 1) * cols + ord(move[0]) - ord("a")


def check_datasets(folder, parts):
    """The folder as a dataset of Hugging Face, by its card alone, and the other formats by their names."""
    loaded = datasets.load_dataset(str(folder), cache_dir=str(folder.parent / "cache"))
    check(set(loaded) == set(parts), f"datasets finds the splits {sorted(loaded)}")
    for split, records in parts.items():
        check(loaded[split].features["player"].dtype == "uint64", "datasets: player is no uint64")
        check(loaded[split].to_list() == records, f"{split}: datasets differs from pyarrow")
    for builder, name in (("json", "jsonl"), ("csv", "csv")):
        files = {split: str(folder / name / f"{split}-*.{name}") for split in parts}
        loaded = datasets.load_dataset(builder, data_files=files, cache_dir=str(folder.parent / "cache"))
        for split, records in parts.items():
            ids = [record["id"] for record in records]
            check(loaded[split]["id"][:] == ids, f"{split}: datasets reads another {name}")
            best = [int(bits, 16) for bits in loaded[split]["best"]]
            check(best == [record["best"] for record in records], f"{split}: datasets reads another {name}")


def main():
    folder = pathlib.Path(sys.argv[1])
    parts = {}
    for split in ("train", "validation", "test"):
        files = sorted(folder.glob(f"parquet/{split}-*.parquet"))
        records = [record for path in files for record in pyarrow.parquet.read_table(path).to_pylist()]
        if records:
            parts[split] = records
    check(parts, "there are no Parquet files")
    for split, records in parts.items():
        check_tables(folder, split, records)
        check_arrays(folder, split, records)
    check_datasets(folder, parts)
    print(f"{sum(map(len, parts.values()))} records agree in every tool")


if __name__ == "__main__":
    main()
