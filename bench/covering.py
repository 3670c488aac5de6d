#!/usr/bin/env python3
"""Maximal covering of 100 000 points, all of them candidates: value, gap, time and memory.

bench/covering.py [--demesne ./demesne] [--seconds 60] [--seed 1] [CASE ...]

The points lie in a square of 10 x 10: uniform, or in 20 clusters, normal around uniform centres
with a standard deviation of 0.5.  A CASE is a kind and a radius, as uniform:0.5.
"""
import argparse
import json
import os
import random
import subprocess
import tempfile
import time

CASES = ['uniform:0.1', 'uniform:0.5', 'uniform:0.9', 'clustered:0.2', 'clustered:0.5']


def write_points(path, kind, seed):
    rng = random.Random(seed)
    centres = [(rng.uniform(0, 10), rng.uniform(0, 10)) for _ in range(20)]
    with open(path, 'w') as file:
        file.write('x,y\n')
        for _ in range(100000):
            if kind == 'uniform':
                x, y = rng.uniform(0, 10), rng.uniform(0, 10)
            else:
                x, y = (rng.gauss(c, 0.5) for c in rng.choice(centres))
            file.write(f'{x:.6f},{y:.6f}\n')


def measure(options, case, folder):
    kind, radius = case.split(':')
    points, answer = os.path.join(folder, 'points.csv'), os.path.join(folder, 'answer.json')
    write_points(points, kind, options.seed)
    words = [options.demesne, 'reply', 'points:' + points, '--white', '', '--radius', radius,
             '--count', '20', '--time', str(options.seconds), '--json', '--quiet']
    begun = time.monotonic()
    with open(answer, 'w') as out:
        child = subprocess.Popen(words, stdout=out)
    used = os.wait4(child.pid, 0)[2]
    seconds = time.monotonic() - begun
    with open(answer) as file:
        reply = json.load(file)
    lower, upper = reply['value'], reply.get('upper', reply['value'])
    print(f'{case:14} {lower:7} {upper:7} {100 * (upper - lower) / lower:6.2f} % '
          f'{seconds:6.1f} s {used.ru_maxrss / 1024:6.0f} MiB', flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--demesne', default='./demesne')
    parser.add_argument('--seconds', type=int, default=60)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('cases', nargs='*', default=CASES)
    options = parser.parse_args()
    print(f'{"case":14} {"value":>7} {"upper":>7} {"gap":>8} {"time":>8} {"memory":>10}')
    with tempfile.TemporaryDirectory() as folder:
        for case in options.cases:
            measure(options, case, folder)


main()
