"""Every request for memory fails once: MemoryError or a result, never a crash, and nothing is leaked.

Needs the extension that is built for it (tests/fault/wrap.h).  DEMESNE_LONG=1 fails every request.
"""

import ctypes
import gc
import os
import pathlib
import tempfile
import unittest

import demesne as dm
from demesne import _demesne

try:
    import _testcapi
except ImportError:
    _testcapi = None

FAULT = ctypes.CDLL(_demesne.__file__)
IS_WRAPPED = hasattr(FAULT, "fault_arm")
STEP = 1 if os.environ.get("DEMESNE_LONG") else 13
ROOT = pathlib.Path(__file__).resolve().parents[2]
LEVEL = sorted((ROOT / "examples" / "levels").glob("*.json"))[0].read_text()
TOWN = """<osm version="0.6"><node id="1" lon="7.41" lat="43.73"/><node id="2" lon="7.42" lat="43.73"/>
<node id="3" lon="7.43" lat="43.73"/><node id="4" lon="7.42" lat="43.738"/>
<way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/></way>
<way id="11"><nd ref="2"/><nd ref="4"/><tag k="highway" v="residential"/></way></osm>"""
PLAN = {"white": [0], "scenarios": [{"name": "one", "ask": "reply", "count": 1}]}


def play():
    game = dm.Game("path:6", 2)
    game.push(2)
    game.push([3])
    game.copy().push(0)
    found = game.value, game.score(), list(game.owner), list(game.distance), game.free, game.stones
    game.pop()
    return found


def tournament():
    def last(game):  # it asks for no memory: a MemoryError in a player is its own fault
        return 5

    found = dm.tournament([last, "greedy"], dm.Arena("path:6"), 1, pairs=[(last, "greedy")], games=2, list=True)
    return [game.moves for game in found.games]


def graph():
    return {i: {j: {"weight": 1.5} for j in (i - 1, i + 1) if 0 <= j < 6} for i in range(6)}


@unittest.skipUnless(IS_WRAPPED, "needs the extension with faults")
class Engine(unittest.TestCase):
    """The k-th request of the extension or the library in it fails."""

    if IS_WRAPPED:
        FAULT.fault_live.restype = ctypes.c_int64
        FAULT.fault_fired.restype = ctypes.c_bool

    def sweep(self, call):
        expected, k = call(), 1
        while True:
            gc.collect()
            FAULT.fault_arm(ctypes.c_int64(k))
            try:
                found = call()
            except MemoryError:
                found = None
            except dm.Error as error:  # jansson calls a missing block bad syntax
                found = None
                self.assertRegex(str(error), "memory|syntax|JSON|bound", k)
            has_failed = FAULT.fault_fired()
            if found is not None:
                self.assertEqual(found, expected, k)
            del found
            gc.collect()
            self.assertEqual(FAULT.fault_live(), 0, f"blocks kept after request {k}")
            if not has_failed:
                break
            k += STEP
        self.assertGreater(k, 1)

    def test_calls(self):
        with tempfile.TemporaryDirectory() as folder:
            town = pathlib.Path(folder) / "town.osm"
            town.write_text(TOWN)
            proof = dm.solve("cycle:6", 1, prove=True).certificate
            for name, call in {
                "arena": lambda: dm.Arena("grid:3x3").edges,
                "edges": lambda: dm.Arena([("a", "b", 1.5), ("b", "c", 2)]).nodes,
                "read": lambda: dm.read(town).vertices,
                "facts": lambda: dm.Arena("path:4").facts().medians,
                "svg": lambda: len(dm.Arena("path:4").svg([0], [3])),
                "score": lambda: dm.score("path:5", [0], [4]).owner,
                "solve": lambda: dm.solve("path:5", 1).value,
                "moves": lambda: len(dm.moves("path:4", 1).moves),
                "reply": lambda: dm.reply("path:5", [2], 1).black,
                "lead": lambda: dm.lead("path:5", 1).white,
                "market": lambda: dm.market(PLAN, "path:6").scenarios[0].black,
                "verify": lambda: dm.verify(proof).verified,
                "reduce": lambda: dm.reduce("sat", "p cnf 3 1\n1 2 3 0\n").vertices,
                "interval": lambda: dm.interval_play("circle", 2, blue="greedy", red="keypoint").winner,
                "level": lambda: dm.Level(LEVEL).best(op="cut").winner,
                "geojson": lambda: len(dm.score(dm.read(town), [0], [2]).areas()),
                "game": play,
                "player": lambda: dm.Player("greedy").choose(dm.Game("path:5", 1)),
                "tournament": tournament,
            }.items():
                with self.subTest(name):
                    self.sweep(call)


@unittest.skipUnless(_testcapi and hasattr(_testcapi, "set_nomemory"), "needs the module _testcapi")
class Interpreter(unittest.TestCase):
    """The k-th request of the interpreter fails while the extension runs."""

    def sweep(self, call):
        k, failed = 1, True
        call()
        while failed:
            failed = False
            _testcapi.set_nomemory(k, k + 1)
            try:
                call()
            except MemoryError:
                failed = True
            finally:
                _testcapi.remove_mem_hooks()
            k += 1
        return k - 2

    def test_calls(self):
        board = dm.Arena("path:5")._board
        game = _demesne.Game(board, 2, 1, 0)
        for v in (0, 4):
            game.push(v)
        player = _demesne.Player("greedy", 1)
        adjacency, named = graph(), {chr(97 + i): {} for i in range(6)}
        index = {name: i for i, name in enumerate(named)}
        ends = memoryview(bytes(16)).cast("q")
        request = '{"white":[0],"black":[4],"arena":"path:5"}'
        total = 0

        def refused():
            try:
                _demesne.ask("score", "{", board, "path:5", -1.0, None)
            except dm.Error:
                pass

        for name, call in {
            "ask": lambda: _demesne.ask("score", request, board, "path:5", -1.0, None),
            "refused": refused,
            "fields": lambda: _demesne.fields("reply"),
            "families": _demesne.families,
            "players": _demesne.players,
            "tables": _demesne.atlas_tables,
            "open": lambda: _demesne.open("path:5", 1, False, 0, False, False, 0, 3),
            "edges": lambda: _demesne.edges(adjacency, None, "length", "weight", False, False, -1),
            "named": lambda: _demesne.edges(named, index, "length", "weight", True, False, -1),
            "units": lambda: _demesne.units([1.5, 2, 0.25] * 100, -1),
            "rounded": lambda: _demesne.units([1 / 3, 2], 3),
            "objects": lambda: _demesne.units([1, 2**70, "x"], -1),
            "arrays": lambda: board.from_arrays(2, ends, None, False, 0, None, 0, None, False, ["a", "b"], "t"),
            "svg": lambda: board.svg([(0, 0), (1, 4)], 0),
            "names": lambda: board.names,
            "game": lambda: _demesne.Game(board, 2, 1, 0),
            "copy": lambda: game.copy(),
            "dominance": game.dominance,
            "free": game.free,
            "stones": game.stones,
            "push": lambda: (game.push([2]), game.pop()),
            "choose": lambda: player.choose(game, -1.0),
        }.items():
            with self.subTest(name):
                total += self.sweep(call)
        self.assertGreater(total, 100)


if __name__ == "__main__":
    unittest.main()
