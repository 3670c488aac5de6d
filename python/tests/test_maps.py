"""Maps: GeoJSON and areas as the tool writes them."""

import json
import os
import pathlib
import subprocess
import tempfile
import threading
import unittest

import demesne as dm

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("DEMESNE", str(ROOT / "build" / "release" / "demesne"))
TOWN = """<osm version="0.6">
<node id="1" lon="7.410" lat="43.730"/><node id="2" lon="7.420" lat="43.730"/>
<node id="3" lon="7.430" lat="43.730"/><node id="4" lon="7.420" lat="43.738"/>
<way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/><tag k="name" v="Rue &lt;A&gt;"/></way>
<way id="11"><nd ref="2"/><nd ref="4"/><tag k="highway" v="residential"/></way>
<way id="12"><nd ref="4"/><nd ref="3"/><tag k="highway" v="residential"/><tag k="oneway" v="yes"/></way>
</osm>
"""


class Maps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.town = self.folder / "town.osm"
        self.town.write_text(TOWN)
        self.white = self.folder / "white.csv"
        self.white.write_text("lon,lat,label\n7.4101,43.7301,West & Co\n")
        self.people = self.folder / "people.csv"
        self.people.write_text("lon,lat,demand\n7.415,43.7302,2\n7.428,43.7301,3.5\n7.42,43.736,1\n9,50,1\n")

    def tool(self, *words):
        words = [TOOL, *map(str, words), "--geojson", "-"]
        return json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)

    def test_as_the_tool(self):
        board = dm.read(self.town)
        by_table, people = ["--white", f"@{self.white}"], ["--customers", self.people]
        for words, found in (
            (["score", "--white", "0", "--black", "2"], dm.score(board, [0], [2])),
            (["score", *by_table, "--black", "2", *people], dm.score(board, self.white, [2], customers=self.people)),
            (["score", "--white", "0", "--black", "2", "--radius", "500"], dm.score(board, [0], [2], radius=500)),
            (["reply", "--white", "0", "--count", "1", *people], dm.reply(board, [0], 1, customers=self.people)),
            (["reply", *by_table, "--count", "2"], dm.reply(board, self.white, 2)),
            (["lead", "--count", "1"], dm.lead(board, 1)),
        ):
            command = [words[0], self.town, *words[1:]]
            with self.subTest(words=words):
                self.assertEqual(found.to_geojson(), self.tool(*command))
                whole = self.tool(*command, "--areas")
                self.assertEqual(found.to_geojson(areas=True), whole)
                areas = [f for f in whole["features"] if f["geometry"]["type"] == "MultiPolygon"]
                self.assertEqual(found.areas(), areas)
                self.assertGreater(len(areas), 0)
                self.assertEqual(found.__geo_interface__, self.tool(*command))

    def test_outlives_the_board(self):
        found = dm.score(dm.read(self.town), [0], [2], ties="white")
        expected = found.to_geojson(areas=True)
        other = dm.score(dm.read(self.town), [0], [2], ties="white")
        self.assertEqual(other.to_geojson(areas=True), expected)

    def test_written_by_threads(self):
        found, texts = dm.score(dm.read(self.town), [0], [2]), []
        work = [threading.Thread(target=lambda a=i % 2: texts.append(str(found.to_geojson(areas=a)))) for i in range(8)]
        for thread in work:
            thread.start()
        for thread in work:
            thread.join()
        self.assertEqual((len(texts), len(set(texts))), (8, 2))

    def test_other_boards(self):
        level = dm.Level.generate(vertices=5)
        for found in (dm.score("path:5", [0], [4]), dm.solve(dm.read(self.town), 1), level.score()):
            for ask in (found.to_geojson, found.areas):
                with self.assertRaisesRegex(dm.Error, "map"):
                    ask()
            self.assertFalse(hasattr(found, "__geo_interface__"))
        plan = {"white": [0], "scenarios": [{"name": "one", "ask": "reply", "count": 1}]}
        with self.assertRaisesRegex(dm.Error, "score, reply or lead"):
            dm.market(plan, dm.read(self.town)).scenarios[0].to_geojson()


if __name__ == "__main__":
    unittest.main()
