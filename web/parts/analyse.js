// analyse.js - what a position is worth: the score after each move, an engine's opinion, exact values, the best
// line, the best reply or opening.
//
// Every number is White's score minus Black's.
import { fail, make, empty, say, tell } from "../dom.js";
import { ask } from "../engine.js";
import { stonesAsked } from "../game.js";
import { askForGame } from "../newgame.js";
import { boardKeys, sideName, Stage } from "../stage.js";
import { aheadWords, boundsWords, facts, PlayerChooser, scoreWords, signed, valueWords } from "../widgets.js";
import { endedEmpty, Work } from "../work.js";
import { HeatCard } from "./heat.js";
import { RoundCard } from "./round.js";

export const title = "Analyse";
export const keys = [
  ["n", "another board"],
  ["e", "score after each move"],
  ["m", "engine’s opinion of each move"],
  ["s", "solve: the exact value of every move"],
  ["c", "cancel"],
  ["b", "the best line as arrows"],
  ["[  ]", "a turn back, a turn forward"],
  ...boardKeys,
];
export const notes = [
  "All numbers of this tab are White’s score minus Black’s: +3 means White is 3 ahead, −3 means Black is.",
];

const OVER = "The game is over: there are no moves left to judge. Go back a turn to judge its moves.";
const READ_ONLY = "This server is read-only: it does no long work.";

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
      replaced: () => this.#clear(),
    });
    this.game = this.stage.game;
    this.shown = null; // an answer to the question about one round, in place of the position
    this.#build();
    // There is no position yet.
    for (const button of [this.scoreButton, this.solveButton, this.judgeButton]) button.disabled = true;
  }

  close() {
    this.#cancel();
    this.stage.close();
  }

  async show(params) {
    await this.stage.take(params);
  }

  async file(file) {
    await this.stage.file(file);
  }

  #button(text, hint, act, look = "button") {
    return make(
      look,
      { type: "button", title: hint, onclick: () => Promise.resolve(this.stage.now && act()).catch(fail) },
      text,
    );
  }

  #build() {
    this.words = make("div.status");
    this.banner = make(
      "div.note.banner",
      { role: "status", hidden: true },
      "The board shows an answer, not your position.",
      this.#button("Back to the position", null, () => this.#clearAndShow()),
    );
    this.stage.head.append(this.words, this.banner);
    this.heat = new HeatCard(this.stage, () => this.#clearAndShow().catch(fail));
    this.round = new RoundCard(this.stage, {
      show: (look) => this.#showOther(look),
      back: () => this.#clearAndShow(),
    });
    this.stage.fill(
      this.#positionCard(),
      this.heat.element,
      this.#movesCard(),
      this.#opinionCard(),
      this.round.element,
    );
  }

  #positionCard() {
    this.back = this.#button("◀", "A turn back ([)", () => this.#go(this.game.at - 1));
    this.on = this.#button("▶", "A turn forward (])", () => this.#go(this.game.at + 1));
    this.back.setAttribute("aria-label", "A turn back");
    this.on.setAttribute("aria-label", "A turn forward");
    return make(
      "section.card",
      { "aria-label": "Position" },
      make("h2", {}, "Position"),
      make("p.help-text", {}, notes[0]),
      make(
        "div.buttons",
        {},
        this.back,
        this.on,
        this.#button("Play from here", "Play on from this position", () => this.#playOn()),
        this.#button("New …", "Another board or rules (n)", () => this.#newGame()),
      ),
    );
  }

  #movesCard() {
    this.solveButton = this.#button(
      "Solve every move",
      "The exact value of every move, if both play their best (s)",
      () => this.#solve(),
      "button.main",
    );
    this.work = new Work(this.solveButton, () => this.stage.now && this.#enable(this.stage.now));
    this.lineButton = this.#button("Best line", "The best line as arrows (b)", () => this.#toggleLine());
    this.lineButton.disabled = true;
    this.scoreButton = this.#button("Score after each move", "What the score would be then (e)", () =>
      this.#scores(),
    );
    this.note = make("p.note", { role: "status", hidden: true });
    this.solved = make("div", { "aria-live": "polite" });
    return make(
      "section.card",
      { "aria-label": "Moves" },
      make("h2", {}, "Moves"),
      this.note,
      make("div.buttons", {}, this.scoreButton, this.solveButton, this.lineButton),
      this.work.element,
      this.solved,
    );
  }

  #opinionCard() {
    this.judges = this.shell.info.players.filter((player) => player.values);
    this.judge = new PlayerChooser({ players: this.judges }, "expectation", { human: false });
    this.judgeButton = this.#button(
      "Ask",
      "What this player thinks of each move (m)",
      () => this.#opinion(),
      "button.main",
    );
    this.judging = new Work(this.judgeButton, () => this.stage.now && this.#enable(this.stage.now));
    this.judged = make("div", { "aria-live": "polite" });
    return make(
      "section.card",
      { "aria-label": "Engine’s opinion" },
      make("h2", {}, "Engine’s opinion"),
      make("p.help-text", {}, "The numbers by which a player chooses its move: quick, but not exact."),
      this.judge.element,
      make("div.buttons", {}, this.judgeButton),
      this.judging.element,
      this.judged,
    );
  }

  async #changed(look) {
    const { game } = this;
    this.back.disabled = game.at === 0 && !game.part.length;
    this.on.disabled = game.isLast();
    this.#enable(look);
    this.round.update();
    const now = look.stones.length ? ` Score now ${signed(look.value)}: ${aheadWords(look.value)}.` : "";
    empty(
      this.words,
      ...(look.over
        ? [make("strong", {}, `The game is over: ${valueWords(look.value)}`)]
        : [
            make("strong", {}, `${sideName(look.toMove)} to move`),
            `, turn ${game.at + 1} of ${look.turns.length}.${now}`,
          ]),
    );
  }

  #enable(look) {
    const isReadOnly = this.shell.info.read_only;
    this.scoreButton.disabled = look.over;
    this.solveButton.disabled = this.judgeButton.disabled =
      look.over || this.work.isBusy || this.judging.isBusy || isReadOnly;
    this.note.textContent = look.over ? OVER : isReadOnly ? READ_ONLY : "";
    this.note.hidden = !this.note.textContent;
  }

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
    askForGame(this.shell.info, this.game, (given) => this.stage.open(given, true));
  }

  async #playOn() {
    this.shell.go("play", await this.game.params());
  }

  /** Ends all work about another position. */
  #clear() {
    this.#cancel();
    this.#forget();
  }

  /** Forgets what was found. */
  #forget() {
    this.round.clear();
    this.heat.hide();
    this.shown = null;
    this.banner.hidden = true;
    this.line = null;
    this.lineButton.disabled = true;
    this.stage.view.setLine([]);
    empty(this.solved);
    empty(this.judged);
  }

  async #clearAndShow() {
    this.#clear();
    await this.stage.refresh();
  }

  /** Whether there are moves to judge; says why if not. */
  #hasMoves(button) {
    const { now } = this.stage;
    if (now && now.over) tell(OVER);
    return Boolean(now) && !button.disabled;
  }

  async #scores() {
    const { game, stage } = this,
      { now } = stage;
    if (!this.#hasMoves(this.scoreButton)) return;
    const answer = await ask("tries", {
      ...game.named,
      ties: game.rules.ties,
      stones: stonesAsked(now.stones),
      side: now.toMove,
    });
    if (stage.now !== now) return;
    this.#forget();
    this.heat.show({
      title: "Score after each move",
      words: `The score right after ${sideName(now.toMove)} places a stone there: White minus Black.`,
      values: byVertex(answer.values),
      hover: (value) => `Then ${aheadWords(value)}`,
    });
    say("Each free vertex shows the score after a stone there.");
  }

  async #opinion() {
    const { game, stage } = this,
      { now } = stage,
      player = this.judge.value;
    if (!this.#hasMoves(this.judgeButton)) return;
    if (game.part.length) throw new Error("Complete the turn first: players judge whole turns.");
    this.#clear();
    const job = await this.judging.run("values", { ...game.query(), player });
    if (!job || stage.now !== now || endedEmpty(job, this.judged)) return;
    const values = byVertex(job.result.values),
      judge = this.judges.find(({ name }) => name === player.split(":")[0]);
    if (!values.size) return void endedEmpty({ state: job.state }, this.judged);
    this.heat.show({
      title: `Opinion of ${player}`,
      words: `${judge.values}, as ${player} sees it after a stone there.`,
      values,
      hover: (value) => `${judge.name} thinks ${aheadWords(value)}`,
    });
    say(`Each vertex shows what ${player} thinks of a stone there.`);
  }

  /** The position, for the solver. */
  #question() {
    const { rounds, perTurn, ties } = this.game.rules,
      { now } = this.stage;
    return { ...this.game.named, ties, rounds, per_turn: perTurn, stones: stonesAsked(now.stones) };
  }

  async #solve() {
    const { stage } = this,
      { now } = stage;
    if (!this.#hasMoves(this.solveButton)) return;
    this.#clear();
    const job = await this.work.run("moves", this.#question());
    if (!job || stage.now !== now || endedEmpty(job, this.solved)) return;
    const { result } = job;
    this.#tellSolved(job);
    if (result.moves && result.proven)
      this.heat.show({
        title: "Exact value of every move",
        words: "White minus Black at the end, if both play their best after the move.",
        values: valuesOfMoves(result.moves, now.toMove),
        hover: (value) => `With best play ${valueWords(value)}`,
      });
  }

  #tellSolved({ state, result }) {
    this.line = result.line || null;
    this.lineButton.disabled = !this.line || !this.line.length;
    const words = result.proven
      ? `${signed(result.value)}: with best play ${valueWords(result.value)}`
      : `Value ${boundsWords(result.lower, result.upper)}.`;
    const stopped = state === "cancelled" ? "Cancelled early" : "The time ran out";
    empty(
      this.solved,
      make("p", {}, make("strong", {}, words)),
      result.proven
        ? null
        : make(
            "p.note",
            {},
            `${stopped}: these limits are proven, the exact value is not known. Fewer rounds or a smaller board can be solved.`,
          ),
      facts([
        ["proven", result.proven ? "yes" : "no"],
        ["best line", this.line?.length ? this.line.map((move) => this.#names(move)).join("  ") : null],
        ["positions", result.nodes?.toLocaleString("en")],
        ["seconds", result.seconds?.toFixed(2)],
      ]),
    );
    say(words);
  }

  #names(move) {
    return move.map((vertex) => this.stage.placeName(vertex)).join(",");
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

  /** Shows another position on the same board in place of this one. */
  #showOther(look) {
    this.heat.hide();
    this.shown = look;
    this.banner.hidden = false;
    this.stage.extra = look;
    this.stage.bar.set(look.score);
    this.stage.repaint();
  }

  #cancel() {
    for (const work of [this.work, this.judging, this.round.work]) work.cancel();
  }

  key(event) {
    const act = {
      n: () => this.#newGame(),
      e: () => this.#scores(),
      m: () => this.#opinion(),
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

/** A list by vertex, null where there is no value, as a Map of numbers with one decimal. */
function byVertex(list) {
  const values = new Map();
  for (const [vertex, value] of list.entries())
    if (value !== null) values.set(vertex, Math.round(10 * value) / 10);
  return values;
}

/** The value of a vertex is that of the best move with it. */
function valuesOfMoves(moves, side) {
  const values = new Map(),
    better = side === "white" ? Math.max : Math.min;
  for (const { move, value } of moves)
    for (const vertex of move)
      values.set(vertex, values.has(vertex) ? better(values.get(vertex), value) : value);
  return values;
}
