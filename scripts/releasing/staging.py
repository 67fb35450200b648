"""The data of the repository as folders ready to publish: a card, a machine-readable description, checksums, the licence."""

import csv
import io
import json
import re
import shutil
import subprocess
from typing import NamedTuple

from . import archives, croissant, versions

DATA = archives.REPOSITORY / "data"
#: The folders that are packed.
PACKED = ("sets", "books", "certificates", "counts")

#: Size classes: fewer rows than this, and their name on dataset sites.
SIZES = [(1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M")]


class Column(NamedTuple):
    """A column of a table; one with parts is a list of structures."""

    name: str
    kind: str
    meaning: str
    parts: tuple = ()


class Table(NamedTuple):
    """The table of some data that programs load."""

    name: str
    file: str
    description: str
    rows: int
    columns: tuple

    def size(self):
        """The size class, as dataset sites name it."""
        return next(name for most, name in SIZES if self.rows < most)


class Citation(NamedTuple):
    """How to cite the data, from CITATION.cff."""

    authors: str
    address: str
    version: str
    date: str
    licence: str = "cc-by-4.0"
    licence_address: str = "https://creativecommons.org/licenses/by/4.0/"

    def bibtex(self, data):
        """A BibTeX entry."""
        lines = {
            "title": data.title,
            "author": f"{{{self.authors}}}",
            "year": self.date[:4],
            "note": f"Version {self.version}",
            "url": self.address,
        }
        body = ",\n".join(f"  {name} = {{{value}}}" for name, value in lines.items())
        return f"@misc{{exact-othello-{data.name},\n{body}\n}}"


class Data(NamedTuple):
    """Some data: name, title, a sentence, the text of the card, the table that programs load."""

    name: str
    title: str
    description: str
    body: str
    citation: Citation
    table: Table | None = None


def citation():
    """The content of CITATION.cff."""
    text = (archives.REPOSITORY / "CITATION.cff").read_text(encoding="utf-8")
    value = dict(re.findall(r"^([\w-]+): (.+)$", text, re.MULTILINE))
    authors = re.search(r"^authors:\n  - name: (.+)$", text, re.MULTILINE)[1]
    return Citation(authors, value["repository-code"], value["version"], value["date-released"])


def card(data):
    """The card, with the header that dataset sites read."""
    table = data.table
    head = [f"license: {data.citation.licence}", f'pretty_name: "{data.title}"', "language:", "- zxx"]
    head += ["tags:", *(f"- {tag}" for tag in ("othello", "reversi", "board-games", "game-solving", "perfect-play"))]
    head += ["size_categories:", f"- {table.size() if table else 'n<1K'}"]
    if table:
        head += ["task_categories:", "- tabular-regression", "configs:", "- config_name: default", f"  data_files: {table.file}"]
        columns = "".join(row(column) for column in table.columns)
        loads = f"`{table.file}`: {table.description}\n\n| Column | Meaning |\n| --- | --- |\n{columns}\n"
        loads += '`datasets.load_dataset("FOLDER")` loads it; `croissant.json` describes it to programs (Croissant 1.1).\n\n'
    else:
        head += ["task_categories:", "- other", "viewer: false"]
        loads = "`croissant.json` has the checksums of the files for programs (Croissant 1.1).\n\n"
    terms = f"## Licence and citation\n\nLicensed under [CC BY 4.0]({data.citation.licence_address}). To cite it:\n\n"
    cited = f"```bibtex\n{data.citation.bibtex(data)}\n```\n"
    top = "\n".join(head)
    return f"---\n{top}\n---\n\n# {data.title}\n\n{data.body}\n\n## Files\n\n{loads}{terms}{cited}"


def row(column):
    """A line of the card's table of columns."""
    parts = f" ({'; '.join(f'`{part.name}`: {part.meaning}' for part in column.parts)})" if column.parts else ""
    return f"| `{column.name}` | {column.meaning}{parts} |\n"


def finish(data, folder, text=None):
    """Writes the files that accompany some data. `text` stands for the card."""
    content = archives.files(folder)
    (folder / "croissant.json").write_text(croissant.describe(data, folder, content), encoding="utf-8")
    (folder / "README.md").write_text(text or card(data), encoding="utf-8")
    shutil.copyfile(DATA / "LICENSE", folder / "LICENSE")
    archives.write_sums(folder)
    return folder


def stage_set(source, folder):
    """A problem set, unchanged."""
    shutil.copytree(source, folder)
    if (folder / "SHA256SUMS").read_text(encoding="utf-8") != archives.sums(folder):
        raise SystemExit(f"scripts/release-data: data/sets/{source.name} is not what its SHA256SUMS says")
    return folder


def stage_books(folder):
    """The finished books."""
    folder.mkdir(parents=True)
    for book in sorted((DATA / "books").glob("*.book")):
        shutil.copyfile(book, folder / book.name)
    shutil.copyfile(archives.REPOSITORY / "books" / "FORMAT.md", folder / "FORMAT.md")
    books = "\n".join(f"- `{book.name}`: {book_told(book)}" for book in sorted(folder.glob("*.book")))
    body = (
        "The exact value of every position of 6x6 Othello up to so many discs. Under scoring `discs`, squares that stay empty "
        "count for nobody, except after a wipe-out; under `wof` the winner always gets them. The format is in `FORMAT.md`; "
        f"`solve book show FILE` and `solve book check FILE` read it.\n\n{books}"
    )
    title = "Opening books of 6x6 Othello with exact values"
    return finish(Data("books", title, body.partition(". ")[0] + ".", body, citation()), folder)


def book_told(path):
    """A book's subject, from its first line."""
    _, _, board, start, scoring, discs, *_ = path.read_bytes().partition(b"\n")[0].decode("ascii").split()
    return f"{board} from the `{start}` start, up to {discs} discs, scoring `{scoring}`"


def stage_certificates(folder):
    """The certificates, with the lines of their checks."""
    folder.mkdir(parents=True)
    for path in sorted((DATA / "certificates").glob("*.*")):
        if path.name != "README.md":
            shutil.copyfile(path, folder / path.name)
    shutil.copyfile(archives.REPOSITORY / "proofs" / "FORMAT.md", folder / "FORMAT.md")
    body = (DATA / "certificates" / "README.md").read_text(encoding="utf-8").split("\n", 1)[1].strip()
    title = "Certificates of Othello on small boards"
    description = "Proofs of who wins Othello on small boards, which a small program checks without believing them."
    return finish(Data("certificates", title, description, body, citation()), folder)


#: The folders of the checker's source.
SOURCE = ("files", "proofs/kernel", "proofs/checker")
PROOF = """\
# The proof that White wins 6x8 Othello

The board has 6 rows and 8 columns, Black moves first, and a value is a difference of discs (scoring `discs`).
`6x8-othello.cert` proves that from the `othello` start Black's value is at most -1, `6x7-othello.cert` that 6x7 is a draw.
`proofs/FORMAT.md` says what the bytes mean and why no file can prove anything false. Check a part of a proof, with Rust 1.89
or newer (https://rustup.rs):

```console
$ cargo run --release --example check_part 6x7-othello.cert 3/8
$ cargo run --release --example check_part 6x8-othello.cert 3/32
```

The first command takes one to two minutes on two cores without other work, after some 20 s to compile; the second seven to
eight minutes and 1.5 GB of memory. Both follow the whole proof to its leaves and search those of the part. The line that they
print must stand in `6x7-othello.parts.txt` or `6x8-othello.parts.txt`, for it has a hash of all that was found. Without `3/8` all
leaves are searched and the claim is proven: 6x7 in some seven minutes, 6x8 in four hours. No code here is the solver's:

- `proofs/checker` is the checker: fast rules and search, threads, parts. Cargo takes the other crates that it needs from
  crates.io, in the versions and with the checksums of `Cargo.lock`, from which it strikes those that the solver needs.
- `proofs/kernel` is what it is compared with, a thousand plain lines; `files` reads and seals lines.
- `certificate.py` is a reader for Python 3.10 or newer alone, written from `proofs/FORMAT.md`. It follows all moves,
  some ten thousand positions a second, and searches leaves that nobody can know in advance. 6x7 has 6.6 million positions
  above its leaves: `python3 certificate.py 6x7-othello.cert --sample 5`

`sha256sum -c SHA256SUMS` finds damage. The program that found the proof, and all it knows of 6x8: {address}

## Licence and citation

The source is licensed under MIT (`LICENSE-MIT`), all else under [CC BY 4.0]({licence}). To cite it:

```bibtex
{bibtex}
```
"""


def stage_proof(folder):
    """The proofs of 6x8 and 6x7 with all that their check takes: the checker's source, which builds alone, a reader in Python."""
    folder.mkdir(parents=True)
    root, cited = archives.REPOSITORY, citation()
    command = ["git", "ls-files", "-z", "--", *SOURCE, "proofs/FORMAT.md", "Cargo.lock"]
    listed = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout.split("\0")[:-1]
    places = {name: name for name in listed} | {"docs/examples/certificate.py": "certificate.py", "LICENSE": "LICENSE-MIT"}
    places |= {path.relative_to(root).as_posix(): path.name for path in (DATA / "certificates").glob("6x[78]-othello.*")}
    for name, place in places.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, folder / place)
    crates = [root, *(folder / name for name in SOURCE)]
    manifest, *manifests = [(crate / "Cargo.toml").read_text(encoding="utf-8") for crate in crates]
    (folder / "Cargo.toml").write_text(workspace(manifest, manifests), encoding="utf-8")
    description = "Certificates of 6x8 and 6x7 Othello, with the program that checks them."
    data = Data("proof-6x8", "The proof that White wins 6x8 Othello", description, "", cited)
    return finish(data, folder, PROOF.format(address=cited.address, licence=cited.licence_address, bibtex=cited.bibtex(data)))


def workspace(text, manifests):
    """The manifest of a workspace of the checker's source alone, from that of the repository and from those of the folders."""
    used = set(re.findall(r"^([\w-]+)(?:\.workspace = | = \{ workspace = )true", "\n".join(manifests), re.MULTILINE))
    kept = [f'[workspace]\nresolver = "3"\nmembers = {json.dumps(SOURCE)}\n\n']
    for section in re.split(r"^(?=\[)", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE), flags=re.MULTILINE):
        if section.startswith("[workspace.dependencies]"):
            section = re.sub(r"^([\w-]+) = .*\n", lambda line: line[0] if line[1] in used else "", section, flags=re.MULTILINE)
            section = re.sub(r"\n{2,}", "\n", section) + "\n"
        if section.startswith(("[workspace.", "[profile.")):
            kept.append(section)
    return "".join(kept)


