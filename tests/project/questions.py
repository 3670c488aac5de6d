"""questions.py - random questions through the tool, the server and the Python package: the answers are equal.

    python3 questions.py TOOL PORT COUNT [SEED [-v]]

Every question of known_questions.def gets arguments at random, most of them valid; the three answers must be the same
object apart from `seconds`, or all three refuse.  It writes files into the current folder and speaks TAP.  For a new
question add a function that makes one to MAKERS.
"""

import json
import os
import random
import re
import subprocess
import sys
import urllib.error
import urllib.request

import demesne as dm

TOOL, PORT, COUNT = sys.argv[1], sys.argv[2], int(sys.argv[3])
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else 1
R = random.Random(SEED)
KNOWN = os.path.join(os.path.dirname(__file__), "../../question/known_questions.def")
with open(KNOWN, encoding="utf-8") as known:
    KINDS = dict(re.findall(r'^Q\("([^"]+)", (\w+)', known.read(), re.MULTILINE))
GRAPHS = ["path:9", "cycle:8", "grid:3x4", "star:7", "tree:2,3", "spider:3,2", "caterpillar:4,2", "petersen", "complete:5",
          "bipartite:3,4", "hypercube:3", "random-tree:11", "gnp:12,0.3", "geometric:12,4", "road:14", "euclid:9", "colby:8"]
TREES = ["path:9", "star:7", "tree:2,2", "spider:3,2", "caterpillar:4,2", "random-tree:9", "tree:3,2"]
TIES, CLOSED = ["neutral", "earlier", "white", "black"], ["neutral", "closed", "split", "own"]
OPS = ["add", "remove", "cut", "rope"]


def maybe(chance=0.5):
    return R.random() < chance


class Question:
    """A question as the API has it (`ask`), as words of the tool, and as a call of the package."""

    def __init__(self, name, board=None):
        self.name, self.board, self.files = name, board, 0
        self.ask, self.words, self.of_python = {}, name.split("/"), {}
        if name == "moves":
            self.words = ["solve"]

    def file(self, text, ending):
        self.files += 1
        path = f"given{self.files}.{ending}"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def option(self, key, value, word=None):
        """A field and its option; `word` is what the tool reads in place of the value."""
        self.ask[key] = value
        flag = "--" + key.replace("_", "-")
        if value is True:
            self.words += [flag]
        else:
            self.words += [flag, str(value) if word is None else word]

    def some(self, chance=0.5, **options):
        """Each of these options with that chance; a list: one of it."""
        for key, value in options.items():
            if maybe(chance):
                self.option(key, R.choice(value) if isinstance(value, list) else value)

    def vertices(self, key, vertices):
        if maybe(0.25) and vertices:  # as a table
            rows = [{"vertex": v, "label": f"shop {v}", "brand": R.choice("xy")} for v in vertices]
            table = "".join(f"{r['vertex']},{r['label']},{r['brand']}\n" for r in rows)
            self.option(key, rows, "@" + self.file("vertex,label,brand\n" + table, "csv"))
        else:
            self.option(key, vertices, ",".join(map(str, vertices)))

    def places(self, key, rows):
        columns = list(rows[0])
        table = "".join(",".join(str(row[c]) for c in columns) + "\n" for row in rows)
        self.option(key, rows, self.file(",".join(columns) + "\n" + table, "csv"))


def on_board(name, graphs=None, oneway=False):
    """A question about a board, and its size: a family, or a list of edges, which is sent."""
    if graphs is None and maybe(0.25):
        return on_edges(name, oneway and maybe(0.4))
    spec, seed = R.choice(graphs or GRAPHS), R.randint(1, 99)
    question = Question(name, dm.Arena(spec, seed=seed))
    question.words.append(spec)
    question.ask["arena"] = spec
    question.option("seed", seed)
    return question, len(question.board)


