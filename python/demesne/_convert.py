"""Graphs of other libraries, and lists of edges, as arrays of numbers.

Nothing is imported: a graph is recognised by what it can do.
"""

import math
import sys
import warnings
from array import array

from . import _demesne
from ._errors import Error
from ._lengths import MOST_DECIMALS, array_units, units


class Board:
    """What a board is made of."""

    def __init__(self, title="graph", directed=False):
        self.title = title
        self.directed = directed
        self.nodes = None  # their own objects, in the order of the vertices; None: 0, 1, 2, ..
        self.count = 0
        self.ends = array("q")  # u0, v0, u1, v1, ..
        self.lengths = None
        self.decimals = 0
        self.values = None
        self.value_decimals = 0
        self.places = None
        self.geographic = False

    def build(self):
        nodes = self.nodes
        is_named = nodes and all(map(_is_name, nodes)) and len(set(nodes)) == len(nodes)
        return _demesne.Arena.from_arrays(
            self.count, self.ends, self.lengths, self.directed, self.decimals, self.values,
            self.value_decimals, self.places, self.geographic, nodes if is_named else None,
            self.title,
        )  # fmt: skip


def _is_name(node):
    return type(node) is str and node.isprintable() and 0 < len(node.encode("utf-8", "replace")) < 256


def build(source, options):
    """The engine's board of a graph or of edges, and its nodes.

    Lengths of a graph that do not fit in 64 bits exactly are rounded, unless `decimals` says how.
    """
    try:
        board = convert(source, options)
        return board.build(), board.nodes
    except Error as why:
        if why.kind != "too large" or options["decimals"] is not None or not (_is_networkx(source) or _is_igraph(source)):
            raise
    names = _names(options)
    rows = (data for *_, data in source.edges(data=True)) if _is_networkx(source) else (e.attributes() for e in source.es)
    decimals = _fitting_decimals([next((row[n] for n in names if row.get(n) is not None), 1) for row in rows])
    board = convert(source, dict(options, decimals=decimals))
    built = board.build()
    warnings.warn(
        f"the lengths of the graph do not fit in 64 bits exactly and are rounded to {decimals} decimals; "
        f"decimals={decimals} rounds them without this warning",
        stacklevel=_caller_level(),
    )
    return built, board.nodes


def _fitting_decimals(lengths):
    """Six, more if the shortest length needs them for four digits, fewer if the sum would not fit."""
    lengths = [abs(float(n)) for n in lengths]
    least, total = min(filter(None, lengths), default=1), math.fsum(lengths)
    wanted = max(6, 3 - math.floor(math.log10(least)))
    return max(0, min(wanted, MOST_DECIMALS, math.floor(math.log10(2**61 / (total or 1)))))


def _caller_level():
    """How many frames up from the function that warns the caller of this package is."""
    level, frame = 2, sys._getframe(2)
    while frame and frame.f_globals.get("__name__", "").partition(".")[0] == "demesne":
        level, frame = level + 1, frame.f_back
    return level


def _is_networkx(source):
    return hasattr(source, "adj") and hasattr(source, "is_directed")


def _is_igraph(source):
    return hasattr(source, "vs") and hasattr(source, "es")


def _names(options):
    """The edge attributes that may have the length, in order."""
    weight = options["weight"]
    if weight is not None and not isinstance(weight, str) and not (isinstance(weight, tuple) and len(weight) <= 2):
        raise TypeError(f"weight: expected the name of an edge attribute, two names, or None, not {weight!r}")
    return weight if isinstance(weight, tuple) else () if weight is None else (weight,)


def convert(source, options):
    """The Board of a graph or of edges."""
    board = _convert(source, options)
    if options["weight"] is None:
        board.lengths, board.decimals = None, 0
    return board


