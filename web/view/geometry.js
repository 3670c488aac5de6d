// geometry.js - where things are on a board: places, neighbours, what is near, boundary points.
//
// A board is { n, x, y, from, to, length, names, values }: places by vertex (y grows upwards), ends
// and lengths by edge (length null: all 1), names and values or null.

/** Adds what drawing needs: bounds, adjacency, a usual distance, an index of places. */
export function prepare(board) {
  board.bounds = boundsOf(board);
  Object.assign(board, adjacencyOf(board));
  board.spacing = spacingOf(board);
  board.tight = tightOf(board);
  board.index = indexOf(board);
  board.lattice = board.names ? null : latticeOf(board);
  board.isTangled = isTangled(board);
  board.weight = board.values ? weightOf(board.values) : null;
  return board;
}

function boundsOf({ n, x, y }) {
  const box = { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity };
  for (let v = 0; v < n; v++) {
    box.left = Math.min(box.left, x[v]);
    box.right = Math.max(box.right, x[v]);
    box.low = Math.min(box.low, y[v]);
    box.high = Math.max(box.high, y[v]);
  }
  return n ? box : { left: 0, right: 1, low: 0, high: 1 };
}

/** first[v] .. first[v+1] are the places in `around` of the edges at v. */
function adjacencyOf({ n, from, to }) {
  const first = new Int32Array(n + 1),
    around = new Int32Array(2 * from.length);
  for (let e = 0; e < from.length; e++) {
    first[from[e] + 1]++;
    first[to[e] + 1]++;
  }
  for (let v = 0; v < n; v++) first[v + 1] += first[v];
  const next = first.slice();
  for (let e = 0; e < from.length; e++) {
    around[next[from[e]]++] = e;
    around[next[to[e]]++] = e;
  }
  return { first, around };
}

const MOST_LINES = 1000; // columns or rows that get names

/** Columns and rows of a board whose vertices fill a rectangle of a grid, or null. */
function latticeOf({ n, x, y }) {
  const ranks = (list) => {
    const values = new Set();
    for (let v = 0; v < n && values.size <= MOST_LINES; v++) values.add(list[v]);
    return new Map([...values].sort((a, b) => a - b).map((value, i) => [value, i]));
  };
  const columns = ranks(x),
    rows = ranks(y);
  if (columns.size < 2 || rows.size < 2 || columns.size * rows.size !== n) return null;
  return { columns, rows };
}

/** 0 is a, 25 is z, 26 is aa. */
export function letters(i) {
  return (i >= 26 ? letters(Math.floor(i / 26) - 1) : "") + String.fromCharCode(97 + (i % 26));
}

/** What a vertex is called: by its name, by its coordinate on a grid (d4), or by its number. */
export function placeName({ names, lattice, x, y }, v) {
  if (names) return names[v];
  return lattice ? letters(lattice.columns.get(x[v])) + (lattice.rows.get(y[v]) + 1) : String(v);
}

/** The same in a sentence. */
export function vertexName(board, v) {
  return board.names || board.lattice ? placeName(board, v) : `vertex ${v}`;
}

/** How large vertices look by their values: the square root of the share of the mean, within limits. */
function weightOf(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length || 1;
  return Float32Array.from(values, (value) => Math.max(0.45, Math.min(1.9, Math.sqrt(value / mean))));
}

const SAMPLE = 2000;
const PAIRS = 2e5; // of edges that are looked at for crossings
const MOST_CROSSINGS = 0.5; // per edge

/** Whether so many edges cross that an area along each of them would say nothing. */
function isTangled({ x, y, from, to, spacing }) {
  const m = from.length,
    step = Math.ceil((m * m) / PAIRS) || 1,
    slack = -1e-9 * spacing ** 4;
  const side = (e, v) =>
    (x[to[e]] - x[from[e]]) * (y[v] - y[from[e]]) - (y[to[e]] - y[from[e]]) * (x[v] - x[from[e]]);
  const isApart = (e, f) => side(e, from[f]) * side(e, to[f]) >= slack;
  let crossings = 0,
    looked = 0;
  for (let e = 0; e < m; e += step, looked++)
    for (let f = 0; f < m; f++) {
      const isJoined = from[e] === from[f] || from[e] === to[f] || to[e] === from[f] || to[e] === to[f];
      if (!isJoined && !isApart(e, f) && !isApart(f, e)) crossings++;
    }
  return crossings > MOST_CROSSINGS * looked;
}

/** A usual distance between neighbouring places: of edges, or of a crowd's members. */
function spacingOf({ n, x, y, from, to, bounds }) {
  const lengths = [],
    step = Math.max(1, Math.floor(from.length / SAMPLE));
  for (let e = 0; e < from.length; e += step)
    lengths.push(Math.hypot(x[from[e]] - x[to[e]], y[from[e]] - y[to[e]]));
  lengths.sort((a, b) => a - b);
  const usual = lengths.length ? lengths[lengths.length >> 1] : Infinity;
  const rim = lengths.length ? usual : 0;
  const area = (bounds.right - bounds.left + rim) * (bounds.high - bounds.low + rim);
  const crowd = area > 0 ? Math.sqrt(area / n) : Infinity;
  const spacing = Math.min(usual, crowd);
  return Number.isFinite(spacing) && spacing > 0 ? spacing : 1;
}

