"""Boards of points and tables, from lists, arrays and frames."""

import math
import pathlib
import random
import tempfile
import unittest

import demesne as dm

try:
    import numpy
except ImportError:
    numpy = None
try:
    import pandas
except ImportError:
    pandas = None


def owners(distance, white, black):
    """The owner of each customer, from the definition."""
    letters = ""
    for row in distance:
        near = [min((row[s] for s in sites if row[s] is not None), default=math.inf) for sites in (white, black)]
        letters += "-" if near == [math.inf] * 2 else "." if near[0] == near[1] else "WB"[near[1] < near[0]]
    return letters


class Points(unittest.TestCase):
    def test_lines(self):
        rng = random.Random(1)
        for metric in ("euclid", "manhattan"):
            x, y = ([rng.randrange(40) / 4 for _ in range(12)] for _ in "xy")
            line = math.hypot if metric == "euclid" else lambda a, b: abs(a) + abs(b)
            board = dm.points(x, y, metric=metric, decimals=6)
            far = dm.score(board, [3], [5], distances=True).distances
            for v, d in enumerate(far):
                nearest = min(line(x[v] - x[s], y[v] - y[s]) for s in (3, 5))
                self.assertAlmostEqual(d / 10**6, nearest, delta=6e-7)
            distance = [[round(line(a - c, b - d), 6) for c, d in zip(x, y)] for a, b in zip(x, y)]
            self.assertEqual(dm.score(board, [3], [5]).owner, owners(distance, [3], [5]))

    def test_globe(self):
        board = dm.points(lon=[0, 1, 0], lat=[0, 0, 90], names=["a", "b", "pole"], values=[1, "2.5", 3])
        found = dm.score(board, ["a"], distances=True)
        degree = 6371008.8 * math.pi / 180
        self.assertEqual(found.distances, [0, round(1000 * degree), round(90000 * degree)])
        self.assertEqual(found.white_score, 6.5)
        self.assertEqual((board.vertices, board.edges, board.decimals), (3, 0, 3))

    def test_halves_go_up(self):
        board = dm.points([0, 0.5, 1.5], [0, 0, 0], decimals=0)
        self.assertEqual(dm.score(board, [0], distances=True).distances, [0, 1, 2])

    def test_lead_and_huff(self):
        board = dm.points([0, 1, 2, 3, 4], [0] * 5)
        self.assertEqual(dm.lead(board, 1).white, [2])
        self.assertGreater(dm.reply(board, [0], 1, rule="huff").black_score, 2)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "p.csv")
            path.write_text("x,y\n0,0\n0.26,0\n")
            self.assertEqual(dm.score(dm.points(path, decimals=1), [0], distances=True).distances, [0, 3])
            self.assertEqual(dm.Arena(f"points:{path}", metric="manhattan").decimals, 3)

    def test_refused(self):
        for call, text in (
            (lambda: dm.points([1], [1, 2]), "equal lengths"),
            (lambda: dm.points([1, math.nan], [1, 2]), "points:3: x is empty"),
            (lambda: dm.points(lon=[200], lat=[0]), "degrees from -180 to 180"),
            (lambda: dm.points([1], [1], metric="taxi"), "one of auto, euclid"),
            (lambda: dm.points([1], [1], decimals=19), "0 to 18"),
            (lambda: dm.points([], []), "no row"),
            (lambda: dm.solve(dm.points([0, 1], [0, 1]), 1), "needs a network"),
        ):
            with self.assertRaises(dm.Error) as caught:
                call()
            self.assertIn(text, str(caught.exception))
        with self.assertRaises(TypeError):
            dm.points([1], lon=[1])

    @unittest.skipIf(numpy is None or pandas is None, "needs numpy and pandas")
    def test_arrays_and_frames(self):
        x, y = numpy.array([0.0, 3, 6]), numpy.array([0, 4, 8])
        frame = pandas.DataFrame({"X": x, "y": y, "demand": [1.5, 2, 3], "label": list("abc"), "other": 0})
        for board in (dm.points(x, y), dm.points(frame), dm.points(frame["X"], frame["y"])):
            self.assertEqual(dm.score(board, [0], distances=True).distances, [0, 5000, 10000])
        self.assertEqual(dm.score(dm.points(frame), ["a"], ["c"]).white_score, 1.5)
        places = pandas.DataFrame({"longitude": [11.9, 12.0], "latitude": [57.7, 57.7]})
        self.assertEqual(dm.score(dm.points(places), [0], distances=True).distances[1] // 10**5, 59)


class Tables(unittest.TestCase):
    def test_matrix(self):
        rng = random.Random(2)
        for _ in range(20):
            n, m = rng.randrange(1, 8), rng.randrange(2, 6)
            rows = [[rng.choice([None, rng.randrange(9), rng.randrange(9) / 4]) for _ in range(m)] for _ in range(n)]
            board = dm.table(rows)
            found = dm.score(board, [n], [n + 1])
            self.assertEqual(found.owner[:n], owners(rows, [0], [1]))
            best = dm.reply(board, ["site 0"], 1)
            values = [(lambda o: o.count("B") - o.count("W"))(owners(rows, [0], [s])) for s in range(1, m)]
            self.assertEqual(best.value, max(values))
            self.assertTrue(n < best.black[0] < n + m)

    def test_names(self):
        board = dm.table([[0, 5], [5, 0]], customers=["a", "b"], sites=["a", "b"])
        self.assertEqual((board.vertices, board.edges), (2, 4))
        board = dm.table([[math.inf, 5]], customers=["Ann, Mrs"], sites=['"x"', "y"])
        self.assertEqual((board.vertices, board.edges, board.number("Ann, Mrs")), (3, 1, 0))

    @unittest.skipIf(numpy is None or pandas is None, "needs numpy and pandas")
    def test_arrays_and_frames(self):
        matrix = numpy.array([[4, 1], [numpy.nan, 2.5]])
        wide = pandas.DataFrame(matrix, index=["Ann", "Bob"], columns=["North", "South"])
        long = pandas.DataFrame({"Site": ["North", "South", "South"], "distance": [4, 1, 2.5], "customer": ["Ann", "Ann", "Bob"]})
        named = dm.table(matrix, customers=["Ann", "Bob"], sites=["North", "South"])
        for board in (dm.table(wide), dm.table(long), named):
            self.assertEqual((board.vertices, board.edges), (4, 3))
            self.assertEqual(dm.score(board, ["North"], ["South"]).owner, "BB--")
        self.assertEqual(dm.table(pandas.DataFrame(matrix)).number("site 1"), 3)

    def test_customers(self):
        board = dm.table([[4, 1], [3, 2.5]], customers=["Ann", "Bob"], sites=["North", "South"])
        found = dm.score(board, ["North"], ["South"], customers=[{"name": "Bob", "demand": 7}])
        self.assertEqual((found.white_score, found.black_score), (0, 7))

    def test_refused(self):
        for call, text in (
            (lambda: dm.table([]), "empty"),
            (lambda: dm.table([[1], [1, 2]]), "different lengths"),
            (lambda: dm.table([[1]], customers=["a", "b"]), "2 names of customers"),
            (lambda: dm.table([[1, 2]], sites=["a", "a"]), "each site in one column"),
            (lambda: dm.table([[-1]]), "table:2: distance is '-1'; expected a number from 0"),
            (lambda: dm.table([["x"]]), "expected a number"),
            (lambda: dm.play(dm.table([[1]]), "greedy", "greedy", 1), "needs a network"),
        ):
            with self.assertRaises(dm.Error) as caught:
                call()
            self.assertIn(text, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
