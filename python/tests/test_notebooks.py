"""The notebooks of examples/python: running them gives the outputs that they store."""

import copy
import importlib.util
import json
import pathlib
import re
import unittest

import notebook

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "python"
NUMBER = re.compile(r"(-?\d+(?:\.\d+)?)")
AREA = re.compile(r'd="(M[^"]*Z)"')
NEAR = 0.5  # pixels: compilers round layouts differently


def box(area):
    """The number of an area's corners and its box: versions of GEOS begin at different corners."""
    numbers = [float(number) for number in NUMBER.findall(area.group(1))]
    x, y = numbers[::2], numbers[1::2]
    return f'd="{len(x)} corners in {min(x)} {min(y)} {max(x)} {max(y)}"'


class Notebooks(unittest.TestCase):
    def same(self, stored, found, where):
        """Equal; numbers in pictures may differ a little."""
        stored, found = "".join(stored), "".join(found)
        if "<svg" not in stored:
            return self.assertEqual(found, stored, where)
        pieces = [NUMBER.split(AREA.sub(box, text)) for text in (stored, found)]
        self.assertEqual(pieces[1][::2], pieces[0][::2], where)
        for old, new in zip(pieces[0][1::2], pieces[1][1::2]):
            self.assertLessEqual(abs(float(old) - float(new)), NEAR, where)

    def compare(self, path):
        stored = json.loads(path.read_text(encoding="utf-8"))
        found = notebook.run(copy.deepcopy(stored))
        kinds = set()
        for old, new in zip(stored["cells"], found["cells"]):
            where = f"{path.name}: {old['id']}; python/tests/notebook.py stores the outputs again"
            if old["cell_type"] != "code":
                continue
            self.assertEqual(old["execution_count"], new["execution_count"], where)
            shown = [[output["output_type"] for output in cell["outputs"]] for cell in (old, new)]
            self.assertEqual(*shown, where)
            for a, b in zip(old["outputs"], new["outputs"]):
                a, b = (o["data"] if "data" in o else {"text": o["text"]} for o in (a, b))
                self.assertEqual(a.keys(), b.keys(), where)
                kinds |= a.keys()
                for kind in a:
                    self.same(a[kind], b[kind], where)
        return kinds

    def test_outputs(self):
        if not importlib.util.find_spec("networkx"):
            self.skipTest("needs networkx")
        paths = sorted(FOLDER.glob("*.ipynb"))
        self.assertGreaterEqual(len(paths), 3)
        for path in paths:
            with self.subTest(path=path.name):
                self.assertLessEqual({"text/plain", "text/html", "image/svg+xml"}, self.compare(path))

    def test_a_wrong_output_is_found(self):
        path = FOLDER / "florence.ipynb"
        stored = path.read_text(encoding="utf-8")
        changes = {" +3  Medici": " +4  Medici", "<circle cx=": "<ellipse cx=", "Strozzi</text>": "Pitti</text>"}
        for old, new in changes.items():
            self.assertIn(old, stored)

            class Changed:
                name = path.name

                def read_text(self, encoding):
                    return stored.replace(old, new, 1)

            if importlib.util.find_spec("networkx"):
                with self.subTest(old=old), self.assertRaises(AssertionError):
                    self.compare(Changed())


if __name__ == "__main__":
    unittest.main()
