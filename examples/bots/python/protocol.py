"""protocol.py - talks to the referee, so that a player only has to choose vertices.

    from protocol import run
    run("my player", choose)            # or run("my player", choose, prepare)

choose(game) returns the vertices of this turn; prepare(game) may think before the game begins: its
time counts as the start of the program.
Everything that a program prints goes to standard error: standard output belongs to the referee.
"""
import heapq
import math
import os
import sys
import time
from fractions import Fraction

MOST_ROWS = 2000  # boards up to this size keep their table of distances
TABLE_SECONDS = 3  # to fill it, of the ten that a program may take to start


class Game:
    """A board and the stones on it.

    values[v]       what vertex v is worth
    neighbours[v]   list of (vertex, length)
    rounds, per_turn, ties   the rules; ties is "neutral", "earlier", "white" or "black"
    turns           list of (side, [vertices]); no vertices: the turn was lost
    side            whose turn it is in choose(): "white" or "black"
    seconds         what choose() may take, or None if there is no limit
    """

    def __init__(self, values, neighbours):
        self.values = values
        self.neighbours = neighbours
        self.rows = {}
        self.start(1, 1, "neutral")

    def start(self, rounds, per_turn, ties):
        self.rounds, self.per_turn, self.ties = rounds, per_turn, ties
        self.turns = []
        self.side = "white"
        self.seconds = None

    def stones(self):
        """All stones in the order in which they were placed, as (side, vertex)."""
        return [(side, v) for side, turn in self.turns for v in turn]

    def distances(self, v):
        """How far every vertex is from v; math.inf where no path leads."""
        if v not in self.rows:
            row = self.search(v)
            if len(self.values) > MOST_ROWS:
                return row
            self.rows[v] = row
        return self.rows[v]

    def fill_table(self):
        end = time.monotonic() + TABLE_SECONDS
        for v in range(len(self.values)):
            if len(self.values) > MOST_ROWS or time.monotonic() > end:
                break
            self.distances(v)

    def search(self, v):
        row = [math.inf] * len(self.values)
        row[v] = 0
        heap = [(0, v)]
        while heap:
            length, u = heapq.heappop(heap)
            if length > row[u]:
                continue
            for w, step in self.neighbours[u]:
                if length + step < row[w]:
                    row[w] = length + step
                    heapq.heappush(heap, (row[w], w))
        return row


class Plane:
    """A game in the plane: who is nearer to a point of the board has it.

    corners         list of (x, y), in order
    rounds, per_turn, ties   as of a Game
    metric          "euclid" or "manhattan"
    min_distance    the least distance between two points
    rule            "nearest" or "gravity": the side with the greatest sum of 1/d^2
    turns           list of (side, [(x, y), ..]); no points: the turn was lost
    side, seconds   as of a Game
    """

    def __init__(self, corners):
        self.corners = corners

    def start(self, rounds, per_turn, ties, metric="euclid", min_distance=0, rule="nearest"):
        self.rounds, self.per_turn, self.ties = rounds, per_turn, ties
        self.metric, self.min_distance, self.rule = metric, min_distance, rule
        self.turns = []
        self.side = "white"
        self.seconds = None

    def points(self):
        """All points in the order in which they were placed, as (side, (x, y))."""
        return [(side, point) for side, turn in self.turns for point in turn]

    def holds(self, x, y):
        """Whether the point is on the board."""
        inside = False
        for (ax, ay), (bx, by) in zip(self.corners, self.corners[1:] + self.corners[:1]):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                inside = not inside
        return inside

    def distance(self, one, other):
        dx, dy = abs(one[0] - other[0]), abs(one[1] - other[1])
        return dx + dy if self.metric == "manhattan" else math.hypot(dx, dy)


def number(word):
    return float(Fraction(word))


def other_side(side):
    return "black" if side == "white" else "white"


def read_board(vertices, edges, lines):
    values = [int(next(lines)) for _ in range(vertices)]
    neighbours = [[] for _ in range(vertices)]
    for _ in range(edges):
        u, v, length = map(int, next(lines).split())
        neighbours[u].append((v, length))
        neighbours[v].append((u, length))
    return Game(values, neighbours)


def read_plane(corners, lines):
    return Plane([tuple(map(number, next(lines).split())) for _ in range(corners)])


def plane_answer(command, words, game, place):
    """The same in the plane."""
    if command == "rules":
        game.start(int(words[0]), int(words[1]), words[2], words[3], number(words[4]), words[5])
    elif command == "play":
        points = [tuple(map(number, word.split(","))) for word in words[1:]]
        game.turns.append((words[0], points))
    elif command == "genmove":
        game.side = words[0]
        points = list(place(game))
        game.turns.append((game.side, points))
        game.seconds = None
        return " ".join(f"{Fraction(x)},{Fraction(y)}" for x, y in points)
    else:
        return answer(command, words, game, None, None)
    return ""


def answer(command, words, game, choose, prepare):
    """The text of the answer; None: the command is unknown."""
    if command == "protocol_version":
        return "1"
    if command == "rules":
        game.start(int(words[0]), int(words[1]), words[2])
        game.fill_table()
        if prepare:
            prepare(game)
    elif command == "play":
        game.turns.append((words[0], [int(word) for word in words[1:]]))
    elif command == "genmove":
        game.side = words[0]
        move = list(choose(game))
        game.turns.append((game.side, move))
        game.seconds = None
        return " ".join(map(str, move))
    elif command == "undo":
        game.turns.pop()
    elif command == "time_left":
        game.seconds = int(words[1]) / 1000
    elif command != "quit":
        return None
    return ""


def run(name, choose=None, prepare=None, place=None):
    """Answers the referee until the end.  A mistake in choose() ends the program.

    place(game) returns the points (x, y) of a turn in the plane.  Without choose() the program does
    not play on boards, without place() not in the plane.
    """
    referee = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    game = None
    lines = iter(sys.stdin.readline, "")
    for line in lines:
        command, *words = line.split() or [""]
        if command == "":
            continue
        if command == "arena":
            game = read_board(int(words[0]), int(words[1]), lines)
        if command == "plane":
            game = read_plane(int(words[0]), lines)
        known = {"arena": "" if choose else None, "name": name, "plane": "" if place else None}
        if command in known:
            text = known[command]
        elif isinstance(game, Plane):
            text = plane_answer(command, words, game, place)
        else:
            text = answer(command, words, game, choose, prepare)
        referee.write("? unknown command\n\n" if text is None else "= " + text + "\n\n")
        referee.flush()
        if command == "quit":
            break
