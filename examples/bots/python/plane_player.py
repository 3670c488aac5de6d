#!/usr/bin/env python3
"""plane_player.py - plays in the plane: of some random places the one that takes most of the rest.

    demesne plane play square --rounds 5 --white cmd:./plane_player.py --black greedy
"""
import math
import random

from protocol import run

SAMPLES = 300  # points that stand for the land
TRIED = 40  # of which the first are tried as places


def anywhere(game):
    xs, ys = zip(*game.corners)
    while True:
        point = random.uniform(min(xs), max(xs)), random.uniform(min(ys), max(ys))
        if game.holds(*point):
            return point


def place(game):
    sample = [anywhere(game) for _ in range(SAMPLES)]
    move = []
    while len(move) < game.per_turn:
        taken = [point for _, point in game.points()] + move
        near = [min((game.distance(p, q) for q in taken), default=math.inf) for p in sample]
        legal = [p for p, gap in zip(sample, near) if gap > game.min_distance]
        if not legal:
            break  # the game is over, or this turn is lost
        move.append(max(legal[:TRIED], key=lambda p: sum(
            game.distance(p, q) < gap for q, gap in zip(sample, near))))
    return move


run("python kit, plane", place=place)
