"""Measures the package against plain Python and networkx, in CPU seconds.

    PYTHONPATH=python python3 python/bench.py
"""

import random
import time

import demesne as dm


def seconds(call, times=3):
    """The least of some runs."""
    found = []
    for _ in range(times):
        began = time.process_time()
        call()
        found.append(time.process_time() - began)
    return min(found)


class PlainGame:
    """The same game in plain Python, on a dictionary of distances."""

    def __init__(self, distance, n):
        self.distance, self.vertices, self.stones = distance, range(n), []

    def push(self, vertex):
        self.stones.append(vertex)

    def pop(self):
        self.stones.pop()

    @property
    def value(self):
        white, black, distance, total = self.stones[::2], self.stones[1::2], self.distance, 0
        for v in self.vertices:
            w = min([distance[v, s] for s in white], default=10**9)
            b = min([distance[v, s] for s in black], default=10**9)
            total += (w < b) - (b < w)
        return total


def walk(game, stones):
    values = []
    for v in stones:
        game.push(v)
        values.append(game.value)
    for _ in stones:
        game.pop()
        values.append(game.value)
    return values


def push_and_pop():
    side = 15
    n = side * side
    distance = {
        (u, v): abs(u // side - v // side) + abs(u % side - v % side) for u in range(n) for v in range(n)
    }
    stones = random.Random(1).sample(range(n), 10)
    arena = dm.Arena(f"grid:{side}x{side}")
    assert walk(dm.Game(arena, 5), stones) == walk(PlainGame(distance, n), stones)
    plain = seconds(lambda: walk(PlainGame(distance, n), stones))
    game = dm.Game(arena, 5)
    ours = seconds(lambda: [walk(game, stones) for _ in range(100)]) / 100
    steps = 2 * len(stones)
    print(f"push or pop and score, grid:15x15: {ours / steps * 1e6:.2f} us; plain Python {plain / ours:.0f} times that")


def networkx_score():
    import networkx as nx

    for weight in ("weight", None):
        graph = nx.convert_node_labels_to_integers(nx.grid_2d_graph(316, 317))
        rng = random.Random(1)
        for _, _, data in graph.edges(data=True):
            if weight:
                data[weight] = rng.randint(1, 100)
        sites = rng.sample(range(len(graph)), 20)
        ours = seconds(lambda: dm.score(graph, sites[:10], sites[10:]))
        theirs = seconds(lambda: nx.voronoi_cells(graph, set(sites), weight=weight))
        graph_kind = "with" if weight else "without"
        print(f"score of a networkx graph of 100172 vertices {graph_kind} lengths: {ours:.3f} s; ", end="")
        print(f"voronoi_cells {theirs / ours:.1f} times that")


def networkx_edges():
    import networkx as nx

    graph = nx.gnm_random_graph(300_000, 1_000_000, seed=1)
    print(f"1000000 edges from networkx: {seconds(lambda: dm.Arena(graph), 2):.2f} s")
    for _, _, data in graph.edges(data=True):
        data["length"] = 1.25
    print(f"1000000 edges with lengths from networkx: {seconds(lambda: dm.Arena(graph), 2):.2f} s")


def numpy_edges():
    import numpy as np

    rng = np.random.default_rng(1)
    u, v = rng.integers(0, 300_000, 1_000_000), rng.integers(0, 300_000, 1_000_000)
    whole = rng.integers(1, 1000, 1_000_000)
    print(f"1000000 edges from numpy: {seconds(lambda: dm.Arena((u, v))):.3f} s")
    print(f"1000000 edges with lengths from numpy: {seconds(lambda: dm.Arena((u, v, whole))):.3f} s")
    print(f"1000000 edges with decimal lengths from numpy: {seconds(lambda: dm.Arena((u, v, whole / 100))):.3f} s")


if __name__ == "__main__":
    push_and_pop()
    numpy_edges()
    networkx_score()
    networkx_edges()
