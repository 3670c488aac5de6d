"""Counts what OpenStreetMap files have, with osm.py, in the words of map-counts.

    count_osm.py FILE..     two lines for each, which begin with its name
"""
import sys

import osm

for path in sys.argv[1:]:
    nodes, ways, _ = osm.read(path)
    highways = [tags for tags, _, _ in ways if 'highway' in tags]
    oneways = [tags for tags in highways if tags.get('oneway') in ('yes', '1', 'true', '-1')]
    print(path, f'nodes {len(nodes)} ways {len(ways)} refs {sum(len(refs) for _, refs, _ in ways)} '
          f'highways {len(highways)} oneways {len(oneways)}')
    print(path, f'ids {sum(nodes)} lons {sum(lon for lon, _ in nodes.values())} '
          f'lats {sum(lat for _, lat in nodes.values())}')
