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
    found += [("RESULTS.md", row, "row") for row in strange_rows(summary, everything)]
    return [f"{page}: “{sentence}” cites {number}, which is in no table of the page" for page, sentence, number in found]


def cells(row):
    """The cells of a table's row, without links and code marks."""
    return {cell.strip() for cell in re.sub(r"\[([^\]]*)\]\([^)]*\)|`", r"\1", row).strip("| ").split("|")} - {""}


def strange_rows(summary, everything):
    """The rows of the summary whose numbers are not all in one row of a table of docs/results."""
    rows = [set(numbers(line)) for line in everything.splitlines() if line.startswith("|")]
    wanted = re.sub(r"## What is proven.*?\n(?=By )", "", summary, count=1, flags=re.DOTALL)
    lines = [line for line in wanted.splitlines() if line.startswith("|")]
    return [line for line in lines if not any(set(numbers(line)) <= row for row in rows)]
