"""Runs the examples in docstrings and documents, the native half's too, and checks that everything public has a docstring."""

import doctest
import importlib.util
import inspect
import pathlib
import pkgutil
import re

import pytest

import exact_othello as eo
from exact_othello import _native

NEEDS = {"gym": "gymnasium", "pettingzoo": "pettingzoo"}
MODULES = [one.name for one in pkgutil.iter_modules(eo.__path__) if one.name != "_native"]


def run(text, name):
    """Runs the examples of a text."""
    test = doctest.DocTestParser().get_doctest(text, {**vars(eo), "eo": eo, **vars(eo.batches)}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE, verbose=False)
    runner.run(test)
    assert runner.failures == 0, name
    return len(test.examples)


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_modules(name):
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    module = importlib.import_module(f"exact_othello.{name}")
    names = {"Position": eo.Position, "Board": eo.Board}
    found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE, extraglobs=names)
    assert found.failed == 0


def test_examples_of_the_package():
    assert run(eo.__doc__, "exact_othello") > 2


def test_examples_and_words_of_the_native_half():
    examples = 0
    for name, kind in vars(_native).items():
        if not inspect.isclass(kind):
            continue
        assert kind.__doc__, name
        examples += run(kind.__doc__, name)
        for member, value in vars(kind).items():
            if not member.startswith("_"):
                assert value.__doc__, f"{name}.{member} has no docstring"
                examples += run(value.__doc__, f"{name}.{member}")
    assert examples >= 8


def test_the_stub_has_the_docstrings_of_the_native_half():
    place = pathlib.Path(__file__).parents[1] / "stubs.py"
    spec = importlib.util.spec_from_file_location("stubs", place)
    stubs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(stubs)
    stub = stubs.STUB.read_text(encoding="utf-8")
    assert stubs.with_docstrings(stub) == stub, "run scripts/python stubs"
    words = inspect.getdoc(_native.Board.rows)
    assert words in stub
    assert stubs.with_docstrings(stub.replace(words, "Out of date.")) == stub


def test_every_function_says_what_it_does():
    for name in eo.__all__:
        assert name.isupper() or name == "__version__" or getattr(eo, name).__doc__, name


REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def in_repository(monkeypatch):
    """Runs the examples of documents in the repository's root."""
    for name in ("pandas", "gymnasium", "pettingzoo"):
        pytest.importorskip(name)
    monkeypatch.chdir(REPOSITORY)


@pytest.mark.parametrize("name", ["docs/guide/python.md", "python/README.md"])
def test_the_guide_says_what_is_true(in_repository, name):
    blocks = re.findall(r"```python\n(.*?)```", (REPOSITORY / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    assert blocks and run("\n".join(blocks), name) > 2


def test_the_lines_of_the_readme_print_what_it_says(in_repository, capsys):
    text = (REPOSITORY / "python/README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```console\n(.*?)```", text, flags=re.DOTALL)
    lines = re.findall(r'^\$ python -c "(.*)"\n((?:(?!\$).*\n)*)', block, flags=re.MULTILINE)
    assert len(lines) >= 10
    for program, wanted in lines:
        exec(program, {})
        assert capsys.readouterr().out == wanted, program
