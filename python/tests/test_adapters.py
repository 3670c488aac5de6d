"""The OpenSpiel and Gymnasium adapters: playthroughs, rules, and what they do if those packages are there."""

import contextlib
import copy
import importlib.util
import io
import os
import pathlib
import pickle
import random
import subprocess
import sys
import tempfile
import textwrap
import unittest
from unittest.mock import Mock

import demesne as dm
import playthrough
from demesne import gym, spiel

# Modules that do what OpenSpiel and Gymnasium do with a game or an environment in Python.
PYSPIEL = """
    import copy, enum, pickle
    games = {}
    class GameType:
        Dynamics = enum.Enum("Dynamics", "SEQUENTIAL")
        ChanceMode = enum.Enum("ChanceMode", "DETERMINISTIC")
        Information = enum.Enum("Information", "PERFECT_INFORMATION")
        Utility = enum.Enum("Utility", "ZERO_SUM")
        RewardModel = enum.Enum("RewardModel", "TERMINAL")
        def __init__(self, *, short_name, long_name, dynamics, chance_mode, information, utility, reward_model,
                     max_num_players, min_num_players, provides_information_state_string,
                     provides_information_state_tensor, provides_observation_string, provides_observation_tensor,
                     parameter_specification):
            self.short_name, self.specification = short_name, parameter_specification
            assert isinstance(dynamics, self.Dynamics) and isinstance(utility, self.Utility)
    class GameInfo:
        def __init__(self, *, num_distinct_actions, max_chance_outcomes, num_players, min_utility, max_utility,
                     utility_sum, max_game_length):
            self.actions = num_distinct_actions
    class Game:
        def __init__(self, kind, info, parameters):
            assert isinstance(kind, GameType) and isinstance(info, GameInfo)
            assert all(isinstance(v, (str, int)) for v in parameters.values())
    class State:
        def __init__(self, game):
            self._game_of = game
        def legal_actions(self):
            return [] if self.is_terminal() else self._legal_actions(self.current_player())
        def apply_action(self, action):
            self._apply_action(action)
        def clone(self):
            other = self._game_of.new_initial_state()
            for k, v in vars(self).items():
                setattr(other, k, v if k == "_game_of" else copy.deepcopy(v))
            return other
        def pickled(self):
            return pickle.loads(pickle.dumps({k: v for k, v in vars(self).items() if k != "_game_of"}))
    def register_game(kind, make):
        games[kind.short_name] = (kind, make)
    def load_game(name, parameters={}):
        kind, make = games[name]
        return make({**kind.specification, **parameters})
"""
GYMNASIUM = """
    import types
    registered = {}
    class Env:
        def reset(self, *, seed=None, options=None):
            self.seeded = seed
    class Discrete:
        def __init__(self, n): self.n = n
    class Box:
        def __init__(self, low, high, shape, dtype): self.shape = shape
    spaces = types.SimpleNamespace(Discrete=Discrete, Box=Box)
    def register(id, entry_point):
        registered[id] = entry_point
"""