def _convert(source, options):
    if _is_networkx(source):
        return _from_networkx(source, options)
    if _is_igraph(source):
        return _from_igraph(source, options)
    if hasattr(source, "tocoo"):
        return _from_sparse(source, options)
    if hasattr(source, "shape") and hasattr(source, "dtype"):
        return _from_columns(_columns(source), options)
    if isinstance(source, tuple) and source and all(hasattr(s, "dtype") and len(s.shape) == 1 for s in source):
        return _from_columns(source, options)
    return _from_edges(source, options)


def _number_nodes(board, nodes):
    """Numbers the nodes, a list or a dictionary; gives the number of each, or None if each is its own."""
    board.count = len(nodes)
    if _demesne.is_range(nodes):
        return None
    nodes = list(nodes)
    try:
        index = {node: i for i, node in enumerate(nodes)}
    except TypeError as why:
        raise TypeError(f"a vertex: {why}") from None
    if len(index) != len(nodes):
        raise Error("two of the vertices are equal")
    board.nodes = nodes
    return index


def _set_ends(board, index, us, vs):
    if index is not None:
        us, vs = map(index.__getitem__, us), map(index.__getitem__, vs)
    us, vs = array("q", us), array("q", vs)
    ends = array("q", bytes(16 * len(us)))
    ends[0::2] = us
    ends[1::2] = vs
    board.ends = ends


def _lacks(weight):
    return Error(f"an edge has no attribute {weight!r}")


def _set_lengths(board, lengths, options):
    if lengths is not None:
        board.lengths, board.decimals = units(lengths, "length", options["decimals"])


def _set_values(board, values):
    """One per vertex, None where there is none, which is then worth 1."""
    if any(v is not None for v in values):
        values = [1 if v is None else v for v in values]
        board.values, board.value_decimals = units(values, "value")


def _set_places(board, points, geographic):
    flat = array("d")
    for point in points:
        flat.extend((float(point[0]), float(point[1])))
    board.places = flat
    board.geographic = geographic


def _place_nodes(board, attributes, is_lonlat):
    """Coordinates from "lon" and "lat", "x" and "y", or "pos"; none unless every node has them."""
    for names, geographic in ((("lon", "lat"), True), (("x", "y"), is_lonlat)):
        columns = [attributes(name) for name in names]
        if columns[0] and all(None not in c for c in columns):
            return _set_places(board, zip(*columns), geographic)
    points = attributes("pos")
    if points and all(p is not None and len(p) == 2 for p in points):
        _set_places(board, points, False)


def _from_networkx(graph, options):
    board = Board(str(getattr(graph, "name", "") or "graph"), bool(graph.is_directed()))
    data, adjacency = getattr(graph, "_node", None), getattr(graph, "_adj", None)
    if not (type(data) is dict and type(adjacency) is dict):  # a view of another graph
        data = dict(graph.nodes(data=True))
        adjacency = {u: {v: graph.get_edge_data(u, v) for v in graph.adj[u]} for u in data}
    index = _number_nodes(board, data)
    names = (*_names(options), None, None)[:2]
    is_required = isinstance(options["weight"], str)
    decimals = -1 if options["decimals"] is None else options["decimals"]
    ends, lengths, is_missing = _demesne.edges(
        adjacency, index, *names, board.directed, bool(graph.is_multigraph()), decimals
    )
    board.ends = memoryview(ends).cast("q")
    if is_missing and is_required:
        raise _lacks(options["weight"])
    if isinstance(lengths, tuple):
        board.lengths, board.decimals = memoryview(lengths[0]).cast("q"), lengths[1]
    else:
        _set_lengths(board, lengths, options)
    if not any(data.values()):
        return board
    rows = list(data.values())
    _set_values(board, [row.get(options["value"]) for row in rows])
    is_lonlat = "4326" in str(getattr(graph, "graph", {}).get("crs", ""))
    _place_nodes(board, lambda name: [row.get(name) for row in rows], is_lonlat)
    return board


