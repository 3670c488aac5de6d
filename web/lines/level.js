// level.js - a level as the page draws it: where its places lie.  What they are worth the engine says.

/** "7/3", "0.5" or 2 as a decimal, for drawing alone. */
export function decimal(text) {
  const [above, below = "1"] = String(text).split("/");
  if (above.length + below.length < 300) return Number(above) / Number(below);
  return Number((BigInt(above) * 10n ** 15n) / BigInt(below)) / 1e15;
}

/** A ratio with two decimals; a small one has two digits that count. */
export function rounded(value, places = 2) {
  const number = decimal(value);
  const isSmall = number !== 0 && Math.abs(number) < 0.1;
  return String(Number(isSmall ? number.toPrecision(places) : number.toFixed(places)));
}

/** What rounding hides: "1839/94", or null where it hides nothing. */
export function exactly(value) {
  const text = String(value);
  return decimal(text) === Number(rounded(value)) && !text.includes("/") ? null : text;
}

/** "19.56, exactly 1839/94". */
export function spoken(value) {
  const exact = exactly(value);
  return exact === null ? rounded(value) : `${rounded(value)}, exactly ${exact}`;
}

/** The simplest fraction in [low, high], 0 <= low <= high: the first of the Stern-Brocot tree. */
export function simplest(low, high) {
  let [a, b, c, d] = [0, 1, 1, 0];
  if (low <= 0) return "0";
  for (let step = 0; step < 10000; step++) {
    const above = a + c,
      below = b + d,
      middle = above / below;
    if (middle < low) [a, b] = [above, below];
    else if (middle > high) [c, d] = [above, below];
    else return below === 1 ? String(above) : `${above}/${below}`;
  }
  return String(low);
}

const PLAYER_LANDS = {
  red: "--land-5",
  blue: "--black-land",
  green: "--land-3",
  yellow: "--white-land",
  purple: "--land-4",
};
const LANDS = ["--land-5", "--black-land", "--land-3", "--white-land", "--land-4", "--land-6"];

export class Level {
  constructor(json) {
    this.json = json;
    this.players = json.players || [
      ...new Set([...json.sites.map((site) => site.player), ...(json.me ? [json.me] : [])]),
    ];
    this.points = placeVertices(json.vertices);
    this.edges = json.edges.map(([u, v]) => ({ u, v, bend: 0 }));
    this.#bendParallels();
    this.#partCuts();
  }

  get hasPoints() {
    return this.json.vertices.every((vertex) => vertex.x !== undefined);
  }

  /** A colour for a player, by its name where that is one. */
  colour(player) {
    const named = PLAYER_LANDS[this.players[player]];
    return `var(${named || LANDS[player % LANDS.length]})`;
  }

  /** Its colour, with letters that can be read on it. */
  paint(player) {
    const background = this.colour(player);
    return { background, color: background === "var(--black-land)" ? "var(--on-black)" : "var(--on-land)" };
  }

