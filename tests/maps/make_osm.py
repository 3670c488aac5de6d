"""Makes small OpenStreetMap files in every encoding that the PBF format allows.

    make_osm.py FOLDER             good files, for check_osm.py
    make_osm.py --huge FOLDER      one with a blob of nearly 32 MiB
    make_osm.py --bad FOLDER       damaged ones, for tests/bad
    make_osm.py --tiny FOLDER      a few streets each, for tests/fuzz/corpus

Every good file has a town of its own: a grid of streets with random tags, roundabouts, a way that
passes a node twice, one-ways in both directions, ways whose nodes are not all in the file, turn
restrictions, barriers and ferries.
"""
import random
import struct
import sys
import zlib
from xml.sax.saxutils import quoteattr


def varint(number):
    number &= 2 ** 64 - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def zigzag(number):
    return number << 1 if number >= 0 else (-number << 1) - 1


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def packed(values):
    return b''.join(map(varint, values))


def deltas(values):
    return packed(zigzag(b - a) for a, b in zip([0] + values, values))


def blob(kind, data, pack='zlib', raw_size=None, datasize=None, extra=b''):
    number = {'raw': 1, 'zlib': 3, 'lzma': 4, 'bzip2': 5, 'lz4': 6, 'zstd': 7}[pack]
    body = b''
    if pack != 'raw':
        body += field(2, len(data) if raw_size is None else raw_size)
    body += field(number, zlib.compress(data) if pack == 'zlib' else data)
    head = field(1, kind) + extra + field(3, len(body) if datasize is None else datasize)
    return struct.pack('>I', len(head)) + head + body


def header(features=(b'OsmSchema-V0.6', b'DenseNodes'), pack='zlib'):
    box = field(1, b''.join(field(i + 1, zigzag(side * 10 ** 9))
                            for i, side in enumerate((7, 8, 44, 43))))
    return blob(b'OSMHeader', box + b''.join(field(4, f) for f in features) +
                field(5, b'Has_Metadata') + field(16, b'make_osm.py'), pack)


class Block:
    """A block of groups; `scale` is (granularity, latitude offset, longitude offset)."""

    def __init__(self, scale=(100, 0, 0), settings_first=False):
        self.texts, self.groups, self.scale = {'': 0}, [], scale
        self.settings_first = settings_first

    def text(self, text):
        return self.texts.setdefault(text, len(self.texts))

    def place(self, place):
        lon, lat = place
        return (lon - self.scale[2]) // self.scale[0], (lat - self.scale[1]) // self.scale[0]

    def dense(self, nodes, tagged=()):
        tags = []
        for node, _ in nodes:
            for pair in dict(tagged).get(node, {}).items():
                tags += map(self.text, pair)
            tags.append(0)
        places = [self.place(p) for _, p in nodes]
        self.groups.append(field(2, field(1, deltas([i for i, _ in nodes])) +
                                 field(5, field(1, packed([1] * len(nodes)))) +
                                 field(8, deltas([lat for _, lat in places])) +
                                 field(9, deltas([lon for lon, _ in places])) +
                                 field(10, packed(tags))))

    def plain(self, nodes, tagged=()):
        group = b''
        for node, place in nodes:
            lon, lat = self.place(place)
            tags = {'note': 'x', **dict(tagged).get(node, {})}
            group += field(1, field(1, zigzag(node)) + field(2, packed(map(self.text, tags))) +
                           field(3, packed(map(self.text, tags.values()))) +
                           field(8, zigzag(lat)) + field(9, zigzag(lon)))
        self.groups.append(group)

    def ways(self, ways):
        group = b''
        for way, tags, refs in ways:
            group += field(3, field(1, way) + field(2, packed(map(self.text, tags))) +
                           field(3, packed(map(self.text, tags.values()))) +
                           field(4, field(1, 7)) + field(8, deltas(refs)))
        self.groups.append(group)

    def relations(self, relations):
        group = b''
        for number, (tags, members) in enumerate(relations):
            group += field(4, field(1, number + 1) + field(2, packed(map(self.text, tags))) +
                           field(3, packed(map(self.text, tags.values()))) +
                           field(8, packed([self.text(role) for _, _, role in members])) +
                           field(9, deltas([ref for _, ref, _ in members])) +
                           field(10, packed([('node', 'way', 'relation').index(kind)
                                             for kind, _, _ in members])))
        self.groups.append(group)

    def data(self):
        table = field(1, b''.join(field(1, t.encode()) for t in self.texts))
        settings = b''.join(field(n, v) for n, v, default in
                            zip((17, 19, 20), self.scale, (100, 0, 0)) if v != default)
        groups = b''.join(field(2, g) for g in self.groups)
        return table + settings + groups if self.settings_first else table + groups + settings