/** So near are the nearest of neighbours, but for a few: what is written at vertices must fit there. */
function tightOf({ n, x, y, from, to, first, around, spacing }) {
  const least = new Float64Array(n).fill(spacing);
  for (let v = 0; v < n; v++)
    for (let i = first[v]; i < first[v + 1]; i++) {
      const e = around[i];
      least[v] = Math.min(least[v], Math.hypot(x[from[e]] - x[to[e]], y[from[e]] - y[to[e]]));
    }
  return n ? least.sort()[Math.floor(0.1 * n)] : spacing;
}

/** Vertices by squares of a grid, so that the nearest is found among a few. */
function indexOf({ n, x, y, bounds, spacing }) {
  const side = Math.max(2 * spacing, (bounds.right - bounds.left) / 1000, (bounds.high - bounds.low) / 1000);
  const columns = Math.floor((bounds.right - bounds.left) / side) + 1;
  const rows = Math.floor((bounds.high - bounds.low) / side) + 1;
  const start = new Int32Array(columns * rows + 1),
    members = new Int32Array(n),
    cell = new Int32Array(n);
  for (let v = 0; v < n; v++) {
    cell[v] = Math.floor((y[v] - bounds.low) / side) * columns + Math.floor((x[v] - bounds.left) / side);
    start[cell[v] + 1]++;
  }
  for (let c = 0; c < columns * rows; c++) start[c + 1] += start[c];
  const next = start.slice();
  for (let v = 0; v < n; v++) members[next[cell[v]]++] = v;
  return { side, columns, rows, start, members };
}

/** The vertex nearest to a point, at most `reach` away, of those that are good; -1 if there is none. */
export function nearest(board, px, py, reach, isGood = () => true) {
  const { index, bounds, x, y } = board;
  const at = (value, low, most) => Math.min(most - 1, Math.max(0, Math.floor((value - low) / index.side)));
  let best = -1,
    least = reach * reach;
  const c0 = at(px - reach, bounds.left, index.columns),
    c1 = at(px + reach, bounds.left, index.columns);
  const r0 = at(py - reach, bounds.low, index.rows),
    r1 = at(py + reach, bounds.low, index.rows);
  for (let r = r0; r <= r1; r++)
    for (let c = c0; c <= c1; c++)
      for (let i = index.start[r * index.columns + c]; i < index.start[r * index.columns + c + 1]; i++) {
        const v = index.members[i],
          d = (x[v] - px) ** 2 + (y[v] - py) ** 2;
        if (d <= least && isGood(v)) [best, least] = [v, d];
      }
  return best;
}

/** The next vertex from v towards (dx, dy), or v itself at the rim. */
export function towards({ n, x, y }, v, dx, dy) {
  let best = v,
    least = Infinity;
  for (let w = 0; w < n; w++) {
    const ax = x[w] - x[v],
      ay = y[w] - y[v];
    const along = ax * dx + ay * dy,
      across = Math.abs(ax * dy - ay * dx);
    if (along <= 1e-9 || across > 1.5 * along) continue;
    const cost = along + 2 * across;
    if (cost < least) [best, least] = [w, cost];
  }
  return best;
}

export const OWNERS = "WB.-"; // owners are numbers: their places here
export const TIED = 2;
export const UNREACHED = 3;

export function ownersOf(letters) {
  const owner = new Uint8Array(letters.length);
  for (let v = 0; v < letters.length; v++) owner[v] = OWNERS.indexOf(letters[v]);
  return owner;
}

/** The part of an edge that belongs to its first end: up to the point equally far by both ends.  A vertex
 *  that is nobody's has its half of the edge; a one-way street belongs to its end. */
export function boundary({ from, to, length, travel }, e, { owner, distance }) {
  const u = from[e],
    v = to[e];
  if (travel && travel[e] !== 3) return travel[e] === 1 ? 0 : 1;
  if (owner[u] >= TIED || owner[v] >= TIED) return 0.5;
  return Math.min(1, Math.max(0, 0.5 + (distance[v] - distance[u]) / (2 * (length ? length[e] : 1))));
}

/** An edge as lines between points of the board: calls back with the points and how far along the edge they are.
 *  Only streets of a map bend. */
export function eachLine({ x, y, from, to, start, px, py, drawn }, e, call) {
  if (!start) return call(x[from[e]], y[from[e]], x[to[e]], y[to[e]], 0, 1);
  for (let i = start[e], gone = 0; i + 1 < start[e + 1]; i++) {
    const next = gone + Math.hypot(px[i + 1] - px[i], py[i + 1] - py[i]) / (drawn[e] || 1);
    call(px[i], py[i], px[i + 1], py[i + 1], gone, next);
    gone = next;
  }
}

const MANY_VERTICES = 20,
  MOST_DEGREE = 16; // as in the pictures

/** On crowded boards only edges on shortest ways from a stone say anything. */
export function isCrowded({ n, from }) {
  return n >= MANY_VERTICES && 2 * from.length > MOST_DEGREE * n;
}
