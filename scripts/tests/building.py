#!/usr/bin/env python3
"""Tests of scripts/setup, scripts/python and scripts/static_page.py, with programs that only pretend to install and to build."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = REPOSITORY / "scripts"
sys.path.insert(0, str(SCRIPTS))
sys.dont_write_bytecode = True

import static_page  # noqa: E402

#: `python3 -m venv --clear FOLDER`: a Python that notes its arguments, and a maturin; half of that if $HALF is set.
PYTHON3 = r"""#!/bin/sh
echo "python3 $*" >>"$LOG"
for folder; do :; done
mkdir -p "$folder/bin"
printf '#!/bin/sh\nexit 1\n' >"$folder/bin/python"
chmod +x "$folder/bin/python"
[ -z "$HALF" ] || exit 1
printf '#!/bin/sh\necho "python $*" >>"$LOG"\n' >"$folder/bin/python"
printf '#!/bin/sh\nfor folder; do :; done\nmkdir -p "$folder" && : >"$folder/made.whl"\n' >"$folder/bin/maturin"
chmod +x "$folder/bin/maturin"
"""


class Machine(unittest.TestCase):
    """A machine with a folder, whose name has a space, for everything that is built."""

    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="a space ")
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name).resolve()
        (self.folder / "bin").mkdir()
        for name, text in (("cargo", "#!/bin/sh\n"), ("python3", PYTHON3)):
            (self.folder / "bin" / name).write_text(text, encoding="utf-8")
            (self.folder / "bin" / name).chmod(0o755)

    def run_in(self, folder, *words, **variables):
        """Runs a command; returns its status and its standard output."""
        path = f"{self.folder}/bin:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "LOG": str(self.folder / "log"), "HALF": "", **variables}
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "encoding": "utf-8"}
        done = subprocess.run(words, cwd=folder, env=environment, check=False, **streams)
        return done.returncode, done.stdout

    def log(self):
        return (self.folder / "log").read_text(encoding="utf-8").splitlines()


class Setup(Machine):
    def test_the_repository_is_found_whatever_cdpath_says(self):
        script = '. scripts/setup && printf "%s" "$repository"'
        for path in ("", ".", f".:{self.folder}", str(REPOSITORY)):
            self.assertEqual(self.run_in(REPOSITORY, "bash", "-c", script, CDPATH=path), (0, str(REPOSITORY)), path)

    def test_a_target_directory_is_where_the_caller_says(self):
        script = '. "$0" && prepare_small && cd / && printf "%s" "$CARGO_TARGET_DIR"'
        for given, wanted in [("", REPOSITORY / "target"), ("built", self.folder / "built"), ("/built", "/built")]:
            found = self.run_in(self.folder, "bash", "-c", script, SCRIPTS / "setup", CARGO_TARGET_DIR=given)
            self.assertEqual(found, (0, str(wanted)), given)


class Python(Machine):
    def python(self, *words, **variables):
        return self.run_in(self.folder, SCRIPTS / "python", *words, CARGO_TARGET_DIR="built", **variables)

    def test_an_environment_without_pip_is_made_anew(self):
        python = self.folder / "built/python-venv/bin/python"
        self.assertEqual(self.python("setup", HALF="yes"), (75, ""))
        self.assertTrue(python.exists())
        self.assertEqual(self.python("setup"), (0, f"{python}\n"))
        self.assertEqual(self.log(), 2 * [f"python3 -m venv --clear {python.parents[1]}"] + self.log()[2:])
        # Nothing is installed again but the package itself.
        installed = len(self.log())
        self.assertEqual(self.python("setup"), (0, f"{python}\n"))
        self.assertEqual(len(self.log()), installed + 1)
        self.assertEqual([path.name for path in python.parents[1].rglob("*.whl")], [])

    def test_the_reference_is_written_below_the_folder_of_the_caller(self):
        self.assertEqual(self.python("reference", "out put")[0], 0)
        written = [line for line in self.log() if " -m pdoc " in line or " -m nbconvert " in line]
        self.assertEqual(len(written), 2, self.log())
        for line, name in zip(written, ("python", "notebooks"), strict=True):
            self.assertIn(f" {self.folder}/out put/{name} ", line)


class StaticPage(Machine):
    def make(self, dist):
        wasm = self.folder / "some.wasm"
        wasm.write_bytes(b"\0asm")
        static_page.main(wasm, dist)

    def test_the_page_appears_whole_or_not_at_all(self):
        dist = self.folder / "pages" / "one"
        stopped = mock.patch.object(static_page.shutil, "copyfile", side_effect=KeyboardInterrupt)
        with stopped, self.assertRaises(KeyboardInterrupt):
            self.make(dist)
        self.assertEqual(list(dist.parent.iterdir()), [])
        dist.mkdir()
        self.make(dist)
        names = {path.name for path in dist.iterdir()}
        self.assertTrue({"index.html", "explorer.wasm", "atlas.json"} <= names, names)
        self.assertEqual(list(dist.parent.iterdir()), [dist])
        # As everybody may read a folder that is made here, so the page.
        self.assertEqual(dist.stat().st_mode, dist.parent.stat().st_mode)

    def test_a_folder_in_use_is_refused_before_anything_is_built(self):
        with self.assertRaisesRegex(SystemExit, "is not empty"):
            self.make(self.folder)
        (self.folder / "bin" / "cargo").write_text('#!/bin/sh\necho cargo >>"$LOG"\n', encoding="utf-8")
        for taken in (".", "bin/cargo"):
            self.assertEqual(self.run_in(self.folder, SCRIPTS / "static-page", taken), (1, ""))
        self.assertFalse((self.folder / "log").exists())


if __name__ == "__main__":
    unittest.main()