HIGHWAYS = ('motorway motorway_link trunk primary primary_link secondary tertiary unclassified '
            'residential living_street service road track cycleway path pedestrian footway steps '
            'construction elevator').split()
TAGS = {
    'access': ('no', 'private', 'yes', 'destination'), 'vehicle': ('no', 'yes'),
    'motor_vehicle': ('no', 'yes', 'private'), 'motorcar': ('no', 'yes'),
    'bicycle': ('no', 'yes', 'designated', 'dismount'), 'foot': ('no', 'yes', 'designated'),
    'oneway': ('yes', '1', 'true', '-1', 'no', 'reversible'), 'oneway:bicycle': ('no', 'yes', '-1'),
    'cycleway': ('opposite', 'opposite_lane', 'lane'), 'junction': ('roundabout', 'circular', 'yes'),
    'maxspeed': ('30', '50', '30 mph', '20mph', 'walk', 'none', 'DE:urban', 'FR:rural', '5', '7.5',
                 '10 knots', '50 km/h', '50;30', 'signals', '0', '1000', ''),
    'name': ('Rue Grimaldi', 'Main Street', 'Straße', '大通り'), 'surface': ('asphalt', 'gravel'),
}


def town(seed, sign=1, step=1, unit=100):
    """Nodes [(id, (lon, lat))] and ways [(id, tags, refs)].  Places are multiples of `unit`."""
    chance = random.Random(seed)
    size, first = 12, chance.randrange(10 ** 9)

    def place(x, y):
        return tuple((c + chance.randrange(-200000, 200000)) // unit * unit
                     for c in (7420000000 + 1000000 * x, 43730000000 + 700000 * y))

    nodes = [(sign * (first + step * (size * y + x)), place(x, y))
             for y in range(size) for x in range(size)]
    grid = [node for node, _ in nodes]
    lines = [grid[size * y:size * y + size] for y in range(size)]
    lines += [grid[x::size] for x in range(size)]
    lines += [[grid[0], grid[1], grid[13], grid[12], grid[0]],           # closed
              [grid[30], grid[31], grid[43], grid[31], grid[32]],        # passes a node twice
              [grid[50], grid[50], grid[51], grid[51]],                  # a node follows itself
              [grid[60], 5, grid[61], grid[62], 6, 7, grid[63]],         # missing nodes
              [grid[70]], [], [8, 9], [grid[80], grid[80]]]
    lines += [chance.sample(grid, chance.randrange(2, 9)) for _ in range(60)]
    ways = []
    for number, line in enumerate(lines):
        tags = {'highway': chance.choice(HIGHWAYS)} if chance.random() < 0.9 else {'route': 'ferry'}
        if 'route' in tags and chance.random() < 0.5:
            tags['duration'] = chance.choice(('00:05', '7', '1:00:30', 'long'))
        for key, values in TAGS.items():
            if chance.random() < (0.3 if key in ('oneway', 'name', 'maxspeed') else 0.1):
                tags[key] = chance.choice(values)
        ways.append((number + 1, tags, line))
    return nodes, ways, rules(chance, grid, ways)


def rules(chance, grid, ways):
    """Tags of nodes {node: tags} and relations [(tags, members)]."""
    tagged = {node: {'barrier': chance.choice(BARRIERS)} for node in chance.sample(grid, 12)}
    for tags in list(tagged.values())[:5]:
        tags[chance.choice(('access', 'bicycle', 'motor_vehicle'))] = chance.choice(('yes', 'no'))
    at = {node: [way for way, _, refs in ways if node in refs] for node in grid}
    relations = [({}, [('way', 1, '')]), ({'type': 'route'}, [])]
    for via in chance.choices(grid, k=60):
        members = [('way', chance.choice(at[via]), 'from'), ('node', via, 'via'),
                   ('way', chance.choice(at[via]), 'to')]
        if chance.random() < 0.1:
            members.append(('way', chance.choice(at[via]), chance.choice(('from', 'to'))))
        if chance.random() < 0.1:
            members[1] = ('way', chance.choice(at[via]), 'via')
        key = chance.choice(('',) * 6 + (':motorcar', ':bicycle', ':conditional'))
        tags = {'type': 'restriction', 'restriction' + key: chance.choice(TURNS)}
        if chance.random() < 0.1:
            tags['except'] = chance.choice(('psv; bicycle', 'motorcar', 'bicycle;hgv'))
        relations.append((tags, members))
    return tagged, relations


