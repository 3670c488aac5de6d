// result.js - after the game: who won, a rematch, and a review of every move.
import { empty, fail, make } from "../dom.js";
import { dataTable } from "../widgets.js";
import { endedEmpty, Work } from "../work.js";

const WORST = 3;
const REVIEW_SECONDS = 40; // of the job's minute
const points = (count) => `${count} point${count === 1 ? "" : "s"}`;

const keyOf = (game) => JSON.stringify(game.query(game.moves.length));

/** "You win by 3", or by colour if not just one person plays. */
export function resultWords(value, names) {
  if (value === 0) return "A tie";
  const [winner, loser] = value > 0 ? ["white", "black"] : ["black", "white"],
    by = `by ${Math.abs(value)}`;
  if (names[winner] === "You") return `You win ${by}`;
  if (names[loser] === "You") return `${names[winner]} wins ${by}`;
  return `${winner === "white" ? "White" : "Black"} wins ${by}`;
}

export class ResultCard {
  /** calls: { rematch(), swapAndRematch(), show(turn, move), tryAgain(turn), reviewed(), name(move) } */
  constructor(info, chart, calls) {
    Object.assign(this, { info, chart, calls, review: null });
    this.reviews = new Map(); // by game
    const button = (look, text, act) =>
      make(look, { type: "button", onclick: () => Promise.resolve(act()).catch(fail) }, text);
    this.heading = make("h2");
    this.words = make("p.help-text");
    this.chartPlace = make("div");
    this.reviewButton = button("button", "Review", () => this.#review());
    this.work = new Work(this.reviewButton);
    this.found = make("div.review", { "aria-live": "polite" });
    this.element = make(
      "section.card.result",
      { "aria-label": "Result", hidden: true },
      this.heading,
      this.words,
      this.chartPlace,
      make(
        "div.buttons",
        {},
        button("button.main", "Rematch", () => calls.rematch()),
        this.reviewButton,
        button("button", "Swap and rematch", () => calls.swapAndRematch()),
      ),
      this.work.element,
      this.found,
    );
  }

  hide() {
    this.element.hidden = true;
  }

  /** Another game: what was found about the one before goes. */
  forget() {
    this.work.cancel();
    this.review = null;
    empty(this.found);
    this.hide();
  }

  /** Shows the end of a game; gives whether the card has just appeared. */
  show(game, look, names) {
    const isNew = this.element.hidden;
    Object.assign(this, { game, names });
    this.heading.textContent = resultWords(look.value, names);
    const { white_score: white, black_score: black, tied } = look.score;
    this.words.textContent = `White ${white}, Black ${black}${tied ? `, tied ${tied}` : ""}.`;
    this.chartPlace.append(this.chart.element);
    const { exact_vertices: most } = this.info.limits;
    const isOut = this.info.read_only || game.board.n > most;
    this.reviewButton.disabled = isOut || this.work.isBusy;
    this.reviewButton.title = this.info.read_only
      ? "This server is read-only and reviews no games"
      : isOut
        ? `A review takes boards of at most ${most.toLocaleString("en")} vertices`
        : "What each move gave away";
    this.element.hidden = false;
    if (isNew && this.reviews.has(keyOf(game))) this.#take(this.reviews.get(keyOf(game)));
    return isNew;
  }

  async #review() {
    const { game } = this,
      { moves } = game;
    empty(this.found);
    const time = Math.min(1, REVIEW_SECONDS / (4 * moves.length + 1));
    const job = await this.work.run("review", { ...game.query(moves.length), time });
    if (!job || game.moves !== moves || endedEmpty(job, this.found)) return;
    this.reviews.set(keyOf(game), job.result);
    this.#take(job.result);
  }

  #take(review) {
    this.review = review;
    this.#fill();
    this.calls.reviewed();
  }

  /** What the move of a turn gave away, or null. */
  loss(turn) {
    const move = this.review && this.review.moves[turn];
    return move && move.loss ? `${move.exact ? "" : "≈"}−${move.loss}` : null;
  }

  #who(side) {
    if (this.names.white !== this.names.black) return this.names[side];
    return side === "white" ? "White" : "Black";
  }

  /** The worst moves, worst first: yours if you played against the engine, otherwise of both. */
  #worst() {
    const isMine = ({ side }) => !Object.values(this.names).includes("You") || this.names[side] === "You";
    return this.review.moves
      .map((move, turn) => ({ ...move, turn }))
      .filter((move) => move.loss > 0 && isMine(move))
      .sort((a, b) => b.loss - a.loss || a.turn - b.turn)
      .slice(0, WORST);
  }

  #fill() {
    const { moves, white_loss: white, black_loss: black, exact_moves: exact } = this.review;
    const worst = this.#worst(),
      isAll = exact === moves.length;
    empty(
      this.found,
      make("h3", {}, worst.length ? "The worst moves" : "No mistakes found"),
      make(
        "p",
        {},
        `${this.#who("white")} gave away ${points(white)}, ${this.#who("black")} ${points(black)}.`,
      ),
      worst.length
        ? make(
            "ol.worst",
            {},
            worst.map((move) => this.#worstItem(move)),
          )
        : null,
      this.#table(),
      make(
        "p.help-text",
        {},
        isAll
          ? "All losses are exact: they count against best play from there on."
          : `${exact} of ${moves.length} losses are exact. Those with ≈ are estimates: the engine plays on from both moves.`,
      ),
    );
  }

  #worstItem({ side, turn, played, best, loss, exact }) {
    const { name, show, tryAgain } = this.calls,
      button = (text, act) => make("button", { type: "button", onclick: () => act().catch(fail) }, text);
    return make(
      "li",
      {},
      make(
        "strong",
        {},
        `Turn ${turn + 1}, ${this.#who(side)}: ${name(played)} lost ${exact ? "" : "about "}${points(loss)}. `,
      ),
      `${name(best)} was better.`,
      make(
        "div.buttons",
        {},
        button("Show", () => show(turn, best)),
        button("Try again from here", () => tryAgain(turn)),
      ),
    );
  }

  #table() {
    const { name } = this.calls;
    const rows = this.review.moves.map(({ side, played, best, loss }, turn) =>
      make(
        "tr",
        {},
        make("td.num", {}, String(turn + 1)),
        [this.#who(side), name(played), this.loss(turn) || "0", loss ? name(best) : "–"].map((text) =>
          make("td", {}, text),
        ),
      ),
    );
    return make(
      "details",
      {},
      make("summary", {}, "Every move"),
      dataTable("Every move", ["#Turn", "Player", "Move", "Loss", "Better"], rows),
    );
  }
}
