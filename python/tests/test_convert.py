"""Graphs of other libraries, lists of edges, exact lengths."""

import decimal
import fractions
import pathlib
import random
import tempfile
import types
import unittest

import demesne as dm
from demesne._lengths import units

try:
    import networkx
except ImportError:
    networkx = None
try:
    import numpy
except ImportError:
    numpy = None
try:
    import scipy.sparse as sparse
except ImportError:
    sparse = None


class Lengths(unittest.TestCase):
    def test_shortest_decimal(self):
        self.assertEqual(list(units([0.1, 0.25, 3], "length")[0]), [10, 25, 300])
        self.assertEqual(units([1.0, 2.0], "length")[1], 0)
        self.assertEqual(list(units([1e-7], "length")[0]), [1])
        self.assertEqual(list(units([decimal.Decimal("1.50"), fractions.Fraction(1, 4)], "length")[0]), [150, 25])

    def test_random_floats_are_exact(self):
        rng = random.Random(1)
        for _ in range(300):
            digits = rng.randint(0, 9)
            numbers = [round(rng.uniform(0.001, 1000), digits) or 1.0 for _ in range(5)]
            got, d = units(numbers, "length")
            for number, unit in zip(numbers, got):
                self.assertEqual(fractions.Fraction(unit, 10**d), fractions.Fraction(repr(number)))

    def test_rounded_if_asked(self):
        self.assertEqual(list(units([1 / 3, 2], "length", 3)[0]), [333, 2000])

    def test_rounded_as_decimals_are(self):
        rng = random.Random(2)
        for _ in range(300):
            kept, digits = rng.randint(0, 4), rng.choice([1, 2, 3, 15])
            numbers = [round(rng.uniform(0, 100), digits) for _ in range(5)] + [0.295, 0.5, 1.5, 2.675]
            got, d = units(numbers, "length", kept)
            exact = [decimal.Decimal(repr(n)).scaleb(kept).to_integral_value() for n in numbers]
            self.assertEqual((list(got), d), (exact, kept))

    def test_mixed(self):
        half = fractions.Fraction(1, 2)
        for numbers, expected, d in (
            ([3, 0.5], [30, 5], 1), ([0.5, 3], [5, 30], 1), ([2**53 + 1, 1.0], [2**53 + 1, 1], 0),
            ([1.0, 2**53 + 1], [1, 2**53 + 1], 0), ([1, 0.25, half], [100, 25, 50], 2), ([half, 1], [5, 10], 1),
            ([2**62], [2**62], 0), ([-1, 0], [-1, 0], 0), ([], [], 0), ([1e-18], [1], 18),
        ):  # fmt: skip
            with self.subTest(numbers=numbers):
                got, decimals = units(numbers, "length")
                self.assertEqual((list(got), decimals), (expected, d))

    def test_refused(self):
        for bad in (float("nan"), float("inf"), -float("inf"), 2**63, 1e300, 123456789 / 7e9, fractions.Fraction(1, 3)):
            with self.subTest(bad=bad), self.assertRaises(dm.Error):
                dm.Arena([(0, 1, bad), (1, 2, 100.1)])
        for bad in ("1", None, [1], 1j):
            with self.subTest(bad=bad), self.assertRaises(TypeError):
                dm.Arena([(0, 1, bad)])

    def test_distances(self):
        arena = dm.Arena([("a", "b", 0.1), ("b", "c", 0.2), ("a", "c", 0.3)])
        self.assertEqual(dm.score(arena, ["a"], ["c"], ties="neutral").cells()["white"], ["a", "b"])
        game = dm.Game(arena, 1)
        game.push("a")
        self.assertEqual(list(game.distance), [0, 1, 3])


