"""Values of random calls equal those of the tool's --json.  DEMESNE_LONG=1 makes twenty times as many."""

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
CALLS = 2000 if os.environ.get("DEMESNE_LONG") else 100
BOARDS = ["path:9", "cycle:8", "grid:3x4", "tree:2,2", "star:6", "road:30", "gnp:12,0.3", "complete:5", "hypercube:3"]
LEVELS = sorted((ROOT / "examples" / "levels").glob("*.json"))
FORMULAS = sorted((ROOT / "examples" / "formulas").glob("*.[cd]nf"))
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

    def __init__(self, seed, folder):
        self.rng, self.folder, self.files = random.Random(seed), pathlib.Path(folder), 0

    def write(self, ending, text):
        self.files += 1
        path = self.folder / f"{self.files}{ending}"
        path.write_text(text)
        return path

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
        if "rule" not in options:
            options.pop("beta", None)
        options |= self.demand(arena)
        return self.on_board("score", dm.score, name, seed, arena, options)

    def demand(self, arena):
        """Values or customers, as files, or nothing."""
        vertices = self.rng.sample(range(arena.vertices), arena.vertices // 2)
        values = "".join(f"{v},{self.rng.randint(0, 9)}\n" for v in vertices)
        if self.rng.random() < 0.2:
            return {"values": self.write(".csv", values)}
        if self.rng.random() < 0.2:
            return {"customers": self.write(".csv", "vertex,demand\n" + values)}
        return {}

    def moves(self):
        name, seed, arena = self.board()
        options = {"rounds": 1 if arena.vertices > 13 else self.rng.randint(1, 2)}
        options |= self.some(ties=["white", "black", "earlier"])
        words = ["solve", name, "--seed", seed, *words_of(options), "--moves"]
        return words, lambda: dm.moves(arena, **options, seed=seed), ("moves", "value", "ties", "rounds")

    def solve(self):
        name, seed, arena = self.board()
        options = {"rounds": 1 if arena.vertices > 13 else self.rng.randint(1, 2)}
        options |= self.some(moves=[True], outcome=[True], ties=["white", "black", "earlier"], memory=[2 << 20])
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
        options |= self.demand(arena)
        if self.rng.random() < 0.2:
            rows = "".join(f"{v},{self.rng.randint(1, 9)}\n" for v in range(arena.vertices) if v not in stones)
            options |= {"candidates": self.write(".csv", "vertex,cost\n" + rows), "budget": self.rng.randint(1, 9)}
        return self.on_board("reply", dm.reply, name, seed, arena, options)

    def lead(self):
        name, seed, arena = self.board()
        options = {"count": 1} | self.some(reply=[1, 2], method=["exact", "enumerate"], ties=["black"])
        return self.on_board("lead", dm.lead, name, seed, arena, options)

    def facts(self):
        name, seed, arena = self.board()
        options = self.some(all=[True], rounds=[1, 2])
        return ["arena", name, "--seed", seed, *words_of(options)], lambda: arena.facts(seed=seed, **options)

    def read(self):
        name, seed, arena = self.board()
        path = self.folder / f"board{self.rng.randint(0, 9)}{self.rng.choice(['.gr', '.edges', '.graphml', '.json'])}"
        if path.exists():
            path.unlink()
        arena.write(path)
        return ["arena", path], lambda: dm.read(path).facts()

    def market(self):
        name, seed, arena = self.board()
        stones = self.rng.sample(range(arena.vertices), 3)
        scenarios = [{"name": "a", "ask": "reply", "count": 1}, {"name": "b", "ask": "lead", "count": 1}]
        ties = self.rng.choice(["white", "earlier"])
        scenarios.append({"name": "c", "ask": "score", "white": stones[:2], "ties": ties})
        self.rng.shuffle(scenarios)
        plan = {"arena": name, "seed": seed, "white": stones[:1], "black": stones[2:], "scenarios": scenarios[:2]}
        plan |= {"rule": self.rng.choice([{}, {"radius": 2}, {"ties": "black"}])}
        path = self.write(".json", json.dumps(plan))
        return ["market", path], lambda: dm.market(self.rng.choice([path, plan]))

    def game(self):
        """Players that use no random numbers."""
        name, seed, arena = self.board()
        white, black = self.rng.choices(["greedy", "minimax", "solver" if arena.vertices < 13 else "greedy"], k=2)
        options = {"rounds": self.rng.randint(1, 2)} | self.some(ties=["white", "black"], per_turn=[2])
        words = ["play", name, "--seed", seed, "--white", white, "--black", black, *words_of(options)]

        def play():
            game = dm.play(arena, white, black, **options)
            scores = dict(zip(("white_score", "black_score"), game.score()))
            return {"white": game.white, "black": game.black, "value": game.value, **scores}

        return words, play, ("white", "black", "value", "white_score", "black_score")

    def certificate(self):
        name = self.rng.choice(["path:5", "cycle:6", "star:5", "grid:2x3"])
        path = self.folder / f"{name.replace(':', '')}.proof"
        if not path.exists():
            tool("solve", name, "--rounds", 1, "--certificate", path)
        return ["verify", path], lambda: dm.verify(path)

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
        verb = self.rng.choice(["score", "best", "solve", "odds", "lead", "duel"])
        options = {"op": self.rng.choice(["cut", "add", "remove"])} if verb in ("best", "odds") else {}
        options |= self.some(ties=["closed", "split", "own"])
        if verb == "best":
            options |= self.some(objective=["payoff", "rank"])
        if verb == "solve":
            options |= self.some(objective=["payoff", "win"], explain=[True])
        if verb == "odds":
            options |= self.some(samples=[20])
        if verb == "duel":
            options |= self.some(white=["one-round"], black=["random"]) | {"rounds": 1}
        words = ["lines", verb, path, *words_of(options)]
        return words, lambda: getattr(dm.Level(path), verb)(**options)

    def apply(self):
        path = self.rng.choice(LEVELS)
        level = dm.Level(path)
        op = self.rng.choice(["cut", "add", "remove"])
        move = level.best(op=op).to_dict().get("move")
        where = self.place(op, move)
        return ["lines", "apply", path, f"--{op}", where], lambda: level.apply(move, op=op)

    def place(self, op, move):
        """A move as the command line writes it."""
        if op == "remove":
            return move
        if op == "cut":
            return f"{move['edge']},{move['at']}"
        return move["vertex"] if "vertex" in move else f"{move['edge']}:{move['at']}"

    def generate(self):
        kind = self.rng.choice(["tree", "gabriel", "grid"])
        vertices, seed = self.rng.randint(6, 12), self.rng.randint(1, 9)
        options = self.some(sites=[2], whole=[True]) | {"seed": seed}
        words = ["lines", "generate", f"{kind}:{vertices}", *words_of(options)]
        return words, lambda: dm.Level.generate(kind=kind, vertices=vertices, **options)

    def reduce(self):
        path = self.rng.choice(FORMULAS)
        kind = "dnf" if path.suffix == ".dnf" else "sat"
        options = self.some(check=[True]) | (self.some(problem=[1, 2]) if kind == "sat" else {})
        return ["reduce", kind, path, *words_of(options)], lambda: dm.reduce(kind, path, **options)

    def any(self):
        names = ["score"] * 5 + ["solve"] * 4 + ["solve_from"] * 2 + ["reply"] * 4 + ["lead"] * 3 + ["level"] * 4
        names += ["facts", "read", "play", "attack", "reduce", "moves", "market", "game"]
        names += ["certificate", "apply", "generate"]
        return getattr(self, self.rng.choice(names))()


class Values(unittest.TestCase):
    def compare(self, words, call, names=None):
        """The fields of the tool's answer, or only those named."""
        expected = tool(*words)
        if isinstance(expected, str):
            with self.assertRaises((dm.Error, TypeError), msg=expected):
                call()
            return False
        found = call()  # may have more fields than the tool prints
        found = found if isinstance(found, dict) else found.to_dict()
        for name in names or expected.keys() - DIFFER:
            self.assertEqual(found.get(name), expected[name], (name, words))
        return True

    def test_random_calls(self):
        with tempfile.TemporaryDirectory() as folder:
            calls, answered = Calls(1, folder), 0
            for number in range(CALLS):
                words, *call = calls.any()
                with self.subTest(number=number, words=words):
                    answered += self.compare(words, *call)
            self.assertGreater(answered, 0.8 * CALLS)

    def test_market_of_a_file(self):
        plan = ROOT / "examples" / "market" / "plan.json"
        self.compare(["market", plan], lambda: dm.market(plan))

    def test_market_of_a_dictionary(self):
        plan = ROOT / "examples" / "market" / "plan.json"
        scenarios = json.loads(plan.read_text())["scenarios"][:2]
        folder = plan.parent
        found = dm.market(
            {"arena": "road:400", "them": str(folder / "rivals.csv"), "us": str(folder / "shops.csv"),
             "customers": str(folder / "customers.csv"), "candidates": str(folder / "rents.csv"),
             "scenarios": scenarios}
        )  # fmt: skip
        expected = tool("market", plan)
        self.assertEqual([s.us for s in found.scenarios], [s["us"] for s in expected["scenarios"][:2]])

    def test_market_of_us_and_them_on_a_graph(self):
        found = dm.market(
            {"us": ["a"], "them": ["e"], "names": {"us": "A", "them": "B"}, "scenarios": [
                {"name": "we", "ask": "lead", "count": 1, "reply": 1},
                {"name": "they", "ask": "rival-lead", "reply": 1, "count": 1, "us": ["b"]}]},
            dm.Arena(list(zip("abcd", "bcde")))
        )  # fmt: skip
        self.assertEqual(found.today.cells(), {"us": ["a", "b"], "them": ["d", "e"], "tied": ["c"], "unreached": []})
        self.assertEqual(found.names.to_dict(), {"us": "A", "them": "B"})
        self.assertEqual([s.kept_us for s in found.scenarios], [["a"], ["b"]])
        self.assertEqual(found.scenarios[0].value, -found.scenarios[0].them_score + found.scenarios[0].us_score)
        self.assertEqual(set(found.scenarios[1].change.to_dict()), {"us", "them", "tied"})

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
