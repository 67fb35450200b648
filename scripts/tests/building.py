#!/usr/bin/env python3
"""Tests of what builds and installs, with programs that only pretend to, and of the workflows that call it."""

import functools
import os
import pathlib
import re
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
from releasing import wheels  # noqa: E402

#: `python3 -m venv --clear FOLDER`: a Python that notes its arguments and makes what it is asked for, and a maturin; half of that
#: if $HALF is set. All else is done by the Python that runs this.
PYTHON3 = r"""#!/bin/sh
[ "$2" = venv ] || exec "$PYTHON" "$@"
echo "python3 $*" >>"$LOG"
for folder; do :; done
mkdir -p "$folder/bin"
printf '#!/bin/sh\nexit 1\n' >"$folder/bin/python"
chmod +x "$folder/bin/python"
[ -z "$HALF" ] || exit 1
cp "$0.of-venv" "$folder/bin/python"
printf '#!/bin/sh\nfor folder; do :; done\nmkdir -p "$folder" && : >"$folder/made.whl"\n' >"$folder/bin/maturin"
chmod +x "$folder/bin/maturin"
"""
OF_VENV = r"""#!/bin/sh
echo "python $*" >>"$LOG"
while [ $# -gt 0 ]; do
    case $1 in --output-directory | --output-dir) into=$2 && mkdir -p "$into" ;; esac
    case $1 in *.ipynb) name=${1##*/} && : >"$into/${name%.ipynb}.md" ;; esac
    shift
done
"""
#: Makes the pages of one crate.
CARGO = r"""#!/bin/sh
[ "$1" != doc ] || { mkdir -p "$CARGO_TARGET_DIR/doc/solver" && echo '<p>' >"$CARGO_TARGET_DIR/doc/solver/index.html"; }
"""
#: Makes a book of one page, with a link to $LINK.
MDBOOK = r"""#!/bin/sh
[ "$1" = build ] || { echo "mdbook v$MDBOOK" && exit; }
mkdir -p "$4" && echo "<a href='$LINK'>a page</a>" >"$4/index.html"
"""


