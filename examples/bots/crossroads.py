#!/usr/bin/env python3
"""An example bot: takes the vertex with the most value close by that nobody holds yet.

    demesne play grid:7x7 --rounds 4 --white "cmd:python3 crossroads.py" --black greedy

The standard library alone.  It shows the whole protocol (docs/BOTS.md): a line is a command, the
answer is `= text` or `? error` and a blank line.
"""
import heapq
import sys


class Game:
    def __init__(self, values, neighbours):
        self.values = values
        self.neighbours = neighbours
        self.start(1)

    def start(self, per_turn):
        self.per_turn = per_turn
        self.turns = []  # each a list of vertices; an empty one was lost

    def taken(self):
        return [v for turn in self.turns for v in turn]

    def distances(self, sources):
        """How far every vertex that can be reached is from the nearest of `sources`."""
        found = {}
        heap = [(0, v) for v in sources]
        while heap:
            length, v = heapq.heappop(heap)
            if v in found:
                continue
            found[v] = length
            for u, step in self.neighbours[v]:
                if u not in found:
                    heapq.heappush(heap, (length + step, u))
        return found

    def choose(self):
        taken = self.taken()
        held = self.distances(taken)
        best, best_worth = None, -1
        for v in range(len(self.values)):
            if v in taken:
                continue
            worth = 0.0
            for u, length in self.distances([v]).items():
                if u not in held or length < held[u]:
                    worth += self.values[u] / (1 + length)
            if worth > best_worth:
                best, best_worth = v, worth
        return best


def read_board(words, lines):
    n, m = int(words[1]), int(words[2])
    values = [int(next(lines)) for _ in range(n)]
    neighbours = [[] for _ in range(n)]
    for _ in range(m):
        u, v, length = (int(word) for word in next(lines).split())
        neighbours[u].append((v, length))
        neighbours[v].append((u, length))
    return Game(values, neighbours)


def genmove(game):
    game.turns.append([])
    for _ in range(game.per_turn):
        game.turns[-1].append(game.choose())
    return " ".join(str(v) for v in game.turns[-1])


def answer(game, words, lines):
    """The answer and the game, which `arena` makes anew."""
    command = words[0]
    text = ""
    if command == "protocol_version":
        text = "1"
    elif command == "name":
        text = "crossroads"
    elif command == "arena":
        game = read_board(words, lines)
    elif command == "rules":
        game.start(int(words[2]))
    elif command == "play":
        game.turns.append([int(word) for word in words[2:]])
    elif command == "genmove":
        text = genmove(game)
    elif command == "undo":
        game.turns.pop()
    elif command not in ("time_left", "quit"):
        raise ValueError("unknown command")
    return text, game


def main():
    game = None
    lines = iter(sys.stdin.readline, "")
    for line in lines:
        words = line.split()
        if not words:
            continue
        try:
            text, game = answer(game, words, lines)
            print("= " + text + "\n", flush=True)
        except (ValueError, IndexError, AttributeError) as wrong:
            print("? " + str(wrong) + "\n", flush=True)
        if words[0] == "quit":
            break


main()
