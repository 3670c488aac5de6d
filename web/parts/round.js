// round.js - one round: Black's best reply, all of them to leaf through, and White's best lead.
import { empty, fail, make, say } from "../dom.js";
import { score } from "../game.js";
import { choice, facts, field, scoreWords, signed } from "../widgets.js";
import { endedEmpty, Work } from "../work.js";

const QUESTIONS = [
  ["reply", "Black’s best reply"],
  ["lead", "White’s best lead"],
];

export class RoundCard {
  /** calls: { show(look) puts an optimum in the position's place, back() ends that } */
  constructor(stage, calls) {
    this.stage = stage;
    this.calls = calls;
    this.count = make("input", { type: "number", min: "1", value: "1" });
    this.replies = make("input", { type: "number", min: "1", value: "1" });
    const replyField = make("div", { hidden: true }, field("Black answers", this.replies));
    this.question = choice(QUESTIONS, "reply", (which) => (replyField.hidden = which !== "lead"));
    this.button = make("button.main", { type: "button", onclick: () => this.#find().catch(fail) }, "Find");
    this.work = new Work(this.button);
    this.found = make("div", { "aria-live": "polite" });
    this.element = make(
      "section.card",
      { "aria-label": "One round" },
      make("h2", {}, "One round"),
      field("Question", this.question),
      field("Stones", this.count),
      replyField,
      make("div.buttons", {}, this.button),
      this.work.element,
      this.found,
    );
  }

  clear() {
    this.work.cancel();
    empty(this.found);
  }

  async #find() {
    const { game, now } = this.stage;
    const of = (side) => now.stones.filter((stone) => stone.side === side).map((stone) => stone.vertex);
    const [white, black] = [of("white"), of("black")];
    const isLead = this.question.value === "lead";
    if (!isLead && !white.length) throw new Error("a reply answers stones of White: place some first");
    const terms = { ...game.named, ties: game.rules.ties, count: Number(this.count.value) };
    const given = isLead
      ? { ...terms, reply: Number(this.replies.value) }
      : { ...terms, white, black, all: true };
    const job = await this.work.run(this.question.value, given);
    if (!job || this.stage.now !== now || endedEmpty(job, this.found)) return;
    this.optima = isLead ? [job.result] : repliesOf(job.result, white, black);
    this.#tell(job.result, isLead);
    await this.#leaf(0);
  }

  #tell(result, isLead) {
    const bounds =
      result.lower !== undefined ? `: between ${signed(result.lower)} and ${signed(result.upper)}` : "";
    this.leafWords = make("span");
    const button = (text, label, act, isOff = false) =>
      make(
        "button",
        {
          type: "button",
          "aria-label": label,
          disabled: isOff,
          onclick: () => Promise.resolve(act()).catch(fail),
        },
        text,
      );
    const isAlone = this.optima.length < 2;
    empty(
      this.found,
      facts([
        ["value", `${signed(result.value)} (${isLead ? "White minus Black" : "Black minus White"})`],
        ["white", result.white_score],
        ["black", result.black_score],
        ["proven", result.proven ? "yes" : `no${bounds}`],
        ["optima", result.optima_count],
        ["method", result.method],
      ]),
      make(
        "div.buttons",
        {},
        button("◀", "The optimum before", () => this.#leaf(this.at - 1), isAlone),
        this.leafWords,
        button("▶", "The next optimum", () => this.#leaf(this.at + 1), isAlone),
        button("Back to the position", "Back to the position", () => this.calls.back()),
      ),
    );
  }

  /** Shows one optimum with its market areas. */
  async #leaf(at) {
    const { game } = this.stage;
    this.at = (at + this.optima.length) % this.optima.length;
    const { white, black } = this.optima[this.at];
    const stones = [
      ...white.map((vertex) => ({ vertex, side: "white" })),
      ...black.map((vertex) => ({ vertex, side: "black" })),
    ].map((stone, i) => ({ ...stone, number: i + 1 }));
    const areas = await score(game.named, game.rules.ties, stones);
    this.calls.show({ ...areas, stones });
    const sites = `White ${white.join(", ")}; Black ${black.join(", ")}`;
    this.leafWords.textContent = `${this.at + 1} of ${this.optima.length}: ${sites}`;
    say(`${this.leafWords.textContent}. ${scoreWords(areas.score)}`);
  }
}

/** Whole positions: what lay before, and what was chosen. */
function repliesOf(result, white, kept) {
  const sets = result.optima && result.optima.length ? result.optima : [result.black];
  return sets.map((chosen) => ({ white, black: [...kept, ...chosen] }));
}