class Machine(unittest.TestCase):
    """A machine with a folder, whose name has a space, for everything that is built."""

    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="a space ")
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name).resolve()
        (self.folder / "bin").mkdir()
        for name, text in (("cargo", CARGO), ("c++", "#!/bin/sh\n"), ("python3", PYTHON3), ("python3.of-venv", OF_VENV)):
            self.program(self.folder / "bin" / name, text)

    def program(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def run_in(self, folder, *words, **variables):
        """Runs a command; returns its status and its standard output. What it said besides is kept in `said`."""
        path = f"{self.folder}/bin:{os.environ['PATH']}"
        own = {"PATH": path, "LOG": str(self.folder / "log"), "HALF": "", "PYTHON": sys.executable}
        environment = {**os.environ, **own, **variables}
        done = subprocess.run(words, cwd=folder, env=environment, check=False, capture_output=True, encoding="utf-8")
        self.said = done.stderr
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


class Waiting(Machine):
    def test_what_reports_progress_does_not_run_what_comes_at_the_end(self):
        text = f"""set -euo pipefail; . {SCRIPTS}/setup; trap 'echo the end' EXIT
            for i in {{1..100}}; do with_sign_of_life true; done"""
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
        try:
            ended = subprocess.run(["bash", "-c", text], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
                                   check=True)
        finally:
            for process in busy:
                process.kill()
                process.wait()
        self.assertEqual(ended.stdout, "the end\n")


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


class Site(Machine):
    def setUp(self):
        super().setUp()
        self.program(self.folder / "cache/solve/mdbook/bin/mdbook", MDBOOK)
        self.version = re.search(r"local version=(\S+) root=.*mdbook", (SCRIPTS / "setup").read_text(encoding="utf-8"))[1]

    def site(self, dist, link):
        more = {"XDG_CACHE_HOME": str(self.folder / "cache"), "LIBCLANG_PATH": "/", "MDBOOK": self.version, "LINK": link}
        return self.run_in(self.folder, SCRIPTS / "site", dist, CARGO_TARGET_DIR="built", **more)

    def test_a_site_appears_whole_and_without_crates_that_are_gone(self):
        (self.folder / "built/doc/gone").mkdir(parents=True)
        dist = self.folder / "the site"
        self.assertEqual(self.site("the site", "nowhere.html"), (1, "1 pages: 1 links lead nowhere\n"), self.said)
        self.assertEqual(list(dist.iterdir()), [])
        self.assertEqual(self.site("the site", "rust/solver/index.html"), (0, "1 pages: 0 links lead nowhere\n"), self.said)
        self.assertEqual({path.name for path in dist.iterdir()}, {"index.html", "python", "rust"})
        self.assertEqual([path.name for path in (dist / "rust").iterdir()], ["solver"])
        self.assertEqual(list(self.folder.glob(".unfinished*")), [])
        self.assertEqual(self.site("the site", "rust/solver/index.html"), (1, ""))


class StaticPage(Machine):
    def make(self, dist):
        wasm = self.folder / "some.wasm"
        wasm.write_bytes(b"\0asm")
        # scripts/tests/notices.py looks at those.
        with mock.patch.object(static_page.notices, "put") as put:
            static_page.main(wasm, dist)
        self.assertEqual(put.call_count, 1)

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
        self.program(self.folder / "bin" / "cargo", '#!/bin/sh\necho cargo >>"$LOG"\n')
        for taken in (".", "bin/cargo"):
            self.assertEqual(self.run_in(self.folder, SCRIPTS / "static-page", taken), (1, ""))
        self.assertFalse((self.folder / "log").exists())


class Wheel(Machine):
    def test_what_a_wheel_does_is_compared_with_its_readme(self):
        text = """```console
$ python -c "import os, sys; print(sys.argv, os.environ['PATH'], sep='|')"
['-c']|
$ python -c "print(1); print(2)"
1
2
```
"""
        wrong = text.replace("1\n2\n", "1\n3\n") + '$ python -c "import nothing_of_this_name"\n'
        run = functools.partial(wheels.differences, sys.executable, self.folder)
        self.assertEqual(list(run(text)), [])
        told = "\n".join(run(wrong))
        self.assertIn("\n-3\n+2\n", told)
        self.assertIn("ModuleNotFoundError", told)
        readme = (REPOSITORY / "python/README.md").read_text(encoding="utf-8")
        self.assertEqual(len(wheels.examples(readme)), readme.count("\n$ python -c "))


class Workflows(unittest.TestCase):
    def setUp(self):
        self.files = {path.name: path.read_text(encoding="utf-8") for path in (REPOSITORY / ".github").rglob("*.yml")}
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=REPOSITORY, stdout=subprocess.PIPE, encoding="utf-8", check=True)
        self.listed = listed.stdout.split("\0")

    def test_every_script_and_every_package_that_a_workflow_names_is_there(self):
        manifests = [(REPOSITORY / name).read_text(encoding="utf-8") for name in self.listed if name.endswith("Cargo.toml")]
        packages = {name for text in manifests for name in re.findall(r'^name = "(exact-othello[\w-]*)"', text, re.MULTILINE)}
        for name in ("ci.yml", "release.yml", "site.yml", "slow.yml"):
            scripts = re.findall(r"(?:run: |python3 -B |\. )(scripts/[\w./-]+)", self.files[name])
            self.assertTrue(scripts, name)
            self.assertEqual([script for script in scripts if script not in self.listed], [], name)
            self.assertLessEqual(set(re.findall(r"--package ([\w-]+)", self.files[name])), packages, name)

    def test_what_a_workspace_of_its_own_compiles_is_kept_from_where_it_is(self):
        # The cache does not know CARGO_TARGET_DIR, which all workspaces share.
        found = {line for text in self.files.values() for line in re.findall(r"workspaces: (\w.*)", text)}
        self.assertEqual(found, {"python -> ../target", "fuzz -> ../target"})

    def test_the_packages_of_every_lock_file_are_looked_after(self):
        locks = {name.removesuffix("Cargo.lock") for name in self.listed if name.endswith("Cargo.lock")}
        for name, pattern, wanted in [
            ("ci.yml", r"manifest: \[(.*)\]", {f"{folder}Cargo.toml" for folder in locks}),
            ("slow.yml", r"manifest: \[(.*)\]", {f"{folder}Cargo.toml" for folder in locks}),
            ("dependabot.yml", r"directories: \[(.*)\]", {f"/{folder}".rstrip("/") or "/" for folder in locks}),
        ]:
            self.assertEqual(set(re.search(pattern, self.files[name])[1].split(", ")), wanted, name)


if __name__ == "__main__":
    unittest.main()
