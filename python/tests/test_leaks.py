"""Memory does not grow with the number of calls.  DEMESNE_LONG=1 makes 10^5 calls; a debug build of Python
counts references, too."""

import gc
import os
import pathlib
import sys
import tempfile
import unittest

import demesne as dm

IS_DEBUG = hasattr(sys, "gettotalrefcount")
ROUNDS = 100 if IS_DEBUG else 3500 if os.environ.get("DEMESNE_LONG") else 40  # of about 30 calls
GROWTH = 4 << 20  # bytes
TOWN = """<osm version="0.6"><node id="1" lon="7.41" lat="43.73"/><node id="2" lon="7.42" lat="43.73"/>
<node id="3" lon="7.43" lat="43.73"/>
<way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/></way></osm>
"""


def resident():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Node:
    pass


def references():
    gc.collect()
    return sys.gettotalrefcount()


def calls(folder):
    """A little of everything, failures too."""
    nodes = [Node() for _ in range(6)]
    arena = dm.Arena(list(zip(nodes, nodes[1:])))
    dm.score(arena, nodes[:1], nodes[-1:])._repr_html_()
    dm.solve(arena, 1).to_dict()
    dm.moves("cycle:5", 1)
    dm.reply(arena, nodes[:1], 1)
    dm.lead("path:6", 1)
    game = dm.Game(arena, 2)
    game.push(nodes[2])
    copy = game.copy()
    copy.push(nodes[3])
    bytes(copy.owner), bytes(copy.distance), copy.stones, copy.free, copy.value
    copy.pop()
    dm.Player("greedy").choose(game)
    dm.interval_play("circle", 2, blue="greedy", red="keypoint")
    dm.interval_attack("circle", 2, "keypoint", samples=3)
    level = dm.Level.generate(vertices=5)
    level.apply(level.best(op="cut").move, op="cut").odds(op="add")
    dm.reduce("sat", "p cnf 3 1\n1 2 3 0\n")
    dm.verify(dm.solve("path:4", 1, prove=True).certificate)
    dm.score(dm.read(folder / "town.osm"), [0], [1]).areas()
    list(dm.read_all(folder / "all.g6"))
    dm.atlas("paths", vertices=5)._repr_html_()
    dm.tournament(["greedy", lambda game: game.legal_moves[0]], "path:6", 1, games=2)
    dm.Arena({0: 1, 1: 2}.items()).facts()
    dm.market({"white": [0], "scenarios": [{"name": "x", "ask": "score"}]}, "path:6")
    for bad in (
        lambda: dm.score(arena, [5]),
        lambda: dm.solve("path:5", -1),
        lambda: dm.Arena("x:1"),
        lambda: game.push(nodes[2]),
        lambda: dm.Arena([(0, 1, 0)]),
        lambda: dm.score(arena, colour=1),
    ):
        try:
            bad()
        except (dm.Error, TypeError):
            pass


class Leaks(unittest.TestCase):
    def test_memory(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "town.osm").write_text(TOWN)
            (folder / "all.g6").write_text("Bw\nCF\n")
            for _ in range(20):
                calls(folder)
            before, counted = resident(), IS_DEBUG and references()
            for _ in range(ROUNDS):
                calls(folder)
            self.assertLess(resident() - before, GROWTH)
            if IS_DEBUG:
                self.assertLess(references() - counted, ROUNDS)


if __name__ == "__main__":
    unittest.main()
