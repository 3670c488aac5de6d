"""Objects that misbehave while they are read, threads on one object, forks, other interpreters: an exception or an
answer, never a crash."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
import types
import unittest

import demesne as dm
from demesne import _demesne

try:
    import networkx
except ImportError:
    networkx = None


class Trouble(Exception):
    pass


class Node:
    """Raises, lies about equality, or does something when it is hashed or compared."""

    def __init__(self, number, act):
        self.number, self.act = number, act

    def __hash__(self):
        self.act("hash", self)
        return self.number % 3

    def __eq__(self, other):
        answer = self.act("eq", self)
        return answer if answer is not None else self is other


def graph_of(adjacency, nodes=None, directed=False, multi=False):
    """What networkx would have."""
    return types.SimpleNamespace(
        _node={n: {} for n in adjacency} if nodes is None else nodes, _adj=adjacency, adj=adjacency, name="", graph={},
        is_directed=lambda: directed, is_multigraph=lambda: multi,
    )  # fmt: skip


class Hostile(unittest.TestCase):
    def tried(self, call):
        """The exception, or None; nothing else may happen."""
        try:
            call()
        except Exception as error:
            return error
        return None

    def test_nodes_that_raise(self):
        rng = random.Random(1)
        refused = 0
        for _ in range(300):
            left = rng.randint(1, 60)

            def act(what, node):
                nonlocal left
                left -= 1
                if left == 0:
                    raise Trouble(what)

            nodes = [Node(i, lambda *_: None) for i in range(8)]
            adjacency = {u: {v: {"length": 1} for v in rng.sample(nodes, 2)} for u in nodes}
            graph = graph_of(adjacency)
            for node in nodes:
                node.act = act
            error = self.tried(lambda: dm.score(graph, nodes[:1], nodes[1:2]))
            refused += isinstance(error, Trouble)
        self.assertGreater(refused, 200)

    def test_nodes_that_change_the_graph(self):
        rng = random.Random(2)
        for _ in range(300):
            adjacency, at = {}, rng.randint(1, 60)

            def act(what, node):
                nonlocal at
                at -= 1
                if at == 0:
                    target = rng.choice([adjacency, *adjacency.values()])
                    rng.choice([target.clear, target.popitem, lambda: target.update({5: {}, "x": {}})])()

            nodes = [Node(i, lambda *_: None) for i in range(8)]
            for u in nodes:
                adjacency[u] = {v: {"length": rng.random()} for v in rng.sample(nodes, 2)}
            for node in nodes:
                node.act = act
            self.tried(lambda: dm.Arena(graph_of(adjacency, multi=rng.random() < 0.2)))

    def test_attributes_that_change_the_graph(self):
        """The name of an attribute is compared with keys of the caller."""
        for change in ("clear", "popitem"):
            for multi in (False, True):
                adjacency = {}

                class Key(str):
                    __slots__ = ()

                    def __hash__(self):
                        return hash("length")

                    def __eq__(self, other):
                        for row in list(adjacency.values()):
                            getattr(row, change)() if row else None
                        return False

                rows = {v: {Key("length"): 1.5, "x": 2} for v in range(6)}
                for u in range(6):
                    adjacency[u] = {v: {0: dict(data)} if multi else dict(data) for v, data in rows.items() if v != u}
                self.tried(lambda: dm.Arena(graph_of(adjacency, multi=multi)))

    def test_graphs_that_are_no_graphs(self):
        self.assertIsNotNone(self.tried(lambda: dm.Arena(graph_of({0: {-1: {}}}, {0: {}}, True))))
        for adjacency in ({0: 5}, {0: {1: 5}}, {0: {0: {"length": "x"}}}, {0: {2**70: {}}}, {0: {"a": {}}}):
            for multi in (False, True):
                with self.subTest(adjacency=adjacency, multi=multi):
                    self.assertIsNotNone(self.tried(lambda: dm.Arena(graph_of(adjacency, {0: {}}, True, multi))))

    def test_iterators_that_raise(self):
        def broken(count):
            yield from range(count)
            raise Trouble

        for call in (
            lambda: dm.score("path:9", broken(1)),
            lambda: dm.score("path:9", stones=broken(0)),
            lambda: dm.Arena((i, i + 1) for i in broken(3)),
            lambda: dm.Arena([broken(1)]),
            lambda: dm.Game("path:9", 1, 2).push(broken(1)),
            lambda: dm.Arena("path:9").svg(broken(1)),
            lambda: dm.market({"white": broken(1), "scenarios": []}, "path:9"),
            lambda: dm.atlas(broken(0)),
        ):
            self.assertIsInstance(self.tried(call), Trouble)

    def test_numbers_that_act(self):
        game = dm.Game("path:9", 3)

        class Number:
            def __index__(self):
                return act()

        for act in (game.pop, lambda: game.push(0) or 0, lambda: game._game.push([1, 2]), lambda: 1 / 0, lambda: "x"):
            game.push(4)
            for move in (Number(), [Number()], [0, Number()]):
                self.tried(lambda: game.push(move))
            while game.turns:
                game.pop()
            game.value

    def test_texts(self):
        for text in ("\x00", "a\x00b", "\ud800", "a\udcffb", "\U0010ffff" * 300, "x" * 10**6, "@\x00", "path:5\x00"):
            for call in (
                lambda: dm.Arena(text), lambda: dm.read(text), lambda: dm.generate(text), lambda: dm.Player(text),
                lambda: dm.verify(text), lambda: dm.Level(text), lambda: dm.reduce("sat", text),
                lambda: dm.score("path:5", text), lambda: dm.score("path:5", [text]), lambda: dm.atlas(db=text),
                lambda: dm.solve("path:5", 1, ties=text), lambda: dm.Arena("path:5").number(text),
                lambda: dm.market(text), lambda: dm.Arena("path:5").write(text), lambda: dm.atlas(text),
                lambda: dm.interval_play(text, 2),
            ):  # fmt: skip
                with self.subTest(text=text[:10]):
                    self.assertIsInstance(self.tried(call), (ValueError, TypeError, OSError))
            self.tried(lambda: dm.Arena([(text, "b")]).nodes)

    def test_progress_that_drops_everything(self):
        arena = dm.Arena("gnp:40,0.15")
        board, held = arena._board, [arena]

        def progress(*_):
            held.clear()
            raise Trouble

        request = '{"rounds":6,"arena":"x"}'
        del arena
        self.assertIsInstance(self.tried(lambda: _demesne.ask("solve", request, board, "x", 60.0, progress)), Trouble)


class Threads(unittest.TestCase):
    """Several threads on one object: answers that are true, or a clear error."""

    def work(self, *calls, times=40):
        troubles = []

        def run(call):
            try:
                for _ in range(times):
                    call()
            except Exception as error:
                troubles.append(error)

        threads = [threading.Thread(target=run, args=(call,)) for call in calls]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return troubles

    def test_one_arena(self):
        arena, graph = dm.Arena("grid:5x5"), dm.Arena([(chr(97 + i), chr(98 + i)) for i in range(20)])
        value, reply = dm.solve(arena, 1).value, dm.reply(graph, ["c"], 1).black
        calls = [
            lambda: self.assertEqual(dm.solve(arena, 1).value, value),
            lambda: self.assertEqual(dm.reply(graph, ["c"], 1).black, reply),
            lambda: self.assertEqual(arena.facts().diameter, 8),
            lambda: self.assertIn("<svg", arena.svg([0], [1])),
            lambda: self.assertEqual(dm.Game(graph, 1).arena.number("c"), 2),
        ]
        self.assertEqual(self.work(*calls, *calls, times=10), [])

    def test_one_game(self):
        game = dm.Game("path:9", 4)
        game.push(4)

        def step():
            try:
                game.push(random.randrange(9))
                game.pop()
            except dm.Error:
                pass

        def look():
            self.assertLessEqual(abs(game.value), 9)
            self.assertEqual(len(game.owner), 9)
            self.assertLessEqual(len(game.stones), 8)
            game.copy().free

        for error in self.work(step, step, look, look, times=500):
            self.assertIsInstance(error, (dm.Error, RuntimeError))
        self.assertEqual(len(game.stones), game.turns)

    def test_one_large_game(self):
        """Other threads run while it is evaluated; they may not change it then."""
        game = dm.Game("grid:300x300", 4)
        game.push(40000)
        seen = []

        def step():
            game.push(random.randrange(90000))
            seen.append(game.value)
            game.pop()

        for error in self.work(step, step, lambda: game.score(), lambda: game.copy().value, times=15):
            self.assertIsInstance(error, (dm.Error, RuntimeError))
        game = dm.Game("grid:300x300", 4)
        game.push(40000)
        self.assertEqual(game.value, 90000)

    def test_one_level(self):
        level = dm.Level.generate(vertices=8, seed=3)
        winner = level.best(op="cut").winner
        calls = [lambda: self.assertEqual(level.best(op="cut").winner, winner), level.score, level._repr_svg_]
        self.assertEqual(self.work(*calls, *calls, times=10), [])

    def test_one_player(self):
        player, game = dm.Player("greedy"), dm.Game("path:9", 2)
        for error in self.work(*[lambda: player.choose(game)] * 4, times=20):
            self.assertIsInstance(error, RuntimeError)
            self.assertIn("another thread", str(error))


def in_python(code, **options):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100, **options)


class Processes(unittest.TestCase):
    def test_fork(self):
        code = """
