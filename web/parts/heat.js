// heat.js - a number and a colour per vertex on the board, and the card that explains them.
//
// Every number is White's score minus Black's.  Orange: White is ahead; blue: Black is; darker: further ahead.
import { empty, make } from "../dom.js";
import { signed } from "../widgets.js";

export class HeatCard {
  /** clear() is called when the reader wants the plain board again. */
  constructor(stage, clear) {
    this.stage = stage;
    this.title = make("h2");
    this.words = make("p.help-text");
    this.ramp = make("div");
    this.ends = make("div.ends");
    this.element = make(
      "section.card",
      { "aria-label": "On the board", hidden: true },
      this.title,
      this.words,
      this.ramp,
      this.ends,
      make("div.buttons", {}, make("button", { type: "button", onclick: clear }, "Clear")),
    );
  }

  hide() {
    this.element.hidden = true;
    this.stage.extra = {};
    this.stage.columns = [];
  }

  /** values: a Map from vertex to number; hover(value) says one of them in words. */
  show({ title, words, values, hover }) {
    const { toMove } = this.stage.now,
      sorted = [...values.values()].sort((a, b) => a - b),
      [low, high] = [sorted[0], sorted.at(-1)],
      best = toMove === "white" ? high : low,
      mover = toMove === "white" ? "White" : "Black";
    const heat = new Map();
    for (const [vertex, value] of values) {
      const isBest = value === best;
      heat.set(vertex, {
        shade: shadeOf(value, low, high),
        text: signed(value),
        best: isBest,
        words: `${hover(value)} (${signed(value)})${isBest ? `, best for ${mover}` : ""}`,
      });
    }
    this.stage.extra = { heat, most: 1 };
    this.stage.columns = [
      ["White minus Black", (vertex) => (values.has(vertex) ? signed(values.get(vertex)) : "")],
    ];
    this.#explain(title, `${words} A ring marks the best moves for ${mover}.`, low, high);
    this.stage.repaint();
  }

  #explain(title, words, low, high) {
    this.title.textContent = title;
    this.words.textContent = words;
    this.ramp.className = `ramp${low >= 0 ? " w" : high <= 0 ? " b" : ""}`;
    const end = (value) => make("span", {}, `${signed(value)} ${value > 0 ? "White ahead" : value < 0 ? "Black ahead" : "even"}`);
    empty(this.ends, end(low), high > low ? end(high) : null);
    this.element.hidden = false;
  }
}

/** From -1 to 1; if all values have the same sign, the one nearest to 0 is pale. */
function shadeOf(value, low, high) {
  const least = low > 0 ? low : high < 0 ? -high : 0,
    most = Math.max(high, -low);
  const part = most > least ? (Math.abs(value) - least) / (most - least) : 1;
  return Math.sign(value) * Math.max(part, 0.01);
}
