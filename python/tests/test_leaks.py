"""Memory does not grow with the number of calls.  DEMESNE_LONG=1 makes 10^5 calls."""

import gc
import os
import unittest

import demesne as dm

ROUNDS = 5000 if os.environ.get("DEMESNE_LONG") else 60  # of about 20 calls
GROWTH = 4 << 20  # bytes


def resident():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Node:
    pass


def calls():
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
    dm.Level.generate(vertices=5).best(op="cut")
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
        for _ in range(40):
            calls()
        before = resident()
        for _ in range(ROUNDS):
            calls()
        self.assertLess(resident() - before, GROWTH)


if __name__ == "__main__":
    unittest.main()
