// questions.js - the card that asks where to open next: for me, for the rival, or for me before the rival answers.
import { empty, fail, make, say } from "../dom.js";
import { choice, countOf, facts, field } from "../widgets.js";
import { endedEmpty, Work } from "../work.js";

const QUESTIONS = [
  ["mine", "Where should I open next?"],
  ["rival", "Where will the rival open next?"],
  ["lead", "Where, if the rival answers?"],
];
const HELP = {
  mine: "The best places for new shops of yours, if nothing else changes.",
  rival: "The rival’s best answer to the shops on the map.",
  lead: "The best places for new shops of yours if the rival then opens where it hurts you most.",
};
export const percent = (share) => `${(100 * share).toFixed(1)} %`;

export class QuestionCard {
  /** part: { terms(), mine, rival, candidates, info, add(shops), ghosts(shops), placeName(site) } */
  constructor(part) {
    this.part = part;
    const number = () => make("input", { type: "number", min: "1", max: "20", value: "1" });
    [this.count, this.reply] = [number(), number()];
    this.replyField = make("div", {}, field("Rival’s answer", this.reply));
    this.question = choice(QUESTIONS, "mine", () => this.update());
    this.question.setAttribute("aria-label", "Question");
    this.button = make("button.main", { type: "button", onclick: () => this.#find().catch(fail) }, "Find");
    this.work = new Work(this.button, () => this.update());
    this.help = make("p.help-text");
    this.note = make("p.note", { role: "status" });
    this.found = make("div", { "aria-live": "polite" });
    this.element = make(
      "section.card",
      { "aria-label": "Best sites" },
      make("h2", {}, "Best sites"),
      this.question,
      this.help,
      field("New shops", this.count),
      this.replyField,
      this.note,
      make("div.buttons", {}, this.button),
      this.work.element,
      this.found,
    );
  }

  update() {
    const { part } = this,
      question = this.question.value,
      few = part.candidates.length;
    this.help.textContent = `${HELP[question]} ${few ? `Only ${countOf(few, "candidate")} count${few === 1 ? "s" : ""}.` : "Any corner counts."}`;
    this.replyField.hidden = question !== "lead";
    this.note.textContent = this.#problem(question);
    this.note.hidden = !this.note.textContent;
    this.button.disabled = this.work.isBusy || !part.town || Boolean(this.note.textContent);
  }

  #problem(question) {
    const { part } = this,
      { limits, read_only: isReadOnly } = part.info;
    if (isReadOnly) return "This server is read-only: it does no long work.";
    if (!part.town) return "";
    if (question === "mine" && !part.rival.length)
      return "Set a rival first: without one every place gets all customers.";
    if (question === "rival" && !part.mine.length)
      return "Open a shop of yours first: without one every place is as good for the rival.";
    const most = question === "lead" && !part.candidates.length ? limits.exact_vertices : limits.job_vertices;
    if (part.town.n <= most || part.isOfOwner) return "";
    return question === "lead" && part.town.n <= limits.job_vertices
      ? "This town has too many corners to try them all against every answer. Open a table of candidates."
      : `The server answers this for towns of at most ${limits.job_vertices} corners.`;
  }

  clear() {
    this.work.cancel();
    empty(this.found);
    this.part.ghosts([]);
  }

  /** The engine’s replies are Black’s: to ask for mine, the colours change places. */
  #asked() {
    const { part } = this,
      question = this.question.value,
      count = Number(this.count.value),
      candidates = part.candidates.length ? part.candidates : undefined;
    const [white, black] = question === "mine" ? [part.rival, part.mine] : [part.mine, part.rival];
    const given = { ...part.terms(), white, black, count, candidates };
    return question === "lead" ? { ...given, reply: Number(this.reply.value) } : given;
  }

  async #find() {
    const question = this.question.value,
      shops = this.part.shops;
    empty(this.found);
    this.part.ghosts([]);
    const job = await this.work.run(question === "lead" ? "lead" : "reply", this.#asked());
    if (!job || this.part.shops !== shops || endedEmpty(job, this.found)) return;
    this.#tell(job, question);
  }

  #tell(job, question) {
    const { result } = job,
      { part } = this;
    const isSwapped = question === "mine",
      side = (name) => ((name === "white") === isSwapped ? "black" : "white");
    const chosen = result.sites
      .filter((site) => site.new)
      .map((site) => ({ ...site, side: side(site.side) }));
    const shares = result.share || {},
      [mine, rival] = isSwapped ? [shares.black, shares.white] : [shares.white, shares.black];
    const ended = job.state === "cancelled" ? "Cancelled early" : "The time ran out";
    part.ghosts(chosen);
    empty(
      this.found,
      result.proven
        ? null
        : make("p.note", {}, `${ended}: this is the best found so far.${boundsWords(result)}`),
      facts([
        ...chosen.map((site) => [site.side === "white" ? "yours" : "rival’s", part.placeName(site)]),
        ["then you have", mine == null ? null : percent(mine)],
        ["and the rival", rival == null ? null : percent(rival)],
        ["cost", result.cost || null],
        ["proven", result.proven ? "yes, nothing is better" : "no"],
      ]),
      make(
        "div.buttons",
        {},
        make(
          "button",
          { type: "button", onclick: () => this.#take(chosen) },
          chosen.length > 1 ? "Open them" : "Open it",
        ),
        make("button", { type: "button", onclick: () => this.clear() }, "Hide"),
      ),
    );
    say(`Found: ${chosen.map((site) => part.placeName(site)).join(", ")}`);
  }

  #take(chosen) {
    this.clear();
    this.part.add(chosen);
  }
}

/** What is known of the best: the difference of the scores lies between two bounds. */
function boundsWords({ lower, upper, value }) {
  if (lower === undefined || lower === upper) return "";
  return ` The difference is ${value}; the best one lies between ${lower} and ${upper}.`;
}
