// analyse.js - what a position is worth: every stone's effect, exact values, the best line, one round.
//
// Heat is White's advantage after a move: orange where White is ahead, blue where Black is.
import { fail, make, empty, say } from "../dom.js";
import { ask, startJob } from "../engine.js";
import { score, stonesAsked } from "../game.js";
import { boardKeys, sideName, Stage } from "../stage.js";
import { choice, facts, field, scoreWords, signed, valueWords } from "../widgets.js";

export const title = "Analyse";
export const keys = [
  ["e", "what each stone would make of the score"],
  ["s", "solve: the exact value of every move"],
  ["c", "cancel"],
  ["b", "the best line as arrows"],
  ["[  ]", "a turn back, a turn on"],
  ...boardKeys,
];

export function open(root, shell) {
  return new Analyse(root, shell);
}

class Analyse {
  constructor(root, shell) {
    this.shell = shell;
    this.stage = new Stage(root, shell, "Analyse", {
      play: (vertex) => this.#play(vertex).catch(fail),
      canPlay: (vertex) => !this.shown && this.stage.isFree(vertex),
      changed: (look) => this.#changed(look),
    });
    this.game = this.stage.game;
    this.shown = null; // an optimum of one round, in place of the position
    this.#build();
  }

  close() {
    this.#cancel();
    this.stage.close();
  }

  async show(params) {
    this.#clear();
    await this.stage.take(params);
  }

  async file(file) {
    this.#clear();
    await this.stage.file(file);
  }

  // --- The panel

