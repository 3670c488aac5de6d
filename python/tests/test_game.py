"""Games: moves, undo, scores, copies."""

import random
import unittest

import demesne as dm


class Games(unittest.TestCase):
    def test_against_score(self):
        for seed in range(30):
            rng = random.Random(seed)
            ties = rng.choice(["neutral", "earlier", "white", "black"])
            game = dm.Game("gnp:12,0.3", 3, ties=ties)
            history = []
            while not game.is_over():
                history.append((game.value, game.stones))
                game.push(rng.choice(game.legal_moves))
                found = dm.score(game.arena, stones=game.stones, ties=ties)
                self.assertEqual(game.value, found.value)
                self.assertEqual(game.score(), (found.white_score, found.black_score))
                self.assertEqual("".join({0: "W", 1: "B", -1: ".", -2: "-"}[o] for o in game.owner), found.owner)
            self.assertIsNone(game.turn)
            self.assertEqual(game.legal_moves, [])
            for value, stones in reversed(history):
                game.pop()
                self.assertEqual((game.value, game.stones), (value, stones))
            with self.assertRaises(dm.Error):
                game.pop()

    def test_nodes_and_turns_of_two(self):
        game = dm.Game([("a", "b"), ("b", "c"), ("c", "d")], 1, 2)
        self.assertEqual(len(list(game.legal_moves)), 6)
        game.push(["a", "b"])
        self.assertEqual((game.turn, game.white, game.free), ("black", ["a", "b"], ["c", "d"]))
        other = game.copy()
        other.push(("d", "c"))
        self.assertEqual((other.result(), game.result(), game.turns), ("tie", None, 1))
        self.assertIn("<svg", other._repr_svg_())
        with self.assertRaises(dm.Error):
            game.push(["a", "b"])
        with self.assertRaises(dm.Error):
            game.push("c")

    def test_tuples_as_nodes(self):
        game = dm.Game([((0, 0), (0, 1)), ((0, 1), (1, 1))], 1)
        game.push((0, 1))
        self.assertEqual(game.white, [(0, 1)])

    def test_pass(self):
        game = dm.Game("path:5", 2)
        game.push([])
        self.assertEqual((game.turn, game.stones), ("black", []))

    def test_views_outlive_the_game(self):
        game = dm.Game("path:5", 2)
        game.push(0)
        owner = game.owner
        del game
        self.assertEqual(list(owner), [0] * 5)


class Players(unittest.TestCase):
    def test_every_player(self):
        for name in dm.players():
            with self.subTest(name=name):
                game = dm.Game("tree:2,3", 2)
                try:
                    move = dm.Player(name, seed=2).choose(game, time=1)
                except dm.Error:  # it does not play this game
                    continue
                self.assertIn(move, game.legal_moves)
                self.assertEqual(game.turns, 0)

    def test_solver_plays_the_value(self):
        arena = dm.Arena("grid:3x3")
        self.assertEqual(dm.play(arena, "solver", "solver", 2).value, dm.solve(arena, 2).value)

    def test_a_function_plays(self):
        def first(game):
            return game.legal_moves[0]

        self.assertEqual(dm.play([("a", "b"), ("b", "c")], first, first, 1).stones, [("white", "a"), ("black", "b")])

    def test_several_stones_and_nodes(self):
        game = dm.Game([(c, chr(ord(c) + 1)) for c in "abcdefg"], 1, 2)
        move = dm.Player("greedy").choose(game)
        self.assertTrue(len(move) == 2 and set(move) <= set("abcdefgh"))

    def test_refused(self):
        game = dm.Game("path:2", 1)
        game.push(0)
        game.push(1)
        with self.assertRaises(dm.Error):
            dm.Player("greedy").choose(game)
        for bad, why in (("nobody", dm.Error), ("greedy:x=1", dm.Error), (5, TypeError), (None, TypeError)):
            with self.assertRaises(why):
                dm.Player(bad)


class Results(unittest.TestCase):
    def test_fields(self):
        found = dm.score("path:5", [0], [4])
        self.assertEqual((found.value, found["value"], "value" in found, found.complete), (0, 0, True, True))
        self.assertEqual(found.share.white, 0.4)
        with self.assertRaisesRegex(AttributeError, "white_score"):
            found.colour
        self.assertIn("owner", dir(found))
        self.assertIn("<svg", found._repr_svg_())
        self.assertIn("<table>", found._repr_html_())
        self.assertIn("tied=1", repr(found))
        found.to_dict()["white"].append(9)
        self.assertEqual(found.white, [0])

    def test_html_is_escaped(self):
        self.assertNotIn("<b>", dm.score([("<b>", "c")], ["<b>"])._repr_html_())

    def test_documented(self):
        self.assertIn("rounds", dm.solve.__doc__)
        self.assertIn("forbid", dm.reply.__doc__)

    def test_levels(self):
        level = dm.Level.generate(vertices=10, seed=4)
        best = level.best(op="add")
        self.assertEqual(dm.Level(level.to_dict()).best(op="add").to_dict()["move"], best.to_dict()["move"])
        self.assertEqual(level.apply(best.move, op="add").score().sites, level.score().sites + 1)
        self.assertIn("<svg", level._repr_svg_())
        self.assertIn("winning_fraction", level.odds(op="cut"))
        level = dm.Level(level.to_dict() | {"moves": [{"op": "remove"}]})
        self.assertEqual(level.solve().to_dict()["moves"][0]["op"], "remove")
        with self.assertRaisesRegex(dm.Error, "nowhere.json.*pathlib"):
            dm.Level("nowhere.json")


if __name__ == "__main__":
    unittest.main()
