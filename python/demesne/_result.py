"""What a question found."""

import html
import json
from typing import NamedTuple

from ._arena import TIES, interleave
from ._errors import Error

_OWNERS = {"W": "white", "B": "black", ".": "tied", "-": "unreached"}
_SIDES = {"U": "us", "T": "them"}  # owners in plans of us and them
_HIDDEN = {"seconds", "complete", "certificate", "svg"}  # not in repr()
# Fields of answers that hold vertices, in lists of any depth.
_VERTICES = {
    "white", "black", "us", "them", "kept", "kept_white", "kept_black", "kept_us", "kept_them", "closed", "line",
    "optima", "medians", "move", "vertex",
}  # fmt: skip
_SHARES = {"share", "change", "brands"}  # objects that have parts of the demand by side
_TOLD = _SHARES | {"names"}  # objects about sides, whose keys are no lists of vertices


class Place(NamedTuple):
    """A place between the nodes of a graph, in degrees: a vertex that a question added for a row with `lon` and
    `lat`.  It may be given wherever such a row may."""

    lon: float
    lat: float


def name_vertices(answer, arena, places):
    """Replaces the numbers of vertices by the graph's own nodes, or a Place where the question added one."""

    def named(value):
        return [named(v) for v in value] if isinstance(value, list) else _node(arena, places, value)

    def walk(value):
        if isinstance(value, list):
            return [walk(v) for v in value]
        if not isinstance(value, dict):
            return value
        return {k: v if k in _TOLD else named(v) if k in _VERTICES else walk(v) for k, v in value.items()}

    return walk(answer)


def _node(arena, places, number):
    """The node of a vertex that the board has, or that the question added; None: of no vertex."""
    if number is None:
        return None
    if arena.nodes is None or number < len(arena.nodes):
        return arena.node(number)
    return places[number - len(arena.nodes)]


class Result:
    """What a question found: every field of the answer is an attribute.

    The names are those of the tool's --json; a part of an answer is a Result too.  `complete` is
    False if the question was stopped by `time` or by Ctrl-C: the answer is then the best so far, and
    its bounds are true.
    """

    def __init__(self, question, data, complete=True, arena=None, answer=None, places=()):
        self._question, self._data, self._arena, self._places = question, data, arena, places
        self._answer = answer  # what the engine keeps of it: the streets of a map
        self.complete = data.get("complete", complete)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            known = ", ".join(self._data)
            raise AttributeError(f"{self._question} has no field {name!r}; it has {known}") from None

    def __getitem__(self, name):
        return self._part(self._data[name])

    def _part(self, value):
        if isinstance(value, dict):
            return Result(self._question, value, arena=self._arena, places=self._places)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return [self._part(v) for v in value]
        return value

    def __contains__(self, name):
        return name in self._data

    def __dir__(self):
        return [*super().__dir__(), *self._data]

    def __eq__(self, other):
        return self._data == other._data if isinstance(other, Result) else NotImplemented

    __hash__ = None

    def to_dict(self):
        """The answer as a dictionary."""
        return _copy(self._data)

    def cells(self):
        """Who owns which vertex: lists of vertices under "white", "black", "tied" and "unreached".

        >>> import demesne as dm
        >>> dm.score("path:5", white=[0], black=[4]).cells()
        {'white': [0, 1], 'black': [3, 4], 'tied': [2], 'unreached': []}
        """
        owners = self._owners()
        cells = {name: [] for name in owners.values()}
        for vertex, letter in enumerate(self.owner):
            cells[owners[letter]].append(_node(self._arena, self._places, vertex))
        return cells

    def _owners(self):
        """The owners by their letters, in order."""
        return _SIDES | dict(list(_OWNERS.items())[2:]) if "kept_us" in self._data else _OWNERS

    def to_geojson(self, *, areas=False):
        """On a map: streets cut at the boundaries, sites, customers and places left out, as the tool's
        --geojson writes them, as a dictionary; `areas` adds the area of each site as polygons."""
        if self._answer is None:
            raise Error("GeoJSON needs a map (dm.read) and an answer of score, reply or lead", "bad input")
        return json.loads(self._answer.geojson(bool(areas)))

    def areas(self):
        """On a map: the area of each site, a list of GeoJSON features with polygons."""
        return [f for f in self.to_geojson(areas=True)["features"] if f["properties"]["kind"] == "area"]

    @property
    def __geo_interface__(self):
        if self._answer is None:
            raise AttributeError("__geo_interface__")
        return self.to_geojson()

    def to_frame(self, field=None):
        """A frame of pandas: the list `field` (such as "sites"); without a name the owner of every vertex,
        or the list of rows that the answer is about (scenarios, moves)."""
        if field is None and "owner" in self._data and self._arena is not None:
            names = self._owners()
            owners = enumerate(self._data["owner"])
            return frame([{"vertex": _node(self._arena, self._places, v), "owner": names[letter]} for v, letter in owners])
        lists = [k for k, v in self._data.items() if isinstance(v, list) and v and isinstance(v[0], dict)]
        field = field if field is not None else next(iter(lists), None)
        if field not in lists:
            raise Error(f"{self._question}: no list of rows {field!r}; it has {', '.join(lists) or 'none'}")
        return frame(self._data[field])

    def __repr__(self):
        shown = [f"{k}={_short(v)}" for k, v in self._data.items() if k not in _HIDDEN]
        stopped = "" if self.complete else "stopped, "
        return f"<{self._question}: {stopped}{', '.join(shown)}>"

    def _repr_html_(self):
        rows = "".join(
            f"<tr><th>{html.escape(str(k))}</th><td>{html.escape(_short(v, 200))}</td></tr>"
            for k, v in self._data.items()
            if k not in _HIDDEN
        )
        return f"{self._repr_svg_() or ''}<table>{rows}</table>"

    def _repr_svg_(self):
        if "svg" in self._data:
            return self._data["svg"]
        try:
            stones = self._stones()
        except Error:  # one stands where the question has added a vertex
            return None
        return self._arena._picture(stones, TIES.index(self._data.get("ties", "neutral"))) if stones else None

    def _stones(self):
        """The stones of the answer, as pairs (side, number)."""
        data, arena = self._data, self._arena
        if arena is None:
            return []

        def numbers(*names):
            return [arena.number(v) for name in names for v in data.get(name) or ()]

        stones = interleave(numbers("kept_white", "white"), numbers("kept_black", "kept", "black"))
        side = 1 if data.get("to_move") == "black" else 0
        for turn in data.get("line") or ():
            stones += [(side, arena.number(v)) for v in turn]
            side = 1 - side
        return stones


def frame(rows):
    try:
        import pandas
    except ImportError:
        raise ImportError("to_frame() needs pandas") from None
    return pandas.DataFrame(rows)


def _copy(value):
    """A copy of lists and dictionaries; what they hold, such as a graph's nodes, is the same."""
    if isinstance(value, dict):
        return {k: _copy(v) for k, v in value.items()}
    return [_copy(v) for v in value] if isinstance(value, list) else value


def _short(value, most=60):
    text = str(value)
    return text if len(text) <= most else text[: most - 4] + " ..."
