// cursor.js - the places that keys reach: along an edge by sixteenths and sites, and from edge to edge.
import { decimal } from "./level.js";

const PARTS = 16;

export class Cursor {
  constructor() {
    this.row = -1; // not shown
    this.at = "1/2";
  }

  get isShown() {
    return this.row >= 0;
  }

  /** Begins in the middle of the first edge; then `along` an edge, or `across` to another.  After the edges
   *  come the vertices that have none.  Gives what is there, null in a level without anything. */
  step(json, along, across) {
    const rows = rowsOf(json);
    if (!this.isShown) Object.assign(this, { row: 0, at: "1/2" });
    else if (across) this.row = (this.row + across + rows.length) % Math.max(1, rows.length);
    else if (rows[this.row]?.edge !== undefined)
      this.at = next(stopsOf(json, rows[this.row].edge), this.at, along);
    return this.target(json);
  }

  /** The place with the vertex and the site that lie there; `end` is the edge's where it is one. */
  target(json) {
    const rows = rowsOf(json),
      row = rows[Math.min(this.row, rows.length - 1)];
    if (!row) return null;
    const place = row.vertex !== undefined ? row : onEdge(json, row.edge, this.at);
    const isThere = (site) =>
      place.vertex !== undefined
        ? site.vertex === place.vertex
        : site.edge === place.edge && decimal(site.at) === decimal(place.at);
    const site = json.sites.findIndex(isThere);
    const end = row.edge !== undefined && place.vertex !== undefined ? { edge: row.edge, at: this.at } : null;
    return { vertex: null, ...place, end, site: site < 0 ? null : site };
  }
}

function rowsOf({ vertices, edges }) {
  const joined = new Set(edges.flatMap(([u, v]) => [u, v]));
  return [
    ...edges.map((_, edge) => ({ edge })),
    ...vertices.map((_, vertex) => ({ vertex })).filter(({ vertex }) => !joined.has(vertex)),
  ];
}

/** The edge's ends are vertices. */
function onEdge({ edges }, edge, at) {
  if (at === "0") return { vertex: edges[edge][0] };
  return at === "1" ? { vertex: edges[edge][1] } : { edge, at };
}

function stopsOf({ sites }, edge) {
  const stops = Array.from({ length: PARTS + 1 }, (_, i) => lowest(i, PARTS));
  const others = sites.filter((site) => site.edge === edge).map((site) => String(site.at));
  return [...stops, ...others.filter((at) => !stops.some((stop) => decimal(stop) === decimal(at)))].sort(
    (a, b) => decimal(a) - decimal(b),
  );
}

function next(stops, at, along) {
  const here = decimal(at);
  if (along > 0) return stops.find((stop) => decimal(stop) > here) || stops.at(-1);
  return stops.findLast((stop) => decimal(stop) < here) || stops[0];
}

function lowest(above, below) {
  while (above % 2 === 0 && below % 2 === 0) [above, below] = [above / 2, below / 2];
  return below === 1 || above === 0 ? String(above / below) : `${above}/${below}`;
}
