"""The plane: boards, points as texts and numbers, questions, pictures."""

import fractions
import unittest

import demesne as dm


class Planes(unittest.TestCase):
    def test_numbers_are_exact(self):
        for quarter in ("1/4", 0.25, fractions.Fraction(1, 4)):
            plane = dm.Plane("square", [(quarter, "1/2")], [(0.75, 0.5)])
            self.assertEqual(plane.score().white_score, "1/2")
        self.assertEqual(dm.Plane("square", [(0.1, 1e-7)]).white, [("0.1", "0.0000001")])

    def test_boards(self):
        square = [(0, 0), (2, 0), (2, 2), (0, 2)]
        hole = [("1/2", "1/2"), (1, "1/2"), (1, 1), ("1/2", 1)]
        self.assertEqual(dm.Plane(square).score().area, "4")
        self.assertEqual(dm.Plane([square, hole]).score().area, "15/4")
        with self.assertRaises(dm.Error):
            dm.Plane("nowhere")
        with self.assertRaisesRegex(TypeError, "expected a name or corners"):
            dm.Plane(7)
        with self.assertRaisesRegex(TypeError, "white: point 1"):
            dm.Plane("square", [7])
        with self.assertRaises(dm.Error):
            dm.Plane("square", [(2, 2)])

    def test_more_points(self):
        plane = dm.Plane("square", [(0.25, 0.5)], metric="manhattan")
        more = plane.add(black=[(0.75, 0.5)])
        self.assertEqual((plane.black, more.black), ([], [("0.75", "0.5")]))
        self.assertEqual(more.score().metric, "manhattan")
        self.assertIn("white 1, black 1", repr(more))

    def test_sides_with_names(self):
        plane = dm.Plane("triangle", sides={"red": [(0, 0)], "blue": [(1, 0)], "green": [(0, 1)]})
        self.assertEqual(len(plane.score().sides), 3)
        self.assertIn("red 1, blue 1", repr(plane))
        with self.assertRaises(dm.Error):
            plane.reply()
        with self.assertRaises(TypeError):
            dm.Plane("square", [(0, 0)], sides={"a": [(0, 0)], "b": [(1, 1)]})

    def test_one_round(self):
        found = dm.Plane("triangle").lead(epsilon=0.01)
        self.assertTrue(found.lower <= 4 / 9 <= found.upper)
        found = dm.Plane("square", [(0.5, 0.5)]).reply(epsilon=0.01)
        self.assertTrue(found.lower <= 0.5 <= found.upper)

    def test_play(self):
        game = dm.Plane("square", [(0.5, 0.5)]).play(2, white="greedy", black="random", seed=3)
        self.assertEqual((game.moves[0], len(game.moves), game.finished), (["white", ["1/2", "1/2"]], 4, True))
        begun = dm.Plane("square", [(0.2, 0.2), (0.4, 0.4)], [(0.6, 0.6), (0.8, 0.8)]).play(2, 2, white="random", turns=1)
        self.assertEqual([side for side, _ in begun.moves], ["white"] * 2 + ["black"] * 2 + ["white"] * 2)

    def test_pictures(self):
        plane = dm.Plane("ngon:5", [(0, 0)], [(0.5, 0)])
        self.assertIn("<svg", plane._repr_svg_())
        self.assertIn("White", plane.svg(rule="gravity", lattice=50))

    def test_arguments(self):
        plane = dm.Plane("square", [(0.5, 0.5)])
        with self.assertRaisesRegex(TypeError, r"Plane.score\(\).*'colour'"):
            plane.score(colour=1)
        with self.assertRaisesRegex(TypeError, r"Plane.score\(\).*'white'"):
            plane.score(white=[])


if __name__ == "__main__":
    unittest.main()
