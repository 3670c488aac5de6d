"""Writes NAME.shp, NAME.shx and NAME.dbf: four streets with attributes as Geofabrik has them.

    make_shapefile.py NAME
"""
import struct
import sys

LINES = [  # fclass, oneway, parts
    ('primary', 'F', [[(11.97, 57.7), (11.975, 57.701), (11.98, 57.7)]]),
    ('residential', 'B', [[(11.98, 57.7), (11.98, 57.71)]]),
    ('service', 'T', [[(11.97, 57.7), (11.98, 57.71)]]),
    ('footway', 'B', [[(11.98, 57.71), (12, 57.71)]]),
]
FIELDS = [('osm_id', 10), ('fclass', 28), ('oneway', 1)]
ARC = 3


def box(points):
    xs, ys = zip(*points)
    return min(xs), min(ys), max(xs), max(ys)


def content(parts):
    points = [point for part in parts for point in part]
    starts, at = [], 0
    for part in parts:
        starts.append(at)
        at += len(part)
    return (struct.pack('<i4d2i', ARC, *box(points), len(parts), len(points)) +
            struct.pack(f'<{len(starts)}i', *starts) +
            b''.join(struct.pack('<2d', *point) for point in points))


def header(size):
    points = [point for line in LINES for part in line[2] for point in part]
    return (struct.pack('>7i', 9994, 0, 0, 0, 0, 0, size // 2) +
            struct.pack('<2i8d', 1000, ARC, *box(points), 0, 0, 0, 0))


def main():
    shapes = index = b''
    for number, (_, _, parts) in enumerate(LINES, 1):
        body = content(parts)
        index += struct.pack('>2i', (100 + len(shapes)) // 2, len(body) // 2)
        shapes += struct.pack('>2i', number, len(body) // 2) + body
    rows = b''
    for number, (fclass, oneway, _) in enumerate(LINES, 1):
        rows += b' ' + b''.join(text.encode().ljust(size) for text, (_, size)
                                in zip((str(number), fclass, oneway), FIELDS))
    table = struct.pack('<4BIHH20x', 3, 126, 1, 1, len(LINES), 33 + 32 * len(FIELDS),
                        1 + sum(size for _, size in FIELDS))
    for name, size in FIELDS:
        table += struct.pack('<11sc4xBB14x', name.encode(), b'C', size, 0)
    for ending, data in (('.shp', header(100 + len(shapes)) + shapes),
                         ('.shx', header(100 + len(index)) + index),
                         ('.dbf', table + b'\r' + rows + b'\x1a')):
        with open(sys.argv[1] + ending, 'wb') as file:
            file.write(data)


main()