import os, threading
import demesne as dm
arena = dm.Arena("grid:4x4")
threading.Thread(target=lambda: dm.solve("gnp:40,0.15", 6, time=1)).start()
child = os.fork()
if child == 0:
    good = dm.solve(arena, 1).value == 0 and dm.Player("greedy").choose(dm.Game(arena, 1)) is not None
    os._exit(0 if good else 3)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), dm.solve(arena, 1).value)
"""
        done = in_python(code)
        self.assertEqual(done.stdout, "0 0\n", done.stderr)

    def test_other_interpreters(self):
        code = """
import _xxsubinterpreters as interpreters
import demesne as dm
inside = '''
import demesne as dm
assert dm.solve("path:5", 1).value == 1
try:
    dm.Arena("x:1")
except dm.Error:
    pass
else:
    raise SystemExit("expected an error")
'''
for _ in range(3):
    other = interpreters.create()
    interpreters.run_string(other, inside)
    assert dm.solve("path:5", 1).value == 1
    interpreters.destroy(other)
print("good")
"""
        try:
            import _xxsubinterpreters  # noqa: F401
        except ImportError:
            self.skipTest("needs _xxsubinterpreters")
        done = in_python(code)
        self.assertEqual(done.stdout, "good\n", done.stderr)

    def test_end_while_a_question_runs(self):
        """The interpreter ends; a thread still waits for an answer."""
        code = """