KINDS = {
    "perft-count": "leaves of the game tree after n plies, a pass being one",
    "perft-skip": "the same, a pass being none",
    "games-count": "games that are over after n plies or fewer, a pass being one",
    "games-skip": "the same, a pass being none",
    "positions": "reachable positions with n discs, symmetric ones once",
    "unreduced": "reachable positions with n discs, symmetric ones apart",
}


def counts_table():
    """All counts as rows of a CSV file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["board", "start", "kind", "n", "count"])
    for path in sorted((DATA / "counts").glob("*.txt")):
        board, rest = path.stem.split("-", 1)
        kind = next(kind for kind in KINDS if rest.endswith(f"-{kind}"))
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        writer.writerows([board, rest.removesuffix(f"-{kind}"), kind, *line.split()] for line in lines)
    return text.getvalue()


def stage_counts(folder):
    """The counts, as lists and as one table."""
    folder.mkdir(parents=True)
    for path in sorted((DATA / "counts").glob("*.txt")):
        shutil.copyfile(path, folder / path.name)
    lines = counts_table()
    (folder / "counts.csv").write_text(lines, encoding="utf-8")
    kinds = "; ".join(f"`{name}`, {meaning}" for name, meaning in KINDS.items())
    columns = (
        Column("board", "sc:Text", "rows x columns"),
        Column("start", "sc:Text", "how the first four discs stand"),
        Column("kind", "sc:Text", f"what is counted: {kinds}"),
        Column("n", "sc:Integer", "plies or discs"),
        Column("count", "sc:Integer", "the number"),
    )
    table = Table("counts", "counts.csv", "all counts in one table.", lines.count("\n") - 1, columns)
    body = (DATA / "counts" / "README.md").read_text(encoding="utf-8").split("\n", 1)[1].strip()
    title = "Game trees and reachable positions of Othello on small boards"
    description = "Numbers of leaves of game trees, of games and of reachable positions of Othello on small boards."
    return finish(Data("counts", title, description, body, citation(), table), folder)


def atlas_rows():
    """The games of the atlas, flattened for a table."""
    for game in json.loads((DATA / "atlas.json").read_text(encoding="utf-8"))["games"]:
        final, certificate = game["final"] or {}, game["certificate"] or {}
        yield {
            "board": game["board"],
            "start": game["start"],
            "scoring": game["scoring"],
            "lower": game["lower"],
            "upper": game["upper"],
            "line": " ".join(game["line"]),
            "black": final.get("black"),
            "white": final.get("white"),
            "moves": [{"move": move, "lower": least, "upper": most} for move, (least, most) in game["moves"].items()],
            "nodes": game["nodes"],
            "certificate_bytes": certificate.get("bytes"),
            "certificate_sha256": certificate.get("sha256"),
            "commit": game["commit"],
        }


def stage_atlas(folder):
    """The atlas, unchanged and as one table."""
    folder.mkdir(parents=True)
    for name in ("atlas.json", "atlas.schema.json"):
        shutil.copyfile(DATA / name, folder / name)
    lines = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in atlas_rows())
    (folder / "atlas.jsonl").write_text(lines, encoding="utf-8")
    number, text = "sc:Integer", "sc:Text"
    limits = (
        Column("move", text, "the square"),
        Column("lower", number, "it is worth at least this for Black"),
        Column("upper", number, "and at most this"),
    )
    columns = (
        Column("board", text, "rows x columns"),
        Column("start", text, "how the first four discs stand"),
        Column("scoring", text, "who gets empty squares: `discs`, nobody, but the winner after a wipe-out; `wof`, the winner"),
        Column("lower", number, "the value for Black, who moves first, is at least this; equal to `upper` where it is known"),
        Column("upper", number, "the value is at most this"),
        Column("line", text, "a perfect game to its end"),
        Column("black", number, "Black's discs at its end; null where no line is known"),
        Column("white", number, "White's"),
        Column("moves", text, "every legal first move", limits),
        Column("nodes", number, "nodes of the search; 0 where the game is another one turned over"),
        Column("certificate_bytes", number, "size of the certificate that the independent checker has read; null without one"),
        Column("certificate_sha256", text, "its checksum"),
        Column("commit", text, "the commit of the program that solved it"),
    )
    table = Table("games", "atlas.jsonl", "a game a line.", lines.count("\n"), columns)
    boards = len({tuple(sorted(row["board"].split("x"))) for row in atlas_rows()})
    body = (
        f"{boards} boards, all of at most 40 squares among them, from three starts by both scorings: the exact value or what is "
        "known of it, each first move, a perfect game."
    )
    return finish(Data("atlas", "Atlas of small Othello boards", body, body, citation(), table), folder)


def refuse_strays():
    """Exits if git does not know a file of the folders to pack: it might be half a set, or something of this machine."""
    command = ["git", "ls-files", "-z", "--others", "--", *PACKED]
    done = subprocess.run(command, cwd=DATA, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    if done.returncode:
        raise SystemExit("scripts/release-data: git cannot list the files, which has to be known before they are packed")
    if strays := done.stdout.split("\0")[:-1]:
        raise SystemExit(f"scripts/release-data: data/{strays[0]} is not in git: commit it or remove it")


def stage_all(place):
    """Makes the folders of all data, named by content and version; returns them."""
    refuse_strays()
    version = citation().version
    if not versions.NUMBER.fullmatch(version):
        raise SystemExit(f"CITATION.cff: '{version}' is not a version")
    sets = [path for path in sorted((DATA / "sets").iterdir()) if path.is_dir()]
    folders = [stage_set(path, place / f"exact-othello-{path.name}-{version}") for path in sets]
    others = {
        "books": stage_books, "certificates": stage_certificates, "proof-6x8": stage_proof,
        "counts": stage_counts, "atlas": stage_atlas,
    }
    return folders + [stage(place / f"exact-othello-{name}-{version}") for name, stage in others.items()]
