"""The questions about a board, and about other things."""

import json
import os

from . import _demesne
from ._arena import Arena, read
from ._ask import ask, describe, fields, write_value
from ._errors import Error


@describe("score")
def score(arena, white=(), black=(), *, time=None, progress=None, **options):
    """Who owns what if White and Black have these stones.

    >>> score("path:7", [1], [5]).value
    0
    >>> score([("a", "b"), ("b", "c")], ["a"], ["c"]).cells()["tied"]
    ['b']
    """
    if "stones" not in options:
        options |= {"white": white, "black": black}
    return ask("score", arena, options, time=time, progress=progress)


@describe("solve")
def solve(arena, rounds, per_turn=1, *, time=None, progress=None, **options):
    """The exact value of the game of so many rounds, and a line of best play.

    >>> solve("path:5", 2).outcome
    'tie'
    """
    options |= {"rounds": rounds, "per_turn": per_turn}
    return ask("solve", arena, options, time=time, progress=progress)


@describe("moves")
def moves(arena, rounds, per_turn=1, *, time=None, progress=None, **options):
    """The exact value of every legal move.

    >>> [(m.move, m.value) for m in moves("path:3", 1).moves]
    [([0], -1), ([1], 1), ([2], -1)]
    """
    options |= {"rounds": rounds, "per_turn": per_turn}
    return ask("moves", arena, options, time=time, progress=progress)


@describe("values")
def values(arena, player, rounds, per_turn=1, *, time=None, progress=None, **options):
    """The value that a player gives each vertex, by which it chooses its next stone.

    >>> values("path:5", "greedy", 1).values
    [1.0, 1.0, 1.0, 1.0, 1.0]
    """
    options |= {"player": player, "rounds": rounds, "per_turn": per_turn}
    return ask("values", arena, options, time=time, progress=progress)


@describe("reply")
def reply(arena, white, count=None, *, time=None, progress=None, **options):
    """Black's best further sites once White's are placed.

    >>> reply("path:9", [4], 1).black
    [3]
    """
    options |= {"white": white, "count": count}
    return ask("reply", arena, options, time=time, progress=progress)


@describe("lead")
def lead(arena, count=None, *, time=None, progress=None, **options):
    """White's best sites if Black replies as well as possible.

    >>> lead("path:9", 1).white
    [4]
    """
    options["count"] = count
    return ask("lead", arena, options, time=time, progress=progress)


@describe("fit")
def fit(arena, sites, customers, observed, *, time=None, progress=None, **options):
    """How customers choose: beta and the attractions of sites, from trips that were counted.

    Tables are lists, frames of pandas or files; a row of `observed` has `customer`, `site` and `count`.

    >>> trips = [(1, 0, 9), (1, 8, 3), (4, 0, 6), (4, 8, 5), (7, 0, 2), (7, 8, 8)]
    >>> observed = [{"customer": c, "site": s, "count": n} for c, s, n in trips]
    >>> found = fit("path:9", [0, 8], [1, 4, 7], observed, rule="logit")
    >>> round(found.beta, 3)
    0.204
    >>> score("path:9", [0], [8], fit=found).rule
    'logit'
    """
    options |= {"sites": sites, "customers": customers, "observed": observed}
    return ask("fit", arena, options, time=time, progress=progress)


def market(plan, arena=None, *, time=None, progress=None, **options):
    """Scenarios of a market compared.

    `plan` is a dictionary or a file, as the tool's `market` reads it (docs/MARKET.md).  A text in
    place of a table names a file beside the plan.  `arena` replaces the board that the plan names.

    >>> plan = {"white": [0], "scenarios": [{"name": "one", "ask": "reply", "count": 1}]}
    >>> market(plan, "path:9").scenarios[0].black
    [1]
    """
    folder = ""
    if isinstance(plan, (str, os.PathLike)):
        folder = os.path.dirname(os.fspath(plan))
        plan = _load_plan(plan)
    elif not isinstance(plan, dict):
        raise TypeError(f"expected a plan or its file, not {type(plan).__name__}")
    request = _read_fits(_find_files(dict(plan, **options), folder), folder)
    named = request.pop("arena", None)
    reading = {k: request.pop(k) for k in ("profile", "measure", "speeds", "largest", "directed") if k in request}
    if arena is None:
        arena = _named_board(named, folder, reading, request.get("seed", 1))
    elif not isinstance(arena, Arena):
        arena = Arena(arena)
    request["scenarios"] = [
        _read_fits(_number_scenario(arena, _find_files(s, folder)), folder) for s in request.get("scenarios") or ()
    ]
    return ask("market", arena, request, time=time, progress=progress)


