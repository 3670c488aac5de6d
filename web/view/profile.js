// profile.js - why a cut is the best: its type, and the lead after a cut along its line, as a chart.
import { draw, empty, make } from "../dom.js";
import { decimal, rounded } from "../lines/level.js";

const WIDE = 320,
  HIGH = 140,
  RIGHT = 10,
  TOP = 12,
  BOTTOM = 24;

export class Profile {
  constructor() {
    this.chart = draw("svg", { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img" });
    this.title = make("h2");
    this.reason = make("p");
    this.note = make("p.help-text");
    this.element = make("section.card.profile", { hidden: true }, this.title, this.reason, this.chart, this.note);
  }

  hide() {
    this.element.hidden = true;
  }

  /** best: the answer of lines/best with its explanation; made: the reader's cut, or null. */
  show({ explain, player, move, after }, level, made) {
    const { type, reason, edge, profile } = explain,
      { u, v } = level.edges[edge],
      mine = made?.edge === edge ? decimal(made.at) : null;
    this.element.hidden = false;
    this.title.textContent = `The best cut: ${level.words(move)}`;
    this.reason.textContent = `${type === "none" ? "No type" : `Type ${type}`}: ${reason}.`;
    this.note.textContent = `Lead of ${player} after a cut of this line, from vertex ${u} to vertex ${v}: above 0 ${player} wins. The dot is the best cut${mine === null ? "" : ", the ring is yours"}.`;
    this.#draw(profile, [`vertex ${u}`, `vertex ${v}`], [decimal(move.at), decimal(after)], mine);
    const parts = profile.map(
      ({ from, to, first, last }) => `from ${rounded(from)} to ${rounded(to)}: ${rounded(first)} to ${rounded(last)}`,
    );
    this.chart.setAttribute("aria-label", `Lead after a cut, ${parts.join("; ")}`);
  }

  #draw(profile, ends, [at, best], mine) {
    const values = [0, ...profile.flatMap(({ first, last }) => [decimal(first), decimal(last)])],
      [low, high] = [Math.min(...values), Math.max(...values)],
      left = 14 + 7 * Math.max(rounded(low).length, rounded(high).length); // room for the numbers
    const x = (share) => left + share * (WIDE - left - RIGHT),
      y = (value) => HIGH - BOTTOM - ((value - low) / (high - low || 1)) * (HIGH - TOP - BOTTOM);
    const number = (value) => draw("text", { x: left - 4, y: y(value) + 4, "text-anchor": "end" }, rounded(value));
    empty(
      this.chart,
      draw("line", { class: "axis", x1: left, x2: WIDE - RIGHT, y1: y(0), y2: y(0) }),
      [...new Set([low, 0, high])].map(number),
      draw("text", { x: left, y: HIGH - 6 }, ends[0]),
      draw("text", { x: WIDE - RIGHT, y: HIGH - 6, "text-anchor": "end" }, ends[1]),
      profile.map(({ from, to, first, last }) =>
        draw("polyline", {
          class: "w",
          points: `${x(decimal(from))},${y(decimal(first))} ${x(decimal(to))},${y(decimal(last))}`,
        }),
      ),
      draw("circle", { class: "dot-w", cx: x(at), cy: y(best), r: 5 }),
      mine === null ? null : draw("circle", { class: "w", cx: x(mine), cy: y(valueAt(profile, mine)), r: 7 }),
    );
  }
}

/** The lead at a part of the line. */
function valueAt(profile, at) {
  const { from, to, first, last } = profile.find((one) => at <= decimal(one.to)) || profile.at(-1),
    share = (at - decimal(from)) / (decimal(to) - decimal(from) || 1);
  return decimal(first) + share * (decimal(last) - decimal(first));
}
