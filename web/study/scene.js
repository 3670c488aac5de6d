// scene.js - a board beside a panel: stones as the engine scores them, without a game.
import { fail, make } from "../dom.js";
import { nameOf, openBoard } from "../boards.js";
import { score } from "../game.js";
import { BoardView } from "../view/board.js";
import { ScoreBar } from "../widgets.js";

export const PAPER = "Teramoto, Demaine, Uehara: The Voronoi game on graphs and its complexity (2011)";

export const READ_ONLY = "This server is read-only. Run “demesne serve” on your own machine to try this.";

export function card(title, ...content) {
  return make("section.card", { "aria-label": title }, make("h2", {}, title), content);
}

/** A button whose act may fail. */
export function button(text, act, look = "button") {
  return make(look, { type: "button", onclick: () => Promise.resolve(act()).catch(fail) }, text);
}

export class Scene {
  /** calls: those of a BoardView.  `hasBar`: the score is shown. */
  constructor(root, label, calls, hasBar = true) {
    this.hasBar = hasBar;
    this.words = make("p.status", { "aria-live": "polite" });
    this.bar = new ScoreBar();
    this.bar.element.hidden = true;
    this.side = make("aside.side", { "aria-label": `${label}: panel` });
    this.arena = make("section.arena", { "aria-label": `${label}: board` }, this.words, this.bar.element);
    root.append(make("div.stage", {}, this.arena, this.side));
    this.view = new BoardView(this.arena, "Board. Arrow keys move over its vertices.", calls);
    this.turn = 0;
    this.extra = {}; // more for the look
  }

  close() {
    this.turn++;
    this.view.close();
  }

  /** Opens a board.  False: something else was asked for meanwhile. */
  async open(source, formats) {
    const mine = ++this.turn;
    this.view.loading(true);
    try {
      const named = await nameOf(source, formats),
        board = await openBoard(named);
      if (mine !== this.turn) return false;
      Object.assign(this, { source, named, board });
      this.view.setBoard(board);
      this.bar.element.hidden = true;
      return true;
    } finally {
      if (mine === this.turn) this.view.loading(false);
    }
  }

  /** Shows stones, [{ vertex, side, number }, ..]; gives their score, or null if it came too late. */
  async show(stones, ties = "neutral") {
    const mine = ++this.turn;
    const found = stones.length ? await score(this.named, ties, stones) : { owner: null, distance: null };
    if (mine !== this.turn) return null;
    this.view.setLook({ ...found, stones: stones.map((stone) => ({ number: "", ...stone })), ...this.extra });
    this.bar.element.hidden = !stones.length || !this.hasBar;
    if (stones.length) this.bar.set(found.score);
    return found;
  }
}
