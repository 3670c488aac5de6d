// advice.js - what the engine thinks of a level: the best move, and where moves win.
import { empty, fail, make } from "../dom.js";
import { facts } from "../widgets.js";
import { endedEmpty, Work } from "../work.js";
import { figure } from "./shown.js";

const SAMPLES = 4000; // random ropes
const ERROR = 1e-4; // of the share of ropes
const FINEST = 1e-7;
const PATIENCE = 20; // seconds for the share of ropes, unless it is asked for once more

export class Advice {
  /** host: { state, level, puzzle, rest, tool, isBlind, paint(), lookAtLevel(), move(move, op, byEngine), getHelp() -> whether } */
  constructor(host, isReadOnly) {
    this.host = host;
    this.isReadOnly = isReadOnly;
    const button = (text, hint, act) =>
      make("button", { type: "button", title: hint, onclick: () => act().catch(fail) }, text);
    const help = (text, hint, act) => button(text, hint, async () => (await host.getHelp()) && act());
    this.found = make("div", { "aria-live": "polite" });
    this.note = make("p.help-text", {}, "A puzzle solved with help does not count as solved.");
    this.scoresButton = help("Scores while pointing", "What a move would bring", async () => {});
    this.bestButton = help("Best move", "Best move (b)", () =>
      host.rest ? this.#findSolution() : this.#findBest(),
    );
    this.oddsButton = help("Winning places", "Winning places (w)", () => this.#findOdds());
    this.button = button;
    this.best = new Work(this.bestButton, () => this.#rest());
    this.odds = new Work(this.oddsButton, () => this.#rest());
    this.element = make(
      "div",
      {},
      this.note,
      isReadOnly ? make("p.help-text", {}, "This server is read-only: it does not search for moves.") : null,
      make("div.buttons", {}, this.scoresButton, isReadOnly ? null : [this.oddsButton, this.bestButton]),
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

  /** What is asked for depends on the tool. */
  setTool(tool, isDrawing) {
    this.isResting = isDrawing || this.isReadOnly;
    this.bestButton.textContent = this.host.puzzle?.budget ? "Hint" : "Best move";
    this.oddsButton.hidden = Boolean(this.host.puzzle?.budget);
    this.oddsButton.textContent = tool === "rope" ? "Winning share" : "Winning places";
    this.#rest();
  }

  #rest() {
    this.note.hidden = this.scoresButton.hidden = !this.host.isBlind;
    this.bestButton.disabled = this.isResting || this.best.isBusy;
    this.oddsButton.disabled = this.isResting || this.odds.isBusy;
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
    this.host.lookAtLevel();
    empty(
      this.found,
      make("p", {}, make("strong", {}, moves.map((move) => level.moveWords(op, move)).join("; "))),
      facts([
        ["lead before", figure(result.before)],
        ["lead after", figure(result.after)],
        ["gain", figure(result.gain)],
        ["this move", result.reached === undefined ? null : figure(result.reached)],
        ["then", result.winner ? `${result.winner} wins` : "a tie"],
        ["reached", result.attained ? null : "not exactly; the move shown comes within 0.000001"],
        ["proven", result.proven ? null : "no"],
      ]),
      this.button("Make this move", "", () => this.host.move(moves[0], op, true)),
    );
  }

  /** The next of the moves that solve a level of several. */
  async #findSolution() {
    const { state, level, rest } = this.host,
      { me } = state.json;
    const job = await this.best.run("lines/solve", { level: rest, player: me, objective: "win" });
    if (!job || state !== this.host.state || endedEmpty(job, this.found)) return;
    const { moves, winner } = job.result;
    if (winner !== me)
      return void empty(this.found, make("p", {}, `From here ${me} cannot win any more: undo a move.`));
    const [{ op, move }] = moves;
    this.suggestion = { op, moves: [move] };
    this.host.paint();
    this.host.lookAtLevel();
    empty(
      this.found,
      make("p", {}, make("strong", {}, level.moveWords(op, move))),
      moves.length > 1 &&
        make("p.help-text", {}, moves.length === 2 ? "One more move wins then." : `${moves.length - 1} more moves win then.`),
      this.button("Make this move", "", () => this.host.move(move, op, true)),
    );
  }

  async #findOdds() {
    const { state, tool: op } = this.host;
    if (op === "rope") return this.#findRopes({ epsilon: ERROR, time: PATIENCE });
    const job = await this.odds.run("lines/odds", this.#question());
    if (!job || state !== this.host.state || endedEmpty(job, this.found)) return undefined;
    const { result } = job,
      places = result.winning_moves || [];
    if (places.length) this.host.lookAtLevel();
    this.#show(
      {
        winning: places.filter((one) => typeof one === "object"),
        winningSites: places.filter((one) => typeof one === "number"),
      },
      facts([
        [
          "winning moves",
          make("span", { title: result.winning_fraction }, percent(result.winning_decimal, 3)),
        ],
        ...gradeOf(result),
        ["regions", result.regions],
      ]),
    );
    return undefined;
  }

  /** Ropes win or not by both ends: their share is an integral, known within an error. */
  async #findRopes(wish) {
    const { state } = this.host;
    let reason = null;
    const job = await this.odds.run(
      "lines/odds",
      { ...this.#question(), ...wish },
      (error) => (reason = error),
    );
    if (state !== this.host.state) return;
    if (!job) return this.#drawRopes(null, `Not found: ${reason.message}.`); // it may still be drawn
    if (endedEmpty(job, this.found)) return;
    if (!job.result.grade && job.state !== "cancelled")
      return this.#drawRopes(job.result, "The bounds are still wide, so random ropes were tried, too.");
    this.#showRopes(
      job.result,
      null,
      job.state === "cancelled" ? "Cancelled. These are the bounds so far." : null,
    );
  }

  /** By random ropes, beside what is known of all, if it is. */
  async #drawRopes(known, words) {
    const { state } = this.host;
    const job = await this.odds.run("lines/odds", { ...this.#question(), samples: SAMPLES });
    if (state !== this.host.state) return;
    if (job && job.result) this.#showRopes(known, job.result, words);
    else if (known) this.#showRopes(known, null, words);
    else if (job) endedEmpty(job, this.found);
  }

  #showRopes(known, drawn, words) {
    const finer = known?.proven ? known.error / 10 : 0;
    this.#show(
      {},
      facts([
        ["winning ropes", known && (known.winnable === false ? "none" : within(known))],
        [
          "of ropes drawn",
          drawn && `${percent(drawn.winning_decimal, 3)} (${drawn.wins} of ${drawn.samples})`,
        ],
        ["likely (95 %)", drawn && `${percent(drawn.low, 3)} to ${percent(drawn.high, 3)}`],
        ...gradeOf({
          grade: known?.grade ?? drawn?.grade,
          best_margin: known?.best_margin,
          winnable: known?.winnable ?? drawn?.winnable ?? null,
        }),
        ["proven", known && (known.proven || known.winnable === false ? "yes" : "the bounds alone")],
      ]),
      words && make("p.help-text", {}, words),
      make(
        "div.buttons",
        {},
        finer >= FINEST
          ? this.button("Ten times finer", "The same with a tenth of the error", () =>
              this.#findRopes({ epsilon: finer }),
            )
          : null,
        drawn
          ? null
          : this.button("Draw at random", `${SAMPLES} random ropes`, () => this.#drawRopes(known, null)),
      ),
    );
  }

  #show(lit, ...content) {
    this.suggestion = null;
    this.lit = { winning: [], winningSites: [], ...lit };
    this.host.paint();
    empty(this.found, ...content);
  }
}

function gradeOf({ grade, best_margin: margin, winnable }) {
  return [
    ["grade", grade],
    ["best lead", margin === undefined ? null : figure(margin)],
    ["winnable", winnable === null ? "not known" : winnable ? "yes" : "no"],
  ];
}

const percent = (share, digits) => `${Number((100 * share).toPrecision(digits))} %`;

/** "12.014 % ± 0.011 %": a digit more than the error lets stand, whose rounding the error holds. */
function within({ winning_decimal: share, error = 0, low, high }) {
  if (error < 1e-9) return `${Number((100 * share).toFixed(6))} %`;
  if (error > 0.02) return `${percent(low, 3)} to ${percent(high, 3)}`;
  const digits = 1 + Math.max(0, Math.round(-Math.log10(100 * error))),
    unit = 10 ** -digits;
  const most = unit * Math.ceil((100 * error + unit / 2) / unit);
  return `${(100 * share).toFixed(digits)} % ± ${most.toFixed(digits)} %`;
}
