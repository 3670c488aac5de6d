"""Compares the boards that demesne makes of maps with those of osm.py.

    check_osm.py demesne <questions     one per line: FILE PAIRS [PROFILE MEASURE]..

For every profile and both measures, or those named: vertices with their names, arcs with their
lengths and directions, streets, one-way arcs, the largest strong component; and distances between
PAIRS random pairs, with networkx.  Prints a line per file: its name, then `same` or the first
difference.  One process for all files, as networkx takes long to load.
"""
import csv
import io
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

import networkx

import osm


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=True).stdout


class Different(Exception):
    pass


def differ(what, ours, expected):
    if ours != expected:
        raise Different(f'{what}: {ours!r:.200}, expected {expected!r:.200}')


def ids_of(board, nodes):
    """The nodes of the board's vertices: by name, or, where there are none, by place."""
    if 'name' in board['vertices'][0]:
        return [int(vertex['name']) for vertex in board['vertices']]
    at = {place: node for node, place in nodes.items()}
    return [at[round(v['x'] * 1e9), round(v['y'] * 1e9)] for v in board['vertices']]


def arcs_of(board, names):
    arcs = {}
    for key in ('edges', 'arcs'):
        for u, v, length in board.get(key, []):
            tenths = round(float(length) * 10)
            arcs[names[u], names[v]] = tenths
            if key == 'edges':
                arcs[names[v], names[u]] = tenths
    return arcs


def check_largest(program, path, options, nodes, vertices, arcs):
    rank = {v: i for i, v in enumerate(vertices)}
    graph = networkx.DiGraph(arcs.keys())
    graph.add_nodes_from(vertices)
    parts = list(networkx.strongly_connected_components(graph))
    largest = max(parts, key=lambda part: (len(part), -min(map(rank.get, part))))
    kept = {key: length for key, length in arcs.items() if largest.issuperset(key)}
    board = json.loads(run(program, 'arena', path, '--to', '-', '--format', 'json', '--largest',
                           *options))
    ours = ids_of(board, nodes)
    differ('largest', ours, [v for v in vertices if v in largest])
    differ('arcs of the largest', arcs_of(board, ours), kept)


def check_distances(program, file, streets, arcs, pairs):
    """Sites are where customers travel to: distances are those towards them."""
    vertices, graph = streets.vertices, networkx.DiGraph()
    graph.add_nodes_from(vertices)
    for (u, v), length in arcs.items():
        graph.add_edge(v, u, weight=length)
    has_rules = any(v in streets.turns or v in streets.barriers for v in vertices)
    per_site = min(250, len(vertices), pairs)
    for _ in range(0, pairs, per_site):
        site = random.randrange(len(vertices))
        expected = streets.distances_to(vertices[site])
        if not has_rules:
            simple = networkx.single_source_dijkstra_path_length(graph, vertices[site])
            differ(f'networkx at {vertices[site]}', expected, simple)
        table = run(program, 'score', file, '--white', str(site), '--csv', '-')
        rows = {vertices[int(row['vertex'])]: row for row in csv.DictReader(io.StringIO(table))}
        for v in random.sample(vertices, per_site):
            text = rows[v]['distance']
            ours = None if text in ('', 'inf') else round(float(text) * 10)
            differ(f'distance from {v} to {vertices[site]}', ours, expected.get(v))


def check(program, path, read, profile, measure, pairs, folder):
    options = ['--profile', profile, '--measure', measure]
    vertices, arcs, streets = osm.board(*read, profile, measure)
    if not vertices:
        return
    file = os.path.join(folder, 'map.board')  # which is read more quickly than the map
    facts = json.loads(run(program, 'arena', path, '--json', '--to', file, *options))
    board = json.loads(run(program, 'arena', file, '--to', '-', '--format', 'json'))
    names = ids_of(board, read[0])
    differ('vertices', names, vertices)
    ours = arcs_of(board, names)
    for key in arcs.keys() | ours.keys():
        differ(f'arc {key}', ours.get(key), arcs.get(key))
    differ('streets', facts['streets'], streets)
    oneway = sum(arcs.get((v, u)) != length for (u, v), length in arcs.items())
    differ('oneway', facts['oneway'], oneway)
    check_largest(program, path, options, read[0], vertices, arcs)
    check_distances(program, file, osm.Streets(*read, profile, measure), arcs, pairs)


def compare(program, path, pairs, *asked):
    random.seed(1)
    read = osm.read(path)
    profiles = list(zip(asked[::2], asked[1::2]))
    for profile, measure in profiles or itertools.product(osm.PROFILES, ('metres', 'seconds')):
        try:
            with tempfile.TemporaryDirectory() as folder:
                check(program, path, read, profile, measure, int(pairs), folder)
        except Different as difference:
            return f'{profile} {measure}: {difference}'
    return 'same'


for line in sys.stdin:
    question = line.split()
    print(question[0], compare(sys.argv[1], *question), flush=True)
