"""Asks a question: arguments become JSON, the answer becomes a Result.

Names, ranges and messages of arguments are those of the tool's own table of fields, which the
engine reads; Python only writes vertices as numbers.
"""

import functools
import inspect
import json
import math
import operator
import os
import re
import sys

from . import _demesne
from ._arena import Arena
from ._errors import Error
from ._result import Place, Result, name_vertices


OF_GRAPH = {"weight": "of a graph: the edge attribute with the lengths, as Arena() takes it; None: all are 1",
            "decimals": "of a graph: lengths are rounded to so many decimals"}  # fmt: skip


# Columns of tables that must have a number in every row where they are given.
NUMBERS = {"vertex", "lon", "lat", "demand", "cost", "attraction", "offset", "beta", "close"}


@functools.cache
def fields(question):
    """The fields of a question: a dictionary from a name to its type, and more."""
    keys = ("type", "required", "default", "choices", "help")
    return {name: dict(zip(keys, rest)) for name, *rest in _demesne.fields(question)}


def ask(question, arena=None, request=None, *, time=None, progress=None, called=None):
    """The answer of `question` as a Result; `called` is the function's name for messages."""
    about, request, known = None, dict(request or {}), fields(question)
    of_graph = {} if arena is None else {k: request.pop(k) for k in OF_GRAPH if k in request and k not in known}
    if of_graph and isinstance(arena, Arena):
        raise TypeError(f"{called or question}(): this Arena has its lengths; give {', '.join(of_graph)} to Arena()")

    def find(report):
        nonlocal about
        about = arena if arena is None or isinstance(arena, Arena) else Arena(arena, **of_graph)
        written = {k: write_value(about, known.get(k, {}).get("type"), k, v) for k, v in request.items()}
        if about is not None:
            written["arena"] = about.title
        source = about.title if about is not None else ""
        board = about._board if about is not None else None
        return _demesne.ask(question, dump(written), board, source, seconds(time), report)

    return call(find, lambda *answer: _result(question, about, *answer), called or question, progress)


def call(question, result, called, progress):
    """result(complete, text, answer) of question(report); after Ctrl-C the exception has what was found as `best`."""
    with _Progress(progress) as report:
        try:
            found = question(report)
        except Error as error:
            raise _as_python_expects(error, called) from None
        except BaseException as stop:
            best = getattr(stop, "best", None)
            if isinstance(best, tuple):
                stop.best = result(False, *best[1:])
            elif isinstance(stop, KeyboardInterrupt):
                stop.best = None
            raise
    return result(*found)


def _result(question, arena, complete, text, answer):
    data = json.loads(text)
    kept, places = answer
    places = [Place(*place) for place in places] if arena is not None and arena.nodes is not None else ()
    if arena is not None and arena.nodes is not None:
        data = name_vertices(data, arena, places)
    return Result(question, data, complete, arena, kept, places)


def seconds(time):
    """A limit as the engine takes it; negative: none."""
    if time is None:
        return -1.0
    if isinstance(time, bool) or not hasattr(time, "__float__") and not hasattr(time, "__index__"):
        raise TypeError(f"time: expected a number of seconds, not {type(time).__name__}")
    limit = float(time)
    if not 0 <= limit < float("inf"):
        raise Error(f"time {time}: expected a number of seconds, 0 or more")
    return limit


def _as_python_expects(error, called):
    """A TypeError for an argument that is unknown or missing."""
    unknown = re.match(r"there is no field '(.*?)' here(.*)", str(error))
    missing = re.match(r"the field '(.*)' is missing", str(error))
    if unknown:
        return TypeError(f"{called}() got an unexpected keyword argument '{unknown[1]}'{unknown[2]}")
    if missing:
        return TypeError(f"{called}() missing a required argument: '{missing[1]}'")
    return error


def dump(request):
    """A request as JSON."""
    try:
        return json.dumps(request, allow_nan=False, default=_plain)
    except ValueError as why:  # NaN, or a list that contains itself
        raise Error(str(why)) from None
    except RecursionError:
        raise Error("an argument is nested too deeply") from None


def _plain(value):
    """What json does not know: numbers of numpy, tables, iterables."""
    if hasattr(value, "__index__"):
        return operator.index(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "__float__"):
        return float(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "__iter__"):
        return list(value)
    raise TypeError(f"expected numbers, texts, lists or dictionaries, not {type(value).__name__}")


