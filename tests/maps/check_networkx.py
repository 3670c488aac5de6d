"""Compares the boards that demesne makes of networkx's files with the graphs themselves.

    check_networkx.py demesne FOLDER [GRAPHS]

Random graphs, directed or not, with parallel edges or not, with lengths, weights, or longitudes and
latitudes, as GraphML, GML, node-link JSON, edge list and (where pydot is there) DOT.  Vertices must
have the nodes' ids as names, and arcs the same lengths.  Prints what differs; status 1 if anything
does.
"""
import decimal
import json
import math
import os
import random
import subprocess
import sys

import networkx

NAMES = ['Alton', 'Köln', 'x "y" & <z>', '東京', 'a b', '17', "d'e", 'n3', '(0, 1)', 'Ω']


def differ(what, ours, expected):
    if ours != expected:
        print(f'{what}: {ours!r:.300}, expected {expected!r:.300}')
        sys.exit(1)


def random_graph(kind, by_name):
    """A graph with some attributes; `kind` is what its lengths are."""
    graph = random.choice([networkx.Graph, networkx.DiGraph, networkx.MultiGraph,
                           networkx.MultiDiGraph])()
    nodes = random.sample(NAMES, 8) if by_name else list(range(8))
    for node in nodes:
        graph.add_node(node, population=random.randrange(9))
        if kind == 'map':
            graph.nodes[node].update(lon=random.uniform(11, 12), lat=random.uniform(57, 58))
    for _ in range(20):
        u, v = random.sample(nodes, 2)
        length = {'map': random.uniform(0.01, 900), 'length': random.randrange(1, 5000) / 1000,
                  'weight': random.randrange(1, 50)}.get(kind)
        graph.add_edge(u, v, colour='#f00')
        data = graph.get_edge_data(u, v)
        data = data[max(data)] if graph.is_multigraph() else data
        if kind != 'plain':
            data['weight' if kind == 'weight' else 'length'] = length
            data['travel_time'] = round(random.uniform(1, 90), 2)
    return graph


def length_of(data, kind, seconds):
    """The edge's length as a decimal; None: the great circle between its ends."""
    if kind == 'plain':
        return decimal.Decimal(1)
    text = repr(data['travel_time'] if seconds else data.get('length', data.get('weight')))
    exact = decimal.Decimal(text)
    if kind != 'map':
        return exact
    tenths = (exact * 10).quantize(decimal.Decimal(1), decimal.ROUND_HALF_UP)
    return max(tenths, decimal.Decimal(1)) / 10


def expected_arcs(graph, kind, seconds, directed):
    arcs = {}
    for u, v, data in graph.edges(data=True):
        length = length_of(data, kind, seconds)
        for key in ((u, v),) if directed and graph.is_directed() else ((u, v), (v, u)):
            arcs[key] = min(length, arcs.get(key, length))
    return arcs


def arcs_of(board, names):
    arcs = {}
    for key in ('edges', 'arcs'):
        for u, v, *length in board.get(key, []):
            length = decimal.Decimal(str(length[0] if length else 1))
            arcs[names[u], names[v]] = length
            if key == 'edges':
                arcs[names[v], names[u]] = length
    return arcs


def check(program, path, graph, kind, options):
    seconds = '--measure' in options
    run = subprocess.run([program, 'arena', path, '--to', '-', '--format', 'json', *options],
                         capture_output=True, text=True, check=False)
    differ(f'{path} {options}: status', (run.returncode, run.stdout and ''), (0, ''))
    board = json.loads(run.stdout)
    nodes = list(graph.nodes)
    vertices = board['vertices']
    listed = isinstance(vertices, list)
    names = [v.get('name', i) for i, v in enumerate(vertices)] if listed else list(range(vertices))
    if path.endswith('.edges') or nodes == list(range(len(nodes))):
        names = nodes
    differ(f'{path}: names', names, nodes)
    differ(f'{path} {options}: arcs', arcs_of(board, names),
           expected_arcs(graph, kind, seconds, '--directed' in options))
    if not path.endswith('.edges') and 'population' not in run.stderr:
        differ(f'{path}: note', run.stderr, 'a note about population')
    if kind == 'map' and not path.endswith('.edges'):
        differ(f'{path}: place', [(v['x'], v['y']) for v in vertices],
               [(graph.nodes[n]['lon'], graph.nodes[n]['lat']) for n in nodes])


def write_all(graph, folder):
    def path(ending):
        return os.path.join(folder, 'graph' + ending)
    networkx.write_graphml(graph, path('.graphml'))
    networkx.write_gml(graph, path('.gml'))
    with open(path('.json'), 'w', encoding='utf-8') as file:
        json.dump(networkx.node_link_data(graph), file)
    files = ['.graphml', '.gml', '.json']
    if all(isinstance(node, int) for node in graph):
        networkx.write_edgelist(graph, path('.edges'))
        files.append('.edges')
    try:
        networkx.drawing.nx_pydot.write_dot(graph, path('.dot'))
        files.append('.dot')
    except (ImportError, ValueError):
        pass
    return [path(ending) for ending in files]


def main():
    program, folder = sys.argv[1:3]
    random.seed(1)
    for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 10):
        kind = random.choice(['plain', 'weight', 'length', 'map'])
        graph = random_graph(kind, random.random() < 0.6)
        for path in write_all(graph, folder):
            options = random.choice([[], ['--directed']])
            if path.endswith('.edges') and not graph.is_directed():
                options = []  # a line of an edge list is an arc then
            if path.endswith('.edges') and kind == 'map':
                continue  # it has no places, and such lengths are too fine for exact units
            check(program, path, graph, kind, options)
            if kind in ('length', 'map'):
                check(program, path, graph, kind, [*options, '--measure', 'seconds'])


if __name__ == '__main__':
    main()
