"""A graph as OSMnx makes it: a directed multigraph with long ids, x, y and lengths of many digits; tables of pandas and
geopandas, of which geopandas is played by small classes."""

import math
import random
import unittest
import warnings

import demesne as dm

try:
    import networkx
except ImportError:
    networkx = None
try:
    import pandas
except ImportError:
    pandas = None

SIDE = 40


def town():
    """Streets of a grid; node (x, y) has the id IDS[x, y]."""
    rng = random.Random(5)
    graph = networkx.MultiDiGraph(crs="epsg:4326")
    ids = {(x, y): rng.randrange(10**9, 10**10) for x in range(SIDE) for y in range(SIDE)}
    for (x, y), node in ids.items():
        graph.add_node(node, x=-51.2 + x / 1000, y=-30 + y / 1000, street_count=4)
    for (x, y), node in ids.items():
        for other in ((x + 1, y), (x, y + 1)):
            if other in ids:
                length = 90 + 20 * rng.random()
                graph.add_edge(node, ids[other], 0, osmid=7, oneway=False, length=length)
                graph.add_edge(ids[other], node, 0, osmid=[7, 8], oneway=False, length=length)
    return graph, ids


class Shape:
    """What the tests need of shapely."""

    def __init__(self, kind, x=0.0, y=0.0):
        self.__geo_interface__ = {"type": kind, "coordinates": (x, y)}


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y


