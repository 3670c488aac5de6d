"""Many games between players, some of which may be Python objects."""

import html
import json
import os
import warnings

from . import _demesne
from ._arena import Arena
from ._ask import call, describe, dump, seconds
from ._errors import Error, NoMove
from ._game import Game
from ._player import Player, chooser
from ._result import Result


@describe("tournament", own=("players", "rounds"))
def tournament(
    players=(), arena=None, rounds=None, *, players_file=None, pairs=None, db=None, list=False, time=None, progress=None,
    **options
):  # fmt: skip
    """Many games between players, two on every board with the sides swapped: rates and ratings.

    A player is a spec of the engine (docs/PLAYERS.md), an outside program "cmd:..", or Python: a
    function from a Game to a move, an object with a method ``choose(game)``, or a class of such
    objects, of which every game gets a new one, made with `seed` if it takes that.  An object with a
    method ``over(game, winner)`` is told how every game ended.  `players` is a list, or a dictionary
    from names to players.  `players_file` names more of them: outside programs in a CSV with the columns
    name and command (docs/CONTEST.md).

    >>> def first(game):
    ...     return game.legal_moves[0]
    >>> found = tournament([first, "minimax"], "random-tree:12", rounds=2, games=10)
    >>> [(row.player, row.games) for row in found.ratings]
    [('minimax', 10), ('first', 10)]

    `arena` is the name of a family, with a new board each time if it is a random one, a file, a
    board (whatever Arena() takes), or a list of Arenas, used in turn.  `pairs` lists who meets whom:
    ``[("first", "minimax"), ..]``.  With a file `db` every game is stored as it ends, and the same call
    continues.  ``list=True`` adds the `games` with their moves.

    A Python player that raises an exception, makes an illegal move or is late (`move_time`) loses the
    turn or the game (`faults`), and a warning tells how often.  The first exception of each is in
    `exceptions` of the result.  A KeyboardInterrupt ends the tournament.  Games are played in other threads;
    with `threads` above 1 several games use a player at once, unless it is a class.
    """
    programs = [] if players_file is None else _demesne.programs(os.fspath(players_file))
    guests, boards, name = [*_guests(players), *map(_Program, programs)], *_boards(arena)
    request = dump(dict(options, rounds=rounds))
    makers = [guest.maker(boards) for guest in guests]
    pairings = None if pairs is None else [_pairing(guests, pair) for pair in pairs]
    arguments = (
        request, [guest.key for guest in guests], makers, programs, pairings, name,
        None if boards is None else [board._board for board in boards],
        None if db is None else os.fspath(db), bool(list), seconds(time),
    )  # fmt: skip
    found = call(
        lambda report: _demesne.tournament(*arguments, report),
        lambda complete, text, _: _result(text, complete, boards, guests),
        "tournament",
        progress,
    )
    for guest in guests:
        if not guest.is_spec and (faults := _faults(found, guest.name)):
            why = f"; its first exception was {guest.exception!r}" if guest.exception else ""
            turns = "1 turn" if faults == 1 else f"{faults} turns"
            warnings.warn(f"{guest.name} lost {turns} by a fault{why}", RuntimeWarning, stacklevel=2)
    return found


def _faults(found, name):
    rows = found.pairings
    return sum((r.first == name) * r.first_faults + (r.second == name) * r.second_faults for r in rows)


def _guests(players):
    if isinstance(players, (str, bytes)) or not hasattr(players, "__iter__"):
        raise TypeError(f"players: expected a list or a dictionary, not {type(players).__name__}")
    if hasattr(players, "items"):
        return [_Guest(player, name) for name, player in players.items()]
    return [_Guest(player) for player in players]


def _boards(arena):
    """The boards as Arenas (None: those of the name), and their name."""
    if arena is None or isinstance(arena, str):
        return None, arena
    if isinstance(arena, os.PathLike):
        return None, os.fspath(arena)
    if isinstance(arena, (list, tuple)) and arena and all(isinstance(board, Arena) for board in arena):
        boards = [*arena]
    else:
        boards = [arena if isinstance(arena, Arena) else Arena(arena)]
    return boards, boards[0].title


def _pairing(guests, pair):
    """The numbers of two players, given as in `players` or by name."""

    def number(player):
        for i, guest in enumerate(guests):
            if player is not None and player is guest.given or isinstance(player, str) and player == guest.name:
                return i
        raise Error(f"pairs: {player!r} is not among the players")

    try:
        first, second = pair
    except (TypeError, ValueError):
        raise Error('pairs: expected pairs such as ("greedy", "random")') from None
    return number(first), number(second)


