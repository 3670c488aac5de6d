// analyse.js - what a position is worth: every stone's effect, what a player thinks of it, exact values,
// the best line, one round.
//
// Heat is White's advantage after a move: orange where White is ahead, blue where Black is.
import { fail, make, empty, say } from "../dom.js";
import { ask } from "../engine.js";
import { stonesAsked } from "../game.js";
import { askForGame } from "../newgame.js";
import { boardKeys, sideName, Stage } from "../stage.js";
import { facts, PlayerChooser, scoreWords, signed, valueWords } from "../widgets.js";
import { endedEmpty, Work } from "../work.js";
import { RoundCard } from "./round.js";

export const title = "Analyse";
export const keys = [
  ["n", "another board"],
  ["e", "what each stone would make of the score"],
  ["m", "what a player thinks of each stone"],
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
    this.found = make("div", { "aria-live": "polite" });
    this.solveButton = this.#button(
      "Solve every move",
      "Solve every move (s)",
      () => this.#solve(),
      "button.main",
    );
    this.work = new Work(this.solveButton, () => this.stage.now && this.#changed(this.stage.now));
    this.round = new RoundCard(this.stage, {
      show: (look) => this.#showOther(look),
      back: () => this.#clearHeat(),
    });
    this.lineButton = this.#button("Best line", "The best line as arrows (b)", () => this.#toggleLine());
    this.lineButton.disabled = true;
    this.judges = this.shell.info.players.filter((player) => player.values);
    this.judge = new PlayerChooser({ players: this.judges }, "expectation", { human: false });
    this.judgeButton = this.#button(
      "Evaluation",
      "What this player thinks of each stone (m)",
      () => this.#evaluate(),
      "button.main",
    );
    this.judging = new Work(this.judgeButton, () => this.stage.now && this.#changed(this.stage.now));
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
          this.#button("New …", "Another board or rules (n)", () => this.#newGame()),
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
        make("div.buttons", {}, this.solveButton, this.lineButton),
        this.work.element,
        this.heatLegend,
        this.found,
      ),
      make(
        "section.card",
        { "aria-label": "A player’s view" },
        make("h2", {}, "A player’s view"),
        this.judge.element,
        make("div.buttons", {}, this.judgeButton),
        this.judging.element,
      ),
      this.round.element,
    );
  }

  async #changed(look) {
    const { game } = this;
    this.back.disabled = game.at === 0 && !game.part.length;
    this.on.disabled = game.isLast();
    this.solveButton.disabled = this.judgeButton.disabled =
      look.over || this.work.isBusy || this.judging.isBusy || this.shell.info.read_only;
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

  #newGame() {
    askForGame(this.shell.info, this.game, (source, rules, seats) =>
      this.stage.begin(source, rules, seats, () => this.#clear()),
    );
  }

  async #playOn() {
    this.shell.go("play", await this.game.params());
  }

  /** Everything that was found about another position. */
  #clear() {
    this.work.cancel();
    this.judging.cancel();
    this.round.clear();
    this.shown = null;
    this.line = null;
    this.lineButton.disabled = true;
    this.stage.view.setLine([]);
    this.stage.extra = {};
    this.stage.columns = [];
    this.heatLegend.hidden = true;
    empty(this.found);
  }

  async #clearHeat() {
    this.#clear();
    await this.stage.refresh();
  }

  // --- Heat

  /** values: a Map from vertex to White minus Black; `middle` is the value that is nobody's colour. */
  #heat(values, middle, words, ends) {
    const list = [...values.values()].sort((a, b) => a - b);
    const best = this.stage.now.toMove === "white" ? list.at(-1) : list[0];
    const heat = new Map();
    for (const [vertex, value] of values)
      heat.set(vertex, { shade: value - middle, text: signed(value), best: value === best });
    this.stage.extra = { heat, most: Math.max(list.at(-1) - middle, middle - list[0]) };
    this.stage.columns = [["Value", (vertex) => (values.has(vertex) ? signed(values.get(vertex)) : "")]];
    this.heatLegend.hidden = false;
    empty(
      this.heatLegend,
      make("p.help-text", {}, words),
      make("div.ramp"),
      make("div.ends", {}, make("span", {}, `Black ${ends}`), make("span", {}, `White ${ends}`)),
    );
    this.stage.repaint();
  }

  /** Coloured by what is better for whom among these; list: by vertex, null where a stone lies. */
  #heatByGain(list, words) {
    const values = new Map();
    for (const [vertex, value] of list.entries())
      if (value !== null) values.set(vertex, Math.round(10 * value) / 10);
    const sorted = [...values.values()].sort((a, b) => a - b);
    this.#heat(values, (sorted[0] + sorted.at(-1)) / 2, words, "gains most");
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
    this.#heatByGain(answer.values, "White’s score minus Black’s once a stone lies there.");
    say("Each free vertex shows the score that a stone would make.");
  }

  async #evaluate() {
    const { game, stage } = this,
      { now } = stage,
      player = this.judge.value;
    if (this.judgeButton.disabled) return;
    if (game.part.length) throw new Error("complete the turn first: players think of whole turns");
    this.#clear();
    const job = await this.judging.run("values", { ...game.query(), player });
    if (!job || stage.now !== now || endedEmpty(job, this.found)) return;
    const { values } = job.result,
      judge = this.judges.find(({ name }) => name === player.split(":")[0]);
    if (values.every((value) => value === null))
      return void empty(this.found, make("p", {}, "Stopped before anything was found."));
    this.#heatByGain(values, `${judge.values}, as ${player} sees it after a stone there.`);
    say(`Each vertex shows what ${player} thinks of a stone there.`);
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
    if (now.over || this.work.isBusy) return;
    this.#clear();
    const job = await this.work.run("moves", this.#question());
    if (!job || stage.now !== now || endedEmpty(job, this.found)) return;
    const { result } = job;
    this.#tellSolved(result);
    if (result && result.moves && result.proven) this.#heatOfMoves(result.moves, now.toMove);
  }

  /** The value of a vertex is that of the best move with it. */
  #heatOfMoves(moves, side) {
    const values = new Map(),
      better = side === "white" ? Math.max : Math.min;
    for (const { move, value } of moves)
      for (const vertex of move)
        values.set(vertex, values.has(vertex) ? better(values.get(vertex), value) : value);
    const words = "White minus Black at the end, when both play their best after the move.";
    this.#heat(values, 0, words, "wins");
  }

  #tellSolved(result) {
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

  /** Another position on the same board, in place of this one. */
  #showOther(look) {
    this.shown = look;
    this.stage.extra = look;
    this.stage.bar.set(look.score);
    this.stage.repaint();
  }

  #cancel() {
    this.work.cancel();
    this.judging.cancel();
    this.round.work.cancel();
  }

  key(event) {
    const act = {
      n: () => this.#newGame(),
      e: () => this.#effects(),
      m: () => this.#evaluate(),
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
