"""The game in the plane: points in a polygon, every part of it to the nearest."""

import decimal
import math
import numbers
import os

from ._ask import ask, fields
from ._errors import Error


class Plane:
    """A board of the plane with the points that stand on it.

    `board` is a name (square, rect:WxH, triangle, ngon:N), a list of corners, a list of rings (the first
    around the board, the others around holes), or a polygon of shapely.  A point is a pair; a number counts
    as its shortest decimal, and texts such as "1/3" and fractions.Fraction are exact.  `sides` has two to
    eight sides by name in place of White and Black: {"red": [(0, 0)], "blue": [(1, 1)]}.

    >>> plane = Plane("square", white=[("1/4", 0.5)], black=[(0.75, 0.5), ("1/2", "1/5")])
    >>> plane.score().white_score
    '181/480'
    >>> Plane([(0, 0), (4, 0), (0, 3)], white=[(1, 1)]).reply(epsilon=0.01).proven
    True
    """

    def __init__(self, board="square", white=(), black=(), *, sides=None, metric=None, ties=None):
        self._about = {"board": board} if isinstance(board, str) else {"polygon": _rings(board)}
        self._about |= {k: v for k, v in (("metric", metric), ("ties", ties)) if v is not None}
        self._white, self._black = _points("white", white), _points("black", black)
        self._sides = None
        if sides is not None:
            if self._white or self._black:
                raise TypeError("Plane(): sides take the place of white and black")
            self._sides = [{"name": str(name), "points": _points(name, points)} for name, points in dict(sides).items()]
        self.score()  # raises if it is no board

    @property
    def white(self):
        """White's points, as pairs of texts."""
        return [tuple(point) for point in self._white]

    @property
    def black(self):
        """Black's points, as pairs of texts."""
        return [tuple(point) for point in self._black]

    def _sites(self):
        return {"sides": self._sides} if self._sides is not None else {"white": self._white, "black": self._black}

    def _ask(self, verb, request, options, time, progress):
        known = fields(f"plane/{verb}")
        about = {k: v for k, v in self._about.items() if k in known}
        for name in {**self._about, **request}:
            if name in options:
                raise TypeError(f"Plane.{verb}() got an unexpected keyword argument '{name}'")
        request = {**about, **request, **options}
        return ask(f"plane/{verb}", None, request, time=time, progress=progress, called=f"Plane.{verb}")

    def _ask_two(self, verb, request, options, time, progress):
        if self._sides is not None:
            raise Error(f"Plane.{verb}() is about White and Black; this board has sides with names")
        return self._ask(verb, request, options, time, progress)

    def add(self, white=(), black=()):
        """The Plane with more points."""
        if self._sides is not None:
            raise Error("Plane.add() is about White and Black; this board has sides with names")
        board = self._about.get("board", self._about.get("polygon"))
        rules = {k: self._about[k] for k in ("metric", "ties") if k in self._about}
        return Plane(board, [*self._white, *white], [*self._black, *black], **rules)

    def score(self, *, time=None, progress=None, **options):
        """Whose land is whose; areas are exact texts.

        >>> Plane("square", [(0.25, 0.25)], [(0.75, 0.75)], metric="manhattan").score().tied
        '1/8'
        """
        return self._ask("score", self._sites(), options, time, progress)

    def reply(self, count=1, *, time=None, progress=None, **options):
        """Black's best new points: `lower` and `upper` enclose the supremum of Black's share.

        >>> found = Plane("rect:1x0.9", [(0.25, 0.45), (0.75, 0.45)]).reply(2, epsilon=0.01)
        >>> found.lower <= 0.5003 <= found.upper
        True
        """
        return self._ask_two("reply", {**self._sites(), "count": count}, options, time, progress)

    def lead(self, count=1, *, time=None, progress=None, **options):
        """White's best points if Black answers as well as possible; the points that stand do not count."""
        return self._ask_two("lead", {"count": count}, options, time, progress)

    def play(self, rounds=1, per_turn=1, *, time=None, progress=None, **options):
        """A game of two players: white="greedy", black="champion".  Points that stand are its first moves.

        >>> game = Plane("square").play(2, white="greedy", black="balanced", move_time=50)
        >>> len(game.moves), game.finished
        (4, True)
        """
        request = {"rounds": rounds, "per_turn": per_turn}
        if "moves" not in options:
            request["moves"] = self._moves(per_turn)
        return self._ask_two("play", request, options, time, progress)

    def _moves(self, per_turn):
        """The points in turns of White and Black."""
        left = {"white": list(self._white), "black": list(self._black)}
        moves = []
        for side in ["white", "black"] * (len(self._white) + len(self._black)):
            moves += [[side, point] for point in left[side][:per_turn]]
            del left[side][:per_turn]
        return moves

    def svg(self, **options):
        """The picture as SVG."""
        return self.score(svg=True, **options).svg

    def _repr_svg_(self):
        return self.svg()

    def __repr__(self):
        name = self._about.get("board", "polygon")
        if self._sides is not None:
            return f"<Plane {name}: " + ", ".join(f"{s['name']} {len(s['points'])}" for s in self._sides) + ">"
        return f"<Plane {name}: white {len(self._white)}, black {len(self._black)}>"


def _coordinate(where, value):
    """A number as an exact text."""
    if isinstance(value, str):
        return value
    if isinstance(value, numbers.Rational):  # integers and fractions
        return str(value)
    if isinstance(value, decimal.Decimal) and value.is_finite():
        return format(value, "f")
    if hasattr(value, "__float__") and math.isfinite(float(value)):
        return format(decimal.Decimal(repr(float(value))), "f")
    raise TypeError(f"{where}: expected a number, a fraction or a text such as '1/3', not {value!r:.60}")


def _point(where, point):
    if hasattr(point, "x") and hasattr(point, "y"):  # of shapely
        point = (point.x, point.y)
    try:
        x, y = point
    except (TypeError, ValueError):
        raise TypeError(f"{where}: expected a point (x, y), not {point!r:.60}") from None
    return [_coordinate(where, x), _coordinate(where, y)]


def _points(name, points):
    if isinstance(points, (str, os.PathLike)) or not hasattr(points, "__iter__"):
        raise TypeError(f"{name}: expected a list of points (x, y), not {points!r:.60}")
    return [_point(f"{name}: point {i + 1}", point) for i, point in enumerate(points)]


def _rings(board):
    """The rings of corners of a list, or of what has a __geo_interface__."""
    if hasattr(board, "__geo_interface__"):
        about = board.__geo_interface__
        about = about.get("geometry") or about
        if about.get("type") != "Polygon":
            raise Error(f"board: a {about.get('type')}; expected a Polygon", "bad input")
        board = about["coordinates"]
    if not hasattr(board, "__iter__"):
        raise TypeError(f"board: expected a name or corners, not {type(board).__name__}")
    board = list(board)
    # A corner has two numbers, of which texts count as numbers, too; a ring has three corners or more.
    is_ring = bool(board) and hasattr(board[0], "__len__") and len(board[0]) == 2
    return [_points("board", ring) for ring in ([board] if is_ring else board)]
