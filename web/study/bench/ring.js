// ring.js - a game on the circle or the segment, stone by stone, with the trace of each.
import { empty, make } from "../../dom.js";
import { ask } from "../../engine.js";
import { cut, fillBar, names } from "../../circle/shown.js";
import { near } from "../../circle/numbers.js";
import { RingView } from "../../view/ring.js";
import { tellTrace } from "./traces.js";

export function open(root) {
  return new RingBench(root);
}

class RingBench {
  constructor(root) {
    this.words = make("p.status");
    this.bar = make("div.scorebar", { role: "img", "aria-label": "Score" });
    this.side = make("aside.side", { "aria-label": "Document: panel" });
    const arena = make("section.arena", { "aria-label": "Document: circle or segment" }, this.words, this.bar);
    root.append(make("div.stage", {}, arena, this.side));
    this.view = new RingView(arena, { point() {}, press() {}, key: () => false });
  }

  close() {
    this.view.close();
  }

  /** Plays the whole game, and asks for each position on the way. */
  async load({ arena, stones, blue, red, all_first }) {
    const rules = { arena, stones: Number(stones), all_first },
      whole = await ask("interval/play", { ...rules, blue, red, turns: 2 * stones, explain: true });
    this.positions = await Promise.all(
      [...whole.moves, null].map((_, i) => ask("interval/play", { ...rules, moves: cut(whole.line, i) })),
    );
    const first = { title: "Before the first stone", short: "0.", words: "Key points are the evenly spaced marks." };
    return [first, ...whole.moves.map((move, i) => stepOf(move, i, whole.trace[i]))];
  }

  show(index) {
    const game = this.positions[index];
    this.view.set(game, true);
    fillBar(this.bar, game);
    empty(this.words, game.winner ? `${names[game.winner]} wins` : game.finished ? "A tie" : "");
  }
}

function stepOf([colour, place], i, trace) {
  return {
    look: colour,
    title: `${i + 1}. ${names[colour]} at ${near(place)}${trace.step ? `: ${trace.step}` : ""}`,
    short: `${i + 1}. ${trace.step ?? near(place)}`,
    ...tellTrace(trace),
  };
}
