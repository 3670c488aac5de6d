"""Players, and games between them."""

import inspect
import json

from . import _demesne
from ._arena import _seed
from ._ask import seconds
from ._game import Game
from ._result import Result


class Player:
    """One of the engine's players, by its spec: a name, perhaps with parameters (docs/PLAYERS.md).

    >>> Player("solver").choose(Game("path:5", 1))
    2

    It plays the same moves for the same seed, unless a time limits it.
    """

    def __init__(self, spec, *, seed=1):
        self._player = _demesne.Player(spec, _seed(seed))

    @property
    def spec(self):
        """The player's name with its parameters."""
        return self._player.spec

    def choose(self, game, *, time=None):
        """Its move in this game, which does not change: a vertex, or a list if a turn has several."""

        def named(move):
            move = [game.arena.node(v) for v in move]
            return move[0] if len(move) == 1 else move

        try:
            return named(self._player.choose(game._game, seconds(time)))
        except KeyboardInterrupt as stop:
            stop.best = named(stop.best) if getattr(stop, "best", None) else None
            raise

    def explain(self, game, *, time=None):
        """What decides its next stones: a list of Results with `side`, `move` (the vertex number), `step` (the
        document's own name of it, or None), `why`, and the quantities it was decided by.

        >>> Player("key-level").explain(Game("tree:3,3", 2))[0].step
        '(A)-1'
        """
        _, trace = self._player.explain(game._game, seconds(time))
        return [Result("explain", stone) for stone in json.loads(trace)]

    def __call__(self, game):
        return self.choose(game)

    def __repr__(self):
        return f"<Player {self.spec}>"


def players():
    """The engine's players: a dictionary from a name to what it does.

    >>> "random" in players()
    True
    """
    return dict(_demesne.players())


def chooser(player, seed):
    """The function from a game to a move that a player stands for."""
    if isinstance(player, str):
        return Player(player, seed=seed)
    if isinstance(player, type):
        player = player(seed=seed) if _takes_seed(player) else player()
    choose = getattr(player, "choose", player)
    if not callable(choose):
        raise TypeError(f"expected a player: a spec, a function, or an object with choose(), not {player!r}")
    return choose


def _takes_seed(kind):
    try:
        return "seed" in inspect.signature(kind).parameters
    except (TypeError, ValueError):
        return False


def play(arena, white, black, rounds, per_turn=1, *, ties="neutral", seed=1):
    """A game between two players, played to its end.

    Each is the spec of a player of the engine, a Player, a function from a Game to a move, an object
    with a method ``choose(game)``, or a class of such objects.

    >>> play("grid:5x5", "champion", lambda game: game.legal_moves[0], rounds=2).result()
    'white'
    """
    game = Game(arena, rounds, per_turn, ties=ties)
    sides = {side: chooser(player, seed) for side, player in (("white", white), ("black", black))}
    while not game.is_over():
        game.push(sides[game.turn](game))
    return game
