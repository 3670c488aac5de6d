"""Values of random calls equal those of the tool's --json.  DEMESNE_LONG=1 makes ten times as many."""

import json
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

import demesne as dm

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("DEMESNE", str(ROOT / "build" / "release" / "demesne"))
CALLS = 2000 if os.environ.get("DEMESNE_LONG") else 200
BOARDS = ["path:9", "cycle:8", "grid:3x4", "tree:2,2", "star:6", "road:30", "gnp:12,0.3", "complete:5", "hypercube:3"]
LEVELS = sorted((ROOT / "examples" / "levels").glob("*.json"))
FORMULAS = sorted((ROOT / "examples" / "formulas").glob("*.cnf"))
DIFFER = {"seconds", "level", "arena"}  # times, and names of files where Python sends their content


def tool(*words):
    """The answer of the tool, or its message."""
    done = subprocess.run([TOOL, *map(str, words), "--json"], capture_output=True, text=True, timeout=120)
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr


def words_of(options):
    """Options of a call as words of a command line."""
    words = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif isinstance(value, list):
            words += [option, ",".join(map(str, value))]
        elif value is not False:
            words += [option, str(value)]
    return words


class Calls:
    """Random calls: each method returns the tool's words and the same call in Python."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def board(self):
        name, seed = self.rng.choice(BOARDS), self.rng.randint(1, 5)
        return name, seed, dm.Arena(name, seed=seed)

    def stones(self, arena, most):
        return self.rng.sample(range(arena.vertices), self.rng.randint(0, min(most, arena.vertices)))

    def some(self, **choices):
        """Each option or not; a choice of values for it."""
        return {name: self.rng.choice(values) for name, values in choices.items() if self.rng.random() < 0.4}

    def on_board(self, command, function, name, seed, arena, options):
        return [command, name, "--seed", seed, *words_of(options)], lambda: function(arena, **options, seed=seed)

    def score(self):
        name, seed, arena = self.board()
        stones = self.stones(arena, 5)
        options = {"white": stones[::2], "black": stones[1::2]}
        options |= self.some(
            ties=["neutral", "earlier", "white", "black"], radius=[1, 2, "1.5"], rule=["huff"], beta=[1, 1.5]
        )
        return self.on_board("score", dm.score, name, seed, arena, options)

    def solve(self):
        name, seed, arena = self.board()
        options = {"rounds": 1 if arena.vertices > 13 else self.rng.randint(1, 2)}
        options |= self.some(moves=[True], outcome=[True], ties=["white", "black", "earlier"])
        return self.on_board("solve", dm.solve, name, seed, arena, options)

    def solve_from(self):
        name, seed, arena = self.board()
        stones = self.rng.sample(range(arena.vertices), 2)
        options = {"rounds": 2, "white": stones[:1], "black": stones[1:]}
        return self.on_board("solve", dm.solve, name, seed, arena, options)

    def reply(self):
        name, seed, arena = self.board()
        stones = self.rng.sample(range(arena.vertices), self.rng.randint(1, 3))
        options = {"white": stones[:2], "black": stones[2:], "count": 1}
        options |= self.some(all=[True], method=["exact", "greedy", "local"], forbid=[[0], [1, 2]], radius=[2])
        return self.on_board("reply", dm.reply, name, seed, arena, options)

    def lead(self):
        name, seed, arena = self.board()
        options = {"count": 1} | self.some(reply=[1, 2], method=["exact", "enumerate"], ties=["black"])
        return self.on_board("lead", dm.lead, name, seed, arena, options)

    def facts(self):
        name, seed, arena = self.board()
        return ["arena", name, "--seed", seed], lambda: arena.facts(seed=seed)

    def play(self):
        arena, stones, seed = self.rng.choice(["circle", "segment"]), self.rng.randint(1, 6), self.rng.randint(1, 9)
        red = "keypoint" if arena == "circle" else "line"
        options = {"blue": self.rng.choice(["greedy", "random", "key-grabbing"]), "red": red, "seed": seed}
        words = ["interval", "play", arena, "--stones", stones, *words_of(options)]
        return words, lambda: dm.interval_play(arena, stones, **options)

    def attack(self):
        arena, stones = self.rng.choice([("circle", 2), ("circle", 3), ("segment", 2)])
        red = "keypoint" if arena == "circle" else "line"
        options = self.some(samples=[50], bits=[8], grid=["near", "keys"])
        words = ["interval", "attack", arena, "--stones", stones, "--red", red, *words_of(options)]
        return words, lambda: dm.interval_attack(arena, stones, red, **options)

    def level(self):
        path = self.rng.choice(LEVELS)
        verb = self.rng.choice(["score", "best"])
        options = {"op": self.rng.choice(["cut", "add", "remove"])} if verb == "best" else {}
        words = ["lines", verb, path, *words_of(options)]
        return words, lambda: getattr(dm.Level(path), verb)(**options)

    def reduce(self):
        path, options = self.rng.choice(FORMULAS), self.some(problem=[1, 2])
        return ["reduce", "sat", path, *words_of(options)], lambda: dm.reduce("sat", path, **options)

    def any(self):
        names = ["score"] * 5 + ["solve"] * 4 + ["solve_from"] * 2 + ["reply"] * 4 + ["lead"] * 3
        names += ["facts"] * 2 + ["play"] * 2 + ["attack", "level", "level", "reduce"]
        return getattr(self, self.rng.choice(names))()


class Values(unittest.TestCase):
    def compare(self, words, call):
        expected = tool(*words)
        if isinstance(expected, str):
            with self.assertRaises((dm.Error, TypeError), msg=expected):
                call()
            return False
        found = call().to_dict()  # may have more fields than the tool prints
        for name in expected.keys() - DIFFER:
            self.assertEqual(found.get(name), expected[name], (name, words))
        return True

    def test_random_calls(self):
        calls, answered = Calls(1), 0
        for number in range(CALLS):
            words, call = calls.any()
            with self.subTest(number=number, words=words):
                answered += self.compare(words, call)
        self.assertGreater(answered, 0.8 * CALLS)

    def test_market_of_a_file(self):
        plan = ROOT / "examples" / "market" / "plan.json"
        self.compare(["market", plan], lambda: dm.market(plan))

    def test_market_of_a_dictionary(self):
        plan = ROOT / "examples" / "market" / "plan.json"
        scenarios = json.loads(plan.read_text())["scenarios"][:2]
        folder = plan.parent
        found = dm.market(
            {"arena": "road:400", "white": str(folder / "rivals.csv"), "black": str(folder / "shops.csv"),
             "customers": str(folder / "customers.csv"), "candidates": str(folder / "rents.csv"),
             "scenarios": scenarios}
        )  # fmt: skip
        expected = tool("market", plan)
        self.assertEqual([s.black for s in found.scenarios], [s["black"] for s in expected["scenarios"][:2]])

    def test_tables_of_files(self):
        folder = ROOT / "examples" / "market"
        options = {"customers": str(folder / "customers.csv"), "candidates": str(folder / "rents.csv"), "budget": 2500}
        words = ["reply", "road:400", "--white", f"@{folder / 'rivals.csv'}", *words_of(options)]
        self.compare(words, lambda: dm.reply("road:400", folder / "rivals.csv", **options))

    def test_certificate(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "proof"
            tool("solve", "cycle:6", "--rounds", 2, "--certificate", path)
            self.compare(["verify", path], lambda: dm.verify(path))
        found = dm.solve("cycle:6", 2, prove=True)
        self.assertTrue(dm.verify(found.certificate).verified)
        with self.assertRaises(dm.Error):
            dm.verify(found.certificate.replace('"bound":', '"bound":1', 1))

    def test_more_than_the_server_allows(self):
        self.assertEqual(dm.interval_play("circle", 120, blue="random", red="keypoint", turns=1).stones, 120)


if __name__ == "__main__":
    unittest.main()