def run_with(name, module, script):
    """The output of a script in a process where the module of this text can be imported."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / f"{name}.py").write_text(textwrap.dedent(module))
        path = os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=60,
            env=dict(os.environ, PYTHONPATH=path),
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@unittest.skipIf(spiel.pyspiel or gym.gymnasium, "the files are of the stand-ins, and the packages themselves are here")
class Playthroughs(unittest.TestCase):
    def compare(self, name, text):
        expected = (playthrough.GOLDEN / f"{name}.txt").read_text()
        self.assertEqual(text, expected, f"{name}; python/tests/playthrough.py writes the files again")

    def test_spiel(self):
        for name, parameters in playthrough.SPIEL.items():
            with self.subTest(name=name):
                text, state = playthrough.play_spiel(parameters)
                self.compare(name, text)
                arena = dm.Arena(parameters["arena"], seed=parameters.get("seed", 1))
                stones = [(("white", "black")[e.player], e.action) for e in state.full_history()]
                value = dm.score(arena, stones=stones, ties=parameters.get("ties", "neutral")).value
                if parameters.get("utility") == "win":
                    value = (value > 0) - (value < 0)
                self.assertEqual(state.returns(), [value, -value])

    def test_gym(self):
        for name, options in playthrough.GYM.items():
            with self.subTest(name=name):
                text, env, reward = playthrough.play_gym(name, options)
                self.compare(name, text)
                if name == "gym-illegal":
                    continue
                value = dm.score(options["arena"], env._steps.stones(0), env._steps.stones(1)).value
                if options.get("reward") == "win":
                    value = (value > 0) - (value < 0)
                self.assertEqual(reward, -value if options.get("side") == "black" else value)


@unittest.skipIf(spiel.pyspiel, "tests the stand-ins; OpenSpiel itself is here")
class Spiel(unittest.TestCase):
    def test_random_games(self):
        """Returns equal the score; clones, texts and undoing give the same state."""
        for seed in range(12):
            rng = random.Random(seed)
            ties = rng.choice(["neutral", "earlier", "white", "black"])
            game = spiel.load_game(arena="gnp:10,0.3", rounds=2, per_turn=rng.randint(1, 2), ties=ties, seed=seed)
            state, texts = game.new_initial_state(), []
            while not state.is_terminal():
                texts.append(str(state))
                action = rng.choice(state.legal_actions())
                self.assertEqual(sum(state.legal_actions_mask()), len(state.legal_actions()))
                before, player = state.clone(), state.current_player()
                self.assertEqual(state.string_to_action(state.action_to_string(action)), action)
                child = state.child(action)
                state.apply_action(action)
                self.assertEqual(child, state)
                self.assertNotEqual(before, state)
                for other in (game.deserialize_state(state.serialize()), copy.deepcopy(state)):
                    self.assertEqual((other, other.returns()), (state, state.returns()))
                self.assertEqual(pickle.loads(pickle.dumps(state._steps)).planes(), state._steps.planes())
                child.undo_action(player, action)
                self.assertEqual(child, before)
            stones = [(("white", "black")[e.player], e.action) for e in state.full_history()]
            value = dm.score(dm.Arena("gnp:10,0.3", seed=seed), stones=stones, ties=ties).value
            self.assertEqual(state.returns(), [value, -value])
            self.assertEqual(state.rewards(), [state.player_return(0), state.player_reward(1)])
            self.assertEqual((state.current_player(), state.legal_actions()), (spiel.TERMINAL, []))
            self.assertEqual(state.move_number(), game.max_game_length())
            self.assertTrue(game.min_utility() <= value <= game.max_utility())
            while state.history():
                state.undo_action(state.full_history()[-1].player, state.history()[-1])
                self.assertEqual(str(state), texts.pop())

    def test_a_graph_with_values(self):
        edges = [("Mill", "Dock"), ("Dock", "Park"), ("Park", "Tower")]
        game = spiel.load_game(arena=edges, rounds=1)
        state = game.new_initial_state()
        self.assertEqual(state.action_to_string(2), "White Park")
        state.apply_action(2)
        self.assertEqual(state.information_state_string(), "White Park")
        with self.assertRaises(dm.Error):
            state.apply_action(2)
        with self.assertRaises(ValueError):
            state.undo_action(1, 2)

    def test_minimax_finds_the_value(self):
        """An algorithm that knows only the interface."""

        def best(state):
            if state.is_terminal():
                return state.player_return(0)
            values = [best(state.child(action)) for action in state.legal_actions()]
            return max(values) if state.current_player() == 0 else min(values)

        for arena, rounds in (("path:6", 1), ("path:5", 2), ("cycle:5", 2), ("star:4", 2)):
            state = spiel.load_game(arena=arena, rounds=rounds).new_initial_state()
            self.assertEqual(best(state), dm.solve(arena, rounds).value)

    def test_observer(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("needs numpy")
        game = spiel.load_game(arena="path:4", rounds=1)
        state = game.new_initial_state()
        state.apply_action(1)
        for kind, tensor, text in (
            (None, state.observation_tensor(), state.observation_string()),
            (Mock(perfect_recall=True), state.information_state_tensor(), state.information_state_string()),
        ):
            observer = game.make_py_observer(kind)
            observer.set_from(state, 0)
            self.assertEqual((list(observer.tensor), observer.string_from(state, 0)), (tensor, text))
            self.assertTrue(numpy.shares_memory(observer.tensor, *observer.dict.values()))

    def test_refused(self):
        with self.assertRaises(TypeError):
            spiel.load_game(arean="path:5")
        with self.assertRaises(dm.Error):
            spiel.load_game(utility="fun")
        with self.assertRaises(dm.Error):
            spiel.load_game(arena="path:3", rounds=2)

    def test_registers_with_the_package(self):
        found = run_with("pyspiel", PYSPIEL, """
            import pyspiel, demesne.spiel
            game = pyspiel.load_game("demesne", {"arena": "path:5", "rounds": 1})
            state = game.new_initial_state()
            assert isinstance(game, pyspiel.Game) and isinstance(state, pyspiel.State)
            state.apply_action(2)
            other = state.clone()
            other.apply_action(1)
            steps = state.pickled()["_steps"]
            print(other.is_terminal(), *other.returns(), state.is_terminal(), *state.legal_actions(), *steps.actions)
        """)  # fmt: skip
        self.assertEqual(found, ["True", "1.0", "-1.0", "False", "0", "1", "3", "4", "2"])


@unittest.skipIf(gym.gymnasium, "tests the stand-ins; Gymnasium itself is here")
class Gym(unittest.TestCase):
    def test_random_games(self):
        for seed in range(12):
            rng = random.Random(seed)
            per_turn, ties = rng.randint(1, 2), rng.choice(["neutral", "earlier"])
            env = gym.VoronoiEnv("gnp:12,0.3", 2, per_turn, ties=ties, seed=seed, side="random", opponent="random")
            observation, info = env.reset(seed=seed)
            env.action_space.seed(seed)
            over, steps = False, 0
            while not over:
                self.assertTrue(env.observation_space.contains(observation))
                action = env.action_space.sample(info["action_mask"])
                self.assertIn(action, env.action_space)
                observation, reward, over, truncated, info = env.step(action)
                self.assertFalse(truncated or info["illegal"])
                steps += 1
            self.assertEqual(steps, 2 * per_turn)
            own, other = ([v for v, x in enumerate(row) if x] for row in observation[1:])
            white, black = (own, other) if info["side"] == "white" else (other, own)
            if ties == "neutral":
                value = dm.score(dm.Arena("gnp:12,0.3", seed=seed), white, black).value
                self.assertEqual(reward, value if info["side"] == "white" else -value)
            with self.assertRaises(dm.Error):
                env.step(0)

    def test_same_seed_same_game(self):
        def moves(seed):
            env = gym.VoronoiEnv("grid:4x4", 3, opponent="random", side="black")
            env.reset(seed=seed)
            return env._steps.actions

        self.assertEqual(moves(3), moves(3))
        self.assertGreater(len({tuple(moves(seed)) for seed in range(10)}), 1)

    def test_opponents(self):
        class Last:
            def choose(self, game):
                return [game.legal_moves[-1]]

        for opponent in (lambda game: game.legal_moves[0], Last, Last(), dm.Player("greedy"), "solver"):
            env = gym.VoronoiEnv([("a", "b"), ("b", "c"), ("c", "d")], 1, opponent=opponent)
            env.reset()
            self.assertTrue(env.step(1)[2])
        for bad in (lambda game: [], lambda game: "z", lambda game: game.stones[0][1]):
            env = gym.VoronoiEnv("path:5", 1, opponent=bad)
            env.reset()
            with self.assertRaises((dm.Error, TypeError)):
                env.step(1)

    def test_render(self):
        env = gym.VoronoiEnv("path:4", 1, render_mode="human")
        with contextlib.redirect_stdout(io.StringIO()) as shown, env:
            env.reset()
            env.step(1)
            self.assertIsNone(env.render())
        self.assertIn("white to move", shown.getvalue())
        env = gym.VoronoiEnv("path:4", 1, render_mode="svg")
        env.reset()
        self.assertIn("<svg", env.render())

    def test_refused(self):
        for options in ({"reward": "fun"}, {"side": "green"}, {"render_mode": "smell"}, {"ties": "x"}):
            with self.assertRaises(dm.Error):
                gym.VoronoiEnv(**options)
        env = gym.VoronoiEnv("path:4", 1)
        bad = [{"sdie": 1}, {"side": 1}]
        for call in (lambda: env.step(0), *(lambda given=given: env.reset(options=given) for given in bad)):
            with self.assertRaises(dm.Error):
                call()

    def test_registers_with_the_package(self):
        found = run_with("gymnasium", GYMNASIUM, """
            import gymnasium, demesne.gym
            env = demesne.gym.VoronoiEnv("path:5", 1, opponent="solver")
            env.reset(seed=4)
            assert isinstance(env, gymnasium.Env) and env.seeded == 4
            print(*gymnasium.registered.items(), env.step(2)[1], env.observation_space.shape)
        """)  # fmt: skip
        self.assertEqual("".join(found), "('demesne/Voronoi-v0','demesne.gym:VoronoiEnv')1.0(3,5)")


class ThePackages(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("pyspiel"), "needs OpenSpiel")
    def test_open_spiel(self):
        import pyspiel

        game = pyspiel.load_game("demesne", {"arena": "grid:3x3", "rounds": 2})
        state = game.new_initial_state()
        while not state.is_terminal():
            state = game.deserialize_state(state.serialize()).clone()
            self.assertEqual(len(state.observation_tensor(0)), game.observation_tensor_size())
            state.apply_action(state.legal_actions()[0])
        stones = [(("white", "black")[e.player], e.action) for e in state.full_history()]
        self.assertEqual(state.returns()[0], dm.score("grid:3x3", stones=stones).value)

    @unittest.skipUnless(importlib.util.find_spec("gymnasium"), "needs Gymnasium")
    def test_gymnasium(self):
        import gymnasium
        from gymnasium.utils.env_checker import check_env

        check_env(gymnasium.make("demesne/Voronoi-v0", arena="grid:3x3", rounds=2).unwrapped)


if __name__ == "__main__":
    unittest.main()
