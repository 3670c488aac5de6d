// advice.js - what the engine thinks of a level: the best move, and where moves win.
import { empty, fail, make } from "../dom.js";
import { facts } from "../widgets.js";
import { endedEmpty, Work } from "../work.js";
import { shortly } from "./level.js";

const SAMPLES = 4000; // random ropes

export class Advice {
  /** host: { state, level, tool, paint(), move(move, op) } */
  constructor(host, isReadOnly) {
    this.host = host;
    this.isReadOnly = isReadOnly;
    const button = (text, hint, act) =>
      make("button", { type: "button", title: hint, onclick: () => act().catch(fail) }, text);
    this.found = make("div", { "aria-live": "polite" });
    this.bestButton = button("Best move", "Best move (b)", () => this.#findBest());
    this.oddsButton = button("Winning places", "Winning places (w)", () => this.#findOdds());
    this.best = new Work(this.bestButton);
    this.odds = new Work(this.oddsButton);
    this.element = make(
      "div",
      {},
      isReadOnly
        ? make("p.help-text", {}, "This server only looks: it does no long work.")
        : make("div.buttons", {}, this.bestButton, this.oddsButton),
      this.best.element,
      this.odds.element,
      this.found,
    );
    this.clear();
  }

  close() {
    this.best.cancel();
    this.odds.cancel();
  }

  /** Of another level nothing is known. */
  clear() {
    this.lit = { winning: [], winningSites: [] };
    this.suggestion = null;
    empty(this.found);
  }

  rest(isResting) {
    for (const button of [this.bestButton, this.oddsButton]) button.disabled = isResting || this.isReadOnly;
  }

  /** The move that was found, as marks of the view. */
  get marks() {
    const { moves = [], op } = this.suggestion || {};
    return moves.map((move) => ({ op, move, kind: "best" }));
  }

  #question() {
    const { state, tool } = this.host;
    return { level: state.json, op: tool, player: state.json.me };
  }

  async #findBest() {
    const { state, level, tool: op } = this.host;
    const job = await this.best.run("lines/best", this.#question());
    if (!job || state !== this.host.state || endedEmpty(job, this.found)) return;
    const { result } = job,
      moves = Array.isArray(result.move) ? result.move : [result.move];
    this.suggestion = { op, moves };
    this.lit = { winning: [], winningSites: [] };
    this.host.paint();
    empty(
      this.found,
      make("p", {}, make("strong", {}, moves.map((move) => level.moveWords(op, move)).join("; "))),
      facts([
        ["margin before", shortly(result.before)],
        ["margin after", shortly(result.after)],
        ["gain", shortly(result.gain)],
        ["reached", result.reached === undefined ? null : shortly(result.reached)],
        ["then", result.winner ? `${result.winner} wins` : "a tie"],
        ["attained", result.attained ? "yes" : "no: a supremum; the move comes near"],
        ["proven", result.proven ? "yes" : "no"],
      ]),
      make(
        "button",
        {
          type: "button",
          onclick: () => this.host.move(moves[0], op).catch(fail),
        },
        "Make this move",
      ),
    );
  }

  async #findOdds() {
    const { state, tool: op } = this.host;
    const job = await this.odds.run(
      "lines/odds",
      op === "rope" ? { ...this.#question(), samples: SAMPLES } : this.#question(),
    );
    if (!job || state !== this.host.state || endedEmpty(job, this.found)) return;
    const { result } = job,
      places = result.winning_moves || [];
    this.suggestion = null;
    this.lit = {
      winning: places.filter((one) => typeof one === "object"),
      winningSites: places.filter((one) => typeof one === "number"),
    };
    this.host.paint();
    const percent = `${(100 * result.winning_decimal).toPrecision(3)} %`;
    empty(
      this.found,
      facts([
        [
          "winning moves",
          result.samples
            ? `about ${percent} (${result.wins} of ${result.samples} drawn)`
            : `${percent} (${result.winning_fraction})`,
        ],
        ["grade", result.grade],
        ["regions", result.regions],
        ["best margin", result.best_margin === undefined ? null : shortly(result.best_margin)],
        ["winnable", result.winnable === null ? "not known" : result.winnable ? "yes" : "no"],
      ]),
      op === "rope"
        ? make("p.help-text", {}, "Ropes win or not by both ends: there are no places to shade.")
        : null,
    );
  }
}
