"""The package in a checkout: it finds the engine that `make python` builds, or says what to build."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import demesne


class Checkout(unittest.TestCase):
    def test_engine(self):
        engine, package = pathlib.Path(demesne._demesne.__file__), pathlib.Path(demesne.__file__).parent
        with tempfile.TemporaryDirectory() as folder:
            there = pathlib.Path(folder) / "python" / "demesne"
            there.mkdir(parents=True)
            for file in package.glob("*.py"):
                shutil.copy(file, there)
            done = self.start(folder)
            self.assertIn("`make python` builds it", done.stderr)
            self.assertNotIn("circular", done.stderr)
            built = pathlib.Path(folder) / "build" / "release" / "python"
            built.mkdir(parents=True)
            os.symlink(engine, built / engine.name)
            self.assertEqual(self.start(folder).stdout, "3\n")

    def start(self, folder):
        script = "import demesne; print(demesne.Arena('path:3').vertices)"
        environment = dict(os.environ, PYTHONPATH=str(pathlib.Path(folder) / "python"), PYTHONDONTWRITEBYTECODE="1")
        words = [sys.executable, "-c", script]
        return subprocess.run(words, capture_output=True, text=True, timeout=60, env=environment, cwd=folder)


if __name__ == "__main__":
    unittest.main()
