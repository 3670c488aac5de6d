"""Boards whose distances are no paths: straight lines between points, and tables."""

import csv
import io
import os

from . import _demesne
from ._arena import METRICS, Arena, _choice, _count
from ._ask import _is_empty
from ._errors import Error

_LONLAT = (("lon", "lat"), ("lng", "lat"), ("long", "lat"), ("longitude", "latitude"))


def points(x=None, y=None, *, lon=None, lat=None, values=None, names=None, metric="auto", decimals=3):
    """A board of points: distances are straight lines, rounded to `decimals`, halves up.

    Coordinates are arrays, lists or series `x` and `y`, or `lon` and `lat`; or `x` alone is a frame with
    such columns and perhaps `value` or `demand` and `name`, or the name of a CSV file of them.  `metric`
    is "euclid" (for x and y), "manhattan" or "great-circle" (for lon and lat, in metres).  `values` says
    what each point is worth (default 1).  Nothing of the size of all pairs is made.

    >>> import demesne as dm
    >>> shops = dm.points([0, 3, 10], [0, 4, 0], values=[1, 2.5, 1])
    >>> dm.score(shops, [0], [2], distances=True).distances  # in thousandths
    [0, 5000, 0]
    """
    number, decimals = _choice(metric, METRICS, "metric"), _count(decimals, "decimals")
    if isinstance(x, (str, os.PathLike)):
        return Arena(f"points:{os.fspath(x)}", metric=metric, decimals=decimals)
    if x is not None and y is None and hasattr(x, "columns"):
        x, y, lon, lat, values, names = _of_frame(x, values, names)
    if (x is None) != (y is None) or (lon is None) != (lat is None) or (x is None) == (lon is None):
        raise TypeError("points: expected x and y, or lon and lat")
    head = ["x", "y"] if x is not None else ["lon", "lat"]
    columns = [_cells(x), _cells(y)] if x is not None else [_cells(lon), _cells(lat)]
    for name, column in (("value", values), ("name", names)):
        if column is not None:
            head.append(name)
            columns.append(_cells(column) if name == "value" else [str(cell) for cell in _list(column)])
    if len({len(column) for column in columns}) != 1:
        raise Error(f"points: lists of {', '.join(str(len(c)) for c in columns)} numbers; expected equal lengths")
    return _read("points", [head], zip(*columns), number, decimals)


def table(distances, *, customers=None, sites=None):
    """A board from a table of distances, which need not be a metric; a missing one is unreachable.

    `distances` is a frame with columns customer, site and distance; a matrix (a frame, an array of
    numpy, a list of rows) with a row per customer and a column per site; or the name of a CSV file.
    `customers` and `sites` name the rows and columns of a matrix that has no names.  Customers come first
    and are worth 1 each, sites are worth 0.

    >>> import demesne as dm
    >>> town = dm.table([[4, 1], [None, 2.5]], customers=["Ann", "Bob"], sites=["North", "South"])
    >>> dm.reply(town, white=["North"], count=1).black
    [3]
    """
    if isinstance(distances, (str, os.PathLike)):
        return Arena(f"table:{os.fspath(distances)}")
    if hasattr(distances, "columns"):
        found = {str(name).lower(): distances[name] for name in distances.columns}
        if {"customer", "site", "distance"} <= set(found):
            columns = [[str(cell) for cell in _list(found[name])] for name in ("customer", "site")]
            return _read("table", [["customer", "site", "distance"]], zip(*columns, _cells(found["distance"])))
        customers = _labels(distances.index) if customers is None else customers
        sites = _labels(distances.columns) if sites is None else sites
        distances = distances.to_numpy()
    rows = [_cells(row) for row in _list(distances)]
    width = len(rows[0]) if rows else 0
    customers = _names(customers, "customer", len(rows))
    sites = _names(sites, "site", width)
    if any(len(row) != width for row in rows):
        raise Error("table: rows of different lengths; expected a matrix")
    return _read("table", [["", *sites]], ([name, *row] for name, row in zip(customers, rows)))


def _of_frame(frame, values, names):
    """x, y, lon, lat, values and names of a frame of pandas."""
    found = {str(name).lower(): frame[name] for name in frame.columns}
    own = values if values is not None else found.get("value", found.get("demand"))
    names = names if names is not None else found.get("name", found.get("label"))
    if "x" in found and "y" in found:
        return found["x"], found["y"], None, None, own, names
    for lon, lat in _LONLAT:
        if lon in found and lat in found:
            return None, None, found[lon], found[lat], own, names
    raise Error("points: the frame has no columns x and y, nor lon and lat")


def _list(column):
    return column.tolist() if hasattr(column, "tolist") else list(column)


def _cells(column):
    """Numbers as texts, exactly; "" for what is missing or infinite."""
    return ["" if _is_empty(cell) or cell == float("inf") else str(cell) for cell in _list(column)]


def _labels(index):
    """The labels of a frame's rows or columns; None: it only counts them."""
    return None if type(index).__name__ == "RangeIndex" else _list(index)


def _names(given, what, count):
    names = [f"{what} {i}" for i in range(count)] if given is None else [str(name) for name in _list(given)]
    if len(names) != count:
        raise Error(f"table: {len(names)} names of {what}s; the matrix has {count}")
    return names


def _read(kind, head, rows, metric=0, decimals=3):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows(head)
    writer.writerows(rows)
    return Arena._wrap(_demesne.arena_of_text(kind, text.getvalue(), kind, metric, decimals))
