#!/usr/bin/env python3
"""player.py - takes the vertex that wins the most at once; begin your own player here.

    demesne play grid:7x7 --rounds 4 --white cmd:./player.py --black greedy
"""
import math
import time

from protocol import other_side, run


class Territory:
    """How near each side is to every vertex, and which side was that near first."""

    def __init__(self, game):
        self.game = game
        self.near = {side: [math.inf] * len(game.values) for side in ("white", "black")}
        self.first = [None] * len(game.values)
        for side, v in game.stones():
            self.place(side, v)

    def place(self, side, v):
        mine, other = self.near[side], self.near[other_side(side)]
        for u, length in enumerate(self.game.distances(v)):
            if length < min(mine[u], other[u]):
                self.first[u] = side
            mine[u] = min(mine[u], length)

    def owner(self, side, u, mine, other):
        """1 if `side` owns u at these distances, -1 if the other does, 0 if nobody does."""
        if mine != other:
            return 1 if mine < other else -1
        if mine == math.inf or self.game.ties == "neutral":
            return 0
        holder = self.first[u] if self.game.ties == "earlier" else self.game.ties
        return 1 if holder == side else -1

    def worth(self, side, v):
        """What a stone on v wins; of equal ones, the stone nearer to what it wins is better."""
        mine, other = self.near[side], self.near[other_side(side)]
        gain, far = 0, 0.0
        for u, length in enumerate(self.game.distances(v)):
            if length < mine[u] and length <= other[u]:
                change = self.owner(side, u, length, other[u]) - self.owner(side, u, mine[u], other[u])
                gain += change * self.game.values[u]
                far += float(self.game.values[u]) * length
        return gain, -far


def choose(game):
    end = time.monotonic() + (game.seconds or 5) / 2
    territory = Territory(game)
    free = sorted(set(range(len(game.values))) - {v for _, v in game.stones()})
    move = []
    while len(move) < game.per_turn:
        best, best_worth = free[0], territory.worth(game.side, free[0])
        for v in free[1:]:
            if time.monotonic() > end:
                break
            if (worth := territory.worth(game.side, v)) > best_worth:
                best, best_worth = v, worth
        move.append(best)
        free.remove(best)
        territory.place(game.side, best)
    return move


run("python kit", choose)
