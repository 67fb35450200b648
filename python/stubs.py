"""Copies the docstrings of the native half into its stub, src/exact_othello/_native.pyi, where editors look for them.

`scripts/python stubs` runs this on the package that it has just built; a test fails when the stub is out of date.
"""

import ast
import inspect
import pathlib

from exact_othello import _native

STUB = pathlib.Path(__file__).parent / "src" / "exact_othello" / "_native.pyi"


def with_docstrings(text):
    """The text of a stub with up-to-date docstrings, whichever it had before."""
    lines = text.splitlines()
    # From the end, so that the line numbers above stay right.
    for node, doc in sorted(described(ast.parse(text)), key=lambda found: -found[0].lineno):
        describe(lines, node, doc)
    return "\n".join(lines) + "\n"


def described(tree):
    """The functions, classes and their public members, each with its docstring."""
    for node in tree.body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith("_"):
            continue
        native = getattr(_native, node.name)
        yield node, inspect.getdoc(native)
        for member in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                yield member, inspect.getdoc(getattr(native, member.name))


def describe(lines, node, doc):
    """Replaces or inserts a docstring, which is the whole body of a function."""
    old = node.body[0] if ast.get_docstring(node) is not None else None
    end = '\n"""' if "\n" in doc else '"""'
    new = [" " * (node.col_offset + 4) + line if line else "" for line in f'"""{doc}{end}'.splitlines()]
    if isinstance(node, ast.ClassDef):
        begin = min([node.body[0].lineno, *(one.lineno for one in getattr(node.body[0], "decorator_list", []))]) - 1
        lines[begin : old.end_lineno if old else begin] = new
    elif old:
        lines[old.lineno - 1 : old.end_lineno] = new
    else:
        last = node.end_lineno - 1
        lines[last : last + 1] = [lines[last].removesuffix(" ..."), *new]


if __name__ == "__main__":
    STUB.write_text(with_docstrings(STUB.read_text(encoding="utf-8")), encoding="utf-8")