BARRIERS = 'bollard gate lift_gate kerb stile wall chain block'.split()
TURNS = 'no_left_turn no_straight_on no_u_turn no_entry only_right_turn only_straight_on x'.split()


def pbf(nodes, ways, rules=({}, ()), scale=(100, 0, 0), plain=False, pack='zlib', ways_first=False, per_blob=50,
        settings_first=False, one_block=False, between=b''):
    blocks = []
    for start in range(0, len(nodes), per_blob):
        block = Block(scale, settings_first)
        (block.plain if plain else block.dense)(nodes[start:start + per_blob], rules[0])
        blocks.append(block)
    for start in range(0, len(ways), per_blob):
        block = Block(scale, settings_first)
        block.ways(ways[start:start + per_blob])
        block.relations(rules[1] if start == 0 else [({}, [])] * 3)
        (blocks.insert(0, block) if ways_first else blocks.append(block))
    if one_block:
        block = Block(scale, settings_first)
        for start in range(0, len(nodes), 30):
            (block.plain if start % 60 else block.dense)(nodes[start:start + 30], rules[0])
        block.ways(ways)
        block.relations(rules[1])
        blocks = [block]
    return header(pack=pack) + between.join(blob(b'OSMData', b.data(), pack) for b in blocks)


def xml(nodes, ways, rules=({}, ())):
    def words(tags):
        return [f'<tag k={quoteattr(k)} v={quoteattr(v)}/>' for k, v in tags.items()]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<osm version="0.6" generator="make_osm.py">']
    for node, (lon, lat) in nodes:
        lines.append(f'<node id="{node}" lat="{lat / 1e9:.9f}" lon="{lon / 1e9:.9f}" version="1">')
        lines += words(rules[0].get(node, {})) + ['</node>']
    for way, tags, refs in ways:
        lines.append(f'<way id="{way}" version="1">')
        lines += [f'<nd ref="{ref}"/>' for ref in refs]
        lines += words(tags) + ['</way>']
    for number, (tags, members) in enumerate(rules[1]):
        lines.append(f'<relation id="{number + 1}">')
        lines += [f'<member type="{kind}" ref="{ref}" role="{role}"/>' for kind, ref, role in members]
        lines += words(tags) + ['</relation>']
    return '\n'.join(lines + ['</osm>']).encode()


def huge():
    """A block of nearly 32 MiB: nodes that no way uses."""
    block = Block()
    block.dense([(10 ** 12 + 977 * i, (7000000000 + 100 * (i * 7919 % 9000000), 43000000000))
                 for i in range(3600000)])
    return blob(b'OSMData', block.data())


def good_files():
    empty = blob(b'OSMData', b'') + blob(b'OSMData', Block().data(), 'raw')
    yield 'dense.osm.pbf', pbf(*town(1))
    yield 'plain.osm.pbf', pbf(*town(2), plain=True)
    yield 'raw.osm.pbf', pbf(*town(3), pack='raw')
    yield 'fine.osm.pbf', pbf(*town(4, unit=1), scale=(1, 0, 0))
    yield 'coarse.osm.pbf', pbf(*town(5, unit=1000), scale=(1000, 0, 0))
    yield 'offsets.osm.pbf', pbf(*town(6), scale=(100, 43 * 10 ** 9, -7 * 10 ** 9))
    yield 'settings-first.osm.pbf', pbf(*town(7), scale=(50, -500, 1000), settings_first=True)
    yield 'negative.osm.pbf', pbf(*town(8, sign=-1))
    yield 'large-ids.osm.pbf', pbf(*town(9, step=3 * 10 ** 13))
    yield 'ways-first.osm.pbf', pbf(*town(10), ways_first=True)
    nodes, ways, found = town(11)
    random.Random(11).shuffle(nodes)
    yield 'unordered.osm.pbf', pbf(nodes, ways[::-1], found, per_blob=7)
    yield 'one-block.osm.pbf', pbf(*town(12), one_block=True)
    yield 'empty-blobs.osm.pbf', pbf(*town(13), between=empty)
    yield 'other-blobs.osm.pbf', pbf(*town(14), between=blob(b'Other', b'abc', 'raw'))
    yield 'one-per-blob.osm.pbf', pbf(*town(15), per_blob=1)
    yield 'plain.osm', xml(*town(16))
    yield 'negative.osm', xml(*town(17, sign=-1))
    nodes, ways, found = town(18)
    yield 'unordered.osm', xml(nodes[::-1], ways, found).replace(b'<osm ', b'<!-- a map --><osm ')


