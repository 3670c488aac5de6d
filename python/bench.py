"""Measures the package against plain Python and networkx, in CPU seconds.

    make python && python3 python/bench.py
"""

import operator
import random
import time

import demesne as dm


def seconds(call, times=3):
    """The least of some runs."""
    return min(once(call) for _ in range(times))


def once(call):
    began = time.process_time()
    call()
    return time.process_time() - began


class PlainGame:
    """The same game in plain Python, on a dictionary of distances: a push looks at every vertex once, a
    pop goes back to what was known before."""

    def __init__(self, distance, n):
        self.distance, self.known = distance, [([10**9] * n, [10**9] * n)]

    def push(self, vertex):
        white, black = self.known[-1]
        row = self.distance[vertex]
        if len(self.known) % 2:
            self.known.append((list(map(min, white, row)), black))
        else:
            self.known.append((white, list(map(min, black, row))))

    def pop(self):
        self.known.pop()

    @property
    def value(self):
        white, black = self.known[-1]
        return sum(map(operator.lt, white, black)) - sum(map(operator.lt, black, white))


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
    distance = {u: [abs(u // side - v // side) + abs(u % side - v % side) for v in range(n)] for u in range(n)}
    rng = random.Random(1)
    walks = [rng.sample(range(n), 10) for _ in range(100)]
    game, plain = dm.Game(f"grid:{side}x{side}", 5), PlainGame(distance, n)
    assert all(walk(game, stones) == walk(plain, stones) for stones in walks)
    ours = seconds(lambda: [walk(game, stones) for stones in walks], 10)
    theirs = seconds(lambda: [walk(plain, stones) for stones in walks])
    steps = sum(2 * len(stones) for stones in walks)
    print(f"push or pop and score, grid:15x15: {ours / steps * 1e6:.2f} us; plain Python {theirs / ours:.0f} times that")


def weigh(graph, kind):
    """Lengths for every edge: whole numbers, numbers with decimals, or none; the name of the attribute."""
    rng = random.Random(1)
    for _, _, data in graph.edges(data=True):
        if kind != "no":
            data["weight"] = rng.randint(1, 100) if kind == "whole" else rng.randint(1, 10000) / 100
    return None if kind == "no" else "weight"


def networkx_score():
    import networkx as nx

    for kind in ("whole", "decimal", "no"):
        graph = nx.convert_node_labels_to_integers(nx.grid_2d_graph(316, 317))
        weight = weigh(graph, kind)
        sites = random.Random(1).sample(range(len(graph)), 20)
        ours, theirs = [], []
        for _ in range(4):  # in turns, as other programs disturb both
            ours += [once(lambda: dm.score(graph, sites[:10], sites[10:])) for _ in range(4)]
            theirs.append(once(lambda: nx.voronoi_cells(graph, set(sites), weight=weight)))
        print(f"score of a networkx graph of 100172 vertices with {kind} lengths: {min(ours):.4f} s; ", end="")
        print(f"voronoi_cells {min(theirs) / min(ours):.1f} times that")


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
