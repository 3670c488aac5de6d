"""Boards."""

import json
import operator
import os

from . import _demesne
from ._convert import build
from ._errors import Error

_PROFILES = ("car", "bike", "foot")
_MEASURES = ("metres", "seconds", "minutes")
METRICS = ("auto", "euclid", "manhattan", "great-circle")
TIES = tuple(_demesne.choices("ties").split("|"))
LARGEST_PICTURE, LARGEST_NAMED = 5000, 60  # vertices of pictures, and of those that show names
_UNLABELLED, _LABELLED = 1, 2  # the engine's dm_labels; 0 is where there is room


class Arena:
    """A board: vertices joined by edges with lengths.  It never changes, and threads may share it.

    `source` is the name of a family or a file, a graph of networkx or igraph, a sparse matrix of
    scipy, a list of edges ``(u, v)`` or ``(u, v, length)``, numpy arrays of them, or a dictionary as
    JSON files of boards have it.

    >>> Arena("path:5")
    <Arena path:5: 5 vertices, 4 edges>
    >>> Arena([("a", "b"), ("b", "c", 2.5)]).nodes
    ['a', 'b', 'c']

    Lengths are exact: whole numbers, or floats by their shortest decimal; `decimals` rounds them.  If
    those of a graph do not fit in 64 bits exactly, as lengths of real streets, they are rounded, and a
    warning says to how many decimals.  `weight` names the edge attribute to use; None means that every
    edge has length 1, as in networkx.  By default it is "length" of an edge, else "weight", else 1.
    `value` names the attribute of nodes that says what they are worth (default 1).  Coordinates come
    from the node attributes "lon" and "lat", "x" and "y", or "pos".  `vertices` is the least number of
    vertices of a board made of numbered edges, and `directed` keeps their direction.  `metric` says how
    long straight lines are on a board "points:FILE", see points(), and `decimals` rounds them (default 3).
    """

    def __init__(self, source, *, weight=("length", "weight"), value="value", decimals=None, vertices=None, directed=None, seed=1, metric="auto"):
        self._index = None
        if isinstance(source, Arena):
            self._board, self.nodes = source._board, source.nodes
        elif isinstance(source, (str, os.PathLike)):
            digits = 3 if decimals is None else _count(decimals, "decimals")
            self._board = _demesne.open(
                os.fspath(source), _seed(seed), bool(directed), 0, 0, False, _choice(metric, METRICS, "metric"), digits
            )
            self.nodes = None
        elif isinstance(source, dict) or hasattr(source, "to_dict") and "edges" in source:
            board = source if isinstance(source, dict) else source.to_dict()
            self._board, self.nodes = _demesne.arena_of_text("board", _text(board), "json", 0, 3), None
        else:
            options = {
                "weight": weight,
                "value": value,
                "decimals": _count(decimals, "decimals"),
                "vertices": _count(vertices, "vertices"),
                "directed": directed,
            }
            self._board, self.nodes = build(source, options)

    @classmethod
    def _wrap(cls, board):
        self = cls.__new__(cls)
        self._board, self.nodes, self._index = board, None, None
        return self

    @property
    def vertices(self):
        """The number of vertices."""
        return self._board.vertices

    @property
    def edges(self):
        """The number of edges."""
        return self._board.edges

    @property
    def directed(self):
        """Whether some edge leads one way only."""
        return self._board.directed

    @property
    def decimals(self):
        """Lengths and distances are whole numbers of 10^-decimals."""
        return self._board.decimals

    @property
    def title(self):
        """How answers name the board."""
        return self._board.title

    def __len__(self):
        return self._board.vertices

    def __repr__(self):
        kind = "directed, " if self.directed else ""
        return f"<Arena {self.title}: {kind}{self.vertices} vertices, {self.edges} edges>"

    def _repr_svg_(self):
        return self._picture([], 0)

    def _picture(self, stones, ties):
        """What a notebook shows: the board with stones (side, number); None if it is too large."""
        if self.vertices > LARGEST_PICTURE:
            return None
        is_small = self.vertices <= LARGEST_NAMED and self.nodes is not None
        is_named = is_small and all(isinstance(v, str) for v in self.nodes)
        return self._board.svg(stones, ties, _LABELLED if is_named else 0)

    def number(self, vertex):
        """The number of a vertex that is given as the graph's own node, by name or by number.

        >>> Arena([("a", "b")]).number("b")
        1
        """
        if self.nodes is not None:
            return self._find(vertex)
        if isinstance(vertex, str):
            return self._find_name(vertex)
        number = operator.index(vertex)
        if not 0 <= number < self.vertices:
            raise Error(f"there is no vertex {number}; this board has {self.vertices}, counted from 0", "bad vertex")
        return number

    def node(self, number):
        """The graph's own node with this number; the number itself if the board has no nodes."""
        return number if self.nodes is None else self.nodes[number]

    def has(self, node):
        """Whether `node` is one of the graph's own nodes."""
        try:
            return self.nodes is not None and self._find(node) is not None
        except (Error, TypeError):
            return False

    def _find(self, node):
        if self._index is None:
            self._index = {node: i for i, node in enumerate(self.nodes)}
        try:
            return self._index[node]
        except KeyError:
            raise Error(f"there is no vertex {node!r}", "bad vertex") from None

    def _find_name(self, name):
        if self._index is None:
            self._index = {}
            for i, other in enumerate(self._board.names or ()):
                self._index.setdefault(other, []).append(i)
        found = self._index.get(name, ())
        if len(found) != 1:
            raise Error(f"{'more than one' if found else 'no'} vertex is named {name!r}", "bad vertex")
        return found[0]

    def facts(self, **options):
        """Diameter, medians, symmetries and other facts about the board, as a Result.

        >>> Arena("path:4").facts().medians
        [1, 2]
        """
        from ._ask import ask

        return ask("arena", self, options, called="facts")

    def svg(self, white=(), black=(), *, ties="neutral", labels=None):
        """A picture of the board with stones, as the text of an SVG file.

        `labels` says whether vertices have their numbers or names; by default where there is room.
        """
        stones = interleave([self.number(v) for v in white], [self.number(v) for v in black])
        kind = 0 if labels is None else _LABELLED if labels else _UNLABELLED
        return self._board.svg(stones, _choice(ties, TIES, "ties"), kind)

    def write(self, path, format=None):
        """Writes the board to a file, in the format of its ending or the one named."""
        self._board.write(os.fspath(path), format)


