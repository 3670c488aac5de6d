// thumbnail.js - a board as a small picture.
import { draw } from "../dom.js";

const SIDE = 100,
  RIM = 9,
  MOST_EDGES = 2000,
  MOST_DOTS = 150;

/** Draws a board into an SVG. */
export function drawThumbnail(svg, { n, x, y, from, to }) {
  const left = Math.min(...x),
    low = Math.min(...y),
    span = Math.max(Math.max(...x) - left, Math.max(...y) - low) || 1;
  const wide = (Math.max(...x) - left) / span,
    high = (Math.max(...y) - low) / span,
    room = SIDE - 2 * RIM;
  const at = (v) =>
    [
      RIM + room * ((x[v] - left) / span + (1 - wide) / 2),
      SIDE - RIM - room * ((y[v] - low) / span + (1 - high) / 2),
    ].map((value) => value.toFixed(1));
  const path = Array.from(from.slice(0, MOST_EDGES), (v, e) => `M${at(v)}L${at(to[e])}`);
  svg.setAttribute("viewBox", `0 0 ${SIDE} ${SIDE}`);
  const isDense = from.length > 8 * n;
  svg.replaceChildren(draw("path", { d: path.join(""), class: isDense ? "dense" : "edges" }));
  const radius = Math.max(1.2, Math.min(4.5, 22 / Math.sqrt(n)));
  if (n <= MOST_DOTS)
    for (let v = 0; v < n; v++) {
      const [cx, cy] = at(v);
      svg.append(draw("circle", { cx, cy, r: radius }));
    }
}
