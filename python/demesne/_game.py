"""A game in progress."""

import itertools
import operator

from . import _demesne
from ._arena import TIES, Arena, _choice
from ._errors import Error

_SIDES = ("white", "black")


class Game:
    """A game in progress: White and Black place stones in turns.

    >>> game = Game("path:5", rounds=2)
    >>> game.push(1); game.push(3)
    >>> game.turn, game.value, game.legal_moves
    ('white', 0, [0, 2, 4])
    >>> game.pop(); game.turn
    'black'

    A game is for one thread at a time; copy() makes another.
    """

    def __init__(self, arena, rounds, per_turn=1, *, ties="neutral"):
        self.arena = arena if isinstance(arena, Arena) else Arena(arena)
        self.rounds, self.per_turn, self.ties = operator.index(rounds), operator.index(per_turn), ties
        for name in ("rounds", "per_turn"):
            if not 1 <= getattr(self, name) < 2**31:
                raise Error(f"{name} {getattr(self, name)}: expected a whole number from 1 to 2147483647")
        self._set(_demesne.Game(self.arena._board, self.rounds, self.per_turn, _choice(ties, TIES, "ties")))

    @classmethod
    def _wrap(cls, arena, game):
        self = cls.__new__(cls)
        self.arena = arena
        self.rounds, self.per_turn, ties = game.rules
        self.ties = TIES[ties]
        self._set(game)
        return self

    def _set(self, game):
        self._game = game
        self.pop = game.pop
        if self.arena.nodes is None:
            self.push = game.push

    def push(self, move):
        """Plays a turn: a vertex, or a list of them; an empty list passes."""
        try:
            vertices = [self.arena.number(move)]
        except (Error, TypeError):
            if not isinstance(move, (list, tuple, set)):
                raise
            vertices = [self.arena.number(v) for v in move]
        self._game.push(vertices)

    def pop(self):
        """Takes back the last turn."""
        self._game.pop()

    @property
    def turn(self):
        """Whose turn it is: "white" or "black"; None once the game is over."""
        return None if self._game.is_over else _SIDES[self._game.to_move]

    def is_over(self):
        """Whether every turn was played."""
        return self._game.is_over

    @property
    def turns(self):
        """The number of turns played."""
        return self._game.turns

    @property
    def free(self):
        """The vertices without a stone."""
        return self._named(self._game.free())

    @property
    def legal_moves(self):
        """The moves of this turn: vertices, or an iterator of tuples if a turn has several stones."""
        count = self._game.to_place
        if self._game.is_over:
            return []
        return self.free if count == 1 else itertools.combinations(self.free, count)

    @property
    def stones(self):
        """The stones so far, in the order placed: ("white", vertex), .."""
        return [(_SIDES[side], self.arena.node(v)) for side, v in self._game.stones()]

    @property
    def white(self):
        """White's stones."""
        return [v for side, v in self.stones if side == "white"]

    @property
    def black(self):
        """Black's stones."""
        return [v for side, v in self.stones if side == "black"]

    @property
    def value(self):
        """White's score minus Black's.  If values have decimals, it counts their units."""
        return self._game.value()

    def score(self):
        """(White's score, Black's score) now."""
        return self._game.dominance()[:2]

    @property
    def owner(self):
        """The owner of every vertex now: 0 White, 1 Black, -1 tied, -2 unreached; a memoryview.

        numpy.asarray(game.owner) views it without copying.
        """
        return memoryview(self._game.dominance()[4]).cast("i")

    @property
    def distance(self):
        """The distance of every vertex to the nearest stone now, -1 if there is none; a memoryview."""
        return memoryview(self._game.dominance()[5]).cast("q")

    def result(self):
        """"white", "black" or "tie" once the game is over, None before."""
        if not self._game.is_over:
            return None
        value = self.value
        return "tie" if value == 0 else _SIDES[value < 0]

    def copy(self):
        """The same game, to be played on separately."""
        return Game._wrap(self.arena, self._game.copy())

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def _named(self, vertices):
        nodes = self.arena.nodes
        return vertices if nodes is None else [nodes[v] for v in vertices]

    def __repr__(self):
        state = f"{self.turn} to move" if not self._game.is_over else f"over, {self.result()}"
        return f"<Game on {self.arena.title}: {self.turns} of {2 * self.rounds} turns, {state}>"

    def _repr_svg_(self):
        return self.arena._picture(self._game.stones(), TIES.index(self.ties))