@unittest.skipUnless(networkx, "needs networkx")
class Town(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.graph, cls.ids = town()
        cls.arena = dm.Arena(cls.graph, decimals=1)

    def test_lengths_are_rounded_with_a_warning(self):
        with self.assertWarnsRegex(UserWarning, "rounded to 6 decimals; decimals=6 rounds") as caught:
            arena = dm.Arena(self.graph)
        self.assertEqual(caught.filename, __file__)
        self.assertEqual(arena.decimals, 6)
        with self.assertWarns(UserWarning) as caught:
            found = dm.reply(self.graph, white=[self.ids[3, 3]], count=1)
        self.assertEqual(caught.filename, __file__)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            same = dm.reply(self.graph, white=[self.ids[3, 3]], count=1, decimals=6)
            self.assertEqual(dm.Arena(self.graph, decimals=2).decimals, 2)
            self.assertEqual(dm.score(self.graph, [self.ids[0, 0]], [], weight=None).white_score, SIDE * SIDE)
        self.assertEqual((found.black, found.value), (same.black, same.value))

    def test_short_and_long_lengths(self):
        for lengths, decimals in (([1 / 3e7, 1e9 / 7], 10), ([1 / 3e9] * 3 + [1 / 7], 13), ([1e15 / 7, 1 / 3], 4)):
            graph = networkx.path_graph(len(lengths) + 1)
            for (u, v), length in zip(graph.edges, lengths):
                graph.edges[u, v]["length"] = length
            with self.subTest(lengths=lengths), self.assertWarnsRegex(UserWarning, f" {decimals} decimals;"):
                self.assertEqual(dm.Arena(graph).decimals, decimals)

    def test_places_between_nodes(self):
        """A site by lon and lat becomes a vertex without a node: a Place, which can be given again."""
        found = dm.reply(self.arena, white=[{"lon": -51.1895, "lat": -29.99}], count=2)
        (place,) = found.white
        self.assertIsInstance(place, dm.Place)
        self.assertAlmostEqual(place.lon, -51.1895, 6)
        self.assertAlmostEqual(place.lat, -29.99, 6)
        self.assertTrue(set(found.black) <= set(self.graph.nodes))
        score = dm.score(self.arena, white=found.white, black=found.black)
        cells = score.cells()
        self.assertIn(place, cells["white"])
        self.assertEqual(sum(map(len, cells.values())), score.vertices)
        self.assertEqual(score.value, -found.value)
        self.assertIn("Place(lon=", score._repr_html_())
        candidates = [{"lon": -51.1695, "lat": -29.98}, {"lon": -51.1595, "lat": -29.97}]
        lead = dm.lead(self.arena, 1, candidates=candidates)
        self.assertIsInstance(lead.white[0], dm.Place)
        self.assertEqual(lead.white, [site.vertex for site in lead.sites if site.side == "white" and site.vertex in lead.white])
        plan = {"us": [self.ids[2, 2]], "them": candidates[:1], "scenarios": [{"name": "a", "ask": "score"}]}
        self.assertTrue(dm.market(plan, self.arena).scenarios[0].complete)

    def test_arguments_of_the_graph(self):
        with self.assertRaisesRegex(TypeError, r"give decimals to Arena\(\)"):
            dm.score(self.arena, [], [], decimals=1)
        with self.assertRaisesRegex(TypeError, "expected the name of an edge attribute"):
            dm.score(self.graph, [], [], weight=3)
        with self.assertRaisesRegex(dm.Error, "no attribute 'time'"):
            dm.score(self.graph, [], [], weight="time")
        with self.assertRaisesRegex(dm.Error, "'budget': nan; expected a finite number"):
            dm.reply(self.arena, [], budget=float("nan"))

    def test_points_and_polygons(self):
        shapes = [Point(-51.1895, -29.99), Shape("Point", -51.1795, -29.98)]
        found = dm.score(self.arena, shapes[:1], shapes[1:])
        self.assertEqual(found.value, dm.score(self.arena, [{"lon": s, "lat": t} for s, t in [(-51.1895, -29.99)]],
                                               [{"lon": -51.1795, "lat": -29.98}]).value)  # fmt: skip
        with self.assertRaisesRegex(dm.Error, "black: row 1: a Polygon; expected a Point, such as its representative_point"):
            dm.score(self.arena, [], [shapes[1], Shape("Polygon")])

    @unittest.skipUnless(pandas, "needs pandas")
    def test_frames(self):
        frame = pandas.DataFrame({
            "lon": [-51.19, -51.18, -51.17], "lat": [-29.99, -29.98, -29.97], "demand": [3.0, 2.0, 1.0],
            "note": ["a", float("nan"), None], "when": pandas.to_datetime(["2026-01-01", None, None]).astype(str),
            "other": [math.nan, 1.5, math.nan],
        })  # fmt: skip
        found = dm.score(self.arena, [self.ids[9, 9]], [self.ids[30, 30]], customers=frame)
        self.assertEqual((found.customers, found.white_score + found.black_score), (3, 6))
        frame.loc[1, "demand"] = math.nan
        with self.assertRaisesRegex(dm.Error, r"customers: row 1, column 'demand' is empty \(nan\); expected a number"):
            dm.score(self.arena, [self.ids[9, 9]], [], customers=frame)
        shapes = pandas.DataFrame({"geometry": [Point(-51.19, -29.99), Shape("Point", -51.18, -29.98)], "demand": [3, 2]})
        self.assertEqual(dm.score(self.arena, [self.ids[9, 9]], [], customers=shapes).white_score, 5)
        shapes.loc[0, "geometry"] = Shape("MultiPolygon")
        with self.assertRaisesRegex(dm.Error, "customers: row 0, column 'geometry': a MultiPolygon; expected a Point"):
            dm.score(self.arena, [self.ids[9, 9]], [], customers=shapes)
        object.__setattr__(frame, "crs", type("Crs", (), {"is_geographic": False, "__str__": lambda _: "EPSG:3857"})())
        with self.assertRaisesRegex(dm.Error, r"customers: the coordinates are in EPSG:3857; .*to_crs\(4326\)"):
            dm.score(self.arena, [self.ids[9, 9]], [], customers=frame)


@unittest.skipUnless(networkx, "needs networkx")
class Weights(unittest.TestCase):
    def test_none_is_unweighted_as_in_networkx(self):
        karate = networkx.karate_club_graph()
        plain = networkx.Graph(karate.edges())
        found = dm.reply(karate, white=[0, 33], count=2, weight=None)
        self.assertEqual((found.black, found.value), (dm.reply(plain, [0, 33], 2).black, dm.reply(plain, [0, 33], 2).value))
        self.assertNotEqual(found.black, dm.reply(karate, white=[0, 33], count=2).black)
        self.assertEqual(dm.Arena([(0, 1, 2.5), (1, 2, 3)], weight=None).facts().diameter, 2)
