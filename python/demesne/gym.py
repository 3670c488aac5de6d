"""The game as an environment of Gymnasium: an agent plays one side, an opponent the other.

>>> env = VoronoiEnv("path:5", rounds=1, opponent="solver")
>>> observation, info = env.reset(seed=1)
>>> [v for v, legal in enumerate(info["action_mask"]) if legal]
[0, 1, 2, 3, 4]
>>> observation, reward, terminated, truncated, info = env.step(2)
>>> reward, terminated
(1.0, True)

With Gymnasium installed, importing this module registers "demesne/Voronoi-v0", and the environment is a
gymnasium.Env with its spaces; without it, it has small spaces of its own.
"""

import random

from ._arena import _choice
from ._errors import Error
from ._player import chooser
from ._steps import UTILITIES, Steps

try:
    import gymnasium
except ImportError:
    gymnasium = None
try:
    import numpy
except ImportError:
    numpy = None

_SIDES = ("white", "black")


class _Space:
    """What the stand-ins for spaces share."""

    def __init__(self):
        self._rng = random.Random()

    def seed(self, seed=None):
        self._rng.seed(seed)
        return seed

    def __contains__(self, value):
        return self.contains(value)


class Discrete(_Space):
    """The numbers from 0 to n - 1."""

    def __init__(self, n):
        super().__init__()
        self.n, self.shape = n, ()

    def contains(self, value):
        return hasattr(value, "__index__") and 0 <= value.__index__() < self.n

    def sample(self, mask=None):
        """Any, or one that the mask allows."""
        allowed = range(self.n) if mask is None else [v for v in range(self.n) if mask[v]]
        return self._rng.choice(allowed) if allowed else 0

    def __repr__(self):
        return f"Discrete({self.n})"


class Box(_Space):
    """Tables of numbers from `low` to `high`."""

    def __init__(self, low, high, shape):
        super().__init__()
        self.low, self.high, self.shape = low, high, shape

    def contains(self, value):
        rows, columns = self.shape
        return len(value) == rows and all(
            len(row) == columns and all(self.low <= x <= self.high for x in row) for row in value
        )

    def sample(self):
        rows, columns = self.shape
        return _array([[self._rng.uniform(self.low, self.high) for _ in range(columns)] for _ in range(rows)])

    def __repr__(self):
        return f"Box({self.low}, {self.high}, {self.shape})"


class _StandInEnv:
    """What gymnasium.Env does."""

    metadata, render_mode, spec = {}, None, None

    @property
    def unwrapped(self):
        return self

    def reset(self, *, seed=None, options=None):
        pass

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _array(rows, kind="float32"):
    return rows if numpy is None else numpy.array(rows, kind)


class VoronoiEnv(gymnasium.Env if gymnasium else _StandInEnv):
    """A game against an opponent.

    An action is a vertex for one stone.  The observation has three rows with an entry per vertex:
    free, the agent's stones, the opponent's.  `action_mask` of the info tells where a stone may go; one
    that goes elsewhere loses the game at once.  The reward comes with the last stone: the difference of
    the scores, or with ``reward="win"`` 1, 0 or -1.

    `opponent` is whatever demesne.play() takes as a player.  `side` is the agent's, "white", "black"
    or "random"; the options of reset() may name another.
    """

    metadata = {"render_modes": ["ansi", "human", "svg"], "render_fps": 2}

    def __init__(
        self, arena="grid:5x5", rounds=3, per_turn=1, *, ties="neutral", seed=1, opponent="greedy", side="white",
        reward="score", render_mode=None,
    ):  # fmt: skip
        _choice(reward, UTILITIES, "reward")
        _choice(side, (*_SIDES, "random"), "side")
        if render_mode is not None:
            _choice(render_mode, self.metadata["render_modes"], "render_mode")
        self._setup = (arena, rounds, per_turn, ties, seed)
        self._opponent, self._side, self._reward, self.render_mode = opponent, side, reward, render_mode
        self._rng, self._steps = random.Random(), Steps(*self._setup)
        self._setup = (self._steps.arena, *self._setup[1:])
        self._me, self._is_lost = None, False
        n = self._steps.arena.vertices
        if gymnasium:
            self.action_space = gymnasium.spaces.Discrete(n)
            self.observation_space = gymnasium.spaces.Box(0.0, 1.0, (3, n), numpy.float32)
        else:
            self.action_space, self.observation_space = Discrete(n), Box(0.0, 1.0, (3, n))
        most = self._steps.most(reward)
        self.reward_range = (-most, most)

    def reset(self, *, seed=None, options=None):
        """(observation, info) of a new game; `options` may have `side`."""
        super().reset(seed=seed)
        if seed is not None:
            self._rng.seed(seed)
        for name in (options or {}).keys() - {"side"}:
            raise Error(f"reset has no option {name!r}; it has side")
        side = (options or {}).get("side", self._side)
        _choice(side, (*_SIDES, "random"), "side")
        self._me = self._rng.randrange(2) if side == "random" else _SIDES.index(side)
        self._choose = chooser(self._opponent, self._rng.getrandbits(32))
        self._steps, self._is_lost = Steps(*self._setup), False
        self._let_opponent_play()
        self._show()
        return self._observation(), self._info()

    def step(self, action):
        """Places a stone; after the agent's last stone of a turn the opponent plays."""
        if self._me is None or self._is_over():
            raise Error("the game is over; call reset()" if self._me is not None else "call reset() first")
        action = int(action)
        if action in self._steps.legal():
            self._steps.place(action)
            self._let_opponent_play()
        else:
            self._is_lost = True
        self._show()
        return self._observation(), self._gain(), self._is_over(), False, self._info()

    def action_masks(self):
        """1 where a stone may go, 0 elsewhere."""
        legal = set() if self._is_lost else set(self._steps.legal())
        return _array([int(v in legal) for v in range(self._steps.arena.vertices)], "int8")

    def render(self):
        """The board as text ("ansi") or as a picture ("svg"); "human" prints it at every step."""
        if self.render_mode == "ansi":
            return self._text()
        if self.render_mode == "svg":
            arena = self._steps.arena
            white, black = ([arena.node(v) for v in self._steps.stones(player)] for player in (0, 1))
            return arena.svg(white, black, ties=self._steps.game.ties)
        return None

    def _is_over(self):
        return self._is_lost or self._steps.player is None

    def _gain(self):
        if self._is_lost:
            return -self._steps.most(self._reward)
        if not self._is_over():
            return 0.0
        value = self._steps.utility(self._reward)
        return value if self._me == 0 else 0.0 - value

    def _let_opponent_play(self):
        while self._steps.player == 1 - self._me:
            after = self._steps.game.copy()
            after.push(self._choose(after.copy()))
            stones = after._game.stones()[len(self._steps.actions) :]
            if not stones:
                raise Error("the opponent passed; expected a move", "bad move")
            for _, vertex in stones:
                self._steps.place(vertex)

    def _observation(self):
        return _array(self._steps.planes(self._me))

    def _info(self):
        return {
            "action_mask": self.action_masks(),
            "side": _SIDES[self._me],
            "score": self._steps.game.score(),
            "illegal": self._is_lost,
        }

    def _text(self):
        turn = "over" if self._is_over() else f"{_SIDES[self._steps.player]} to move"
        return f"{self._steps.text()}\n{turn}\n"

    def _show(self):
        if self.render_mode == "human":
            print(self._text())


if gymnasium:
    gymnasium.register(id="demesne/Voronoi-v0", entry_point="demesne.gym:VoronoiEnv")
