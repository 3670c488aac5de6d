// round.js - one round: Black's best reply to White's stones, one by one, and White's best opening.
import { empty, fail, make, say } from "../dom.js";
import { score } from "../game.js";
import { aheadWords, boundsWords, choice, facts, field, scoreWords, signed } from "../widgets.js";
import { endedEmpty, Work } from "../work.js";

const QUESTIONS = [
  ["reply", "Best reply"],
  ["lead", "Best opening"],
];
const HELP = {
  reply:
    "All stones stay, Black adds some, and that is the end: where does Black get most? Whose turn it is and the rounds left do not matter.",
  lead: "White places stones on the empty board, Black answers with the best reply, and that is the end.",
};

export class RoundCard {
  /** calls: { show(look) shows an answer in place of the position, back() ends that } */
  constructor(stage, calls) {
    this.stage = stage;
    this.calls = calls;
    const number = () => make("input", { type: "number", min: "1", value: "1" });
    [this.white, this.black] = [number(), number()];
    this.whiteField = make("div", {}, field("White’s stones", this.white));
    this.question = choice(QUESTIONS, "reply", () => this.update());
    this.button = make("button.main", { type: "button", onclick: () => this.#find().catch(fail) }, "Find");
    this.work = new Work(this.button, () => this.update());
    this.help = make("p.help-text");
    this.note = make("p.note", { role: "status" });
    this.found = make("div", { "aria-live": "polite" });
    this.element = make(
      "section.card",
      { "aria-label": "Best reply or opening" },
      make("h2", {}, "Best reply or opening"),
      field("Question", this.question),
      this.help,
      this.whiteField,
      field("Black’s stones", this.black),
      this.note,
      make("div.buttons", {}, this.button),
      this.work.element,
      this.found,
    );
  }

  get #isLead() {
    return this.question.value === "lead";
  }

  /** What the question ignores, or why it cannot be asked. */
  #noteOf({ stones }) {
    const { length } = stones;
    if (this.stage.shell.info.read_only) return "This server is read-only: it does no long work.";
    if (this.#isLead && length)
      return `This question ignores the ${length === 1 ? "stone" : `${length} stones`} on the board.`;
    if (!this.#isLead && !stones.some(({ side }) => side === "white"))
      return "Place a stone of White first: Black replies to it.";
    return "";
  }

  /** Fits the card to the question and the position. */
  update() {
    const { now } = this.stage;
    this.help.textContent = HELP[this.question.value];
    this.whiteField.hidden = !this.#isLead;
    if (!now) return;
    this.note.textContent = this.#noteOf(now);
    this.note.hidden = !this.note.textContent;
    const hasWhite = now.stones.some(({ side }) => side === "white");
    this.button.disabled =
      this.work.isBusy || this.stage.shell.info.read_only || !(this.#isLead || hasWhite);
  }

  clear() {
    this.asked = null;
    empty(this.found);
  }

  async #find() {
    const { game, now } = this.stage,
      isLead = this.#isLead;
    const of = (side) => now.stones.filter((stone) => stone.side === side).map((stone) => stone.vertex);
    const [white, black] = [of("white"), of("black")],
      more = Number(this.black.value);
    const terms = { ...game.named, ties: game.rules.ties };
    const given = isLead
      ? { ...terms, count: Number(this.white.value), reply: more }
      : { ...terms, count: more, white, black, all: true };
    const job = await this.work.run(this.question.value, given);
    if (!job || this.stage.now !== now || endedEmpty(job, this.found)) return;
    this.answers = isLead ? [job.result] : repliesOf(job.result, white, black);
    this.#tell(job);
    await this.#leaf(0);
  }

  #tell(job) {
    const { proven, optima_count: count, ...result } = job.result,
      [value, ...bounds] = inWhitesTerms(result, this.#isLead),
      stopped = job.state === "cancelled" ? "Cancelled early" : "The time ran out";
    this.leafWords = make("div");
    const isAlone = this.answers.length < 2;
    empty(
      this.found,
      make("p", {}, make("strong", {}, `${signed(value)}: ${aheadWords(value)}`)),
      proven
        ? null
        : make("p.note", {}, `${stopped}: this is the best found. Proven: ${boundsWords(...bounds)}.`),
      facts([
        ["White", result.white_score],
        ["Black", result.black_score],
        ["proven", proven ? "yes, nothing is better" : "no"],
        ["equally good", count],
      ]),
      this.leafWords,
      make(
        "div.buttons",
        {},
        button("◀", "The answer before", () => this.#leaf(this.at - 1), isAlone),
        button("▶", "The next answer", () => this.#leaf(this.at + 1), isAlone),
        button("Back to the position", null, () => this.calls.back()),
      ),
    );
  }

  /** Shows one answer with its territories. */
  async #leaf(at) {
    const { game } = this.stage,
      mine = (this.asked = {});
    this.at = (at + this.answers.length) % this.answers.length;
    const { white, black } = this.answers[this.at];
    const stones = [
      ...white.map((vertex) => ({ vertex, side: "white" })),
      ...black.map((vertex) => ({ vertex, side: "black" })),
    ].map((stone, i) => ({ ...stone, number: i + 1 }));
    const areas = await score(game.named, game.rules.ties, stones);
    if (mine !== this.asked) return; // another answer was asked for, or the position
    this.calls.show({ ...areas, stones, taken: new Set([...white, ...black]) });
    const names = (list) => list.map((vertex) => this.stage.placeName(vertex)).join(", ");
    const sites = `White ${names(white)}; Black ${names(black)}`;
    this.leafWords.textContent = `${this.at + 1} of ${this.answers.length}: ${sites}`;
    say(`${this.leafWords.textContent}. ${scoreWords(areas.score)}`);
  }
}

function button(text, label, act, isOff = false) {
  const onclick = () => Promise.resolve(act()).catch(fail);
  return make("button", { type: "button", "aria-label": label, disabled: isOff, onclick }, text);
}

/** [value, lower, upper] as White minus Black; the engine tells a reply's as Black minus White. */
function inWhitesTerms({ value, lower = value, upper = value }, isLead) {
  return isLead ? [value, lower, upper] : [-value, -upper, -lower];
}

/** Whole positions: the stones before, and those chosen. */
function repliesOf(result, white, kept) {
  const sets = result.optima && result.optima.length ? result.optima : [result.black];
  return sets.map((chosen) => ({ white, black: [...kept, ...chosen] }));
}
