"""stubs.py - the part of python/demesne/__init__.pyi that follows from the tables of the questions.

stubs.py            writes it
stubs.py --check    ends with status 1 if the file is out of date

Arguments come from the fields of each question, the fields of results from answers to the sample
calls below: a field has the types that it has in any of them.  Needs the extension (`make python`).
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
STUB = ROOT / "python" / "demesne" / "__init__.pyi"
MARK = "# What follows is made by tools/stubs.py"
if "demesne" not in sys.modules:
    sys.path.insert(0, str(ROOT / "python"))

import demesne as dm  # noqa: E402
from demesne import _demesne  # noqa: E402
from demesne._result import _SHARES, _VERTICES  # noqa: E402

TYPES = {
    "flag": "bool", "count": "int", "number": "float", "decimal": "float | str", "sites": "_Sites", "places": "_Sites",
    "values": "_Values", "list": "Iterable[Any]", "object": "Mapping[str, Any] | str", "any": "Any", "text": "str",
}  # fmt: skip
AMOUNTS = {"white_score", "black_score", "tied", "unreached", "value", "lower", "upper", "cost", "floor"}  # of demand
NAMED = {"ties": "_Ties", "profile": "_Profile", "measure": "_Measure"}
GRAPH = ["weight: str | tuple[str, ...] | None = ...", "decimals: int | None = None"]
TIMED = ["time: float | None = None", "progress: _Progress = None"]


def levels():
    """Two levels: one by chance, one whose player has a move that wins."""
    path = {"vertices": [{}, {}], "edges": [[0, 1, 10]], "me": "red"}
    path["sites"] = [{"player": "red", "vertex": 0}, {"player": "blue", "vertex": 1}]
    return [dm.Level.generate(vertices=8, kind="tree", seed=3), dm.Level(dict(path, moves=[{"op": "cut"}]))]


SHOPS = [{"vertex": 0, "brand": "a", "label": "A"}]
BUYERS = [{"vertex": 1, "demand": "2.5"}, {"vertex": 4, "demand": 3}]
MANY = [{"vertex": 1, "demand": "123456789012345.678"}]
TRIPS = [{"customer": c, "site": s, "count": 3 + c + s // 4} for c in (1, 4, 7) for s in (0, 8)]
PLAN = {"white": [0], "scenarios": [{"name": "one", "ask": "reply", "count": 1}]}
US_PLAN = {"us": [0], "names": {"us": "A"}, "scenarios": [{"name": "one", "ask": "rival-lead", "reply": 1}]}
CNF, DNF = "p cnf 3 1\n1 2 3 0\n", "1 2\n3\n"
# function, question, arguments by position, sample calls
FUNCTIONS = [
    ("score", "score", ["arena: _Board", "white: _Sites = ()", "black: _Sites = ()"], [
        lambda f: f("path:7", [1], [5], distances=True, write="csv"), lambda f: f("path:7", SHOPS, [5], customers=BUYERS),
        lambda f: f("path:7", [1], [5], rule="huff"), lambda f: f("path:7", [1], [5], customers=MANY)]),
    ("solve", "solve", ["arena: _Board", "rounds: int", "per_turn: int = 1"], [
        lambda f: f("path:5", 2, moves=True, prove=True), lambda f: f("path:5", 2, white=[0], black=[4]),
        lambda f: f("path:6", 1, outcome=True)]),
    ("moves", "moves", ["arena: _Board", "rounds: int", "per_turn: int = 1"], [lambda f: f("path:3", 1)]),
    ("values", "values", ["arena: _Board", "player: str", "rounds: int", "per_turn: int = 1"], [
        lambda f: f("path:5", "greedy", 1), lambda f: f("path:5", "expectation", 2, white=[2])]),
    ("reply", "reply", ["arena: _Board", "white: _Sites", "count: int | None = None"], [
        lambda f: f("path:9", [4], 1, all=True, explain=True), lambda f: f("path:9", SHOPS, 1, customers=BUYERS),
        lambda f: f("path:9", [4], 1, rule="huff"), lambda f: f("path:9", [4], 1, customers=MANY),
        lambda f: f("path:9", [4], 2, method="greedy")]),
    ("lead", "lead", ["arena: _Board", "count: int | None = None"], [
        lambda f: f("path:9", 1), lambda f: f("path:9", 1, white=SHOPS, customers=BUYERS),
        lambda f: f("path:9", 2, method="local"), lambda f: f("path:9", 1, customers=MANY)]),
    ("fit", "fit", ["arena: _Board", "sites: _Sites", "customers: _Sites", "observed: _Sites"], [
        lambda f: f("path:9", [0, 8], [1, 4, 7], TRIPS), lambda f: f("path:9", [0, 8], [1, 4, 7], TRIPS, rule="logit")]),
    ("market", "market", ["plan: Mapping[str, Any] | str | PathLike[str]", "arena: _Board | None = None"], [
        lambda f: f(PLAN, "path:9"), lambda f: f(US_PLAN, "path:9")]),
    ("verify", "verify", ["certificate: str | PathLike[str]"], [
        lambda f: f(dm.solve("path:5", 2, prove=True).certificate)]),
    ("reduce", ("reduce/sat", "reduce/dnf"), ['kind: Literal["sat", "dnf"]', "formula: str | PathLike[str]"], [
        lambda f: f("sat", CNF, board=True), lambda f: f("sat", CNF, assignment=[1, 2, 3]), lambda f: f("sat", CNF, check=True),
        lambda f: f("dnf", DNF, check=True)]),
    ("interval_play", "interval/play", ["arena: _IntervalArena", "stones: int"], [
        lambda f: f("circle", 2, blue="greedy", red="keypoint", svg=True, explain=True)]),
    ("interval_value", "interval/value", ["arena: _IntervalArena", "stones: int"], [
        lambda f: f("circle", 2, min_distance="1/30"), lambda f: f("segment", 1)]),
    ("interval_attack", "interval/attack", ["arena: _IntervalArena", "stones: int", "red: str"], [
        lambda f: f("circle", 2, "keypoint", explain=True)]),
]  # fmt: skip
METHODS = [
    ("score", [lambda v: v.score(stretches=True, svg=True)]),
    ("best", [lambda v: v.best(op="cut", explain=True), lambda v: v.best(op="add", objective="rank")]),
    ("explain", [lambda v: v.explain(edge=0, vertex=0, at="1"), lambda v: v.explain()]),
    ("solve", [lambda v: v.solve(explain=True)]),
    ("odds", [lambda v: v.odds(op="cut")]),
    ("lead", [lambda v: v.lead()]),
    ("duel", [lambda v: v.duel(rounds=1)]),
]  # fmt: skip
SITED = {"white": [("1/4", 0.5)], "black": [(0.75, 0.5)]}
# method of Plane, arguments by position, what is hidden, sample calls
PLANE = [
    ("score", [], {"white", "black", "sides"}, [
        lambda: dm.Plane("square", **SITED).score(cells=True, svg=True),
        lambda: dm.Plane("square", **SITED).score(approximate=True, cells=True),
        lambda: dm.Plane("square", sides={"a": [(0, 0)], "b": [(1, 1)]}).score(rule="gravity", lattice=10),
        lambda: dm.Plane("square", **SITED).score(rule="gravity", lattice=10)]),
    ("reply", ["count: int = 1"], {"white", "black"}, [lambda: dm.Plane("square", **SITED).reply(epsilon=0.1)]),
    ("lead", ["count: int = 1"], {"white", "black"}, [lambda: dm.Plane("square").lead(epsilon=0.1)]),
    ("play", ["rounds: int = 1", "per_turn: int = 1"], set(), [
        lambda: dm.Plane("square").play(2, white="greedy", black="random"), lambda: dm.Plane("square").play(2, white="grid")]),
]  # fmt: skip


def choices(words):
    """A Literal of "a|b"."""
    return "Literal[" + ", ".join(f'"{w}"' for w in words.split("|")) + "]"


def options(questions, without):
    """The arguments by name of a function: the fields of its questions."""
    found = {}
    for question in questions:
        for name, kind, _, _, words, _ in _demesne.fields(question):
            if name not in without and name not in found:
                found[name] = NAMED.get(name) if name in NAMED and "/" not in question else None
                found[name] = found[name] or (choices(words) if words else TYPES[kind])
    return [f"{name}: {kind} | None = ..." for name, kind in found.items()]


def type_of(value, name):
    """The types of a value of an answer, as a set of texts."""
    if isinstance(value, dict):
        return {"Result"}
    if isinstance(value, list):
        inner = set().union(*(type_of(v, name) for v in value)) or ({"_Vertex"} if name in _VERTICES else set())
        return {"list[" + " | ".join(sorted(inner) or ["Any"]) + "]"}
    if name in _VERTICES and isinstance(value, int):
        return {"_Vertex"}
    return {"None" if value is None else type(value).__name__}


def result_class(name, answers):
    """The class of a result, with the fields that the answers have."""
    is_market = name in ("_ScoreResult", "_ReplyResult", "_LeadResult")
    fields = {}
    for answer in answers:
        for key, value in answer.to_dict().items():
            if not hasattr(dm.Result, key):  # a method of that name comes first
                fields.setdefault(key, set()).update(type_of(value, key))
    rows = []
    for key, kinds in fields.items():
        if any(k != "list[Any]" and k.startswith("list[") for k in kinds):
            kinds -= {"list[Any]"}  # of an empty list
        if is_market and key in AMOUNTS:
            kinds = {"float", "str"}  # exact: a text if it has too many digits
        if "float" in kinds:
            kinds -= {"int"}
        if key not in ("complete", *_SHARES) or key == "share":
            rows.append(f"    {key}: {' | '.join(sorted(kinds, key=lambda k: (k == 'None', k)))}")
        elif key != "complete":
            rows.append(f"    {key}: Result")
    return f"class {name}(Result):\n" + "\n".join(rows) + "\n"


def function(indent, name, positional, named, result, decorator=""):
    """A function of the stub, one argument per line."""
    rows = "".join(f"{indent}    {a},\n" for a in [*positional, "*", *named])
    return f"{decorator}{indent}def {name}(\n{rows}{indent}) -> {result}: ...\n"


def plane():
    """The class Plane, after those of its results."""
    board = "str | Sequence[_Point] | Sequence[Sequence[_Point]] | Any"
    sites = ["white: Iterable[_Point] = ()", "black: Iterable[_Point] = ()"]
    words = {row[0]: row[4] for row in _demesne.fields("plane/score")}
    rules = ["sides: Mapping[str, Iterable[_Point]] | None = None"]
    rules += [f"{name}: {choices(words[name])} | None = None" for name in ("metric", "ties")]
    out = ["_Point = tuple[Any, Any] | Sequence[Any]\n\n"]
    out += [result_class(camel("plane_" + verb), [s() for s in samples]) + "\n" for verb, _, _, samples in PLANE]
    out.append("class Plane:\n")
    out.append(function("    ", "__init__", ["self", f'board: {board} = "square"', *sites], rules, "None"))
    out += [f"    @property\n    def {side}(self) -> list[tuple[str, str]]: ...\n" for side in ("white", "black")]
    out.append(f"    def add(self, {', '.join(sites)}) -> Plane: ...\n")
    for verb, positional, hidden, _ in PLANE:
        taken = {a.partition(":")[0] for a in positional} | hidden | {"board", "polygon", "metric", "ties", "time"}
        named = [*TIMED, *options([f"plane/{verb}"], taken)]
        out.append(function("    ", verb, ["self", *positional], named, camel("plane_" + verb)))
    out.append("    def svg(self, **options: Any) -> str: ...\n\n")
    return "".join(out)


def camel(name):
    """The class of a function's results: "_IntervalPlayResult"."""
    return "_" + "".join(part.capitalize() for part in name.split("_")) + "Result"


