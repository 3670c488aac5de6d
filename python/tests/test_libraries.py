"""The real igraph, tqdm and pandas, if they are here."""

import contextlib
import importlib.util
import io
import random
import unittest

import demesne as dm


def needs(name):
    return unittest.skipUnless(importlib.util.find_spec(name), f"needs {name}")


@needs("igraph")
class Igraph(unittest.TestCase):
    def test_random_graphs(self):
        """The owners are those that igraph's own distances give."""
        import igraph

        for seed in range(20):
            rng = random.Random(seed)
            random.seed(seed)  # igraph uses it
            n, directed = rng.randint(2, 15), rng.random() < 0.5
            graph = igraph.Graph.Erdos_Renyi(n=n, p=0.4, directed=directed)
            if rng.random() < 0.5 and graph.ecount():
                graph.es["weight"] = [rng.randint(1, 6) for _ in graph.es]
            white, black = rng.sample(range(n), 2)
            # Numbers, not names: a sanitizer stops in this igraph where it copies a name.
            weights = graph.es["weight"] if "weight" in graph.es.attributes() else None
            rows = graph.distances([white, black], weights=weights, mode=igraph.IN)
            cells = dm.score(dm.Arena(graph), [white], [black]).cells()
            for v in range(n):
                w, b = rows[0][v], rows[1][v]
                expected = "white" if w < b else "black" if b < w else "unreached" if w == float("inf") else "tied"
                self.assertIn(v, cells[expected], (seed, v))

    def test_names_and_attributes(self):
        import igraph

        graph = igraph.Graph.Ring(4)
        graph.vs["name"] = ["Mill", "Dock", "Park", "Tower"]
        graph.es["length"] = [1.5, 2, 1.5, 2]
        graph.vs["value"] = [1, 2, 3, 4]
        arena = dm.Arena(graph)
        self.assertEqual((arena.nodes, arena.decimals), (["Mill", "Dock", "Park", "Tower"], 1))
        found = dm.score(arena, ["Mill"], ["Park"])
        self.assertEqual((found.white_score, found.black_score), (3, 7))

    def test_famous_graphs_are_solved_as_in_networkx(self):
        import igraph

        graph = igraph.Graph.Famous("Petersen")
        edges = [edge.tuple for edge in graph.es]
        self.assertEqual(dm.solve(graph, 2).value, dm.solve(edges, 2).value)


@needs("tqdm")
class Tqdm(unittest.TestCase):
    def test_progress(self):
        from unittest import mock

        import tqdm.auto

        shown = []

        class Bar(tqdm.auto.tqdm):
            def set_description_str(self, desc=None, refresh=True):
                shown.append(desc)
                super().set_description_str(desc, refresh)

        with contextlib.redirect_stderr(io.StringIO()) as err, mock.patch("tqdm.auto.tqdm", Bar):
            for seconds in (0.5, 2, 8):
                dm.solve("gnp:40,0.15", 6, time=seconds, progress=True)
                if shown:
                    break
        self.assertIn(" s)", shown[0])
        self.assertIn(" s)", err.getvalue())


@needs("pandas")
class Pandas(unittest.TestCase):
    def test_frames_as_tables(self):
        import pandas

        shops = pandas.DataFrame({"vertex": [0, 8], "label": ["a", "b"]})
        customers = pandas.DataFrame({"vertex": [1, 4, 7], "demand": [1.5, 2.0, 4.0]})
        by_frames = dm.reply("path:9", shops, 1, customers=customers)
        rows = [{"vertex": 1, "demand": 1.5}, {"vertex": 4, "demand": 2}, {"vertex": 7, "demand": 4}]
        by_lists = dm.reply("path:9", [0, 8], 1, customers=rows)
        self.assertEqual((by_frames.black, by_frames.black_score), (by_lists.black, by_lists.black_score))

    def test_columns(self):
        import pandas

        frame = pandas.DataFrame({"from": [0, 1, 2], "to": [1, 2, 3], "length": [0.5, 1.25, 2]})
        arena = dm.Arena((frame["from"], frame["to"], frame["length"]))
        self.assertEqual((arena.vertices, arena.decimals), (4, 2))
        self.assertEqual(dm.score(arena, frame["from"][:1], frame["to"][2:]).white, [0])

    def test_results_as_frames(self):
        found = dm.tournament(["minimax", "greedy", "random"], "gnp:12,0.3", 2, games=6, list=True)
        ratings = found.to_frame("ratings").set_index("player")
        self.assertEqual(ratings.rating.idxmax(), found.ratings[0].player)
        games = found.to_frame("games")
        self.assertEqual((len(games), set(games.winner) <= {"white", "black", "tie"}), (18, True))
        self.assertEqual(len(found.to_frame("pairings")), 3)


if __name__ == "__main__":
    unittest.main()