class _Guest:
    """A player of a tournament."""

    def __init__(self, player, name=None):
        self.given, self.exception = player, None
        if isinstance(player, Player):
            player = player.spec
        self.is_spec = isinstance(player, str)
        if self.is_spec:
            if name not in (None, player):
                raise Error(f"players: {player} is a player of the engine; it cannot be called {name!r}")
            name = player
        elif not callable(getattr(player, "choose", player)):
            raise TypeError(f"players: expected specs, functions or objects with choose(), not {player!r}")
        self.player, self.name = player, name if name is not None else _name_of(player)
        if not isinstance(self.name, str):
            raise TypeError(f"players: expected a name, not {self.name!r}")
        self.key = self.name

    def maker(self, boards):
        """What the engine calls to begin a game; None: it knows the player."""
        if self.is_spec:
            return None
        return lambda board, number, seed: _Seat(self, boards, board, number, seed)

    def note(self, exception):
        if self.exception is None:
            self.exception = exception


def _name_of(player):
    name = getattr(player, "name", None)
    return name if isinstance(name, str) else getattr(player, "__name__", type(player).__name__)


class _Program:
    """An outside program with a name, from a row of `players_file`."""

    is_spec, given, exception = True, None, None

    def __init__(self, row):
        self.key, self.name = row[:2]

    def maker(self, boards):
        return None


class _Seat:
    """A Python player in one game.  The engine calls choose() and over() with an engine's game."""

    def __init__(self, guest, boards, board, number, seed):
        self.guest, self.seed, self.chooser = guest, seed, None
        self.arena = Arena._wrap(board)
        if boards is not None:
            self.arena.nodes = boards[number % len(boards)].nodes

    def choose(self, game):
        try:
            if self.chooser is None:
                self.chooser = chooser(self.guest.player, self.seed)
            return self._numbers(self.chooser(Game._wrap(self.arena, game)))
        except (Exception, SystemExit) as why:
            self.guest.note(why)
            raise

    def _numbers(self, move):
        """A move as a list of vertices' numbers."""
        try:
            return [self.arena.number(move)]
        except Exception as why:
            if not isinstance(move, (list, tuple, set)) and not hasattr(move, "tolist"):
                raise NoMove(f"{move!r} is not a move: {why}") from why
        try:
            return [self.arena.number(v) for v in move]
        except Exception as why:
            raise NoMove(f"{move!r} is not a move: {why}") from why

    def over(self, game, winner):
        told = getattr(getattr(self.chooser, "__self__", self.chooser), "over", None)
        if told is None:
            return
        try:
            told(Game._wrap(self.arena, game), winner)
        except (Exception, SystemExit) as why:
            self.guest.note(why)


def _result(text, complete, boards, guests):
    data = json.loads(text)
    for game in data.get("games", ()):
        nodes = None if boards is None else boards[(game["game"] - 1) // 2 % len(boards)].nodes
        turns = [[] if turn == "-" else [int(v) for v in turn.split(",")] for turn in game["moves"].split()]
        game["moves"] = turns if nodes is None else [[nodes[v] for v in turn] for turn in turns]
    exceptions = {guest.name: guest.exception for guest in guests if guest.exception is not None}
    return TournamentResult(data, complete, exceptions)


class TournamentResult(Result):
    """What tournament() found: `pairings`, `ratings` and perhaps `games`, with the names of the tool's --json.

    `exceptions` is a dictionary from Python players to the first exception of each.
    """

    def __init__(self, data, complete, exceptions):
        super().__init__("tournament", data, complete)
        self.exceptions = exceptions

    def __repr__(self):
        rates = ", ".join(f"{row['player']} {row['rating']:+.0f}" for row in self._data["ratings"])
        stopped = "" if self.complete else "stopped, "
        return f"<tournament on {self._data['arena']}: {stopped}{rates}>"

    def _repr_html_(self):
        ratings = ("player", "rating", "low", "high", "games", "rate")
        pairings = ("first", "second", "games", "first_wins", "second_wins", "ties_played", "rate", "low", "high")
        return _table(self._data["ratings"], ratings) + _table(self._data["pairings"], pairings)


def _table(rows, names):
    def cell(value):
        return html.escape(value if isinstance(value, str) else f"{value:.4g}")

    head = "".join(f"<th>{name.replace('_', ' ')}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{cell(row[name])}</td>" for name in names) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"
