"""Tournaments: the tool's results, and Python players in them."""

import concurrent.futures
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import warnings

import demesne as dm

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("DEMESNE", str(ROOT / "build" / "release" / "demesne"))
TIMES = {
    f"{who}{what}seconds"
    for who in ("", "first_", "second_")
    for what in ("", "slowest_", "processor_")
}

# Ctrl-C comes once the first player chooses, which then would never end.
INTERRUPTED = """
import os, signal, time
import demesne as dm
def endless(game):
    os.kill(os.getpid(), signal.SIGINT)
    while True:
        time.sleep(0.001)
try:
    dm.tournament([endless, "greedy"], "path:9", 2, games=2)
except KeyboardInterrupt as stop:
    print(stop.best.complete, stop.best.pairings[0].games)
"""


# A tournament in a thread that the end of the program does not wait for.
LEFT = """
import threading, time
import demesne as dm
playing = threading.Event()
def slow(game):
    playing.set()
    time.sleep(0.01)
    return game.legal_moves[0]
work = lambda: dm.tournament([slow, "greedy"], "path:9", 2, games=10000, threads=3)
threading.Thread(target=work, daemon=True).start()
playing.wait()
print("end")
"""


def tool(*words):
    words = [TOOL, "tournament", *map(str, words), "--json"]
    plain = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}  # a sanitizer's library is for Python only
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, env=plain)
    return [json.loads(line) for line in done.stdout.splitlines()]


def first(game):
    return game.legal_moves[0]


class Dice:
    """Random, by its seed."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def choose(self, game):
        moves = game.legal_moves
        return self.rng.choice(moves if isinstance(moves, list) else list(moves))


def faults(player, **options):
    """The faults of a player in two games of two turns each, and the result."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = dm.tournament([player, "greedy"], "path:9", 2, games=2, **options)
    return found.pairings[0].first_faults, found, [str(w.message) for w in told]


class Values(unittest.TestCase):
    def compare(self, players, words, *arguments, **options):
        expected = tool("--players", ",".join(players), *words)
        found = dm.tournament(players, *arguments, **options).to_dict()
        for row, line in zip(found["pairings"], expected, strict=False):
            for name in row.keys() - TIMES:
                self.assertEqual(row[name], line[name], name)
        self.assertEqual(found["ratings"], expected[-1]["ratings"])
        for name in ("arena", "vertices", "edges", "ties"):
            self.assertEqual(found[name], expected[-1][name])
        self.assertEqual(len(found["pairings"]), len(expected) - 1)

    def test_as_the_tool(self):
        three = ["greedy", "random", "minimax:depth=1"]
        board = ["--arena", "gnp:14,0.3", "--rounds", 3, "--games", 10]
        self.compare(three, board, "gnp:14,0.3", 3, games=10)
        self.compare(three, [*board, "--seed", 7, "--ties", "earlier"], "gnp:14,0.3", 3, games=10, seed=7, ties="earlier")
        self.compare(three[:2], [*board, "--per-turn", 2], "gnp:14,0.3", 3, games=10, per_turn=2, threads=2)
        self.compare(three[:2], ["--preset", "colby", "--games", 4], preset="colby", games=4)
        self.compare(three[1:], [*board, "--sequential"], "gnp:14,0.3", 3, games=10, sequential=True)
        self.compare(three[:2], ["--arena", "grid:4x4", "--rounds", 2], "grid:4x4", 2)
        self.compare(three[:2], ["--arena", "grid:4x4", "--rounds", 2], dm.Arena("grid:4x4"), 2)

    def test_programs_with_names(self):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)  # root's programs run as nobody
            table = pathlib.Path(folder, "players.csv")
            lowest = (ROOT / "tests" / "bots" / "lowest.sh").read_text()
            for name in ("ann", "ben"):
                pathlib.Path(folder, name).mkdir()
                pathlib.Path(folder, name, "bot.sh").write_text(lowest)
            table.write_text("name,command\nAnn,sh ann/bot.sh\nBen,sh ben/bot.sh crash\n")
            board = ["--arena", "path:9", "--rounds", 2, "--games", 2]
            expected = tool("--players", "greedy", "--players-file", table, *board)
            found = dm.tournament(["greedy"], "path:9", 2, players_file=table, games=2).to_dict()
            self.assertEqual(found["ratings"], expected[-1]["ratings"])
            self.assertEqual([row["second"] for row in found["pairings"]], ["Ann", "Ben", "Ben"])
            pair = dm.tournament([first], "path:9", 2, players_file=table, pairs=[("Ann", first)], games=2, list=True)
            self.assertEqual([game.white for game in pair.games], ["Ann", "first"])
            alone = dm.tournament(arena="path:9", rounds=2, players_file=str(table), games=2)
            self.assertEqual(alone.pairings[0].second_faults, 4)
        with self.assertRaisesRegex(dm.Error, "cannot be opened"):
            dm.tournament(["greedy"], "path:9", 2, players_file="nosuch.csv")

    def test_an_engine_player_called_from_python(self):
        """The same games, whoever asks the player for its moves."""

        class Greedy:
            def __init__(self, seed):
                self.player = dm.Player("greedy", seed=seed)

            def choose(self, game):
                return self.player.choose(game)

        ours = dm.tournament([Greedy, "random"], "gnp:14,0.3", 3, games=10, list=True, per_turn=2)
        theirs = dm.tournament(["greedy", "random"], "gnp:14,0.3", 3, games=10, list=True, per_turn=2)
        self.assertEqual([g.moves for g in ours.games], [g.moves for g in theirs.games])
        self.assertEqual([g.value for g in ours.games], [g.value for g in theirs.games])

    def test_threads_change_nothing(self):
        found = [dm.tournament([Dice, first, "greedy"], "gnp:12,0.3", 3, games=12, threads=n) for n in (1, 3)]
        self.assertEqual(found[0].ratings, found[1].ratings)

    def test_games_are_true(self):
        found = dm.tournament([Dice, "random"], "random-tree:12", 2, games=6, list=True)
        for game in found.games:
            arena = dm.Arena("random-tree:12", seed=game.board_seed)
            stones = [(side, v) for turn, side in zip(game.moves, ("white", "black") * 2) for v in turn]
            self.assertEqual(dm.score(arena, stones=stones).value, game.value)
            self.assertEqual(game.winner, "white" if game.value > 0 else "black" if game.value < 0 else "tie")