def on_edges(name, directed):
    """A question about a tree with an edge more, perhaps one-way, with lengths."""
    n = R.randint(4, 10)
    edges = [(v, R.randrange(v), R.choice([1, 2.5, 0.75, 3])) for v in range(1, n)] + [(0, n - 1, 1.25)] * directed
    question = Question(name, dm.Arena([(u, v, float(length)) for u, v, length in edges], directed=directed))
    text = f"vertices {n}\n" + "".join(f"{u} {v} {length}\n" for u, v, length in edges)
    question.words.append(question.file(text, "edges"))
    question.ask["arena"] = post("board", {"text": text, "format": "edges", "directed": directed})["arena"]
    if directed:
        question.words.append("--directed")
        question.some(0.5, direction=["to-site", "from-site"])
    return question, n


def distinct(n, most, least=0):
    return R.sample(range(n), R.randint(least, min(most, n)))


def terms(q, n):
    """Terms of a market."""
    q.some(0.4, ties=TIES, radius=["1", "2", "3.5"])
    if maybe(0.3):
        q.places("customers", [{"vertex": v, "demand": R.choice(["1", "2.5", "0.1", "7"])}
                               for v in sorted(distinct(n, 6, 1))])  # fmt: skip
    elif maybe(0.3):
        values = [R.randint(0, 9) for _ in range(n)]
        q.option("values", values, q.file("".join(f"{v},{x}\n" for v, x in enumerate(values)), "csv"))


def choice(q, chance):
    """Perhaps a rule by which customers divide, with its numbers."""
    if maybe(chance):
        rule = R.choice(["huff", "logit"])
        q.option("rule", rule)
        q.some(0.5, beta=[0.5, 1, 2.5])
        q.some(0.3, outside=["0", "0.25"], choices=[1, 2])
        if rule == "huff":
            q.some(0.5, floor=["1", "0.5"])


def aims(q):
    """Perhaps what is maximized, and how far apart sites are."""
    q.some(0.15, spacing=["1", "2.5"])
    if maybe(0.25):
        q.option("maximize", R.choice(["value", "share", "profit"]))
        if q.ask["maximize"] == "profit":
            q.some(0.5, margin=[0.5, 3])


def fit():
    q, n = on_board("fit")
    sites, customers = sorted(distinct(n, 3, 2)), sorted(distinct(n, 5, 2))
    q.places("sites", [{"vertex": v} for v in sites])
    q.places("customers", [{"vertex": v} for v in customers])
    q.places("observed", [{"customer": c, "site": s, "count": R.randint(1, 9)} for c in customers for s in sites])
    q.some(0.7, rule=["huff", "logit"])
    return q


def arena():
    q, _ = on_board("arena")
    q.some(0.3, rounds=[1, 2, 3], ties=TIES)
    return q


def score():
    q, n = on_board("score", oneway=True)
    stones = distinct(n, 6)
    half = len(stones) // 2
    sides = [("white", v) for v in stones[:half]] + [("black", v) for v in stones[half:]]
    if maybe(0.2):
        R.shuffle(sides)
        q.ask["stones"] = [list(s) for s in sides]
        q.words += ["--order", ",".join(s[0][0].upper() + str(s[1]) for s in sides)]
    else:
        q.vertices("white", stones[:half])
        q.vertices("black", stones[half:])
        q.some(0.3, per_turn=[1, 2, 3])
    terms(q, n)
    choice(q, 0.3)
    return q


