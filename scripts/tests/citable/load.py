"""Loads folders of data with mlcroissant and `datasets`, and compares both with the files.

    load.py FOLDER ...    exit status 0 and a line for each if all agree

Compares the number of records, every record of both tools with the files as read by pyarrow and Python, and the sizes on the
card; the description must have neither errors nor warnings.
"""

import csv
import hashlib
import json
import logging
import os
import pathlib
import sys
import tempfile

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_DATASETS_OFFLINE"] = "1"

import datasets
import mlcroissant
import pyarrow.parquet
import yaml

datasets.disable_progress_bars()
SPLITS = ("train", "validation", "test")
#: The numeric columns of CSV files.
NUMBERS = {"rows", "cols", "ply", "empties", "value", "nodes", "n", "count"}


class Warned(logging.Handler):
    """Collects the complaints of mlcroissant."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.said = []

    def emit(self, record):
        self.said.append(record.getMessage())


def check(condition, what):
    if not condition:
        raise SystemExit(f"load.py: {what}")


def plain(value):
    """A record of mlcroissant in the form of the files: text instead of bytes, and the last name of `positions/moves/value`."""
    if isinstance(value, dict):
        return {name.rpartition("/")[2]: plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value.decode() if isinstance(value, bytes) else value


def of_csv(path):
    """The records of a CSV file, with numbers converted."""
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield row | {name: int(row[name]) if row[name] else None for name in NUMBERS & row.keys()}


def of_files(folder):
    """The records in the files, by split."""
    if (folder / "parquet").is_dir():
        paths = {split: sorted(folder.glob(f"parquet/{split}-*.parquet")) for split in SPLITS}
        return {
            split: [row for path in found for row in pyarrow.parquet.read_table(path).to_pylist()]
            for split, found in paths.items()
            if found
        }
    if (folder / "jsonl").is_dir():
        lines = {split: [line for path in sorted(folder.glob(f"jsonl/{split}-*")) for line in path.open()] for split in SPLITS}
        return {split: [json.loads(line) for line in found] for split, found in lines.items() if found}
    if (folder / "csv").is_dir():
        lines = {split: [line for path in sorted(folder.glob(f"csv/{split}-*")) for line in of_csv(path)] for split in SPLITS}
        return {split: found for split, found in lines.items() if found}
    if (folder / "atlas.jsonl").exists():
        return {"train": [json.loads(line) for line in (folder / "atlas.jsonl").read_text(encoding="utf-8").splitlines()]}
    if (folder / "counts.csv").exists():
        return {"train": list(of_csv(folder / "counts.csv"))}
    return {}


def check_croissant(folder, records, warned):
    """Every record as read by mlcroissant, which compares the checksums of what it reads."""
    described = mlcroissant.Dataset(jsonld=folder / "croissant.json")
    check(not warned.said, f"{folder.name}: {warned.said}")
    names = [entry.id for entry in described.metadata.record_sets if entry.id != "splits"]
    check(len(names) == (1 if records else 0), f"{folder.name}: tables {names}")
    for file in described.metadata.distribution:
        if isinstance(file, mlcroissant.FileObject):
            found = hashlib.sha256((folder / file.content_url).read_bytes()).hexdigest()
            check(found == file.sha256, f"{folder.name}: the checksum of {file.content_url} is {found}")
    for name in names:
        found, wanted = sorted((plain(record) for record in described.records(name)), key=repr), sorted(records, key=repr)
        check(found == wanted, f"{folder.name}: mlcroissant reads other records: {found[:1]} for {wanted[:1]}")


def check_datasets(folder, by_split):
    """Every record as read by `datasets`, with the splits and sizes of the card."""
    card = yaml.safe_load((folder / "README.md").read_text(encoding="utf-8").split("---\n")[1])
    for name in ("license", "pretty_name", "language", "task_categories", "size_categories", "tags"):
        check(card.get(name), f"{folder.name}: the card has no {name}")
    if not by_split:
        return
    with tempfile.TemporaryDirectory() as cache:
        loaded = datasets.load_dataset(str(folder), cache_dir=cache)
        check(set(loaded) == set(by_split), f"{folder.name}: splits {set(loaded)}")
        for split, records in by_split.items():
            check(loaded[split].to_list() == records, f"{folder.name}: datasets reads other records in {split}")
        sizes = {one["name"]: one["num_bytes"] for one in card.get("dataset_info", {}).get("splits", [])}
        # Loaded without the card, to get the real sizes.
        if sizes:
            files = {split: f"{folder}/parquet/{split}-*.parquet" for split in by_split}
            with tempfile.TemporaryDirectory() as other:
                found = datasets.load_dataset("parquet", data_files=files, cache_dir=other)["train"].info
            check(sizes == {name: one.num_bytes for name, one in found.splits.items()}, f"{folder.name}: sizes {sizes}")
            check(card["dataset_info"]["download_size"] == found.download_size, f"{folder.name}: {found.download_size} bytes")


def main():
    warned = Warned()
    logging.getLogger("absl").addHandler(warned)
    for folder in map(pathlib.Path, sys.argv[1:]):
        by_split = of_files(folder)
        records = [record for found in by_split.values() for record in found]
        check_croissant(folder, records, warned)
        check_datasets(folder, by_split)
        said = f"{len(records)} records agree in mlcroissant, datasets and the files" if records else "no table; checksums agree"
        print(f"{folder.name}: {said}", flush=True)


if __name__ == "__main__":
    main()
