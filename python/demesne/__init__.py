"""Voronoi games and competitive location, exactly.

>>> import demesne as dm
>>> board = dm.Arena("grid:3x3")
>>> dm.score(board, white=[4], black=[0]).value
3
>>> dm.solve(board, rounds=1).line
[[4], [1]]

docs/PYTHON.md has recipes.
"""

import atexit as _atexit
import importlib.util as _util
import pathlib as _pathlib

if _util.find_spec("demesne._demesne") is None:  # a checkout: the engine is where `make python` builds it
    __path__.append(str(_pathlib.Path(__file__).resolve().parents[2] / "build" / "release" / "python"))
    if _util.find_spec("demesne._demesne") is None:
        raise ImportError(
            "the engine of demesne is not built: `make python` builds it in a checkout, and "
            "`pip install --no-build-isolation ./python` installs it"
        )

from ._arena import Arena, families, generate, read, read_all
from ._atlas import Table, atlas
from ._demesne import close as _close
from ._demesne import version as __version__
from ._distances import points, table
from ._errors import Error, OutOfTime
from ._game import Game
from ._plane import Plane
from ._player import Player, play, players
from ._questions import (
    Level, fit, interval_attack, interval_play, interval_value, lead, market, moves, reduce, reply, score, solve, values,
    verify,
)  # fmt: skip
from ._result import Place, Result
from ._tournament import TournamentResult, tournament

_atexit.register(_close)  # threads of a tournament may outlive the interpreter

__all__ = [
    "Arena", "Error", "Game", "Level", "OutOfTime", "Place", "Plane", "Player", "Result", "Table", "TournamentResult", "atlas", "families", "fit",
    "generate", "interval_attack", "interval_play", "interval_value", "lead", "market", "moves", "play", "players", "points",
    "read", "read_all", "reduce", "reply", "score", "solve", "table", "tournament", "values", "verify",
]  # fmt: skip