class Players(unittest.TestCase):
    def test_names(self):
        class Named:
            name = "Ada"

            def __call__(self, game):
                return game.legal_moves[-1]

        players = [first, Dice, Named(), dm.Player("greedy"), "random"]
        found = dm.tournament(players, "path:9", 2, games=2)
        self.assertEqual({row.player for row in found.ratings}, {"first", "Dice", "Ada", "greedy", "random"})
        found = dm.tournament({"a": first, "b": first}, "path:9", 2, games=2)
        self.assertEqual((found.pairings[0].first, found.pairings[0].second), ("a", "b"))

    def test_pairs(self):
        pairs = [(first, "greedy"), ("random", Dice)]
        found = dm.tournament([first, Dice, "greedy", "random"], "path:9", 2, games=2, pairs=pairs)
        self.assertEqual([(p.first, p.second) for p in found.pairings], [("first", "greedy"), ("random", "Dice")])

    def test_state_across_games(self):
        class Learner:
            def __init__(self):
                self.games, self.turns, self.winners = [], 0, []

            def choose(self, game):
                self.turns += 1
                self.games.append(game)
                return game.legal_moves[0]

            def over(self, game, winner):
                self.winners.append((game.is_over(), winner == game.result()))

        learner = Learner()
        dm.tournament([learner, "random"], "gnp:10,0.4", 2, games=6)
        self.assertEqual((learner.turns, learner.winners), (12, [(True, True)] * 6))
        boards = [game.arena for game in learner.games]  # they outlive the tournament
        self.assertEqual({arena.vertices for arena in boards}, {10})
        game = learner.games[-1]
        game.push(game.legal_moves[0])
        self.assertIsInstance(game.value, int)

    def test_what_a_player_does_to_its_copy_does_not_matter(self):
        def messy(game):
            moves = game.legal_moves
            game.push(moves[-1])
            return moves[0]

        found = dm.tournament([messy, "greedy"], "path:9", 2, games=2)
        self.assertEqual(found.pairings[0].first_faults, 0)

    def test_nodes(self):
        edges = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")]
        seen = []

        def named(game):
            seen.append((game.arena.nodes, game.legal_moves))
            return game.legal_moves[0]

        found = dm.tournament([named, "greedy"], edges, 1, games=2, list=True)
        self.assertEqual(seen[0], (list("abcde"), list("abcde")))
        self.assertEqual(found.games[0].moves[0], ["a"])

    def test_boards_in_turn(self):
        seen = []

        def looking(game):
            seen.append(game.arena.vertices)
            return game.legal_moves[0]

        boards = [dm.Arena("path:5"), dm.Arena([(0, 1), (1, 2), (2, 3)])]
        found = dm.tournament([looking, "greedy"], boards, 1, games=8)
        self.assertEqual(seen, [5, 5, 4, 4, 5, 5, 4, 4])
        self.assertIn("fewer boards", found.notes[0])

    def test_a_player_that_asks(self):
        """A player may ask questions, and even hold a tournament, while it chooses."""

        def curious(game):
            inner = dm.tournament([first, "greedy"], game.arena, 1, games=2)
            assert inner.pairings[0].games == 2
            return dm.solve(game.arena, 1, white=game.white, black=game.black).line[0]

        found = dm.tournament([curious, "random"], "path:7", 1, games=4)
        solver = dm.tournament(["solver", "random"], "path:7", 1, games=4)
        self.assertEqual((found.pairings[0].rate, found.exceptions), (solver.pairings[0].rate, {}))

    def test_tournaments_in_several_threads(self):
        def wins(seed):
            return dm.tournament([first, "random"], "gnp:12,0.3", 2, games=6, seed=seed).pairings[0].first_wins

        with concurrent.futures.ThreadPoolExecutor(4) as threads:
            self.assertEqual([*threads.map(wins, range(8))], [*map(wins, range(8))])

    def test_the_interpreter_ends_first(self):
        done = subprocess.run([sys.executable, "-c", LEFT], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.stdout, done.returncode), ("end\n", 0), done.stderr)

    def test_database(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "contest.db"
            dm.tournament([Dice, "greedy"], "gnp:10,0.3", 2, games=4, db=path)
            again = dm.tournament([Dice, "greedy"], "gnp:10,0.3", 2, games=6, db=path)
            self.assertEqual((again.pairings[0].games, again.pairings[0].played_now), (6, 2))
            seen = tool("--players", "greedy,random", "--arena", "gnp:10,0.3", "--rounds", 2, "--games", 4, "--db", path)
            self.assertEqual(seen[0]["played_now"], 4)

    def test_refused(self):
        for players, options, why in (
            ({"greedy": first, "random": "random"}, {}, "names a player already"),
            ([first], {}, "expected 2 to"), ([first, first], {}, "named twice"),
            ([first, "greedy"], {"games": 3}, "even number"), ([first, "nobody"], {}, "nobody"),
            ([first, "greedy"], {"pairs": [("x", "y")]}, "not among"),
            ([first, "greedy"], {"pairs": [("x",)]}, "pairs such as"), ([first, "greedy"], {"pairs": []}, "empty"),
            ([first, "greedy"], {"preset": "colby"}, "colby sets"), ({"me": "greedy", "random": "random"}, {}, "called"),
            ([first, "greedy"], {"values": [1] * 9}, "name of a file"),
        ):  # fmt: skip
            with self.subTest(why=why), self.assertRaisesRegex(dm.Error, why):
                dm.tournament(players, "path:9", 2, **options)
        for call in (
            lambda: dm.tournament([first, "greedy"], "path:9", 2, gmaes=4),
            lambda: dm.tournament("greedy", "path:9", 2),
            lambda: dm.tournament([first, 5], "path:9", 2),
            lambda: dm.tournament([first, "greedy"], "path:9", 2, time="x"),
            lambda: dm.tournament({5: first, "greedy": "greedy"}, "path:9", 2),
        ):
            self.assertRaises(TypeError, call)
        self.assertRaises(dm.Error, dm.tournament, [first, "greedy"])


class Faults(unittest.TestCase):
    def test_exceptions(self):
        for why in (ZeroDivisionError("x"), SystemExit(3), MemoryError(), StopIteration(), GeneratorExit()):

            def bad(game):
                raise why

            with self.subTest(why=why):
                count, found, told = faults(bad)
                self.assertEqual((count, found.pairings[0].games), (4, 2))
                self.assertIn("bad lost 4 turns by a fault", told[0])
                if not isinstance(why, GeneratorExit):
                    self.assertIs(found.exceptions["bad"], why)

    def test_in_its_constructor(self):
        class Bad:
            def __init__(self):
                raise OSError("no model")

            def choose(self, game):
                return 0

        count, found, told = faults(Bad)
        self.assertEqual((count, str(found.exceptions["Bad"])), (4, "no model"))

    def test_no_moves(self):
        for answer in (None, "x", 99, -1, [99], [0, 0], [], object(), 2**70, [[0]], 1.5):
            with self.subTest(answer=answer):
                self.assertEqual(faults(lambda game: answer)[0], 4)
        self.assertEqual(faults(lambda game: game.legal_moves[:1])[0], 0)

    def test_taken(self):
        count, found, told = faults(lambda game: game.stones[0][1] if game.stones else 0)
        self.assertEqual((count, found.exceptions), (3, {}))
        self.assertIn("lost 3 turns", told[0])

    def test_faults_that_lose_the_game(self):
        count, found, _ = faults(lambda game: None, faults="game")
        self.assertEqual((count, found.pairings[0].second_wins), (2, 2))

    def test_late(self):
        def slow(game):
            while True:
                pass

        began = time.monotonic()
        count, found, told = faults(slow, move_time=50)
        self.assertEqual((count, found.exceptions), (4, {}))
        self.assertLess(time.monotonic() - began, 20)

    def test_late_but_it_answers(self):
        def cleans_up(game):
            try:
                while True:
                    pass
            except dm.OutOfTime:
                return game.legal_moves[0]

        self.assertEqual(faults(cleans_up, move_time=50)[0], 4)

    def test_in_over(self):
        class Bad:
            def choose(self, game):
                return game.legal_moves[0]

            def over(self, game, winner):
                raise ZeroDivisionError

        count, found, _ = faults(Bad())
        self.assertEqual((count, type(found.exceptions["Bad"])), (0, ZeroDivisionError))


class Stops(unittest.TestCase):
    def test_time(self):
        def endless(game):
            while True:
                pass

        found = dm.tournament([endless, "greedy"], "path:9", 2, time=0.1)
        self.assertEqual((found.complete, found.pairings[0].games), (False, 0))

    def test_keyboard_interrupt_of_a_player(self):
        calls = []

        def stops(game):
            calls.append(1)
            if len(calls) == 5:
                raise KeyboardInterrupt
            return game.legal_moves[0]

        with self.assertRaises(KeyboardInterrupt) as caught:
            dm.tournament([stops, "greedy"], "path:9", 2, games=10)
        self.assertEqual((caught.exception.best.complete, caught.exception.best.pairings[0].games), (False, 2))

    def test_ctrl_c(self):
        done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout, "False 0\n", done.stderr)

    def test_progress(self):
        news = []

        def slow(game):
            time.sleep(0.02)
            return game.legal_moves[0]

        dm.tournament([slow, "greedy"], "path:9", 2, games=20, progress=lambda *n: news.append(n))
        self.assertEqual((news[-1][0], news[-1][3]), ("games", 20))
        with self.assertRaises(ZeroDivisionError) as caught:
            dm.tournament([slow, "greedy"], "path:9", 2, games=200, progress=lambda *n: 1 / 0)
        self.assertFalse(caught.exception.best.complete)

    def test_signal_is_left_alone(self):
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)


class Shown(unittest.TestCase):
    def test_as_table(self):
        found = dm.tournament({"<b>": first, "greedy": "greedy"}, "path:9", 2, games=2)
        self.assertIn("<table>", found._repr_html_())
        self.assertNotIn("<b>", found._repr_html_())
        self.assertRegex(repr(found), r"<tournament on path:9: .*greedy [+-]\d+")


if __name__ == "__main__":
    unittest.main()