class Edges(unittest.TestCase):
    def test_numbers(self):
        arena = dm.Arena([(0, 1), (1, 2)], vertices=5)
        self.assertEqual((arena.vertices, arena.edges, arena.nodes), (5, 2, None))

    def test_objects(self):
        node = object()
        arena = dm.Arena([(node, "x"), ("x", (1, 2))])
        self.assertIs(dm.solve(arena, 1).line[0][0], "x")
        self.assertIs(dm.score(arena, [node], []).white[0], node)
        self.assertIs(dm.score(arena, [node], []).to_dict()["white"][0], node)

    def test_directed(self):
        self.assertTrue(dm.Arena([(0, 1)], directed=True).directed)
        self.assertFalse(dm.Arena([(0, 1)]).directed)

    def test_empty(self):
        self.assertEqual(dm.Arena([], vertices=3).vertices, 3)

    def test_refused(self):
        for bad, why in (
            ([(0,)], dm.Error), ([(0, 1, 2, 3)], dm.Error), ([(0, -1)], dm.Error), ([(0, 2**40)], dm.Error),
            (5, TypeError), (None, TypeError), ([5], TypeError), ([([], 1)], TypeError), (object(), TypeError),
            ([(0, 1, 0)], dm.Error), ("no such file", dm.Error), ("grid:5x", dm.Error),
        ):  # fmt: skip
            with self.subTest(bad=bad), self.assertRaises(why):
                dm.Arena(bad)

    def test_file_with_many(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "all.g6"
            path.write_text("Bw\nCF\nC~\n")
            self.assertEqual([(a.vertices, a.edges) for a in dm.read_all(path)], [(3, 3), (4, 3), (4, 6)])
            path.write_text("Bw\nC\n")
            boards = dm.read_all(path)
            self.assertEqual(next(boards).edges, 3)
            with self.assertRaises(dm.Error) as caught:
                next(boards)
            self.assertEqual(caught.exception.line, 2)
            with self.assertRaises(dm.Error):
                dm.read(path)
        with self.assertRaises(dm.Error):
            dm.read_all("no such file")

    def test_names_are_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "b.graphml"
            dm.Arena([("Aa", "Bb", 2.5), ("Bb", "Cc", 1)]).write(path)
            again = dm.read(path)
            self.assertEqual(dm.score(again, ["Aa"], ["Cc"]).cells()["black"], [1, 2])
            with self.assertRaises(dm.Error):
                again.number("Dd")


@unittest.skipUnless(networkx, "needs networkx")
class Networkx(unittest.TestCase):
    def test_random_graphs(self):
        for seed in range(40):
            rng = random.Random(seed)
            kind = rng.choice([networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph])
            graph = kind()
            graph.add_nodes_from(f"n{v}" for v in range(rng.randint(2, 15)))
            nodes = list(graph)
            for _ in range(rng.randint(1, 40)):
                graph.add_edge(*rng.sample(nodes, 2), **rng.choice([{}, {"weight": rng.randint(1, 5)}]))
            white, black = rng.sample(nodes, 2)
            cells = dm.score(graph, [white], [black]).cells()
            turned = graph.reverse() if graph.is_directed() else graph
            distance = [
                networkx.single_source_dijkstra_path_length(turned, s, weight=lambda u, v, d: self.length(graph, d))
                for s in (white, black)
            ]
            for node in nodes:
                w, b = (d.get(node, 10**9) for d in distance)
                expected = "white" if w < b else "black" if b < w else "unreached" if w == 10**9 else "tied"
                self.assertIn(node, cells[expected], (seed, node))

    @staticmethod
    def length(graph, data):
        rows = data.values() if graph.is_multigraph() else [data]
        return min(row.get("weight", 1) for row in rows)

    def test_which_attribute(self):
        graph = networkx.Graph()
        graph.add_edge(0, 1, weight=5, length=2, time=7)
        graph.add_edge(1, 2, weight=3, time=9)

        def distances(**options):
            game = dm.Game(dm.Arena(graph, **options), 1)
            game.push(0)
            return list(game.distance)

        self.assertEqual(distances(), [0, 2, 5])
        self.assertEqual(distances(weight="weight"), [0, 5, 8])
        self.assertEqual(distances(weight="time"), [0, 7, 16])
        with self.assertRaises(dm.Error):
            distances(weight="length")

    def test_values_and_places(self):
        graph = networkx.Graph()
        graph.add_node("a", value=2.5, lon=7.4, lat=43.7)
        graph.add_node("b", value=1, lon=7.5, lat=43.8)
        graph.add_edge("a", "b")
        found = dm.score(graph, ["a"], ["b"])
        self.assertEqual((found.white_score, found.black_score), (2.5, 1))
        self.assertTrue(dm.Arena(graph).facts().coordinates)

    def test_edges_with_and_without_lengths(self):
        for first, second in (({}, {"weight": 2.5}), ({"weight": 2.5}, {}), ({"weight": 5, "x": 1}, {"length": 0.5})):
            graph = networkx.Graph()
            graph.add_edge(0, 1, **first)
            graph.add_edge(1, 2, **second)
            game = dm.Game(dm.Arena(graph), 1)
            game.push(0)
            unit = 10 ** game.arena.decimals
            a, b = (row.get("length", row.get("weight", 1)) for row in (first, second))
            self.assertEqual(list(game.distance), [0, a * unit, (a + b) * unit])

    def test_views(self):
        graph = networkx.path_graph(6).subgraph([1, 2, 3])
        self.assertEqual(dm.solve(graph, 1).line[0], [2])

    def test_nodes_that_compare_badly(self):
        class Bad:
            def __init__(self, number, how):
                self.number, self.how = number, how

            def __hash__(self):
                return 1

            def __eq__(self, other):
                return self.how(self, other)

        def fail(a, b):
            raise RuntimeError("not now")

        for how in (fail, lambda a, b: True, lambda a, b: False):
            with self.subTest(how=how), self.assertRaises((RuntimeError, ValueError, dm.Error)):
                nodes = [Bad(i, how) for i in range(4)]
                stub = types.SimpleNamespace(
                    _node={i: {} for i in range(4)}, _adj={}, adj={}, name="", graph={},
                    is_directed=lambda: False, is_multigraph=lambda: False,
                )  # fmt: skip
                stub._adj = {0: {nodes[0]: {}}}
                dm.Arena(stub)
            with self.subTest(how=how), self.assertRaises((RuntimeError, TypeError, dm.Error)):
                arena = dm.Arena([(Bad(1, how), "x"), (Bad(2, how), "y")])
                dm.score(arena, [Bad(1, how)], [Bad(3, how)])


class Igraph(unittest.TestCase):
    """By a stand-in with igraph's calls, as the package may be missing."""

    class Column:
        def __init__(self, columns, count):
            self.columns, self.count = columns, count

        def attributes(self):
            return list(self.columns)

        def __getitem__(self, name):
            return self.columns[name]

        def __len__(self):
            return self.count

    def test_named_and_weighted(self):
        graph = types.SimpleNamespace(
            vs=self.Column({"name": ["a", "b", "c"], "value": [1, 1, 5]}, 3),
            es=self.Column({"weight": [1.5, 2.0]}, 2),
            get_edgelist=lambda: [(0, 1), (1, 2)],
            is_directed=lambda: False,
        )
        found = dm.score(graph, ["a"], ["c"])
        self.assertEqual((found.cells()["white"], found.black_score), (["a", "b"], 5))


@unittest.skipUnless(numpy, "needs numpy")
class Numpy(unittest.TestCase):
    def test_rows(self):
        for kind in ("int64", "int32", "uint16", "float64"):
            arena = dm.Arena(numpy.array([[0, 1], [1, 2], [2, 3]], dtype=kind))
            self.assertEqual((arena.vertices, arena.edges), (4, 3))

    def test_columns_and_lengths(self):
        u, v = numpy.array([0, 1]), numpy.array([1, 2])
        for lengths, expected in (([2, 3], [0, 2, 5]), ([0.1, 0.25], [0, 10, 35]), ([1e-17, 1.0], None)):
            with self.subTest(lengths=lengths):
                game = dm.Game(dm.Arena((u, v, numpy.array(lengths))), 1)
                game.push(numpy.int64(0))
                self.assertEqual(list(game.distance), expected or [0, 1, 10**17 + 1])

    def test_floats_as_in_python(self):
        rng = random.Random(2)
        for digits in range(9):
            numbers = [round(rng.uniform(0.1, 100), digits) for _ in range(20)]
            u = numpy.arange(20)
            by_array = dm.Arena((u, u + 1, numpy.array(numbers)))
            by_list = dm.Arena([(i, i + 1, n) for i, n in enumerate(numbers)])
            self.assertEqual(by_array.facts().diameter, by_list.facts().diameter)

    def test_refused(self):
        for bad, why in (
            (numpy.zeros((3, 4)), dm.Error), (numpy.zeros(3), dm.Error), (numpy.array([[0.5, 1]]), TypeError),
            (numpy.array([[0, -1]]), dm.Error), (numpy.array([[0, 1, numpy.nan]]), dm.Error),
            (numpy.array([[0, 1, numpy.inf]]), dm.Error), (numpy.array([["a", "b"]]), TypeError),
            (numpy.array([[0, 2**40]]), ValueError), ((numpy.arange(2), numpy.arange(3)), dm.Error),
        ):  # fmt: skip
            with self.subTest(bad=bad), self.assertRaises(why):
                dm.Arena(bad)

    def test_views_without_copying(self):
        game = dm.Game("grid:4x4", 2)
        game.push(numpy.int32(0))
        owner = numpy.asarray(game.owner)
        self.assertEqual((owner.dtype, owner.sum(), owner.base is not None), (numpy.dtype("int32"), 0, True))
        self.assertEqual(numpy.asarray(game.distance).max(), 6)

    def test_vertices(self):
        self.assertEqual(dm.score("path:5", numpy.array([0]), [numpy.int16(4)]).value, 0)


@unittest.skipUnless(sparse, "needs scipy")
class Sparse(unittest.TestCase):
    def test_matrix(self):
        matrix = sparse.lil_matrix((4, 4))
        matrix[0, 1] = matrix[1, 0] = 1.5
        matrix[1, 2] = matrix[2, 1] = 2
        arena = dm.Arena(matrix.tocsr())
        self.assertEqual((arena.vertices, arena.edges, arena.directed), (4, 2, False))
        matrix[3, 0] = 1
        self.assertTrue(dm.Arena(matrix).directed)
        with self.assertRaises(dm.Error):
            dm.Arena(sparse.lil_matrix((2, 3)))


if __name__ == "__main__":
    unittest.main()
