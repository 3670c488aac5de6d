// tools.js - what can be done with a level by hand, in words: moves, and drawing.
import { draw } from "../dom.js";

export const MOVES = { add: "Add", remove: "Remove", cut: "Cut", rope: "Rope" };
export const EDITS = { move: "Move", vertex: "Vertex", edge: "Edge", site: "Site", erase: "Erase" };

export const isMove = (name) => Object.hasOwn(MOVES, name);
export const isEdit = (name) => Object.hasOwn(EDITS, name);

export const TOOL_KEYS = {
  ...{ a: "add", d: "remove", c: "cut", r: "rope" },
  ...{ m: "move", n: "vertex", j: "edge", s: "site", x: "erase" },
};

/** For mouse and finger. */
export const HINTS = {
  add: "One more site of your colour, anywhere on a line.",
  remove: "One site goes, yours or another’s.",
  cut: "A line comes apart, and no colour passes there.",
  rope: "A new straight line between two places: drag, or choose both ends.",
  move: "Drag a vertex. Its edges become as long as they are drawn.",
  vertex: "Click where the new vertex should go. On an edge it splits the edge.",
  edge: "Drag or click from one vertex to another, or drag to a new place.",
  site: "Click where the player’s site should go.",
  erase: "Click a site, a vertex or an edge to erase it.",
};

export const KEY_HINTS = {
  add: "Arrows go along the lines, Enter adds your site.",
  remove: "Arrows go from site to site, Enter removes one.",
  cut: "Arrows go along the lines, Enter cuts.",
  rope: "Arrows go along the lines, Enter begins and ends the rope.",
  move: "Arrows choose a vertex, Enter takes it; then arrows move it, Enter puts it down.",
  vertex: "Arrows go over the ground in steps, finer when zoomed in; Enter adds a vertex.",
  edge: "Arrows choose a vertex, Enter begins there, and joins it with the next.",
  site: "Arrows go along the edges, Enter adds a site; k changes the player, i adds a vertex to the edge.",
  erase: "Arrows go along the edges, Enter erases what is there; i adds a vertex to the edge.",
};

/** What a press would do, without its result. */
export const HERE = {
  add: "New site here",
  remove: "Remove this site",
  cut: "Cut here",
  rope: "Rope to here",
};

/** What a puzzle asks for. */
export const TASKS = {
  add: "Add one site",
  remove: "Remove one site of any colour",
  cut: "Cut one line",
  rope: "Stretch one rope",
};

/** A move in numbers, as an example. */
export const EXAMPLES = { add: "3 or 4:1/3", cut: "4:1/3", remove: "0", rope: "0,4:1/3" };

const ICONS = {
  add: "M8 5v6M5 8h6M14 8a6 6 0 1 1-12 0a6 6 0 1 1 12 0",
  remove: "M5 8h6M14 8a6 6 0 1 1-12 0a6 6 0 1 1 12 0",
  cut: "M1 8h4.5M10.5 8h4.5M6.5 12l3-8",
  rope: "M3 11q5-9 10 0M3 11v.1M13 11v.1",
};

/** A small picture of a kind of move. */
export function iconOf(op) {
  return draw(
    "svg",
    { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" },
    draw("path", { d: ICONS[op] }),
  );
}