def reply():
    q, n = on_board("reply", TREES if maybe(0.3) else None, oneway=True)
    stones = distinct(n - 2, 4, 1)
    count = R.randint(1, 2)
    q.vertices("white", stones[: len(stones) // 2 + 1])
    q.vertices("black", stones[len(stones) // 2 + 1 :])
    q.option("count", count)
    q.some(0.25, method=["auto", "exact", "local", "greedy", "tree", "slides", "slides:printed", "naive"], all=True)
    q.some(0.1, explain=True, all_limit=3)
    if "slides" in q.ask.get("method", "") or "explain" in q.ask:
        q.some(0.4, root=[0, 1, n - 1], find_counterexample=True)
    terms(q, n)
    if maybe(0.3):
        q.places("candidates", [{"vertex": v, "cost": R.choice(["1", "2", "2.5"])} for v in sorted(distinct(n, 7, 3))])
        q.some(0.6, budget=["2", "4.5"])
    if maybe(0.2):
        q.vertices("forbid", distinct(n, 3))
    choice(q, 0.25)
    aims(q)
    q.some(0.1, target_share=["0.3", "0.75"])
    return q


def lead():
    q, n = on_board("lead")
    q.option("count", R.choice([1, 1, 1, 1, 2, 2, 2, 0]))
    q.some(0.4, reply=[1, 2], method=["auto", "exact", "enumerate", "local"])
    if maybe(0.25):
        stones = distinct(n, 3, 1)
        q.vertices("white", stones[:1])
        q.vertices("black", stones[1:])
    if maybe(0.3):
        q.places("candidates", [{"vertex": v, "cost": R.choice(["1", "2"])} for v in sorted(distinct(n, 7, 4))])
        q.some(0.5, budget=["2", "3"])
        q.some(0.2, reply_budget=["1", "3"])
    terms(q, n)
    choice(q, 0.25)
    aims(q)
    q.some(0.15, shared=True)
    return q


def solve(name="solve"):
    q, n = on_board(name)
    per_turn = R.choice([1, 1, 1, 2])
    q.option("rounds", R.randint(1, max(1, min(2, n // (2 * per_turn)))))
    if per_turn > 1:
        q.option("per_turn", per_turn)
    q.some(0.4, ties=TIES)
    if maybe(0.3):
        stones = distinct(n, 2, 1)
        q.vertices("white", stones[:1])
        q.vertices("black", stones[1:])
    if name == "solve":
        q.some(0.2, moves=True, outcome=True)
    else:
        q.words.append("--moves")
    return q


def moves():
    return solve("moves")


def values():
    q, n = on_board("values")
    player = R.choice(["greedy", "neighbour", "enhanced", "enhanced:as=text", "expectation", "minimax:depth=2",
                       "monte-carlo:playouts=2", "random"])  # fmt: skip
    q.words.insert(2, player)
    q.ask["player"] = player
    q.option("rounds", R.randint(1, max(1, min(3, n // 2))))
    q.some(0.4, ties=TIES)
    if maybe():
        stones = distinct(n, 2, 1)
        q.vertices("white", stones[:1])
        q.vertices("black", stones[1:])
    return q


CERTIFICATES = []


def verify():
    if len(CERTIFICATES) < 5:
        spec = R.choice(["path:7", "cycle:6", "star:6", "tree:2,2", "grid:3x3"])
        found = dm.solve(spec, 2, prove=True, ties=R.choice(TIES))
        CERTIFICATES.append(found.certificate)
    text = R.choice(CERTIFICATES)
    if maybe(0.2):  # damaged
        lines = text.splitlines(True)
        del lines[R.randrange(1, len(lines))]
        text = "".join(lines)
    q = Question("verify")
    q.words.append(q.file(text, "jsonl"))
    q.ask["certificate"] = text
    return q


def market():
    q, n = on_board("market")
    spec = q.words.pop(1)
    stones = distinct(n, 4, 2)
    ours, theirs = ("us", "them") if maybe() else ("white", "black")
    plan = {ours: stones[:1], theirs: stones[1:], "scenarios": []}
    for i in range(R.randint(1, 3)):
        asked = R.choice(["score", "reply", "lead"] + ["rival-lead"] * (ours == "us"))
        scenario = {"name": f"s{i}", "ask": asked}
        if asked != "score":
            scenario["count"] = 1
        if asked in ("lead", "rival-lead"):
            scenario["reply"] = 1
        if maybe(0.3):
            scenario["ties"] = R.choice(TIES[: 2 if ours == "us" else 4])
        plan["scenarios"].append(scenario)
    if maybe(0.4):
        plan["rule"] = {"ties": R.choice(TIES[: 2 if ours == "us" else 4]), "radius": R.choice(["1", "2", 2.5])}
    if maybe(0.3):
        plan["customers"] = [{"vertex": v, "demand": R.choice(["1", 2.5])} for v in distinct(n, 6, 1)]
    q.ask |= plan
    q.words.insert(1, q.file(json.dumps(plan | {"arena": spec}), "json"))
    return q


def reduce_sat():
    q = Question("reduce/sat")
    n = R.randint(2, 4)
    clauses = [[v * R.choice([1, -1]) for v in R.sample(range(1, n + 1), min(n, R.randint(1, 3)))]
               for _ in range(R.randint(1, 4))]  # fmt: skip
    text = f"p cnf {n} {len(clauses)}\n" + "".join(" ".join(map(str, c)) + " 0\n" for c in clauses)
    q.words.append(q.file(text, "cnf"))
    q.ask["formula"] = text
    q.some(0.5, problem=[1, 2])
    if maybe(0.4):
        literals = [v * R.choice([1, -1]) for v in range(1, n + 1)]
        q.option("assignment", literals, ",".join(map(str, literals)))
    return q


def reduce_dnf():
    q = Question("reduce/dnf")
    n = R.randint(2, 5)
    text = f"variables {n}\n" + "".join(
        " ".join(map(str, sorted(R.sample(range(1, n + 1), R.randint(1, min(n, 3)))))) + "\n" for _ in range(R.randint(1, 4)))
    q.words.append(q.file(text, "dnf"))
    q.ask["formula"] = text
    if maybe():
        q.option("play", True)
        q.some(0.5, turns=[0, 1, 2])
        q.some(0.3, second=["engine", "human"])
        taken = R.sample(range(1, n + 1), R.randint(0, n))
        q.option("moves", taken, ",".join(map(str, taken)))
    return q


LEVELS = []


def level(trees=False):
    """A small level."""
    if len(LEVELS) < 40:
        kind = "tree" if len(LEVELS) % 2 else "gabriel"
        made = dm.Level.generate(vertices=R.randint(4, 8), kind=kind, seed=R.randint(1, 999), players=R.choice([2, 2, 3]),
                                 op=R.choice(["add", "cut"]), measured=maybe(0.3))  # fmt: skip
        LEVELS.append((kind, made.to_dict()))
    return R.choice([made for kind, made in LEVELS if kind == "tree" or not trees] or [LEVELS[0][1]])


def on_level(name, trees=False):
    q = Question(name)
    source = level(trees)
    path = q.file(json.dumps(source), "json")
    q.words.append(path)
    q.ask |= {"level": source, "name": path}
    q.some(0.3, ties=CLOSED)
    q.some(0.2, player=list(dict.fromkeys(s["player"] for s in source["sites"])))
    return q, source


def lines_score():
    q, _ = on_level("lines/score")
    q.some(0.4, stretches=True)
    return q


def place(source):
    """A place as JSON and as a word."""
    if maybe():
        v = R.randrange(len(source["vertices"]))
        return {"vertex": v}, str(v)
    e, at = R.randrange(len(source["edges"])), R.choice(["1/2", "1/3", "0.25", "3/4"])
    return {"edge": e, "at": at}, f"{e}:{at}"


def lines_apply():
    q, source = on_level("lines/apply")
    op = R.choice(OPS)
    if op == "remove":
        move = R.randrange(len(source["sites"]))
        word = str(move)
    elif op == "rope":
        (a, first), (b, second) = place(source), place(source)
        move, word = {"from": a, "to": b}, f"{first},{second}"
    else:
        move, word = place(source)
        while op == "cut" and "vertex" in move:
            move, word = place(source)
    q.ask |= {"op": op, "move": move}
    q.words += [f"--{op}", word]
    return q


def lines_best():
    q, _ = on_level("lines/best", trees=maybe())
    op = R.choice(OPS)
    q.option("op", op)
    q.some(0.4, objective=["payoff", "margin", "rank"])
    if op == "cut":
        q.some(0.5, method=["auto", "all", "simple", "two-sites", "types", "method-1", "method-2"])
        q.some(0.2, explain=True)
    if op == "rope":
        q.option("epsilon", 0.01)
    elif maybe(0.2):
        q.option("count", 2)
    return q


def lines_solve():
    q, source = on_level("lines/solve")
    q.ask["level"] = source | {"moves": [{"op": R.choice(["cut", "add", "remove"]), "count": 1}]}
    q.words[2] = q.ask["name"] = q.file(json.dumps(q.ask["level"]), "json")
    q.some(0.3, objective=["payoff", "margin", "rank", "win"], count_solutions=True)
    return q


def lines_odds():
    q, _ = on_level("lines/odds")
    q.option("op", R.choice(["add", "remove", "cut"]))
    q.some(0.3, samples=[50, 200], seed=[1, 2, 3])
    return q


def lines_lead():
    return on_level("lines/lead")[0]


def lines_explain():
    q, source = on_level("lines/explain", trees=maybe(0.7))
    if maybe():
        q.option("edge", R.randrange(len(source["edges"])))
        q.some(0.5, at=["1/2", "1/5"])
    return q


def lines_split():
    return on_level("lines/split")[0]


def lines_duel():
    q, _ = on_level("lines/duel")
    q.some(0.5, rounds=[1, 2], white=["random", "greedy"], black=["random", "greedy"], seed=[1, 5, 9])
    if maybe(0.3):
        q.option("ops", R.choice(["add,cut", "cut", "add,remove"]))
    return q


def lines_pack():
    q = Question("lines/pack")
    q.option("count", R.randint(1, 3))
    q.some(0.5, seed=[1, 2, 3, 4], title=["Mine", "A & B"], to=["medium", "hard"])
    return q


def lines_generate():
    q = Question("lines/generate")
    kind, n = R.choice(["grid", "gabriel", "tree"]), R.choice([4, 6, 9])
    q.words.append(f"{kind}:{n}" if kind != "grid" else f"{kind}:3x{n // 3}" if n != 4 else "grid:2x2")
    q.ask |= {"kind": kind, "vertices": n}
    q.words[-1] = f"{kind}:{n}"
    q.some(0.5, seed=[1, 2, 3], op=["add", "cut"], players=[2, 3], measured=True, tries=[50, 200])
    q.some(0.2, ties=CLOSED, unique=True, count=[1])
    return q


def interval_play():
    q = Question("interval/play")
    shape, stones = R.choice(["circle", "segment"]), R.randint(1, 4)
    q.words.append(shape)
    q.ask["arena"] = shape
    q.option("stones", stones)
    if maybe(0.25) and stones > 1:
        q.option("moves", R.choice(["0,1/3", "0", "1/5,2/5,4/5"]))
    q.option("blue", R.choice(["random", "greedy", "key-grabbing", "blocker", "tiny-margin"]))
    q.option("red", R.choice(["random", "line"] if shape == "segment" else ["random", "keypoint", "mirror"]))
    q.some(0.4, seed=[1, 2, 3])
    q.some(0.15, batch=True, min_distance=["1/30", "1/50"], all_first=True)
    q.some(0.3, explain=True)
    return q


def interval_value():
    q = Question("interval/value")
    shape = R.choice(["circle", "segment"])
    q.words.append(shape)
    q.ask["arena"] = shape
    q.option("stones", R.randint(1, 2))
    if maybe(0.7):
        q.option("min_distance", R.choice(["1/30", "1/7", "1/4"]))
        q.some(0.5, strict=True)
    return q


def interval_attack():
    q = Question("interval/attack")
    shape = R.choice(["circle", "segment"])
    q.words.append(shape)
    q.ask["arena"] = shape
    q.option("stones", R.randint(1, 3))
    q.option("red", R.choice(["random", "line"] if shape == "segment" else ["random", "keypoint", "mirror"]))
    if maybe():
        q.option("samples", 50)
        q.some(0.5, blue=["random", "greedy", "key-grabbing"], seed=[1, 2])
    else:
        q.some(0.5, grid=["near", "keys"], bits=[4])
    q.some(0.2, batch=True, min_distance=["1/30"])
    q.some(0.3, explain=True)
    return q


def points(q, key, count):
    """So many sites in the triangle, which all boards hold but the pentagon."""
    grid = [(x, y) for x in range(8) for y in range(8 - x)]
    chosen = [[R.choice([f"{x}/8", str(x / 8)]), f"{y}/8"] for x, y in R.sample(grid, count)]
    q.option(key, chosen, ";".join(",".join(point) for point in chosen))


def on_plane(name, metrics=True):
    q = Question(f"plane/{name}")
    board = R.choice(["square", "triangle", "rect:3/2x1", "rect:1x1.25", "disc"] if maybe(0.2) else ["square", "triangle"])
    q.words.append(board)
    q.ask["board"] = board
    if metrics:
        q.some(0.3, metric=["euclid", "manhattan"], ties=TIES)
    return q


def plane_score():
    q = on_plane("score")
    points(q, "white", R.randint(1, 3))
    points(q, "black", R.randint(0, 3))
    if maybe(0.2):
        q.option("rule", "gravity")
        q.option("lattice", R.choice([10, 37]))
    else:
        q.some(0.3, cells=True, approximate=True)
    return q


def plane_reply():
    q = on_plane("reply", metrics=False)
    points(q, "white", R.randint(1, 3))
    q.option("epsilon", 0.01)
    q.some(0.5, count=[1, 2, 3], seed=[1, 2])
    return q


def plane_lead():
    q = on_plane("lead", metrics=False)
    q.option("count", 1)
    q.option("epsilon", 0.01)
    q.some(0.3, reply=[1, 2], seed=[1, 2])
    return q


def plane_play():
    q = on_plane("play")
    q.option("rounds", R.randint(1, 3))
    q.some(1, white=["random", "greedy", "grid"], black=["random", "row", "balanced"])
    q.some(0.5, per_turn=[1, 2], seed=[1, 2])
    q.some(0.2, min_distance=["1/10", "1/3"])
    return q


MAKERS = [plane_score, plane_reply, plane_lead, plane_play, arena, fit, score, reduce_sat, reduce_dnf, lines_score, lines_apply, interval_play, solve, moves, values, verify, reply, lead,
          market, lines_best, lines_solve, lines_odds, lines_pack, lines_lead, lines_duel, lines_generate,
          lines_explain, lines_split, interval_attack, interval_value]


def post(path, request):
    body = json.dumps(request).encode()
    asked = urllib.request.Request(f"http://127.0.0.1:{PORT}/api/{path}", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(asked) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        return json.load(refusal)


def by_server(q):
    if KINDS[q.name] == "POST":
        return post(q.name, q.ask)
    started = post("jobs", {"call": q.name, "with": q.ask})
    if "job" not in started:
        return started
    url = f"http://127.0.0.1:{PORT}/api/jobs/{started['job']}"
    with urllib.request.urlopen(url + "/events") as events:
        for line in events:
            if line.startswith(b"event: end"):
                job = json.loads(next(events).removeprefix(b"data: "))
    urllib.request.urlopen(urllib.request.Request(url, method="DELETE")).close()
    return job["result"] if job.get("result") else {"error": job.get("error")}


def by_tool(q):
    words = q.words + ["--json", "--quiet"]
    if q.name in ("lines/apply", "lines/generate", "lines/split"):
        words += ["--to", "made.json"]
    ran = subprocess.run([TOOL, *words], capture_output=True, text=True, check=False)
    if not ran.stdout:
        return {"error": ran.stderr}
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    if len(answers) > 1:
        return {"lines": answers}
    return answers[0]


def by_python(q):
    ask = {k: v for k, v in q.ask.items() if k not in ("arena", "seed")}
    if q.board is None:
        ask = {k: v for k, v in q.ask.items()}
    else:
        ask["seed"] = q.ask.get("seed", 1)
    try:
        return python_call(q, ask).to_dict()
    except (dm.Error, TypeError) as refusal:
        return {"error": str(refusal)}


def python_call(q, ask):
    kind, _, verb = q.name.partition("/")
    if kind == "arena":
        return q.board.facts(**{k: v for k, v in ask.items()})
    if kind in ("fit", "score", "reply", "lead", "solve", "moves", "values"):
        return getattr(dm, kind)(q.board, **ask)
    if kind == "market":
        return dm.market(ask, q.board)
    if kind == "verify":
        return dm.verify(ask["certificate"])
    if kind == "reduce":
        return dm.reduce(verb, **ask)
    if kind == "plane":
        about = {k: ask.pop(k) for k in ("board", "metric", "ties") if k in ask}
        sites = {} if verb in ("play", "lead") else {k: ask.pop(k) for k in ("white", "black") if k in ask}
        return getattr(dm.Plane(**about, **sites), verb)(**ask)
    if kind == "interval":
        return getattr(dm, f"interval_{verb}")(**ask)
    if verb in ("pack", "generate"):
        from demesne._ask import ask as question

        return question(q.name, None, ask)
    with_level = dm.Level(ask.pop("level"))
    with_level._name = ask.pop("name")
    return with_level._ask(verb, ask, None, None)


def steady(answer, q):
    """Without what differs: seconds, what files are called, and notes, which the tool writes to standard error."""
    if isinstance(answer, list):
        return [steady(a, q) for a in answer]
    if not isinstance(answer, dict):
        return answer
    kept = {k: steady(v, q) for k, v in answer.items() if k not in ("seconds", "thought", "notes")}
    if "arena" in kept and q.board is not None:
        kept["arena"] = "the board"
    if q.ask.get("rule") in ("huff", "logit"):  # depends on the number of threads
        kept.pop("nodes", None)
    if "written" in kept and q.name.startswith("lines/"):  # the name of the tool's file
        del kept["written"]
    if "arena" in kept and q.name.startswith("reduce/"):  # the name of the tool's file
        kept["arena"] = "the formula"
    if "error" in kept and len(kept) == 1:
        return "refused"
    return kept


def differences(one, other, path=""):
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys()):
            if key not in one or key not in other:
                yield f"{path}.{key} is only in the {'second' if key not in one else 'first'}"
            else:
                yield from differences(one[key], other[key], f"{path}.{key}")
    elif one != other:
        yield f"{path}: {json.dumps(one)[:200]} and {json.dumps(other)[:200]}"


def main():
    refused, failed, number = 0, 0, 0
    each = {}
    for i in range(COUNT):
        maker = MAKERS[i % len(MAKERS)]
        q = maker()
        tool, server, python = by_tool(q), by_server(q), by_python(q)
        answers = [steady(a, q) for a in (tool, server, python)]
        wrong = [f"tool and server{d}" for d in differences(answers[0], answers[1])]
        wrong += [f"server and Python{d}" for d in differences(answers[1], answers[2])]
        refused += answers[0] == "refused"
        counted = each.setdefault(q.name, [0, 0, 0])
        counted[0] += 1
        counted[1] += answers[0] == "refused"
        if answers[0] == "refused" and "-v" in sys.argv:
            print("# refused:", " ".join(q.words), tool["error"].strip()[:150])
        if wrong:
            counted[2] += 1
            print(f"# {' '.join(q.words)}\n# {json.dumps(q.ask)[:600]}")
            for line in wrong[:6]:
                print("#   ", line)
            for side, answer in (("tool", tool), ("server", server), ("Python", python)):
                if "error" in answer:
                    print(f"#    {side}: {str(answer['error']).strip()[:200]}")
    for name, (asked, no, bad) in sorted(each.items()):
        number += 1
        failed += bad > 0
        print(f"{'not ok' if bad else 'ok'} {number} - {name}: {asked} questions, {no} refused, {bad} differ")
    missing = KINDS.keys() - each.keys()
    failed += bool(missing)
    print(f"{'not ok' if missing else 'ok'} {number + 1} - every question is asked{' but ' * bool(missing)}{' '.join(missing)}")
    number += 2
    failed += refused > COUNT // 3
    print(f"{'not ok' if refused > COUNT // 3 else 'ok'} {number} - {refused} of {COUNT} are refused, by all three")
    print(f"1..{number}")
    return failed > 0


sys.exit(main())
