"""Wheels of the Python package: built by maturin, and tried as its README says."""

import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import venv

from .archives import REPOSITORY

PACKAGE = REPOSITORY / "python"
#: On Linux Zig links for the glibc of this policy.
POLICY = "manylinux2014"
ZIG = "ziglang==0.17.1"


def environment(folder, *packages):
    """Makes a virtual environment with these packages of PyPI; returns its folder of programs."""
    venv.create(folder, with_pip=True, clear=True)
    programs = pathlib.Path(folder) / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([programs / "python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:", *packages], check=True)
    return programs


def build(dist, target):
    """Builds a wheel for a target of Rust, or for this system, into a folder."""
    is_linux = "-linux-" in target if target else sys.platform == "linux"
    maturin = re.search(r"^maturin==\S+", (PACKAGE / "tests/requirements.txt").read_text(encoding="utf-8"), re.MULTILINE)[0]
    words = ["build", "--release", "--locked", "--strip", "--manifest-path", PACKAGE / "Cargo.toml", "--out", dist.resolve()]
    words += ["--target", target] if target else []
    words += ["--zig", "--compatibility", POLICY] if is_linux else []
    with tempfile.TemporaryDirectory() as place:
        programs = environment(place, maturin, *([ZIG] if is_linux else []))
        path = os.pathsep.join((str(programs), os.environ["PATH"]))
        subprocess.run([programs / "maturin", *words], check=True, env={**os.environ, "PATH": path})


def examples(text):
    """The programs in the console of a README, and what each prints."""
    return re.findall(r'^\$ python -c "(.*)"\n((?:(?!\$|```).*\n)*)', text, flags=re.MULTILINE)


def differences(python, folder, text):
    """Where the lines of a README do something else than it says, with this Python, in this folder and with no other program."""
    for program, wanted in examples(text):
        command = [python, "-c", program]
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, "PATH": ""}, capture_output=True, encoding="utf-8", check=False
        )
        # Only what is printed counts: now and then pyarrow aborts while Python ends.
        found = done.stdout if done.stdout == wanted != "" else done.stdout + done.stderr
        yield from difflib.unified_diff(wanted.splitlines(), found.splitlines(), "README.md", program, lineterm="")


def attempt(wheel):
    """Installs a wheel into an environment of its own, and runs the lines of README far from the repository."""
    text = (PACKAGE / "README.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as place:
        programs = environment(pathlib.Path(place) / "venv", f"{wheel.resolve()}[all]")
        if found := list(differences(programs / "python", place, text)):
            raise SystemExit("\n".join([f"scripts/wheel: {wheel.name} does not do what python/README.md says", *found]))
    print(f"{wheel.name}: {len(examples(text))} lines of python/README.md print what it says")