import threading, time
import demesne as dm
threading.Thread(target=lambda: dm.solve("gnp:40,0.15", 6), daemon=True).start()
time.sleep(0.2)
"""
        done = in_python(code)
        self.assertEqual(done.returncode, 0, done.stderr)


INTERRUPTED = """
import signal, time
import demesne as dm
{before}
def press(*_):  # as Ctrl-C
    global pressed
    pressed = time.process_time()
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, press)
signal.setitimer(signal.ITIMER_REAL, {after})
try:
    {call}
except KeyboardInterrupt as stopped:
    print("stopped", time.process_time() - pressed < {most})
else:
    print("ended")
"""


class CtrlC(unittest.TestCase):
    """It ends every long call."""

    def interrupted(self, call, before="", after=0.2, most=1):
        """It stops after at most so many seconds of work."""
        done = in_python(INTERRUPTED.format(call=call, before=before, after=after, most=most))
        self.assertEqual(done.stdout, "stopped True\n", done.stderr)

    def test_questions(self):
        for call in (
            'dm.moves("gnp:40,0.15", 6)',
            'dm.lead("road:5000", 6)',
            'dm.interval_attack("circle", 9, "keypoint", grid="near")',
            'dm.Player("solver").choose(dm.Game("gnp:40,0.15", 6))',
        ):
            with self.subTest(call=call):
                self.interrupted(call)

    def test_a_large_file(self):
        path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"demesne-{os.getpid()}.edges")
        with open(path, "w") as file:
            line = "".join(f"{i} {i + 1}\n" for i in range(1000, 2000))
            for _ in range(6000):
                file.write(line)
        try:
            self.interrupted(f"dm.read({path!r})", after=0.15, most=0.3)
        finally:
            os.unlink(path)

    def test_a_large_graph(self):
        before = """
rows = {j: {} for j in range(1000)}
class Graph:  # it has every edge of 10^9 from the wrong end only, which takes time and no room
    name, graph, adj = "", {}, {}
    _node = {i: {} for i in range(1_000_000)}
    _adj = {i: rows for i in range(1_000_000)}
    is_directed = is_multigraph = lambda self: False
"""
        self.interrupted("dm.score(Graph(), [0])", before=before, after=0.3, most=0.3)


if __name__ == "__main__":
    unittest.main()