  #button(text, hint, act, look = "button") {
    return make(
      look,
      { type: "button", title: hint, onclick: () => Promise.resolve(act()).catch(fail) },
      text,
    );
  }

  #build() {
    this.words = make("div.status");
    this.stage.head.append(this.words);
    this.back = this.#button("◀", "A turn back ([)", () => this.#go(this.game.at - 1));
    this.on = this.#button("▶", "A turn on (])", () => this.#go(this.game.at + 1));
    this.back.setAttribute("aria-label", "A turn back");
    this.on.setAttribute("aria-label", "A turn on");
    this.heatLegend = make("div", { hidden: true });
    this.progress = make("div.progress", { hidden: true });
    this.found = make("div", { "aria-live": "polite" });
    this.solveButton = this.#button(
      "Solve every move",
      "Solve every move (s)",
      () => this.#solve(),
      "button.main",
    );
    this.cancelButton = this.#button("Cancel", "Cancel (c)", () => this.#cancel());
    this.cancelButton.disabled = true;
    this.lineButton = this.#button("Best line", "The best line as arrows (b)", () => this.#toggleLine());
    this.lineButton.disabled = true;
    this.stage.fill(
      make(
        "section.card",
        { "aria-label": "Position" },
        make("h2", {}, "Position"),
        make(
          "div.buttons",
          {},
          this.back,
          this.on,
          this.#button("Play from here", "Play on from this position", () => this.#playOn()),
        ),
      ),
      make(
        "section.card",
        { "aria-label": "Moves" },
        make("h2", {}, "Moves"),
        make(
          "div.buttons",
          {},
          this.#button("Effect of each stone", "What each stone would make of the score (e)", () =>
            this.#effects(),
          ),
          this.#button("Clear", "No heat map", () => this.#clearHeat()),
        ),
        make("div.buttons", {}, this.solveButton, this.cancelButton, this.lineButton),
        this.progress,
        this.heatLegend,
        this.found,
      ),
      this.#roundCard(),
    );
  }

  #roundCard() {
    this.count = make("input", { type: "number", min: "1", value: "1" });
    this.replies = make("input", { type: "number", min: "1", value: "1" });
    const replyField = make("div", { hidden: true }, field("Black answers", this.replies));
    this.question = choice(
      [
        ["reply", "Black’s best reply"],
        ["lead", "White’s best lead"],
      ],
      "reply",
      (which) => (replyField.hidden = which !== "lead"),
    );
    this.roundButton = this.#button("Find", "Find the best stones", () => this.#round(), "button.main");
    this.roundCancel = this.#button("Cancel", "Cancel", () => this.#cancel());
    this.roundCancel.disabled = true;
    this.roundFound = make("div", { "aria-live": "polite" });
    return make(
      "section.card",
      { "aria-label": "One round" },
      make("h2", {}, "One round"),
      field("Question", this.question),
      field("Stones", this.count),
      replyField,
      make("div.buttons", {}, this.roundButton, this.roundCancel),
      this.roundFound,
    );
  }

  async #changed(look) {
    const { game } = this;
    this.back.disabled = game.at === 0 && !game.part.length;
    this.on.disabled = game.isLast();
    this.solveButton.disabled = look.over || Boolean(this.job) || this.shell.info.read_only;
    this.roundButton.disabled = Boolean(this.job) || this.shell.info.read_only;
    empty(
      this.words,
      ...(look.over
        ? [make("strong", {}, `Over: ${valueWords(look.value)}`)]
        : [
            make("strong", {}, `${sideName(look.toMove)} to move`),
            `, turn ${game.at + 1} of ${look.turns.length}`,
          ]),
    );
  }

  // --- Moving about

  async #play(vertex) {
    if (!this.stage.now || !this.stage.calls.canPlay(vertex)) return;
    this.#clear();
    await this.game.place(vertex);
    await this.stage.refresh();
    say(`${this.stage.vertexName(vertex)}. ${scoreWords(this.stage.now.score)}`);
  }

  async #go(at) {
    this.#clear();
    this.game.go(at);
    await this.stage.refresh();
    say(`After turn ${this.game.at}. ${scoreWords(this.stage.now.score)}`);
  }

  async #playOn() {
    this.shell.go("play", await this.game.params());
  }

  /** Everything that was found about another position. */
  #clear() {
    this.#cancel();
    this.shown = null;
    this.line = null;
    this.lineButton.disabled = true;
    this.stage.view.setLine([]);
    this.stage.extra = {};
    this.stage.columns = [];
    this.heatLegend.hidden = true;
    this.progress.hidden = true;
    empty(this.found);
    empty(this.roundFound);
  }

  async #clearHeat() {
    this.#clear();
    await this.stage.refresh();
  }

  // --- Heat

  /** values: a Map from vertex to White's advantage; shade: what is coloured, White's good. */
  #heat(values, shades, words) {
    const most = Math.max(1e-9, ...[...shades.values()].map(Math.abs));
    const isWhite = this.stage.now.toMove === "white";
    const best = isWhite ? Math.max(...values.values()) : Math.min(...values.values());
    const heat = new Map();
    for (const [vertex, value] of values)
      heat.set(vertex, { shade: shades.get(vertex), text: signed(value), best: value === best });
    this.stage.extra = { heat, most };
    this.stage.columns = [["Value", (vertex) => (values.has(vertex) ? signed(values.get(vertex)) : "")]];
    this.heatLegend.hidden = false;
    empty(
      this.heatLegend,
      make("p.help-text", {}, words),
      make("div.ramp"),
      make("div.ends", {}, make("span", {}, "Black is ahead"), make("span", {}, "White is ahead")),
    );
    this.stage.repaint();
  }

  async #effects() {
    const { game, stage } = this,
      { now } = stage;
    if (now.over) return;
    const answer = await ask("tries", {
      ...game.named,
      ties: game.rules.ties,
      stones: stonesAsked(now.stones),
      side: now.toMove,
    });
    if (stage.now !== now) return;
    const values = new Map([...answer.values.entries()].filter(([, value]) => value !== null));
    this.#heat(values, values, "White’s score minus Black’s once a stone lies there.");
    say("Each free vertex shows the score that a stone would make.");
  }

  /** The position, for the solver. */
  #question() {
    const { rounds, perTurn, ties } = this.game.rules,
      { now } = this.stage;
    return { ...this.game.named, ties, rounds, per_turn: perTurn, stones: stonesAsked(now.stones) };
  }

  async #solve() {
    const { game, stage } = this,
      { now } = stage;
    if (now.over || this.job) return;
    this.#clear();
    const job = await this.#work("moves", this.#question());
    if (!job || stage.now !== now) return;
    const { result } = job;
    this.#tellSolved(result, job.state);
    if (result && result.moves && result.proven) this.#heatOfMoves(result.moves, now.toMove);
  }

  /** The value of a vertex is that of the best move with it. */
  #heatOfMoves(moves, side) {
    const values = new Map(),
      better = side === "white" ? Math.max : Math.min;
    for (const { move, value } of moves)
      for (const vertex of move)
        values.set(vertex, values.has(vertex) ? better(values.get(vertex), value) : value);
    this.#heat(values, values, "White minus Black at the end, when both play their best after the move.");
  }

  #tellSolved(result, state) {
    if (!result)
      return empty(
        this.found,
        make("p", {}, state === "cancelled" ? "Cancelled." : "Stopped before anything was found."),
      );
    this.line = result.line || null;
    this.lineButton.disabled = !this.line || !this.line.length;
    empty(
      this.found,
      facts([
        [
          "value",
          result.proven
            ? `${signed(result.value)} (${valueWords(result.value)})`
            : `between ${signed(result.lower)} and ${signed(result.upper)}`,
        ],
        ["proven", result.proven ? "yes" : "no"],
        ["line", this.line && this.line.length ? this.line.map((move) => move.join(",")).join("  ") : null],
        ["nodes", result.nodes],
        ["seconds", result.seconds?.toFixed(2)],
      ]),
    );
    say(
      result.proven
        ? `The value is ${result.value}: ${valueWords(result.value)}`
        : "Stopped before the proof was complete",
    );
  }

  #toggleLine() {
    const { view, now } = this.stage;
    if (view.ghosts.length) return view.setLine([]);
    const sides = now.turns.slice(this.game.at).map(([side]) => side);
    view.setLine(
      this.line
        .flatMap((move, i) => move.map((vertex) => ({ vertex, side: sides[i] })))
        .map((stone, i) => ({ ...stone, number: now.stones.length + i + 1 })),
    );
  }

  // --- Long work

  /** Runs a job with progress in sight; gives null where it failed. */
  async #work(call, given) {
    this.job = startJob(call, given, (job) => this.#tellProgress(job));
    const mine = this.job;
    this.cancelButton.disabled = this.roundCancel.disabled = false;
    this.solveButton.disabled = this.roundButton.disabled = true;
    this.progress.hidden = false;
    empty(this.progress, make("progress", { "aria-label": "Working" }), make("div", {}, "working …"));
    try {
      return await mine.done;
    } catch (error) {
      fail(error);
      return null;
    } finally {
      if (this.job === mine) this.#endWork();
    }
  }

  #endWork() {
    this.job = null;
    this.cancelButton.disabled = this.roundCancel.disabled = true;
    this.progress.hidden = true;
    if (this.stage.now) this.#changed(this.stage.now);
  }

  #tellProgress(job) {
    const { phase, note, done, total } = job.progress || {};
    const [bar, words] = this.progress.children;
    if (total > 0) [bar.max, bar.value] = [total, done];
    else bar.removeAttribute("value");
    const count = total > 0 ? `${done} of ${total}` : done > 0 ? `${done.toLocaleString("en")} steps` : null;
    words.textContent = [phase, note, count, `${Math.round(job.seconds)} s`].filter(Boolean).join(", ");
  }

  #cancel() {
    if (this.job) this.job.cancel();
  }

  // --- One round

  async #round() {
    const { game, stage } = this,
      isLead = this.question.value === "lead";
    const { white, black } = stonesOf(stage.now.stones);
    const count = Number(this.count.value),
      ties = game.rules.ties;
    const given = isLead
      ? { ...game.named, ties, count, reply: Number(this.replies.value) }
      : { ...game.named, ties, white, black, count, all: true };
    if (!isLead && !white.length) throw new Error("a reply answers stones of White: place some first");
    const now = stage.now;
    const job = await this.#work(this.question.value, given);
    if (!job || stage.now !== now) return;
    if (!job.result)
      return empty(
        this.roundFound,
        make("p", {}, job.state === "cancelled" ? "Cancelled." : "Stopped before anything was found."),
      );
    this.#tellRound(job.result, isLead, white, black);
    await this.#leaf(0);
  }

  #tellRound(result, isLead, white, kept) {
    const optima = isLead
      ? [{ white: result.white, black: result.black }]
      : (result.optima && result.optima.length ? result.optima : [result.black]).map((chosen) => ({
          white,
          black: [...kept, ...chosen],
        }));
    this.optima = optima;
    this.leafWords = make("span");
    const areas = facts([
      ["value", `${signed(result.value)} (${isLead ? "White minus Black" : "Black minus White"})`],
      ["white", result.white_score],
      ["black", result.black_score],
      [
        "proven",
        result.proven
          ? "yes"
          : `no${result.lower !== undefined ? `: between ${signed(result.lower)} and ${signed(result.upper)}` : ""}`,
      ],
      ["optima", result.optima_count],
      ["method", result.method],
    ]);
    const step = (by, text, label) =>
      make(
        "button",
        {
          type: "button",
          "aria-label": label,
          disabled: optima.length < 2,
          onclick: () => this.#leaf(this.leafAt + by).catch(fail),
        },
        text,
      );
    empty(
      this.roundFound,
      areas,
      make(
        "div.buttons",
        {},
        step(-1, "◀", "The optimum before"),
        this.leafWords,
        step(1, "▶", "The next optimum"),
        this.#button("Back to the position", "Shows the position again", () => this.#clearHeat()),
      ),
    );
  }

  /** Shows one optimum with its market areas. */
  async #leaf(at) {
    const { game, stage } = this;
    this.leafAt = (at + this.optima.length) % this.optima.length;
    const { white, black } = this.optima[this.leafAt];
    const stones = [
      ...white.map((vertex) => ({ vertex, side: "white" })),
      ...black.map((vertex) => ({ vertex, side: "black" })),
    ].map((stone, i) => ({ ...stone, number: i + 1 }));
    const areas = await score(game.named, game.rules.ties, stones);
    this.shown = { ...areas, stones };
    stage.extra = this.shown;
    stage.bar.set(areas.score);
    stage.repaint();
    this.leafWords.textContent = `${this.leafAt + 1} of ${this.optima.length}: White ${white.join(", ")}; Black ${black.join(", ")}`;
    say(`${this.leafWords.textContent}. ${scoreWords(areas.score)}`);
  }

  key(event) {
    const act = {
      e: () => this.#effects(),
      s: () => this.#solve(),
      c: () => this.#cancel(),
      b: () => !this.lineButton.disabled && this.#toggleLine(),
      "[": () => this.#go(this.game.at - 1),
      "]": () => this.#go(this.game.at + 1),
    }[event.key];
    if (!act) return this.stage.key(event);
    Promise.resolve(act()).catch(fail);
    return true;
  }
}

function stonesOf(stones) {
  const of = (side) => stones.filter((stone) => stone.side === side).map((stone) => stone.vertex);
  return { white: of("white"), black: of("black") };
}
