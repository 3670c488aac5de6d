"""Tables of solved games."""

import collections
import collections.abc
import csv
import functools
import html
import itertools
import operator
import os
import pathlib
import re

from . import _demesne
from ._arena import TIES, _choice
from ._errors import Error
from ._result import Result, _short, frame

_HERE = pathlib.Path(__file__).resolve().parent
_DATA = _HERE / "data" if (_HERE / "data").is_dir() else _HERE.parents[1] / "data"  # installed, or a checkout
_WINNERS = ("any", "white", "tie", "black")
_GAME = (
    "table", "board", "vertices", "edges", "rounds", "per_turn", "ties", "lower", "upper", "proven", "nodes", "seconds",
)  # fmt: skip
_TEXTS = {"table", "board", "ties"}
_MOST = 4096  # vertices, rounds


class Table(collections.abc.Sequence):
    """Rows of the atlas: each is a Result with the names of the tool's `atlas export`."""

    def __init__(self, kind, rows):
        self._kind, self._rows = kind, rows  # "games" or "counts"

    def __len__(self):
        return len(self._rows)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return Table(self._kind, self._rows[index])
        return Result("atlas", self._rows[index])

    def to_dict(self):
        """What `atlas export --to FILE.json` writes, as a dictionary."""
        return {"demesne": _demesne.version, self._kind: [dict(row) for row in self._rows]}

    def to_frame(self):
        """A frame of pandas."""
        return frame(self._rows)

    def __repr__(self):
        return f"<Table: {len(self)} {self._kind}>"

    def _repr_html_(self):
        heads = "".join(f"<th>{name}</th>" for name in (self._rows[0] if self._rows else ()))
        cells = ("".join(f"<td>{html.escape(_short(value))}</td>" for value in row.values()) for row in self._rows[:50])
        rows = "".join(f"<tr>{row}</tr>" for row in cells)
        return f"<p>{len(self)} {self._kind}</p><table><tr>{heads}</tr>{rows}</table>"


def atlas(
    tables=(), *, db=None, vertices=None, rounds=None, per_turn=1, ties="neutral", winner="any", board=None,
    summary=False,
):  # fmt: skip
    """Solved games: those of the tables that are built in, or of a database of the tool (`db`, its file).

    `tables` is a name (paths, cycles, grids, trees, ..) or several; without one it is all of them.
    `vertices` and `rounds` are a number or a pair (least, most), `winner` is "white", "tie" or
    "black", `board` is an ARENA such as "path:9".  `summary` counts games by vertices and rounds.

    >>> [(game.rounds, game.lower) for game in atlas("grids", board="grid:3x5", rounds=(1, 2))]
    [(1, 3), (2, 0)]
    >>> [(row.white, row.tie, row.black) for row in atlas("trees", vertices=11, rounds=2, summary=True)]
    [(181, 50, 4)]

    Built in are all games on small boards; of larger trees and graphs there are the counts, and the
    games that Black wins.
    """
    wanted = {
        "vertices": _range(vertices, "vertices"), "rounds": _range(rounds, "rounds"),
        "per_turn": _range(per_turn, "per_turn")[0] or 1, "ties": TIES[_choice(ties, TIES, "ties")],
        "winner": _WINNERS[_choice(winner, _WINNERS, "winner")], "board": board,
    }  # fmt: skip
    source = _built_in if db is None else _Database(os.fspath(db)).rows
    found = [source(table, wanted, bool(summary)) for table in _names(tables)]
    return Table("counts" if summary else "games", list(itertools.chain.from_iterable(found)))


def _names(tables):
    known = {name: is_view for name, _, is_view in _demesne.atlas_tables()}
    names = [tables] if isinstance(tables, str) else list(tables)
    for name in names:
        if name != "all" and name not in known:
            raise Error(f"there is no table {name!r}; expected one of {', '.join(known)}")
    if not names or names == ["all"]:
        return [name for name, is_view in known.items() if not is_view]
    return names


def _range(value, name):
    """(least, most); (0, 0): any."""
    if value is None:
        return 0, 0
    low, high = value if isinstance(value, (tuple, list)) and len(value) == 2 else (value, value)
    low, high = operator.index(low), operator.index(high)
    if not 1 <= low <= high <= _MOST:
        raise Error(f"{name} {value}: expected a number, or a pair, from 1 to {_MOST}")
    return low, high


def _fits(row, wanted):
    def within(name):
        low, high = wanted[name]
        return high == 0 or low <= row[name] <= high

    is_same = all(row[name] == wanted[name] for name in ("per_turn", "ties"))
    return is_same and within("vertices") and within("rounds")


def _outcome(game):
    low, high = game["lower"], game["upper"]
    return "white" if low > 0 else "black" if high < 0 else "tie" if low == high else "unproven"


def _is_wanted(game, wanted):
    return wanted["winner"] in ("any", _outcome(game)) and wanted["board"] in (None, game["board"])


def _built_in(table, wanted, summary):
    if summary and table in ("trees", "graphs"):
        if wanted["winner"] != "any" or wanted["board"] is not None:
            raise Error(f"{table}: of these only counts are built in; winner and board cannot be chosen", "bad input")
        return [dict(row) for row in _load("counts", "one-round") if row["table"] == table and _fits(row, wanted)]
    source = "complete-trees" if table == "open-trees" else table
    games = _load("games", "black-wins", "one-round-black-wins")
    found = [g for g in games if g["table"] == source and _fits(g, wanted) and _is_wanted(g, wanted)]
    found = [dict(g, table=table) for g in found if table == source or _is_open(g)]
    return _count(found) if summary else found


def _is_open(game):
    """Whether no theorem decides it, as the tool's table open-trees shows games."""
    branches = int(re.match(r"tree:(\d+)", game["board"])[1])
    rounds = game["rounds"]
    small = game["vertices"] * (branches - 1) < branches**3 * rounds**2 - 1
    return branches > 1 and game["per_turn"] == 1 and 2 * rounds > branches and small


@functools.cache
def _load(*names):
    """The rows of files, each once."""
    rows = {}
    for name in names:
        with open(_DATA / f"{name}.csv", encoding="utf-8", newline="") as file:
            for words in csv.DictReader(file):
                row = {k: v if k in _TEXTS else int(v) for k, v in words.items()}
                if "proven" in row:
                    row["proven"] = bool(row["proven"])
                key = (row["table"], row.get("board"), row["vertices"], row["rounds"], row["per_turn"], row["ties"])
                rows.setdefault(key, row)
    return list(rows.values())


class _Database:
    def __init__(self, path):
        self.path = path

    def rows(self, table, wanted, summary):
        ties = TIES.index(wanted["ties"])
        games = _demesne.atlas_games(self.path, table, wanted["vertices"], wanted["rounds"], wanted["per_turn"], ties)
        found = (dict(zip(_GAME, game)) for game in games)
        found = [game for game in found if _is_wanted(game, wanted)]
        return _count(found) if summary else found


def _count(games):
    """The games of one table by vertices and rounds."""
    counts = []
    for vertices, of_size in itertools.groupby(games, key=operator.itemgetter("vertices")):
        of_size = list(of_size)
        boards = len({game["board"] for game in of_size})
        for rounds in sorted({game["rounds"] for game in of_size}):
            row = {"table": games[0]["table"], "vertices": vertices, "boards": boards, "rounds": rounds}
            row |= {name: games[0][name] for name in ("per_turn", "ties")}
            outcomes = collections.Counter(_outcome(game) for game in of_size if game["rounds"] == rounds)
            counts.append(row | {name: outcomes[name] for name in ("white", "tie", "black", "unproven")})
    return counts