def _load_plan(path):
    try:
        with open(path, encoding="utf-8") as file:
            plan = json.load(file)
    except json.JSONDecodeError as why:
        raise Error(f"{os.fspath(path)}:{why.lineno}: not JSON: {why.msg}", "bad input") from None
    if not isinstance(plan, dict):
        raise Error(f"{os.fspath(path)}: expected an object such as {{\"arena\":..,\"scenarios\":[..]}}", "bad input")
    return plan


def _named_board(name, folder, reading, seed):
    if name is None:
        raise Error('"arena" is missing: the board', "bad input")
    if not isinstance(name, str):
        return Arena(name)
    if name.partition(":")[0] in (row[0] for row in _demesne.families()):
        return Arena(name, seed=seed)
    if reading.get("speeds"):
        reading["speeds"] = os.path.join(folder, reading["speeds"])
    return read(os.path.join(folder, name), **reading)


def _read_fits(plan, folder):
    """Puts the answers of `fit` in place of their files."""
    if isinstance(plan, dict):
        if isinstance(plan.get("fit"), (str, os.PathLike)):
            plan["fit"] = _load_plan(os.path.join(folder, plan["fit"]))
        if isinstance(plan.get("rule"), dict):
            plan["rule"] = _read_fits(dict(plan["rule"]), folder)
    return plan


def _find_files(plan, folder):
    """The plan with the files of its tables as they are found from here."""
    kinds = {k: row["type"] for q in ("market", "score", "reply", "lead") for k, row in fields(q).items()}
    if not isinstance(plan, dict):
        return plan

    def find(key, value):
        if not isinstance(value, str) or kinds.get(key) not in ("sites", "places", "values"):
            return value
        return ("@" if kinds[key] == "sites" else "") + os.path.join(folder, value)

    return {k: find(k, v) for k, v in plan.items()}


def _number_scenario(arena, scenario):
    asks = {"score": "score", "reply": "reply", "lead": "lead", "rival-lead": "lead"}
    if not isinstance(scenario, dict) or scenario.get("ask") not in asks:
        return scenario
    known = fields("market") | fields(asks[scenario["ask"]])
    return {k: write_value(arena, known.get(k, {}).get("type"), k, v) for k, v in scenario.items()}


def verify(certificate, *, time=None, progress=None):
    """Checks a certificate, which solve(.., prove=True) adds, by the rules alone.

    `certificate` is its text, or a path (os.PathLike) to its file.

    >>> verify(solve("path:5", 2, prove=True).certificate).value
    0
    """
    return ask("verify", None, {"certificate": _text(certificate)}, time=time, progress=progress)


def reduce(kind, formula, *, time=None, progress=None, **options):
    """A formula becomes a board that decides it: `kind` is "sat" (a CNF) or "dnf".

    `formula` is the text of a file, or a path (os.PathLike).

    >>> found = reduce("sat", "p cnf 3 1\\n1 2 3 0\\n", board=True)
    >>> reply(Arena(found.board), white=found.white, count=found.count).outcome
    'black'
    """
    if kind not in ("sat", "dnf"):
        raise Error(f"kind {kind!r}: expected one of sat, dnf")
    options["formula"] = _text(formula)
    return ask(f"reduce/{kind}", None, options, time=time, progress=progress, called="reduce")


def _text(source):
    if isinstance(source, os.PathLike):
        with open(source, encoding="utf-8") as file:
            return file.read()
    return source


@describe("interval/play")
def interval_play(arena, stones, *, time=None, progress=None, **options):
    """A game on a circle or a segment, played by strategies.

    >>> interval_play("circle", 2, blue="greedy", red="keypoint").winner
    'red'
    """
    options |= {"arena": arena, "stones": stones}
    return ask("interval/play", None, options, time=time, progress=progress, called="interval_play")


@describe("interval/value")
def interval_value(arena, stones, *, time=None, progress=None, **options):
    """The exact value of a small game on the circle or the segment.

    >>> interval_value("circle", 2, min_distance="1/30").winner
    """
    options |= {"arena": arena, "stones": stones}
    return ask("interval/value", None, options, time=time, progress=progress, called="interval_value")