def write_value(arena, kind, name, value):
    """A value of a field, with vertices as numbers."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 2**63:
        raise Error(f"'{name}': {value} does not fit in 64 bits")
    if isinstance(value, float) and not math.isfinite(value):
        raise Error(f"'{name}': {value}; expected a finite number")
    if kind == "object" and hasattr(value, "to_dict"):  # what fit() found
        return value.to_dict()
    if value is None or arena is None:
        return value
    if isinstance(value, str) and kind == "sites" and not value.startswith("@"):
        raise TypeError(f"{name}: expected a list of vertices, or '@FILE', not {value!r}")
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return ("@" if kind == "sites" else "") + os.fspath(value)
    if kind in ("sites", "places"):
        return [_place(arena, name, i, v) for i, v in enumerate(_rows(name, value, NUMBERS))]
    if kind == "values" and isinstance(value, dict):
        worth = {arena.number(v): number for v, number in value.items()}
        return [worth.get(v, 0) for v in range(arena.vertices)]
    if kind == "list" and name == "stones":
        return [_stone(arena, stone) for stone in value]
    return value


def _rows(name, value, used):
    """The rows of a list or a frame; `used` has the columns that count."""
    if isinstance(value, dict) or not hasattr(value, "__iter__"):
        raise TypeError(f"{name}: expected a list of vertices, not {type(value).__name__}")
    crs = getattr(value, "crs", None)  # of geopandas
    if crs is not None and not getattr(crs, "is_geographic", True):
        raise Error(f"{name}: the coordinates are in {crs}; expected lon and lat, as of .to_crs(4326)")
    is_frame = hasattr(value, "to_dict") and hasattr(value, "columns")  # of pandas
    rows = value.to_dict("records") if is_frame else value
    return [_clean_row(name, i, row, used) if isinstance(row, dict) else row for i, row in enumerate(rows)]


def _clean_row(name, index, row, used):
    """A row without empty cells, which columns that are used may not have; a point becomes lon and lat."""
    clean = {}
    for column, cell in row.items():
        if _is_empty(cell):
            if column in used:
                raise Error(f"{name}: row {index}, column {column!r} is empty ({cell}); expected a number")
        elif _is_geometry(cell):
            clean |= dict(zip(("lon", "lat"), _point(f"{name}: row {index}, column {column!r}", cell)))
        else:
            clean[column] = cell
    return clean


def _is_empty(cell):
    """None, NaN, NaT and pandas' NA."""
    return cell is None or type(cell).__name__ in ("NAType", "NaTType") or isinstance(cell, float) and cell != cell


def _is_geometry(cell):
    return hasattr(cell, "__geo_interface__") or hasattr(cell, "x") and hasattr(cell, "y")


def _point(where, shape):
    """The coordinates of a point of shapely, or of what looks like it."""
    if hasattr(shape, "x") and hasattr(shape, "y"):
        return float(shape.x), float(shape.y)
    about = shape.__geo_interface__
    about = about.get("geometry") or about
    if about.get("type") != "Point":
        raise Error(f"{where}: a {about.get('type')}; expected a Point, such as its representative_point()")
    return tuple(map(float, about["coordinates"][:2]))


def _place(arena, name, index, place):
    """A vertex, or a dictionary with one."""
    if isinstance(place, Place):
        return place._asdict()
    if not isinstance(place, dict) and _is_geometry(place) and not arena.has(place):
        return dict(zip(("lon", "lat"), _point(f"{name}: row {index}", place)))
    if not isinstance(place, dict):
        return arena.number(place)
    if isinstance(place.get("vertex"), Place):
        return {k: v for k, v in place.items() if k != "vertex"} | place["vertex"]._asdict()
    if "vertex" not in place:
        return place
    return dict(place, vertex=arena.number(place["vertex"]))


def _stone(arena, stone):
    try:
        side, vertex = stone
    except (TypeError, ValueError):
        raise Error("stones: expected pairs such as ('white', 0)") from None
    return [side, arena.number(vertex)]


class _Progress:
    """What the engine calls with news: a function, or a line on standard error."""

    def __init__(self, wanted):
        if wanted is not None and wanted not in (True, False) and not callable(wanted):
            raise TypeError("progress: expected True or a function")
        self.wanted, self.bar, self.width = wanted, None, 0

    def __enter__(self):
        if self.wanted is not True:
            return self.wanted or None
        try:
            from tqdm.auto import tqdm

            self.bar = tqdm(bar_format="{desc}", leave=False)
        except ImportError:
            pass
        return self._show

    def _show(self, phase, note, done, total, seconds):
        part = f" {done}/{total}" if total > 0 else f" {done}" if done > 0 else ""
        line = f"{phase}{part} {note}".rstrip() + f" ({seconds:.1f} s)"
        if self.bar is not None:
            self.bar.set_description_str(line)
        else:
            print("\r" + line.ljust(self.width), end="", file=sys.stderr, flush=True)
            self.width = len(line)

    def __exit__(self, *_):
        if self.bar is not None:
            self.bar.close()
        elif self.width:
            print("\r" + " " * self.width + "\r", end="", file=sys.stderr, flush=True)


def describe(question, own=()):
    """Adds the fields of the question to a function's docstring, except those that it explains itself."""

    def decorate(function):
        rows = [f"    {name}: {_help(row)}" for name, row in fields(question).items() if name not in ("arena", "time", *own)]
        if "arena" in fields(question):
            rows += [f"    {name}: {text}" for name, text in OF_GRAPH.items()]
        rows.append("    time: stop after so many seconds and give the best so far")
        rows.append("    progress: True for a line, or a function of (phase, note, done, total, seconds)")
        function.__doc__ = inspect.cleandoc(function.__doc__) + "\n\nArguments by name:\n\n" + "\n".join(rows) + "\n"
        return function

    return decorate


def _help(row):
    choices = f"; one of {row['choices'].replace('|', ', ')}" if row["choices"] else ""
    return row["help"] + choices + (f" (default: {row['default']})" if row["default"] else "")