def generated():
    """The text after the mark."""
    shared = {row[0]: row[4] for row in _demesne.fields("score")}
    level = {row[0]: row[4] for row in _demesne.fields("interval/play")}
    out = [f"_Ties = {choices(shared['ties'])}\n"]
    out += [f"_{name.capitalize()} = {choices(_demesne.choices(name))}\n" for name in ("profile", "measure")]
    out.append(f"_IntervalArena = {choices(level['arena'])}\n\n")
    for name, questions, positional, samples in FUNCTIONS:
        questions = (questions,) if isinstance(questions, str) else questions
        taken = {a.partition(":")[0] for a in positional} | {"time", "arena"}
        call = getattr(dm, name)
        out.append(result_class(camel(name), [sample(call) for sample in samples]) + "\n")
        graph = GRAPH if "arena: _Board" in positional else []
        out.append(function("", name, positional, [*TIMED, *graph, *options(questions, taken)], camel(name)) + "\n")
    own = ["arena: _Board | Sequence[Arena] | None = None", "rounds: int | None = None"]
    players = "Iterable[_Chooser] | Mapping[str, _Chooser] = ()"
    named = ["players_file: str | PathLike[str] | None = None", "pairs: Iterable[tuple[_Chooser, _Chooser]] | None = None"]
    named += ["db: str | PathLike[str] | None = None", "list: bool = False", *TIMED]
    taken = {"players", "arena", "rounds", "players_file", "pairs", "db", "list", "time"}
    named += options(["tournament"], taken)
    out.append(function("", "tournament", ["players: " + players, *own], named, "TournamentResult") + "\n")
    out.append(plane())
    both = levels()
    for verb, samples in METHODS:
        out.append(result_class(camel("level_" + verb), [s(v) for s in samples for v in both]) + "\n")
    out.append("class Level:\n    def __init__(self, source: Mapping[str, Any] | str | PathLike[str]) -> None: ...\n")
    hidden = {"level", "name", "time"}
    named = [*TIMED, *options(["lines/generate"], hidden)]
    out.append(function("    ", "generate", ["cls"], named, "Level", "    @classmethod\n"))
    for verb, _ in METHODS:
        named = [*TIMED, *options([f"lines/{verb}"], hidden)]
        out.append(function("    ", verb, ["self"], named, camel("level_" + verb)))
    named = ["op: str = \"cut\"", *options(["lines/apply"], hidden | {"op", "move"})]
    out.append(function("    ", "apply", ["self", "move: Any"], named, "Level"))
    out.append(function("    ", "split", ["self"], [*TIMED, *options(["lines/split"], hidden)], "Level"))
    out.append("    def to_dict(self) -> dict[str, Any]: ...\n")
    return "".join(out)


def main(arguments):
    """Writes the file, or compares it."""
    text = STUB.read_text(encoding="utf-8")
    at = text.index("\n", text.index(MARK)) + 1
    made = text[:at] + generated()
    if arguments == ["--check"]:
        return 0 if made == text else "python/demesne/__init__.pyi is out of date: tools/stubs.py writes it"
    STUB.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
