"""Tables of solved games: those built in, and those of a database, as the tool exports them."""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest
from unittest import mock

import demesne as dm

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("DEMESNE", str(ROOT / "build" / "release" / "demesne"))


def tool(*words):
    subprocess.run([TOOL, *map(str, words), "--quiet"], check=True, capture_output=True)


class BuiltIn(unittest.TestCase):
    def test_as_the_files(self):
        for names, summary in ((("games", "black-wins"), False), (("counts",), True)):
            expected = []
            for name in names:
                with open(ROOT / "data" / f"{name}.csv") as file:
                    expected += [row for row in csv.DictReader(file) if row["per_turn"] == "1"]
            found = dm.atlas(["trees", "graphs"], summary=True) if summary else dm.atlas()
            rows = [{k: str(int(v) if v in (True, False) else v) for k, v in row.to_dict().items()} for row in found]
            self.assertTrue(sorted(map(str, rows)) == sorted(map(str, expected)), names)

    def test_against_solve(self):
        for game in dm.atlas(["paths", "cycles", "grids", "complete-trees"], vertices=(2, 7)):
            self.assertEqual(dm.solve(game.board, game.rounds).value, game.lower, game)

    def test_filters(self):
        self.assertEqual({g.vertices for g in dm.atlas("paths", vertices=(5, 6))}, {5, 6})
        self.assertEqual({g.rounds for g in dm.atlas("paths", rounds=3)}, {3})
        self.assertTrue(all(g.upper < 0 for g in dm.atlas(winner="black")))
        self.assertEqual({g.board for g in dm.atlas(board="path:9")}, {"path:9"})
        self.assertEqual({g.per_turn for g in dm.atlas("trees", per_turn=2)}, {2})
        self.assertEqual(len(dm.atlas("paths", ties="white")), 0)

    def test_refused(self):
        for bad in ({"vertices": 0}, {"vertices": (5, 4)}, {"rounds": 5000}, {"winner": "me"}, {"ties": "x"}):
            with self.subTest(bad=bad), self.assertRaises(dm.Error):
                dm.atlas("paths", **bad)
        for bad in ({"vertices": "x"}, {"rounds": 1.5}, {"db": 5}, {"tables": 5}):
            with self.subTest(bad=bad), self.assertRaises(TypeError):
                dm.atlas(**bad)
        with self.assertRaisesRegex(dm.Error, "no table 'pahts'"):
            dm.atlas("pahts")
        with self.assertRaises(dm.Error):
            dm.atlas(db="/no/such.db")
        with self.assertRaises(dm.Error):
            dm.atlas("trees", winner="white", summary=True)

    def test_as_a_sequence(self):
        games = dm.atlas("paths", vertices=4)
        self.assertEqual((len(games), len(games[:1]), games[-1].board), (2, 1, "path:4"))
        self.assertIn("path:4", games._repr_html_())
        self.assertEqual(repr(games), "<Table: 2 games>")


class Database(unittest.TestCase):
    def test_as_the_tool(self):
        with tempfile.TemporaryDirectory() as folder:
            db, out = f"{folder}/a.db", f"{folder}/out.json"
            tool("atlas", "run", "paths", "cycles", "complete-trees", "--to", 9, "--db", db)
            tool("atlas", "run", "paths", "--to", 6, "--db", db, "--per-turn", 2)
            for tables, options in (
                ([], {}), (["paths"], {}), (["cycles", "paths"], {"vertices": (3, 6)}), (["open-trees"], {}),
                (["paths"], {"rounds": (2, 3)}), ([], {"winner": "white"}), (["paths"], {"per_turn": 2}),
                ([], {"ties": "white"}), (["all"], {"summary": True}), (["paths"], {"summary": True, "winner": "tie"}),
            ):  # fmt: skip
                words = ["--summary"] if options.get("summary") else []
                for name in ("vertices", "rounds", "winner", "per_turn", "ties"):
                    value = options.get(name)
                    text = "-".join(map(str, value)) if isinstance(value, tuple) else value
                    words += ["--" + name.replace("_", "-"), text] if name in options else []
                tool("atlas", "export", *tables, "--to", out, "--db", db, *words)
                with self.subTest(tables=tables, options=options):
                    expected = json.loads(pathlib.Path(out).read_text())
                    self.assertEqual(dm.atlas(tables, db=pathlib.Path(db), **options).to_dict(), expected)


class Frames(unittest.TestCase):
    def test_without_pandas(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            for found in (dm.atlas("paths", vertices=4), dm.moves("path:3", 1), dm.score("path:3", [0], [2])):
                with self.assertRaisesRegex(ImportError, "pandas"):
                    found.to_frame()

    def test_rows(self):
        """What pandas gets."""
        pandas = types.SimpleNamespace(DataFrame=list)
        with mock.patch.dict(sys.modules, {"pandas": pandas}):
            self.assertEqual(dm.atlas("paths", vertices=2).to_frame()[0]["board"], "path:2")
            self.assertEqual([row["value"] for row in dm.moves("path:3", 1).to_frame()], [-1, 1, -1])
            owners = dm.score([("a", "b"), ("b", "c")], ["a"], ["c"]).to_frame()
            self.assertEqual(owners[1], {"vertex": "b", "owner": "tied"})
            with self.assertRaisesRegex(dm.Error, "colours"):
                dm.moves("path:3", 1).to_frame("colours")

    def test_pandas(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("needs pandas")
        found = dm.atlas("paths", vertices=(2, 9)).to_frame()
        self.assertIsInstance(found, pandas.DataFrame)
        self.assertEqual(found[found.board == "path:9"].rounds.tolist(), [1, 2, 3, 4])


if __name__ == "__main__":
    unittest.main()
