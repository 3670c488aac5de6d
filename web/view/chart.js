// chart.js - both scores over the turns, as an SVG; a click goes to that turn.
import { draw, empty } from "../dom.js";

const WIDE = 320,
  HIGH = 140,
  RIGHT = 8,
  TOP = 10,
  BOTTOM = 22;

export class ScoreChart {
  constructor(onTurn) {
    this.element = draw("svg", { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img" });
    this.element.addEventListener("click", (event) => {
      if (!this.turns) return;
      const box = this.element.getBoundingClientRect(),
        x = ((event.clientX - box.left) / box.width) * WIDE;
      onTurn(
        Math.max(
          0,
          Math.min(this.turns, Math.round(((x - this.left) / (WIDE - this.left - RIGHT)) * this.turns)),
        ),
      );
    });
  }

  /** scores: by number of turns made, entries may be missing; at: the turn shown. */
  set(scores, at) {
    this.turns = Math.max(1, scores.length - 1);
    const known = scores.map((score, turn) => [turn, score]).filter(([, score]) => score);
    const most = Math.max(1, ...known.map(([, score]) => Math.max(score.white_score, score.black_score)));
    const left = (this.left = 14 + 7 * String(most).length); // room for the number
    const x = (turn) => left + (turn / this.turns) * (WIDE - left - RIGHT);
    const y = (value) => HIGH - BOTTOM - (value / most) * (HIGH - TOP - BOTTOM);
    const line = (name, key) =>
      draw("polyline", {
        class: name,
        points: known.map(([turn, score]) => `${x(turn)},${y(score[key])}`).join(" "),
      });
    const dots = (name, key) =>
      known.length <= 60
        ? known.map(([turn, score]) =>
            draw("circle", { class: name, cx: x(turn), cy: y(score[key]), r: 2.6 }),
          )
        : [];
    empty(
      this.element,
      draw("line", { class: "axis", x1: left, x2: WIDE - RIGHT, y1: y(0), y2: y(0) }),
      draw("line", { class: "axis", x1: left, x2: left, y1: TOP, y2: y(0) }),
      draw("text", { x: left - 4, y: TOP + 6, "text-anchor": "end" }, String(most)),
      draw("text", { x: left - 4, y: y(0), "text-anchor": "end" }, "0"),
      draw("text", { x: left, y: HIGH - 6 }, "turn 0"),
      draw("text", { x: WIDE - RIGHT, y: HIGH - 6, "text-anchor": "end" }, String(this.turns)),
      draw("line", { class: "now", x1: x(at), x2: x(at), y1: TOP, y2: y(0) }),
      line("w", "white_score"),
      line("b", "black_score"),
      dots("dot-w", "white_score"),
      dots("dot-b", "black_score"),
    );
    const last = scores[at];
    this.element.setAttribute(
      "aria-label",
      last
        ? `Score over turns; after turn ${at} White has ${last.white_score}, Black ${last.black_score}`
        : "Score over turns",
    );
  }
}
