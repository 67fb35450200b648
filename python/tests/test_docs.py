"""Examples in docstrings are run, those of the native half among them; the stubs name every option with its value."""

import doctest
import importlib
import inspect
import os
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


def test_every_function_says_what_it_does():
    for name in eo.__all__:
        assert name.isupper() or name == "__version__" or getattr(eo, name).__doc__, name


def test_the_guide_says_what_is_true():
    pytest.importorskip("pandas")
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    repository = pathlib.Path(__file__).resolve().parents[2]
    before = pathlib.Path.cwd()
    os.chdir(repository)
    try:
        for document in (repository / "docs" / "guide" / "python.md", repository / "python" / "README.md"):
            blocks = re.findall(r"```python\n(.*?)```", document.read_text(encoding="utf-8"), flags=re.DOTALL)
            assert blocks and run("\n".join(blocks), document.name) > 2
    finally:
        os.chdir(before)