def _from_igraph(graph, options):
    board = Board("graph", bool(graph.is_directed()))
    board.count = len(graph.vs)
    vertex, edge = set(graph.vs.attributes()), set(graph.es.attributes())
    if "name" in vertex:
        _number_nodes(board, graph.vs["name"])
    edges = graph.get_edgelist()
    us, vs = zip(*edges) if edges else ((), ())
    _set_ends(board, None, us, vs)

    def vertex_column(name):
        return list(graph.vs[name]) if name in vertex else [None] * board.count

    found = [graph.es[name] for name in _names(options) if name in edge]
    lengths = [next((n for n in row if n is not None), None) for row in zip(*found)] if found else None
    if isinstance(options["weight"], str) and (lengths is None or None in lengths):
        raise _lacks(options["weight"])
    _set_lengths(board, lengths and [1 if n is None else n for n in lengths], options)
    _set_values(board, vertex_column(options["value"]))
    _place_nodes(board, vertex_column, False)
    return board


def _from_sparse(matrix, options):
    rows, columns = matrix.shape
    if rows != columns:
        raise Error(f"a matrix of {rows} x {columns}: expected a square one")
    coo = matrix.tocoo()
    options = dict(options, vertices=max(rows, options["vertices"] or 0))
    if options["directed"] is None:
        options["directed"] = bool((matrix != matrix.T).nnz)
    return _from_columns((coo.row, coo.col, coo.data), options)


def _columns(table):
    if len(table.shape) != 2 or table.shape[1] not in (2, 3):
        raise Error(f"an array of shape {tuple(table.shape)}: expected rows u, v or u, v, length")
    return tuple(table[:, i] for i in range(table.shape[1]))


def _from_columns(columns, options):
    """Arrays u, v and perhaps lengths, as numpy has them."""
    if len(columns) not in (2, 3) or len({len(c) for c in columns}) != 1:
        raise Error("expected arrays u, v and perhaps lengths, each as long as the others")
    columns = [c.to_numpy() if hasattr(c, "to_numpy") else c for c in columns]  # of pandas
    board = Board("edges", bool(options["directed"]))
    for column in columns[:2]:
        if column.dtype.kind not in "iu" and not bool((column == column.round()).all()):
            raise TypeError("edges: expected whole numbers as vertices")
    u, v = columns[0].astype("int64"), columns[1].astype("int64")
    size = len(u)
    flat = u.repeat(2)
    flat[1::2] = v
    board.ends = flat
    board.count = max(options["vertices"] or 0, 1 + max(int(u.max()), int(v.max())) if size else 0)
    if size and min(int(u.min()), int(v.min())) < 0:
        raise Error("edges: expected vertices counted from 0")
    if len(columns) == 3:
        board.lengths, board.decimals = array_units(columns[2], "length", options["decimals"])
    return board


def _from_edges(edges, options):
    try:
        edges = [tuple(edge) for edge in edges]
    except TypeError:
        raise TypeError(
            "expected a board's name, a graph, a sparse matrix or a list of edges (u, v) or (u, v, length)"
        ) from None
    sizes = set(map(len, edges))
    if not sizes <= {2, 3}:
        raise Error("edges: expected (u, v) or (u, v, length)")
    board = Board("edges", bool(options["directed"]))
    us, vs = [e[0] for e in edges], [e[1] for e in edges]
    nodes = us + vs
    if all(type(v) is int for v in nodes):
        if nodes and min(nodes) < 0:
            raise Error(f"vertex {min(nodes)}: expected vertices counted from 0")
        board.count = max(max(nodes, default=-1) + 1, options["vertices"] or 0)
        index = None
    else:
        index = _number_nodes(board, dict.fromkeys(nodes))
    if board.count > 2**31 - 1:
        raise Error(f"vertex {max(nodes)}: expected fewer than 2^31 vertices")
    _set_ends(board, index, us, vs)
    if 3 in sizes:
        _set_lengths(board, [e[2] if len(e) == 3 else 1 for e in edges], options)
    return board
