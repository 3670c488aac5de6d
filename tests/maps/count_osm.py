"""Counts what an OpenStreetMap file has, with osm.py, in the words of map-counts."""
import sys

import osm

nodes, ways = osm.read(sys.argv[1])
highways = [tags for tags, _ in ways if 'highway' in tags]
oneways = [tags for tags in highways if tags.get('oneway') in ('yes', '1', 'true', '-1')]
print(f'nodes {len(nodes)} ways {len(ways)} refs {sum(len(refs) for _, refs in ways)} '
      f'highways {len(highways)} oneways {len(oneways)}')
print(f'ids {sum(nodes)} lons {sum(lon for lon, _ in nodes.values())} '
      f'lats {sum(lat for _, lat in nodes.values())}')