  #bendParallels() {
    const met = new Map();
    for (const edge of this.edges) {
      const key = [edge.u, edge.v].sort().join(),
        before = met.get(key) || 0;
      edge.bend = before ? (before % 2 ? 1 : -1) * Math.ceil(before / 2) * 0.25 : 0;
      met.set(key, before + 1);
    }
  }

  /** Ends that a cut left lie at one point: each is drawn some pixels back, from under a site if one is there. */
  #partCuts() {
    const at = new Map(),
      degree = new Array(this.points.length).fill(0);
    this.points.forEach(([x, y]) => at.set(`${x},${y}`, (at.get(`${x},${y}`) || 0) + 1));
    for (const { u, v } of this.edges) [degree[u], degree[v]] = [degree[u] + 1, degree[v] + 1];
    const isLoose = (vertex) => degree[vertex] === 1 && at.get(this.points[vertex].join()) > 1;
    this.loose = this.points.map((_, vertex) => isLoose(vertex));
    const sited = new Set(this.json.sites.map((site) => this.at(site).join()));
    const back = (vertex) => (!isLoose(vertex) ? 0 : sited.has(this.points[vertex].join()) ? 18 : 7);
    for (const edge of this.edges) [edge.backU, edge.backV] = [back(edge.u), back(edge.v)];
  }

  /** [x, y] of a part `at` (a number, 0..1) of an edge from its first end. */
  on(index, at) {
    const { u, v, bend } = this.edges[index],
      [x1, y1] = this.points[u],
      [x2, y2] = this.points[v];
    const side = 4 * bend * at * (1 - at);
    return [x1 + (x2 - x1) * at - (y2 - y1) * side, y1 + (y2 - y1) * at + (x2 - x1) * side];
  }

  /** How long an edge is drawn, without its bend. */
  span(index) {
    const { u, v } = this.edges[index];
    return Math.hypot(this.points[u][0] - this.points[v][0], this.points[u][1] - this.points[v][1]);
  }

  /** How long edges usually are. */
  get spacing() {
    if (!this.usual) {
      const spans = this.edges.map((_, index) => this.span(index)).sort((a, b) => a - b);
      this.usual = spans[spans.length >> 1] || 1;
    }
    return this.usual;
  }

  at(place) {
    return place.vertex !== undefined ? this.points[place.vertex] : this.on(place.edge, decimal(place.at));
  }

  /** A box around everything: [left, bottom, width, height]. */
  box() {
    if (!this.points.length) return [0, 0, 10, 10];
    const xs = this.points.map(([x]) => x),
      ys = this.points.map(([, y]) => y);
    const left = Math.min(...xs),
      bottom = Math.min(...ys);
    const wide = Math.max(...xs) - left,
      high = Math.max(...ys) - bottom,
      least = Math.max(wide, high, 1) / 3;
    const more = (size) => Math.max(0, least - size) / 2; // a level on a line is no line
    return [left - more(wide), bottom - more(high), Math.max(wide, least), Math.max(high, least)];
  }

  /** "vertex 3", or "edge 2 (0-4) at 1/3". */
  words(place) {
    if (place.vertex !== undefined) return `vertex ${place.vertex}`;
    const { u, v } = this.edges[place.edge];
    return `edge ${place.edge} (${u}–${v}) at ${place.at}`;
  }

  /** "vertex 3 at 10, 5". */
  vertexWords(vertex) {
    return `vertex ${vertex} at ${pointWords(this.points[vertex])}`;
  }

  moveWords(op, move) {
    if (op === "remove") {
      const site = this.json.sites[move];
      return `${site.player}’s site on ${this.words(site)} removed`;
    }
    if (op === "rope") return `a rope from ${this.words(move.from)} to ${this.words(move.to)}`;
    return op === "cut" ? `cut ${this.words(move)}` : `a site on ${this.words(move)}`;
  }
}

export const pointWords = (point) => point.map((value) => Number(value.toFixed(2))).join(", ");

function placeVertices(vertices) {
  const all = vertices.every((vertex) => vertex.x !== undefined),
    n = vertices.length;
  if (all) return vertices.map(({ x, y }) => [decimal(x), decimal(y)]);
  return vertices.map((_, i) => [5 * Math.cos((2 * Math.PI * i) / n), 5 * Math.sin((2 * Math.PI * i) / n)]);
}

/** A move as it is typed: "4:1/3", "3", "0,4:1/3". */
export function readMove(op, text, json) {
  if (op === "remove") return readNumber(text, "site", json.sites.length);
  if (op !== "rope") return readPlace(text, json);
  const ends = text.split(",");
  if (ends.length !== 2) throw new Error("A rope has two places, such as 0,4:1/3.");
  return { from: readPlace(ends[0], json), to: readPlace(ends[1], json) };
}

const PLURALS = { site: "sites", vertex: "vertices", edge: "edges" };

function readNumber(text, what, count) {
  if (!/^\s*\d{1,9}\s*$/.test(text)) throw new Error(`“${text.trim()}” is not the number of a ${what}.`);
  if (Number(text) >= count)
    throw new Error(`There is no ${what} ${Number(text)}: ${PLURALS[what]} are 0 to ${count - 1}.`);
  return Number(text);
}

function readPlace(text, { vertices, edges }) {
  const [first, at] = text.split(":");
  if (at === undefined) return { vertex: readNumber(first, "vertex", vertices.length) };
  const edge = readNumber(first, "edge", edges.length);
  if (!/^\s*\d{1,9}([/.]\d{1,9})?\s*$/.test(at) || !(decimal(at) >= 0 && decimal(at) <= 1))
    throw new Error(`“${at.trim()}” is not a part of an edge: it is from 0 to 1, such as 1/3 or 0.25.`);
  return { edge, at: at.trim() };
}
