// tools.js - what can be done with a level by hand, in words: moves, and drawing.

export const MOVES = { add: "Add", remove: "Remove", cut: "Cut", rope: "Rope" };
export const EDITS = { move: "Move", vertex: "Vertex", edge: "Edge", site: "Site", erase: "Erase" };

export const TOOL_KEYS = {
  ...{ a: "add", d: "remove", c: "cut", r: "rope" },
  ...{ m: "move", n: "vertex", j: "edge", s: "site", x: "erase" },
};

/** For mouse and finger. */
export const HINTS = {
  add: "Click where your new site is to be.",
  remove: "Click the site that is to go.",
  cut: "Click an edge where it is to come apart.",
  rope: "Click two places, or drag from one to the other.",
  move: "Drag a vertex; its edges are as long as they are drawn.",
  vertex: "Click where a vertex is to be; on an edge it comes into it.",
  edge: "Drag or click from a vertex to another, or drag to where a new one is to be.",
  site: "Click where the player’s site is to be.",
  erase: "Click a site, a vertex or an edge that is to go.",
};

export const KEY_HINTS = {
  add: "Arrows go along the edges, Enter puts your site.",
  remove: "Arrows go from site to site, Enter takes one away.",
  cut: "Arrows go along the edges, Enter cuts.",
  rope: "Arrows go along the edges, Enter begins and ends it.",
  move: "Arrows choose a vertex, Enter takes it; then arrows move it, Enter puts it down.",
  vertex: "Arrows go over the ground in steps, finer when zoomed in; Enter puts a vertex.",
  edge: "Arrows choose a vertex, Enter begins there, and joins it with the next.",
  site: "Arrows go along the edges, Enter puts a site; k changes the player, i puts a vertex into the edge.",
  erase: "Arrows go along the edges, Enter erases what is there; i puts a vertex into the edge.",
};

/** A move in numbers, as an example. */
export const EXAMPLES = { add: "3 or 4:1/3", cut: "4:1/3", remove: "0", rope: "0,4:1/3" };

export const CROSSINGS = [
  ["pass", "pass over edges"],
  ["forbid", "may not cross"],
  ["join", "join what they cross"],
  ["stop", "end at what they meet"],
];