def huge_files():
    yield 'huge.osm.pbf', pbf(*town(20)) + huge()


def street(refs=(1, 2), tags=None):
    return [(1, tags or {'highway': 'residential'}, list(refs))]


def bad_files():
    nodes = [(1, (7 * 10 ** 9, 43 * 10 ** 9)), (2, (7 * 10 ** 9, 44 * 10 ** 9))]
    good = pbf(nodes, street())
    first = len(header())
    yield 'empty.osm.pbf', b''
    yield 'cut-size.osm.pbf', good[:first + 2]
    yield 'cut-header.osm.pbf', good[:first + 9]
    yield 'cut-blob.osm.pbf', good[:-5]
    yield 'long-header.osm.pbf', struct.pack('>I', 65537) + good
    yield 'no-header-size.osm.pbf', struct.pack('>I', 0) + good
    yield 'not-osm.pbf', b'%PDF-1.4 not a map'
    yield 'bad-header.osm.pbf', struct.pack('>I', 4) + b'\x0a\xff\xff\x01' + good
    yield 'no-datasize.osm.pbf', struct.pack('>I', 11) + field(1, b'OSMHeader')
    yield 'large-blob.osm.pbf', blob(b'OSMHeader', b'', datasize=2 ** 25 + 1)
    yield 'negative-blob.osm.pbf', blob(b'OSMHeader', b'', datasize=-1)
    yield 'no-osm-header.osm.pbf', good[first:]
    yield 'history.osm.pbf', header([b'OsmSchema-V0.6', b'HistoricalInformation'])
    yield 'unknown-feature.osm.pbf', header([b'OsmSchema-V0.7'])
    yield 'control-feature.osm.pbf', header([b'Evil\n\x1b[31mname'])
    for pack in ('lzma', 'bzip2', 'lz4', 'zstd'):
        yield f'{pack}.osm.pbf', header() + blob(b'OSMData', b'abc', pack)
    yield 'no-data.osm.pbf', struct.pack('>I', 13) + field(1, b'OSMHeader') + field(3, 0)
    yield 'bad-blob.osm.pbf', struct.pack('>I', 13) + field(1, b'OSMHeader') + field(3, 2) + b'\x1a\x7f'
    block = Block()
    block.dense(nodes)
    data = block.data()
    yield 'bomb.osm.pbf', header() + blob(b'OSMData', bytes(1 << 20), raw_size=100)
    yield 'declared-bomb.osm.pbf', header() + blob(b'OSMData', bytes(100), raw_size=2 ** 25 + 1)
    yield 'short-raw-size.osm.pbf', header() + blob(b'OSMData', data, raw_size=len(data) - 1)
    yield 'long-raw-size.osm.pbf', header() + blob(b'OSMData', data, raw_size=len(data) + 1)
    yield 'negative-raw-size.osm.pbf', header() + blob(b'OSMData', data, raw_size=-1)
    yield 'damaged-zlib.osm.pbf', good[:-9] + b'\x00\xff\x00' + good[-6:]
    cut = field(2, 100) + field(3, zlib.compress(data)[:10])
    yield 'cut-zlib.osm.pbf', header() + struct.pack('>I', 11) + field(1, b'OSMData') + \
        field(3, len(cut)) + cut

    def with_block(data):
        return header() + blob(b'OSMData', data, 'raw')

    texts = field(1, b''.join(field(1, t) for t in (b'', b'highway', b'residential')))

    def with_way(way):
        return with_block(texts + field(2, field(3, way)))

    tags = field(2, b'\x01') + field(3, b'\x02')
    yield 'bad-block.osm.pbf', with_block(b'\x0a\x7f')
    yield 'bad-wire-type.osm.pbf', with_block(b'\x0f\x01')
    yield 'bad-strings.osm.pbf', with_block(field(1, b'\x0a\x09abc'))
    yield 'bad-group.osm.pbf', with_block(field(2, b'\x12\x7f'))
    yield 'bad-node.osm.pbf', with_block(field(2, field(1, field(1, 2)))) + good[first:]
    yield 'endless-number.osm.pbf', with_block(field(2, field(1, b'\x08' + b'\xff' * 12)))
    yield 'unequal-columns.osm.pbf', with_block(field(2, field(2, field(1, deltas([1, 2])) +
                                                              field(8, deltas([1])) +
                                                              field(9, deltas([1, 2])))))
    yield 'columns-twice.osm.pbf', with_block(field(2, field(2, field(1, b'\x02') * 2)))
    yield 'cut-column.osm.pbf', with_block(field(2, field(2, field(1, b'\x82') + field(8, b'\x02') +
                                                         field(9, b'\x02'))))
    yield 'bad-way.osm.pbf', with_way(tags + b'\x42\x7f')
    yield 'unpacked-refs.osm.pbf', with_way(tags + field(8, 2))
    yield 'cut-refs.osm.pbf', with_way(tags + field(8, b'\x02\x82'))
    yield 'missing-string.osm.pbf', with_way(field(2, b'\x01') + field(3, b'\x09') + field(8, b'\x02\x02'))
    yield 'unequal-tags.osm.pbf', with_way(field(2, b'\x01\x01') + field(3, b'\x02') + field(8, b'\x02\x02'))
    yield 'no-ways.osm.pbf', pbf(nodes, [])
    yield 'no-streets.osm.pbf', pbf(nodes, street(tags={'building': 'yes'}))
    yield 'no-nodes.osm.pbf', pbf([], street())
    yield 'ways-without-nodes.osm.pbf', pbf(nodes, street([]))
    yield 'one-node.osm.pbf', pbf(nodes, street([1, 1]))
    yield 'off-the-earth.osm.pbf', pbf([(1, (181 * 10 ** 9, 0)), (2, (0, 91 * 10 ** 9))], street())
    yield from bad_xml()


