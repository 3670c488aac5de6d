// edit.js - levels drawn by hand: each function gives a changed copy.
import { placeOf } from "./view.js";

const copy = (json) => structuredClone(json);
const round = (number) => Math.round(number * 100) / 100;

/** A level to begin with. */
export function blank() {
  return {
    vertices: [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
    ],
    edges: [[0, 1]],
    sites: [{ player: "red", vertex: 0 }],
    players: ["red", "blue"],
    me: "red",
  };
}

/** The level with every vertex where it is drawn, for those that have no place of their own. */
export function placed(json, points) {
  if (json.vertices.every((vertex) => vertex.x !== undefined)) return json;
  return {
    ...json,
    vertices: json.vertices.map((vertex, i) => ({
      ...vertex,
      x: round(points[i][0]),
      y: round(points[i][1]),
    })),
  };
}

export function addVertex(json, [x, y]) {
  const level = copy(json);
  level.vertices.push({ x: round(x), y: round(y) });
  return level;
}

/** Moves a vertex; its edges are as long as they are drawn from then on. */
export function moveVertex(json, vertex, [x, y]) {
  const level = copy(json);
  level.vertices[vertex] = { ...level.vertices[vertex], x: round(x), y: round(y) };
  level.edges = level.edges.map((edge) =>
    edge[0] === vertex || edge[1] === vertex ? edge.slice(0, 2) : edge,
  );
  return level;
}

export function addEdge(json, u, v) {
  if (u === v) throw new Error("an edge joins two vertices");
  const level = copy(json);
  level.edges.push([u, v]);
  return level;
}

/** Puts a vertex into an edge, drawn at `point`: both parts together are as long as it was, and its sites
 *  stay where they are. */
export function splitEdge(json, edge, at, [x, y]) {
  const level = copy(json),
    [u, v, length] = level.edges[edge],
    vertex = level.vertices.length,
    rest = level.edges.length,
    part = ratio(at),
    other = less([1n, 1n], part);
  const sized = (...parts) => (length === undefined ? [] : [words(parts.reduce(times, ratio(length)))]);
  level.vertices.push({ x: round(x), y: round(y) });
  level.edges[edge] = [u, vertex, ...sized(part)];
  level.edges.push([vertex, v, ...sized(other)]);
  level.sites = level.sites.map((site) => {
    if (site.edge !== edge) return site;
    const past = less(ratio(site.at), part);
    if (past[0] === 0n) return { player: site.player, vertex };
    return past[0] < 0n
      ? { ...site, at: words(times(ratio(site.at), flip(part))) }
      : { ...site, edge: rest, at: words(times(past, flip(other))) };
  });
  return level;
}

/** "7/3", "2.5" or 2 as two whole numbers. */
function ratio(value) {
  const [above, below = "1"] = String(value).split("/"),
    [whole, part = ""] = above.split(".");
  return [BigInt(whole + part), BigInt(below) * 10n ** BigInt(part.length)];
}

const times = ([a, b], [c, d]) => [a * c, b * d];
const less = ([a, b], [c, d]) => [a * d - c * b, b * d];
const flip = ([a, b]) => [b, a];
const common = (a, b) => (b ? common(b, a % b) : a);

function words([above, below]) {
  const by = common(above, below);
  return below === by ? String(above / by) : `${above / by}/${below / by}`;
}

/** Puts a player's site there, in place of the one that lies there. */
export function putSite(json, target, player) {
  const level = copy(json),
    site = { player, ...placeOf(target) };
  if (target.site !== null && target.site !== undefined) level.sites[target.site] = site;
  else level.sites.push(site);
  level.players = [...new Set([...(level.players || level.sites.map((one) => one.player)), player])];
  level.me ??= player;
  return level;
}

/** What lies there goes: a site, a vertex with its edges, or an edge; sites on what goes, too. */
export function erase(json, target) {
  const level = copy(json);
  if (target.site !== null && target.site !== undefined) level.sites.splice(target.site, 1);
  else if (target.vertex !== null && target.vertex !== undefined) eraseVertex(level, target.vertex);
  else eraseEdges(level, (_, index) => index === target.edge);
  return level;
}

function eraseEdges(level, isGone) {
  const number = new Map();
  let next = 0;
  level.edges.forEach((edge, index) => !isGone(edge, index) && number.set(index, next++));
  level.edges = level.edges.filter((edge, index) => !isGone(edge, index));
  level.sites = level.sites
    .filter((site) => site.edge === undefined || number.has(site.edge))
    .map((site) => (site.edge === undefined ? site : { ...site, edge: number.get(site.edge) }));
}

function eraseVertex(level, vertex) {
  if (level.vertices.length < 2) throw new Error("a level has a vertex at least");
  const shift = (v) => (v > vertex ? v - 1 : v);
  eraseEdges(level, ([u, v]) => u === vertex || v === vertex);
  level.vertices.splice(vertex, 1);
  level.edges = level.edges.map(([u, v, ...rest]) => [shift(u), shift(v), ...rest]);
  level.sites = level.sites
    .filter((site) => site.vertex !== vertex)
    .map((site) => (site.vertex === undefined ? site : { ...site, vertex: shift(site.vertex) }));
}
