// shown.js - the score of the circle and the segment as a bar, and the way of the arrow keys.
import { empty, make } from "../dom.js";
import { decimal } from "../lines/level.js";
import { near } from "./numbers.js";

const FINE = 360; // steps of the arrow keys around the circle

export const names = { blue: "Blue", red: "Red" };

/** What both own, as a bar. */
export function fillBar(bar, game) {
  const part = (colour) => {
    const element = make(`span.p.${colour}`, { title: `${names[colour]}: exactly ${game[colour]}` });
    element.textContent = game.moves.length ? near(game[colour]) : "";
    element.style.flexGrow = decimal(game[colour]);
    return element;
  };
  empty(bar, part("blue"), part("red"));
  bar.setAttribute("aria-label", `Blue ${near(game.blue)}, Red ${near(game.red)}`);
}

/** Where an arrow key leads from a place (a number of 360ths), or undefined for other keys. */
export function stepAlong(from = 0, { key, shiftKey }) {
  const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key];
  return step && (from + step * (shiftKey ? 1 : 15) + FINE) % FINE;
}

/** part/360 in lowest terms. */
export function fraction(part) {
  const divide = (a, b) => (b ? divide(b, a % b) : a),
    by = divide(part, FINE) || 1;
  return part === 0 ? "0" : `${part / by}/${FINE / by}`;
}

/** The first `count` stones of a line. */
export function cut(line, count) {
  const words = line.match(/[^,;]+[,;]?/g) || [],
    kept = words.slice(0, count).join("");
  return kept.endsWith(",") ? kept.slice(0, -1) : kept;
}
