"""A small reader of OpenStreetMap files, and the board that they should give.

Slow and written from the documents alone (docs/MAPS.md and the PBF format), to compare with the
library.  Coordinates are whole numbers of 10^-9 degrees.
"""
import bz2
import gzip
import heapq
import json
import math
import struct
import xml.etree.ElementTree as ElementTree
import zlib


def varint(data, at):
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return number, at


def fields(data):
    """The fields of a message: (number, value), a value is an integer or bytes."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            value, at = varint(data, at)
        elif tag & 7 == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            raise ValueError('wire type')
        yield tag >> 3, value


def numbers(data):
    at = 0
    while at < len(data):
        number, at = varint(data, at)
        yield number


def signed(number):
    return (number >> 1) ^ -(number & 1)


def long(number):
    return number - 2 ** 64 if number >= 2 ** 63 else number


def sums(data):
    total = 0
    for number in numbers(data):
        total += signed(number)
        yield total


def blobs(data):
    at = 0
    while at < len(data):
        size, = struct.unpack('>I', data[at:at + 4])
        header = dict(fields(data[at + 4:at + 4 + size]))
        at += 4 + size
        blob = dict(fields(data[at:at + header[3]]))
        at += header[3]
        yield header[1], blob[1] if 1 in blob else zlib.decompress(blob[3])


def read_pbf(path):
    """The nodes {id: (lon, lat)}, the ways [(tags, refs, id)] in the order of the file, and Rules."""
    nodes, ways, rules = {}, [], Rules()
    for kind, block in blobs(open(path, 'rb').read()):
        if kind == b'OSMData':
            read_block(block, nodes, ways, rules)
    return nodes, ways, rules


class Rules:
    """What nodes and relations say: {node: tags}, [(tags, [(type, id, role)])]."""

    def __init__(self):
        self.tagged, self.relations = {}, []


def read_block(block, nodes, ways, rules):
    one, groups = {17: 100, 19: 0, 20: 0}, []
    for number, value in fields(block):
        if number == 2:
            groups.append(value)
        else:
            one[number] = value
    texts = [value.decode() for number, value in fields(one.get(1, b'')) if number == 1]

    def place(lon, lat):
        return long(one[20]) + one[17] * lon, long(one[19]) + one[17] * lat

    for group in groups:
        for number, value in fields(group):
            item = dict(fields(value)) if number in (1, 2, 3, 4) else {}
            tags = {texts[k]: texts[v] for k, v in zip(numbers(item.get(2, b'')),
                                                       numbers(item.get(3, b'')))} if number != 2 else {}
            if number == 1:
                nodes[signed(item[1])] = place(signed(item[9]), signed(item[8]))
                rules.tagged[signed(item[1])] = tags
            elif number == 2:
                words = numbers(item.get(10, b''))
                for node, lat, lon in zip(sums(item.get(1, b'')), sums(item.get(8, b'')),
                                          sums(item.get(9, b''))):
                    nodes[node] = place(lon, lat)
                    for key in words:
                        if key == 0:
                            break
                        rules.tagged.setdefault(node, {})[texts[key]] = texts[next(words)]
            elif number == 3:
                ways.append((tags, list(sums(item.get(8, b''))), item.get(1, 0)))
            elif number == 4:
                types = [('node', 'way', 'relation')[t] for t in numbers(item.get(10, b''))]
                roles = [texts[r] for r in numbers(item.get(8, b''))]
                rules.relations.append((tags, list(zip(types, sums(item.get(9, b'')), roles))))


def read_xml(path):
    opener = {'.gz': gzip.open, 'bz2': bz2.open}.get(path[-3:], open)
    nodes, ways, rules = {}, [], Rules()
    for item in ElementTree.parse(opener(path, 'rb')).getroot():
        tags = {t.get('k'): t.get('v') for t in item.findall('tag')}
        if item.tag == 'node':
            rules.tagged[int(item.get('id'))] = tags
            nodes[int(item.get('id'))] = (round(float(item.get('lon')) * 1e9),
                                          round(float(item.get('lat')) * 1e9))
        elif item.tag == 'way':
            ways.append((tags, [int(n.get('ref')) for n in item.findall('nd')],
                         int(item.get('id', 0))))
        elif item.tag == 'relation':
            rules.relations.append((tags, [(m.get('type'), int(m.get('ref')), m.get('role'))
                                           for m in item.findall('member')]))
    return nodes, ways, rules


def read_geojson(path):
    """Lines as ways; equal coordinates are one node, and without a class it is a road."""
    ids, ways = {}, []
    for feature in json.load(open(path))['features']:
        kind, lines = feature['geometry']['type'], feature['geometry']['coordinates']
        lines = [lines] if kind == 'LineString' else lines if kind == 'MultiLineString' else []
        tags = {key: str(value) for key, value in feature['properties'].items()}
        for line in lines:
            places = [(round(point[0] * 1e9), round(point[1] * 1e9)) for point in line]
            ways.append(({'highway': 'road', **tags},
                         [ids.setdefault(place, len(ids)) for place in places], 0))
    return {node: place for place, node in ids.items()}, ways, Rules()


def read(path):
    if path.endswith('.geojson'):
        return read_geojson(path)
    return read_pbf(path) if path.endswith('.pbf') else read_xml(path)


SPEEDS = {  # km/h of car, bike and foot; 0: not allowed; negative: only if a tag says so
    'motorway': (110, 0, 0), 'motorway_link': (60, 0, 0),
    'trunk': (90, 15, 0), 'trunk_link': (50, 15, 0),
    'primary': (60, 15, 5), 'primary_link': (40, 15, 5),
    'secondary': (55, 15, 5), 'secondary_link': (40, 15, 5),
    'tertiary': (45, 15, 5), 'tertiary_link': (35, 15, 5),
    'unclassified': (40, 15, 5), 'residential': (30, 15, 5), 'living_street': (10, 10, 5),
    'service': (20, 15, 5), 'road': (30, 15, 5), 'track': (0, 12, 5), 'cycleway': (0, 15, 5),
    'path': (0, 12, 5), 'pedestrian': (0, -8, 5), 'footway': (0, -8, 5), 'bridleway': (0, -8, 5),
    'steps': (0, 0, 2), 'corridor': (0, 0, 4), 'platform': (0, 0, 4), 'elevator': (0, 0, 1),
}
PROFILES = ('car', 'bike', 'foot')
ACCESS = {'car': ('motorcar', 'motor_vehicle', 'vehicle', 'access'),
          'bike': ('bicycle', 'vehicle', 'access'), 'foot': ('foot', 'access')}


def maxspeed(text):
    if text in ('walk', 'none'):
        return {'walk': 5, 'none': 130}[text]
    digits = text
    while digits and not digits.replace('.', '', 1).isdigit():
        digits = digits[:-1]
    unit = text[len(digits):].strip(' ')
    factor = {'': 1, 'km/h': 1, 'kmh': 1, 'kph': 1, 'mph': 1.609344, 'knots': 1.852}.get(unit, 0)
    speed = float(digits or 0) * factor
    return speed if 1 <= speed <= 300 else 0


def judge(tags, profile):
    """None, or (forward, backward, speed)."""
    keys = ACCESS[profile]
    if tags.get('highway') not in SPEEDS and tags.get('route') == 'ferry':
        first = next((tags[key] for key in keys if key in tags), None)
        is_told = profile != 'car' or any(key in tags for key in keys[:-1])
        if first in ('no', 'private') or not is_told:
            return None
        return direction(tags, profile) + (('duration', tags.get('duration')),)
    speed = SPEEDS.get(tags.get('highway'), (0, 0, 0))[PROFILES.index(profile)]
    if speed == 0:
        return None
    if speed < 0:
        if tags.get(keys[0]) not in ('yes', 'designated', 'permissive', 'official'):
            return None
    else:
        for key in keys:
            if key in tags:
                if tags[key] in ('no', 'private'):
                    return None
                break
    speed = abs(speed)
    limit = maxspeed(tags.get('maxspeed', ''))
    if limit and (profile == 'car' or (profile == 'bike' and limit < speed)):
        speed = limit
    return direction(tags, profile) + (speed,)


def direction(tags, profile):
    meanings = {'yes': (1, 0), '1': (1, 0), 'true': (1, 0), '-1': (0, 1), 'reverse': (0, 1),
                'no': (1, 1), '0': (1, 1), 'false': (1, 1)}
    if profile == 'foot':
        return 1, 1
    if profile == 'bike':
        if tags.get('oneway:bicycle') in meanings:
            return meanings[tags['oneway:bicycle']]
        if tags.get('cycleway', '').startswith('opposite'):
            return 1, 1
    if tags.get('oneway') in meanings:
        return meanings[tags['oneway']]
    if tags.get('junction') in ('roundabout', 'circular') or tags.get('highway') == 'motorway':
        return 1, 0
    return 1, 1


def metres(a, b):
    lon1, lat1, lon2, lat2 = (x / 1e9 for x in a + b)
    up = math.sin((math.radians(lat2) - math.radians(lat1)) / 2)
    across = math.sin(math.radians(lon2 - lon1) / 2)
    square = up * up + math.cos(math.radians(lat1)) * math.cos(math.radians(lat2)) * across * across
    return 2 * 6371008.8 * math.asin(math.sqrt(min(1, square)))


def pieces(refs, nodes):
    """The parts of a way between missing nodes, of two nodes or more; no node follows itself."""
    piece = []
    for ref in refs + [None]:
        x, y = nodes.get(ref, (None, None))
        if x is not None and abs(x) <= 180 * 10 ** 9 and abs(y) <= 90 * 10 ** 9:
            if not piece or piece[-1] != ref:
                piece.append(ref)
            continue
        if len(piece) > 1:
            yield piece
        piece = []


def ferry_speed(refs, nodes, text):
    """A ferry takes as long as it says, or goes 15 km/h."""
    parts = [float(part) for part in (text or '').split(':') if part.isdigit()]
    seconds = (0, 60 * parts[0] if parts else 0, sum(a * b for a, b in zip(parts, (3600, 60))),
               sum(a * b for a, b in zip(parts, (3600, 60, 1))))[len(parts)]
    length = sum(metres(nodes[u], nodes[v]) for u, v in zip(refs, refs[1:])
                 if u in nodes and v in nodes)
    return 3.6 * length / seconds if seconds and length else 15


BARRIERS = {'pass': ('no entrance border_control toll_booth sally_port gate lift_gate swing_gate '
                     'sliding_gate hampshire_gate cattle_grid kerb height_restrictor '
                     'width_restrictor').split(),
            'walk': 'kissing_gate stile turnstile full-height_turnstile horse_stile'.split(),
            'stop': 'wall fence hedge ditch city_wall retaining_wall'.split()}


def stops(tags, profile):
    """Whether a node with these tags is a barrier that this traveller does not pass."""
    kind = tags.get('barrier')
    if kind is None:
        return False
    told = next((tags[key] for key in ACCESS[profile] if key in tags), None)
    if told is not None:
        return told in ('no', 'private')
    return (kind in BARRIERS['stop'] or (kind in BARRIERS['walk'] and profile != 'foot') or
            (profile == 'car' and kind not in BARRIERS['pass']))


def restrictions(rules, profile):
    """By their nodes: {via: [(ways from, ways to, whether only these)]}."""
    keys = {'car': ('restriction:motorcar', 'restriction:motor_vehicle', 'restriction:vehicle',
                    'restriction'),
            'bike': ('restriction:bicycle', 'restriction:vehicle', 'restriction'), 'foot': ()}[profile]
    free = {'car': {'motorcar', 'motor_vehicle', 'vehicle'}, 'bike': {'bicycle', 'vehicle'}}
    found = {}
    for tags, members in rules.relations:
        value = next((tags[key] for key in keys if key in tags), '')
        excepted = {word.strip() for word in tags.get('except', '').split(';')}
        vias = [(kind, ref) for kind, ref, role in members if role == 'via']
        if tags.get('type') != 'restriction' or value[:3] not in ('no_', 'onl') or \
                excepted & free[profile] or len(vias) != 1 or vias[0][0] != 'node':
            continue
        sides = [{ref for kind, ref, role in members if kind == 'way' and role == side}
                 for side in ('from', 'to')]
        found.setdefault(vias[0][1], []).append((*sides, value.startswith('only_')))
    return found


class Streets:
    """Directed streets, and a search over them that respects turns."""

    def __init__(self, nodes, ways, rules, profile, measure):
        self.one = []  # (from, to, tenths, way, number of the street)
        self.vertices, _, _ = board(nodes, ways, rules, profile, measure, self.one)
        self.turns = restrictions(rules, profile)
        self.barriers = {v for v, tags in rules.tagged.items() if stops(tags, profile)}
        self.into, self.out = {}, {}
        for street in self.one:
            self.into.setdefault(street[1], []).append(street)
            self.out.setdefault(street[0], []).append(street)

    def may_turn(self, a, b):
        if a[1] in self.barriers and a[4] != b[4]:
            return False
        for froms, tos, is_only in self.turns.get(a[1], ()):
            if a[3] not in froms:
                continue
            if is_only and b[3] not in tos and any(c[3] in tos for c in self.out[a[1]]):
                return False
            if not is_only and b[3] in tos and (a[3] != b[3] or a[4] == b[4]):
                return False
        return True

    def distances_to(self, site):
        """How far every vertex is from a site, by directed streets: {vertex: tenths}."""
        best, heap, found = {}, [(s[2], s) for s in self.into.get(site, ())], {site: 0}
        heapq.heapify(heap)
        while heap:
            far, street = heapq.heappop(heap)
            if street in best:
                continue
            best[street] = far
            found.setdefault(street[0], far)
            for before in self.into.get(street[0], ()):
                if before not in best and self.may_turn(before, street):
                    heapq.heappush(heap, (far + before[2], before))
        return found


def board(nodes, ways, rules, profile, measure, directed=None):
    """The vertices (ids in their order), the arcs {(from, to): tenths} and the number of streets.

    `directed` receives every street in each of its directions."""
    used = []
    for tags, refs, way in ways:
        found = judge(tags, profile)
        if found and isinstance(found[2], tuple):
            found = (*found[:2], ferry_speed(refs, nodes, found[2][1]))
        if found:
            used += [(piece, (*found, way)) for piece in pieces(refs, nodes)]
    count, ends, order = {}, set(), {}
    for piece, _ in used:
        ends |= {piece[0], piece[-1]}
        for ref in piece:
            count[ref] = count.get(ref, 0) + 1
            order.setdefault(ref, len(order))
    ends |= {v for v in count if stops(rules.tagged.get(v, {}), profile)}
    vertices = sorted((v for v in count if v in ends or count[v] > 1), key=order.get)
    is_vertex, arcs, streets = set(vertices), {}, 0
    for piece, (forward, backward, speed, way) in used:
        start, length = piece[0], 0.0
        for u, v in zip(piece, piece[1:]):
            length += metres(nodes[u], nodes[v])
            if v not in is_vertex:
                continue
            tenths = 10 * (length / (speed / 3.6) if measure == 'seconds' else length)
            tenths = max(1, math.floor(tenths + 0.5))
            for a, b, allowed in ((start, v, forward), (v, start, backward)):
                if allowed and directed is not None:
                    directed.append((a, b, tenths, way, streets))
                if allowed and a != b:
                    arcs[a, b] = min(tenths, arcs.get((a, b), tenths))
            streets += 1
            start, length = v, 0.0
    return vertices, arcs, streets
