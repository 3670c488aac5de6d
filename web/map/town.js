// town.js - the streets of a map as the server lists them, ready for drawing.
//
// Places are metres from the middle of the map, x to the east and y to the north: an equirectangular
// projection, true at the mean latitude.

const METRES = (6371008.8 * Math.PI) / 180; // of a degree of latitude
const UNIT = 1e-7; // degrees, of the points between the ends of a street

function bytesOf(base64) {
  const letters = atob(base64),
    bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes.buffer;
}

/** Whole numbers of 64 bits, as far as JavaScript's numbers are exact. */
function longs(buffer) {
  const half = new Uint32Array(buffer),
    list = new Float64Array(half.length / 2);
  for (let i = 0; i < list.length; i++) list[i] = half[2 * i] + half[2 * i + 1] * 2 ** 32;
  return list;
}

/** { n, x, y } of vertices, { from, to, length, travel, kind, name } of streets; street s runs through the points
 *  start[s] .. start[s + 1] - 1 of px, py, its ends included, and lies within box[4 * s ..]. */
export function readTown(answer) {
  const list = (key, Type) => new Type(bytesOf(answer[key])),
    { vertices: n, streets: m, bounds } = answer,
    [west, south, east, north] = bounds;
  const lon = (west + east) / 2,
    lat = (south + north) / 2,
    wide = METRES * Math.cos((lat * Math.PI) / 180);
  const places = list("places", Float64Array),
    first = list("first", Uint32Array),
    points = list("points", Int32Array);
  const town = {
    ...{ n, m, x: new Float64Array(n), y: new Float64Array(n), names: null, values: null },
    from: list("from", Int32Array),
    to: list("to", Int32Array),
    length: longs(bytesOf(answer.lengths)),
    travel: list("travel", Uint8Array),
    kind: list("kind", Uint8Array),
    name: list("name", Int32Array),
    streetNames: answer.names,
    start: new Uint32Array(m + 1),
    px: new Float32Array(first[m] + 2 * m),
    py: new Float32Array(first[m] + 2 * m),
    box: new Float32Array(4 * m),
    unit: 10 ** answer.decimals,
    toXY: (at) => [(at.lon - lon) * wide, (at.lat - lat) * METRES],
    toLonLat: (x, y) => ({ lon: lon + x / wide, lat: lat + y / METRES }),
  };
  for (const key of ["arena", "profile", "measure", "attribution", "oneway", "edges"])
    town[key] = answer[key];
  for (let v = 0; v < n; v++)
    [town.x[v], town.y[v]] = town.toXY({ lon: places[2 * v], lat: places[2 * v + 1] });
  for (let s = 0; s < m; s++) layStreet(town, s, first, points);
  town.drawn = Float32Array.from({ length: m }, (_, s) => drawnLength(town, s));
  return town;
}

function layStreet(town, s, first, points) {
  const { px, py, x, y, from, to, start, box, toXY } = town;
  let [left, low, right, high, at] = [Infinity, Infinity, -Infinity, -Infinity, start[s]];
  const add = (ax, ay) => {
    px[at] = ax;
    py[at++] = ay;
    left = Math.min(left, ax);
    right = Math.max(right, ax);
    low = Math.min(low, ay);
    high = Math.max(high, ay);
  };
  add(x[from[s]], y[from[s]]);
  for (let i = first[s]; i < first[s + 1]; i++)
    add(...toXY({ lon: points[2 * i] * UNIT, lat: points[2 * i + 1] * UNIT }));
  add(x[to[s]], y[to[s]]);
  start[s + 1] = at;
  box.set([left, low, right, high], 4 * s);
}

/** The streets that meet at a vertex, in words: "Rue Suffren and Rue Grimaldi". */
export function cornerName({ first, around, name, streetNames, n }, v) {
  if (v < 0 || v >= n) return "between two corners";
  const names = new Set();
  for (let i = first[v]; i < first[v + 1]; i++)
    if (name[around[i]] >= 0) names.add(streetNames[name[around[i]]]);
  return [...names].slice(0, 2).join(" and ") || `corner ${v}`;
}

/** A length of the board in words. */
export function lengthText({ measure, unit }, length) {
  const value = length / unit;
  const seconds = measure === "minutes" ? 60 * value : value;
  if (measure === "seconds" || measure === "minutes")
    return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
  if (measure !== "metres") return String(Number(value.toPrecision(6)));
  return value < 1000 ? `${Math.round(value)} m` : `${(value / 1000).toFixed(1)} km`;
}

/** The nearest point of a street, with the distances from it to the street's ends that a search begins with:
 *  { x, y, seeds: [[vertex, distance], ..] }. */
export function onStreet({ m, px, py, start, drawn, box, from, to, length, travel }, x, y, isFromShop) {
  let best = { square: Infinity };
  for (let s = 0; s < m; s++) {
    const dx = Math.max(0, box[4 * s] - x, x - box[4 * s + 2]),
      dy = Math.max(0, box[4 * s + 1] - y, y - box[4 * s + 3]);
    if (dx * dx + dy * dy >= best.square) continue;
    for (let i = start[s], gone = 0; i + 1 < start[s + 1]; i++) {
      const ax = px[i + 1] - px[i],
        ay = py[i + 1] - py[i],
        long = Math.hypot(ax, ay),
        t = Math.max(0, Math.min(1, ((x - px[i]) * ax + (y - py[i]) * ay) / (long * long || 1))),
        at = { x: px[i] + t * ax, y: py[i] + t * ay },
        square = (at.x - x) ** 2 + (at.y - y) ** 2;
      if (square < best.square) best = { s, square, ...at, gone: gone + t * long };
      gone += long;
    }
  }
  const { s } = best;
  if (s === undefined) return null;
  const before = Math.round((length[s] * best.gone) / (drawn[s] || 1)),
    [forth, back] = isFromShop ? [2, 1] : [1, 2];
  const seeds = [];
  if (travel[s] & forth) seeds.push([from[s], before]);
  if (travel[s] & back) seeds.push([to[s], length[s] - before]);
  return { x: best.x, y: best.y, seeds };
}

/** Metres of a street as it is drawn. */
function drawnLength({ px, py, start }, s) {
  let sum = 0;
  for (let i = start[s]; i + 1 < start[s + 1]; i++) sum += Math.hypot(px[i + 1] - px[i], py[i + 1] - py[i]);
  return sum;
}
