"""The numbers that sentences of docs/results and RESULTS.md cite: each stands in a block of its page."""

import re

from . import pages

#: Numbers that a page gives itself, each followed by what it is: settings, and what papers report.
GIVEN = re.compile(r"<!-- given: (.*?)-->", re.DOTALL)
#: What is no cited number: comments, code, the targets of links, names that contain digits, settings such as "k = 16", years of
#: papers, months, intervals of 95 %, and the numbers of tables, figures and sections.
IGNORED = re.compile(
    r"<!--.*?-->|```.*?```|`[^`]*`|\]\([^)]*\)|^#.*?$|^\d+\. "
    r"|\b(?:[Tt]ables?|[Ff]igures?|[Ss]ections?)\s[\d.–-]+(?:(?:,|\sand|\sto)+\s[\d.–-]+)*|#\d+"
    r"|\b[a-zA-Z]\s(?:=|≥|≤|>)\s[\d.,/]+|\b(?:19|20)\d\d\b(?!,\d)|95\s%|[\w+-]*[A-Za-z_][\w+-]*",
    re.DOTALL | re.MULTILINE)
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
SENTENCE = re.compile(r"(?<=[.:;!?])\s+|\n\n+|\n(?=- )")


def numbers(text):
    """The numbers of a text, without signs, separators of thousands and zeros at the end."""
    found = [match.group().replace(",", "") for match in NUMBER.finditer(text)]
    return [number.rstrip("0").rstrip(".") if "." in number else number for number in found]


def sentences(text):
    """The sentences that people have written on a page, and the tables in them as one."""
    return [" ".join(part.split()) for part in SENTENCE.split(pages.BLOCK.sub("\n\n", text)) if part.strip()]


def cited(sentence):
    """The numbers that a sentence cites. A name such as "alpha-beta 1" is not a number; "UCT 2" is one."""
    return numbers(IGNORED.sub(" ", sentence))


def uncovered(text, sources):
    """Pairs of a sentence and a number in it that stands neither in `sources` nor among the numbers that the page gives."""
    known = set(numbers(sources)) | {number for given in GIVEN.findall(text) for number in numbers(given)}
    return [(sentence, number) for sentence in sentences(GIVEN.sub("", text)) for number in cited(sentence) if number not in known]


def faults(texts, summary):
    """What is wrong with the citations of the pages, given by name, and of the summary, as lines."""
    everything = "\n".join(texts.values())
    sources = {name: "\n".join(match.group() for match in pages.BLOCK.finditer(text)) for name, text in texts.items()}
    found = [(f"docs/results/{name}.md", *each) for name, text in texts.items() for each in uncovered(text, sources[name])]
    found += [("RESULTS.md", *each) for each in uncovered(summary, everything)]
    lines = [f"{page}: “{sentence}” cites {number}, which is in no table of the page" for page, sentence, number in found]
    return lines + [f"RESULTS.md: {row} is in no table of docs/results" for row in strange_rows(summary, everything)] + disagreements(texts, summary)


def strange_rows(summary, everything):
    """The rows of the summary whose numbers are not all in one row of a table of docs/results."""
    rows = [set(numbers(line)) for line in everything.splitlines() if line.startswith("|")]
    wanted = re.sub(r"## What is proven.*?\n(?=By )", "", summary, count=1, flags=re.DOTALL)
    lines = [line for line in wanted.splitlines() if line.startswith("|")]
    return [line for line in lines if not any(set(numbers(line)) <= row for row in rows)]


#: Where pages have values of whole boards: the first cell of a row's table, the column of the value, and that of the start, if any.
VALUES = {"atlas": ("atlas", None), "paper": ("Ours", "Start"), "paper-larger": ("Value", "Start"), "exhaustive": ("Value", "Start"),
          "ledgers": ("Value", "Start")}


def rows_of(table):
    """The rows of a Markdown table as dictionaries. Of two columns with the same name the last counts."""
    lines = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("|")]
    return [dict(zip(lines[0], row, strict=True)) for row in lines[2:]]


def worth(cell):
    """The value that a cell begins with, or that it tells in words; None if there is none."""
    told = re.fullmatch(r"a draw|a (win|loss) for Black by (\d+)", cell)
    if told:
        return {None: 0, "win": 1, "loss": -1}[told[1]] * int(told[2] or 0)
    found = re.match(r"[−+]?\d+(?! to)", cell)
    return int(found.group().replace("−", "-")) if found else None


def values(tables):
    """Pairs of a board with its start, and a value, from tables given by name."""
    for name, text in tables.items():
        column, start = VALUES.get(name, ("", None))
        for row in rows_of(text) if name in VALUES else []:
            found = {row[start]: row[column]} if start else {each: cell for each, cell in row.items() if each != "Board"}
            yield from (((row["Board"], each), value) for each, cell in found.items() if (value := worth(cell)) is not None)


def disagreements(texts, summary):
    """The boards of which two tables have different values, RESULTS.md included, as lines."""
    tables = {name: text for page in texts.values() for name, text in pages.blocks(page).items()}
    first = re.search(r"(?:^\| .*\n)+", summary, re.MULTILINE)
    known, lines = {}, []
    for game, value in [*values(tables), *values({"atlas": first.group() if first else ""})]:
        if known.setdefault(game, value) != value:
            lines.append(f"docs/results has two values of {' '.join(game)}: {known[game]} and {value}")
    return lines