@describe("interval/attack")
def interval_attack(arena, stones, red, *, time=None, progress=None, **options):
    """Attacks a strategy of Red with every game of a grid, or with samples.

    >>> interval_attack("circle", 2, "keypoint").not_won
    0
    """
    options |= {"arena": arena, "stones": stones, "red": red}
    return ask("interval/attack", None, options, time=time, progress=progress, called="interval_attack")


class Level:
    """A level of the continuous game: a network with sites of several players.

    `source` is a dictionary or the text of a level's file, or a path (os.PathLike).

    >>> level = Level.generate(vertices=8, kind="tree", seed=3)
    >>> best = level.best(op="cut")
    >>> level.apply(best.move, op="cut").score().winner == best.winner
    True
    """

    def __init__(self, source):
        text = _text(source)
        self._level = text if isinstance(text, str) else dict(text)
        self._name = os.fspath(source) if isinstance(source, os.PathLike) else None
        if isinstance(source, str) and not source.lstrip().startswith(("{", "[")):
            raise Error(f"{source[:60]!r}: expected the text of a level; for a file give a pathlib.Path", "bad input")
        self.score()  # raises if it is no level

    @classmethod
    def generate(cls, *, time=None, progress=None, **options):
        """A random level."""
        found = ask("lines/generate", None, options, time=time, progress=progress, called="Level.generate")
        return cls(found.to_dict()["made"])

    def _ask(self, verb, options, time, progress):
        for name in ("level", "name"):
            if name in options:
                raise TypeError(f"Level.{verb}() got an unexpected keyword argument '{name}'")
        request = dict(options, level=self._level)
        if self._name is not None:
            request["name"] = str(self._name)
        return ask(f"lines/{verb}", None, request, time=time, progress=progress, called=f"Level.{verb}")

    def score(self, *, time=None, progress=None, **options):
        """Who owns what."""
        return self._ask("score", options, time, progress)

    def best(self, *, time=None, progress=None, **options):
        """The best moves of a kind: `op` is "add", "remove", "cut" or "rope"."""
        return self._ask("best", options, time, progress)

    def explain(self, *, time=None, progress=None, **options):
        """The shortest-path tree, the candidate moves and the functions of te Kolste's thesis.

        >>> path = {"vertices": [{}, {}], "edges": [[0, 1, 10]], "me": "red",
        ...         "sites": [{"player": "red", "vertex": 0}, {"player": "blue", "vertex": 1}]}
        >>> [(c.type, c.gain) for c in Level(path).explain().candidates]
        [('I', '10'), ('II', '10')]
        """
        return self._ask("explain", options, time, progress)

    def split(self, *, time=None, progress=None, **options):
        """The level with its sites on vertices."""
        return Level(self._ask("split", options, time, progress).to_dict()["made"])

    def solve(self, *, time=None, progress=None, **options):
        """The best set of the moves that the level allows.

        >>> path = {"vertices": [{}, {}], "edges": [[0, 1, 10]], "me": "red", "moves": [{"op": "cut"}],
        ...         "sites": [{"player": "red", "vertex": 0}, {"player": "blue", "vertex": 1}]}
        >>> Level(path).solve().after
        '10'
        """
        return self._ask("solve", options, time, progress)

    def odds(self, *, time=None, progress=None, **options):
        """The share of the moves that win."""
        return self._ask("odds", options, time, progress)

    def lead(self, *, time=None, progress=None, **options):
        """The best first site if the other player answers with one site."""
        return self._ask("lead", options, time, progress)

    def duel(self, *, time=None, progress=None, **options):
        """A game of two: `white` and `black` are "random", "greedy", "one-round" or "search"."""
        return self._ask("duel", options, time, progress)

    def apply(self, move, *, op="cut", **options):
        """The Level after a move."""
        move = move.to_dict() if hasattr(move, "to_dict") else move
        found = self._ask("apply", dict(options, move=move, op=op), None, None)
        return Level(found.to_dict()["made"])

    def to_dict(self):
        """The level as its file has it."""
        return json.loads(self._level) if isinstance(self._level, str) else dict(self._level)

    def __repr__(self):
        about = self.score()
        return f"<Level: {about.vertices} vertices, {about.edges} edges, {about.sites} sites>"

    def _repr_svg_(self):
        return self.score(svg=True).svg