def interleave(white, black):
    """Stones in the order W1, B1, W2, B2, .., leftovers last."""
    order = sorted([(i, 0, v) for i, v in enumerate(white)] + [(i, 1, v) for i, v in enumerate(black)])
    return [(side, v) for _, side, v in order]


def _text(board):
    try:
        return json.dumps(board, allow_nan=False)
    except (ValueError, RecursionError) as why:
        raise Error(f"a board as a dictionary: {why}", "bad input") from None


def _count(number, name):
    if number is None:
        return None
    number = operator.index(number)
    most = 18 if name == "decimals" else 2**31 - 1
    if not 0 <= number <= most:
        raise Error(f"{name} {number}: expected a whole number from 0 to {most}")
    return number


def _seed(seed):
    seed = operator.index(seed)
    if not 0 <= seed < 2**64:
        raise Error(f"seed {seed}: expected a whole number from 0 to 2^64-1")
    return seed


def _choice(word, words, name):
    if word not in words:
        raise Error(f"{name} {word!r}: expected one of {', '.join(words)}")
    return words.index(word)


def read(path, *, profile="car", measure="metres", speeds=None, largest=False, directed=False):
    """The board of a file, in any format that the tool reads.

    Of a map (OpenStreetMap, GeoJSON), `profile` says who travels ("car", "bike" or "foot"), `measure`
    what lengths are ("metres", "seconds" or "minutes"), `speeds` may name a table of speeds and delays
    (CSV `kind,kmh,seconds`), and `largest` keeps only the largest part in which every place can be
    reached from every other.  `directed` keeps the arcs of other files.
    """
    return Arena._wrap(
        _demesne.open(
            os.fspath(path), 1, bool(directed), _choice(profile, _PROFILES, "profile"),
            1 + _choice(measure, _MEASURES, "measure"), bool(largest), 0, 3,
            None if speeds is None else os.fspath(speeds),
        )
    )  # fmt: skip


def read_all(path):
    """The boards of a file with many (graph6, sparse6), one after another."""
    return map(Arena._wrap, _demesne.Boards(os.fspath(path)))


def generate(family, *, seed=1):
    """A board of a family, such as "grid:5x5" or "road:400"; families() lists them.

    >>> generate("grid:3x4").vertices
    12
    """
    if not isinstance(family, str):
        raise TypeError(f"expected the name of a family, not {type(family).__name__}")
    if family.partition(":")[0] not in (row[0] for row in _demesne.families()):
        raise Error(f"there is no family of boards {family!r}; demesne.families() lists them")
    return Arena(family, seed=seed)


def families():
    """The families of boards: a dictionary from an example to what it is.

    >>> "grid:15x15" in families()
    True
    """
    return {pattern: text for _, pattern, text in _demesne.families()}
