"""Wrong arguments raise what Python expects, with a message, and never crash.  DEMESNE_LONG=1 tries every value
in every field."""

import contextlib
import io
import os
import random
import unittest

import demesne as dm
from demesne import _demesne


class Messages(unittest.TestCase):
    def test_names(self):
        with self.assertRaisesRegex(TypeError, r"solve\(\) got an unexpected keyword argument 'mvoes'.*'moves'"):
            dm.solve("path:5", 2, mvoes=True)
        with self.assertRaisesRegex(TypeError, r"interval_play\(\).*'colour'"):
            dm.interval_play("circle", 2, colour=1)
        with self.assertRaisesRegex(TypeError, r"Level.best\(\).*'colour'"):
            dm.Level.generate(vertices=5).best(colour=1)

    def test_error(self):
        with self.assertRaises(ValueError) as caught:
            dm.solve("path:5", "x")
        self.assertIsInstance(caught.exception, dm.Error)
        self.assertEqual(caught.exception.expected, "a whole number from 1 to 2147483647")
        with self.assertRaisesRegex(dm.Error, "did you mean path:5"):
            dm.Arena("paht:5")

    def test_file_and_line(self):
        import pathlib
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "bad.gr"
            path.write_text("p sp 2 1\na 1 2 0\n")
            with self.assertRaises(dm.Error) as caught:
                dm.read(path)
        self.assertEqual((caught.exception.file, caught.exception.line), (str(path), 2))


class Fuzz(unittest.TestCase):
    """Any value anywhere: an answer, or an exception."""

    def values(self):
        recursive = []
        recursive.append(recursive)
        deep = []
        for _ in range(100000):
            deep = [deep]
        return [
            None, True, -1, 0, 3, 2**31, 2**63, 2**64, -(2**70), 0.5, float("nan"), float("inf"), "", "x", "@", "@/no",
            "\x00", "\ud800", b"x", (), [], [0], [-1], [2**70], [0, 0], ["x"], [[]], [None], [{}], [{"vertex": "x"}],
            [{"vertex": 2**70}], {}, {"a": 1}, {0: 1}, {0: -1}, set(), object(), range(3), recursive, deep, 1j,
            "x" * 10**5, [("white", 0)], [("green", 0)], [("white", 0, 1)], lambda *_: None, Exception, iter([0]),
        ]  # fmt: skip

    def refused(self, call):
        try:
            call()
        except (ValueError, TypeError, OverflowError, OSError, RecursionError, UnicodeError, AttributeError):
            return 1
        return 0

    def test_every_field(self):
        arena = dm.Arena("path:6")
        game = {"rounds": 1}
        needed = {"solve": game, "moves": game, "reply": {"white": [0], "count": 1}, "lead": {"count": 1}}
        rng, everything, refused, tried = random.Random(4), self.values(), 0, 0
        for name in ("score", "solve", "moves", "reply", "lead", "interval/play", "interval/attack"):
            function = getattr(dm, name.replace("/", "_"))
            for field, *_ in _demesne.fields(name):
                if field in ("threads", "samples", "bits"):
                    continue
                values = everything if os.environ.get("DEMESNE_LONG") else rng.sample(everything, 12)
                tried += len(values)
                for value in values:
                    first = ("circle",) if "/" in name else (arena,)
                    options = {"stones": 2, "red": "keypoint"} if "/" in name else dict(needed.get(name, {}))
                    options[field] = value
                    if field == "arena":
                        options.pop("arena")
                        first = (value,)
                    refused += self.refused(lambda: function(*first, **options, time=2))
        self.assertGreater(refused, 0.5 * tried)

    def test_every_function(self):
        path = dm.Arena("path:5")
        calls = [
            dm.Arena, dm.read, dm.read_all, dm.generate, dm.market, dm.verify, dm.Level, dm.Player, path.number, path.svg,
            path.write, dm.Game(path, 1).push,
            lambda v: dm.Arena([(0, v)]),
            lambda v: dm.Arena([(0, 1)], vertices=v),
            lambda v: dm.Arena([(0, 1)], decimals=v),
            lambda v: dm.Arena("path:5", seed=v),
            lambda v: dm.Game(v, 1),
            lambda v: dm.Game(path, v),
            lambda v: dm.Game(path, 1, v),
            lambda v: dm.Game(path, 1, ties=v),
            lambda v: dm.market({"scenarios": v}, path),
            lambda v: dm.market({"scenarios": [v]}, path),
            lambda v: dm.play(path, v, "greedy", 1),
            lambda v: dm.Player("greedy").choose(v),
            lambda v: dm.reduce(v, ""),
            lambda v: dm.reduce("sat", v),
            lambda v: dm.score(path, time=v),
            lambda v: dm.score(path, progress=v),
        ]  # fmt: skip
        everything = self.values()
        with contextlib.redirect_stderr(io.StringIO()):  # progress=True
            refused = sum(self.refused(lambda: call(value)) for call in calls for value in everything)
        self.assertGreater(refused, 500)

    def test_random_arguments_of_the_engine(self):
        rng, values = random.Random(3), self.values()
        board = dm.Arena("path:5")._board
        names = ("ask", "fields", "edges", "is_range", "units", "open", "atlas_games", "Game", "Player", "Boards")
        functions = [getattr(_demesne, name) for name in names] + [board.svg, board.from_arrays]
        for _ in range(3000):
            arguments = [rng.choice([*values, board, "score", "{}"]) for _ in range(rng.randint(0, 11))]
            try:
                rng.choice(functions)(*arguments)
            except Exception:
                pass


if __name__ == "__main__":
    unittest.main()
