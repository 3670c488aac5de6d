// rowcard.js - the theorem beside the one-round game against a row: a slider for the board's height, who wins, the best
// reply as points on the board, and its proof.
import { empty, fail, make } from "../dom.js";
import { facts, field, slider } from "../widgets.js";
import { Work } from "../work.js";
import { numberOf, outlineOf } from "./cells.js";
import { heightOf, openingOf, rowRules } from "./rules.js";
import { bestReply } from "./search.js";
import { threshold, verdict } from "./theorem.js";

const MOST = 6, // points of a row
  PROVEN = 2, // of so many points the engine proves the best reply
  REST = 250, // milliseconds without a movement of the slider, before the search
  EPSILON = 1e-3;

const percent = (share, digits = 2) => `${(100 * share).toFixed(digits)} %`;

export class RowCard {
  /** calls: { change(rules) when another board is wanted, ghosts(points) shows a reply, readOnly() } */
  constructor(calls) {
    this.calls = calls;
    this.height = slider({ least: 0.1, most: 1, step: 0.01, value: 0.9, onchange: () => this.#change() });
    this.count = slider({ least: 1, most: MOST, value: 2, onchange: () => this.#change() });
    this.scale = make("div.threshold", { "aria-hidden": "true" });
    this.verdict = make("p.verdict", { "aria-live": "polite" });
    this.found = make("div", { "aria-live": "polite" });
    this.box = make("input", { type: "checkbox", checked: true, onchange: () => this.showGhosts() });
    this.proveButton = make(
      "button",
      { type: "button", onclick: () => this.#prove().catch(fail) },
      "Prove it",
    );
    this.work = new Work(this.proveButton, () => this.rules && this.#enable());
    this.element = make(
      "section.card",
      { "aria-label": "One round against a row", hidden: true },
      make("h2", {}, "One round against a row"),
      make(
        "p.help-text",
        {},
        "Your opponent has placed all its points: centres in a row. Now you place as many. Whoever has more land wins.",
      ),
      field("Height", this.height.element, "of the board; its width is 1"),
      this.scale,
      field("Points each", this.count.element),
      this.verdict,
      make("label.check", {}, this.box, "Show the best reply on the board"),
      this.found,
      make("div.buttons", {}, this.proveButton),
      this.work.element,
    );
  }

  close() {
    this.rules = null;
    this.work.cancel();
    clearTimeout(this.timer);
  }

  /** Shows the rules of the present game; hidden if it has no row. */
  set(rules) {
    const isRow = rules.level === "row",
      isOther = JSON.stringify(rules) !== JSON.stringify(this.rules);
    this.element.hidden = !isRow;
    if (!isOther) return;
    this.close();
    this.rules = isRow ? rules : null;
    this.reply = null;
    this.calls.ghosts([]);
    if (!isRow) return;
    const height = heightOf(rules),
      { black, words } = verdict(Number(height), rules.per_turn),
      limit = threshold(rules.per_turn);
    if (this.height.value !== Number(height)) this.height.value = height;
    if (this.count.value !== rules.per_turn) this.count.value = rules.per_turn;
    this.verdict.textContent = words;
    this.verdict.dataset.winner = black ? "you" : "row";
    this.#fillScale(limit, Number(height));
    empty(this.found, make("p.help-text", {}, "Searching for the best reply …"));
    this.#enable();
    this.timer = setTimeout(() => this.#search(rules).catch(fail), REST);
  }

  #change() {
    const height = Math.round(100 * this.height.value) / 100,
      count = Math.round(this.count.value);
    if (height >= 0.05 && height <= 2 && count >= 1 && count <= MOST)
      this.calls.change({ ...rowRules(String(height), count) });
  }

  /** Where the row wins and where you can, and where the board is. */
  #fillScale(limit, height) {
    const at = (value) => Math.max(0, Math.min(1, (value - 0.1) / 0.9)),
      row = make("span.row", {}, at(limit) > 0.35 ? "the row wins" : "row"),
      you = make("span.you", {}, limit < 0.75 ? "you can win" : limit < 1 ? "you" : "");
    row.style.flexGrow = at(limit);
    you.style.flexGrow = 1 - at(limit);
    const here = make("i");
    here.style.left = `${100 * at(height)}%`;
    empty(this.scale, row, you, here);
  }

  #enable() {
    const isSmall = this.rules?.per_turn <= PROVEN;
    this.proveButton.hidden = !isSmall || this.calls.readOnly();
    this.proveButton.disabled = this.work.isBusy;
  }

  async #search(rules) {
    const row = openingOf(rules).map(([, point]) => point.map(numberOf));
    const reply = await bestReply(outlineOf(rules.board), row, rules.per_turn, () => this.rules === rules);
    if (!reply || this.rules !== rules) return;
    this.reply = reply;
    this.showGhosts();
    const { black } = verdict(Number(heightOf(rules)), rules.per_turn);
    const share = !black && reply.share > 0.49995 ? "just under 50 %" : percent(reply.share);
    const words = `The best reply found has ${share} of the land${black ? "" : "; half is never reached"}.`;
    empty(this.found, make("p", {}, words));
  }

  showGhosts() {
    if (this.rules) this.calls.ghosts(this.box.checked && this.reply ? this.reply.points : []);
  }

  async #prove() {
    const { rules } = this,
      white = openingOf(rules).map(([, point]) => point);
    const job = await this.work.run("plane/reply", {
      board: rules.board,
      white,
      count: rules.per_turn,
      epsilon: EPSILON,
    });
    if (!job?.result || this.rules !== rules) return;
    const { lower, upper, attained, proven, black } = job.result;
    if (lower > (this.reply?.share ?? 0)) {
      this.reply = { points: black.map((point) => point.map(numberOf)), share: lower };
      this.showGhosts();
    }
    empty(
      this.found,
      facts([
        ["The best reply has at least", percent(lower, 4)],
        ["and at most", percent(upper, 4)],
        [
          "Some reply has exactly that much",
          attained === null ? "not known" : attained ? "yes" : "no, they only come near",
        ],
        ["Proven", proven ? "yes" : "not to the end"],
      ]),
    );
  }
}