def bad_xml():
    def osm(inside):
        return b'<osm version="0.6">\n' + inside + b'\n</osm>\n'

    way = b'<way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>'
    yield 'empty.osm', b''
    yield 'cut.osm', osm(way)[:60]
    yield 'change.osm', b'<osmChange version="0.6"></osmChange>\n'
    yield 'entities.osm', b'<!DOCTYPE osm [<!ENTITY a "aaaaaaaa">]>\n' + osm(way)
    yield 'no-ref.osm', osm(b'<way id="1"><nd/></way>')
    yield 'word-ref.osm', osm(b'<way id="1"><nd ref="abc"/></way>')
    yield 'large-ref.osm', osm(b'<way id="1"><nd ref="9999999999999999999"/></way>')
    yield 'no-id.osm', osm(way + b'\n<node lat="1" lon="2"/>')
    yield 'bad-latitude.osm', osm(way + b'\n<node id="1" lat="north" lon="2"/>')
    yield 'bad-longitude.osm', osm(way + b'\n<node id="1" lat="1" lon="1e400"/>')
    yield 'far-longitude.osm', osm(way + b'\n<node id="1" lat="1" lon="1000"/>')
    yield 'mismatched.osm', osm(b'<way id="1"></node>')
    yield 'not-utf8.osm', osm(b'<tag k="name" v="\xff"/>')
    yield 'deep.osm', b'<osm>' + b'<a>' * 100 + b'</a>' * 100 + b'</osm>'
    yield 'no-nodes.osm', osm(way)
    yield 'no-ways.osm', osm(b'<node id="1" lat="1" lon="2"/>')
    yield 'deleted.osm', osm(way.replace(b'<way', b'<way action="delete"'))


def tiny_files():
    nodes = [(i + 1, (7 * 10 ** 9 + 10 ** 6 * (i % 3), 43 * 10 ** 9 + 10 ** 6 * (i // 3)))
             for i in range(9)]
    ways = [(1, {'highway': 'primary', 'name': 'A'}, [1, 2, 3, 6, 9]),
            (2, {'highway': 'residential', 'oneway': '-1', 'maxspeed': '20 mph'}, [4, 5, 6]),
            (3, {'highway': 'footway', 'bicycle': 'yes'}, [2, 5, 8, 11]),
            (4, {'highway': 'service', 'junction': 'roundabout'}, [5, 8, 9, 5])]
    yield 'dense.osm.pbf', pbf(nodes, ways, pack='raw')
    yield 'plain.osm.pbf', pbf(nodes, ways, plain=True, pack='raw', scale=(50, 100, -100))
    yield 'packed.osm.pbf', pbf(nodes, ways)
    yield 'streets.osm', xml(nodes, ways)


def main():
    kind = sys.argv[1] if sys.argv[1].startswith('--') else ''
    made = {'--bad': bad_files, '--huge': huge_files, '--tiny': tiny_files, '': good_files}[kind]
    for name, data in made():
        with open(f'{sys.argv[-1]}/{name}', 'wb') as file:
            file.write(data)


if __name__ == '__main__':
    main()
