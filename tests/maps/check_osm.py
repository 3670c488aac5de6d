"""Compares the boards that demesne makes of a map with those of osm.py.

    check_osm.py demesne FILE PAIRS [PROFILE MEASURE]..

For every profile and both measures, or those named: vertices with their names, arcs with their
lengths and directions, streets, one-way arcs, the largest strong component; and distances between
PAIRS random pairs, with networkx.  Prints what differs; status 1 if anything does.
"""
import csv
import io
import itertools
import json
import random
import subprocess
import sys

import networkx

import osm


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=True).stdout


def differ(what, ours, expected):
    if ours != expected:
        print(f'{what}: {ours!r:.200}, expected {expected!r:.200}')
        sys.exit(1)


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


def check_distances(program, path, options, vertices, arcs, pairs):
    """Sites are where customers travel to: distances are those towards them."""
    graph = networkx.DiGraph()
    graph.add_nodes_from(vertices)
    for (u, v), length in arcs.items():
        graph.add_edge(v, u, weight=length)
    per_site = min(250, len(vertices), pairs)
    for _ in range(0, pairs, per_site):
        site = random.randrange(len(vertices))
        expected = networkx.single_source_dijkstra_path_length(graph, vertices[site])
        table = run(program, 'score', path, '--white', str(site), '--csv', '-', *options)
        rows = {vertices[int(row['vertex'])]: row for row in csv.DictReader(io.StringIO(table))}
        for v in random.sample(vertices, per_site):
            text = rows[v]['distance']
            ours = None if text in ('', 'inf') else round(float(text) * 10)
            differ(f'distance from {v} to {vertices[site]}', ours, expected.get(v))


def check(program, path, read, profile, measure, pairs):
    options = ['--profile', profile, '--measure', measure]
    vertices, arcs, streets = osm.board(*read, profile, measure)
    if not vertices:
        return 'no streets'
    facts = json.loads(run(program, 'arena', path, '--json', *options))
    board = json.loads(run(program, 'arena', path, '--to', '-', '--format', 'json', *options))
    names = ids_of(board, read[0])
    differ('vertices', names, vertices)
    ours = arcs_of(board, names)
    for key in arcs.keys() | ours.keys():
        differ(f'arc {key}', ours.get(key), arcs.get(key))
    differ('streets', facts['streets'], streets)
    oneway = sum(arcs.get((v, u)) != length for (u, v), length in arcs.items())
    differ('oneway', facts['oneway'], oneway)
    check_largest(program, path, options, read[0], vertices, arcs)
    check_distances(program, path, options, vertices, arcs, pairs)
    return f'{len(vertices)} vertices, {len(arcs)} arcs, {oneway} one-way, {streets} streets'


def main():
    program, path, pairs = sys.argv[1:4]
    asked = list(zip(sys.argv[4::2], sys.argv[5::2]))
    random.seed(1)
    read = osm.read(path)
    for profile, measure in asked or itertools.product(osm.PROFILES, ('metres', 'seconds')):
        print(profile, measure, check(program, path, read, profile, measure, int(pairs)))


main()
