// play.js - a game between those who sit at the page and players of the engine.
//
// Players move while the game runs and the last turn is shown; whatever the reader does in between
// makes a player's answer that comes late go by.
import { fail, make, empty, say, tell } from "../dom.js";
import { askForGame } from "../newgame.js";
import { boardKeys, sideName, Stage } from "../stage.js";
import { writeMoves } from "../share.js";
import { ScoreChart } from "../view/chart.js";
import { field, scoreWords, slider, valueWords } from "../widgets.js";

export const title = "Play";
export const keys = [
  ["n", "new game"],
  ["u / y", "undo, redo"],
  ["[  ]", "a turn back, a turn on"],
  ["h", "hint"],
  ["p", "start or stop the players"],
  ...boardKeys,
];

export const notes = [
  "Clocks count up, or down from the minutes that a new game gave each side. One that has run out turns red, goes on below zero, and says so; the game goes on too, for stones alone decide it.",
];

const MOST_FILLED = 3e5; // vertices times turns whose scores are asked for at once
/** Who gives hints: where the champion comes to nothing in a moment, one that looks at every vertex. */
const adviser = ({ n }) => (n > 1000 && n <= 2048 ? "expectation" : "champion:ms=300");
const other = { white: "black", black: "white" };

function moveOf(job) {
  if (!job.result) throw new Error("the player found no move in its time");
  return job.result.move;
}

export function open(root, shell) {
  return new Play(root, shell);
}

class Play {
  constructor(root, shell) {
    this.shell = shell;
    this.running = true;
    this.turn = 0; // counts what the reader does
    this.pace = 600; // milliseconds between the moves of two players
    this.scores = [];
    this.used = { white: 0, black: 0 };
    this.stage = new Stage(root, shell, "Play", {
      play: (vertex) => this.#play(vertex).catch(fail),
      canPlay: (vertex) => this.#isHuman() && this.stage.isFree(vertex),
      changed: (look) => this.#changed(look),
    });
    this.game = this.stage.game;
    this.#build();
    this.clock = setInterval(() => this.#tick(), 200);
  }

  close() {
    this.turn++;
    clearInterval(this.clock);
    if (this.job) this.job.cancel();
    this.stage.close();
  }

  async show(params) {
    this.#stopThinking();
    this.scores = [];
    this.used = { white: 0, black: 0 };
    await this.stage.take(params);
    this.#drive();
    await this.#fillScores();
  }

  async file(file) {
    this.#stopThinking();
    this.scores = [];
    this.used = { white: 0, black: 0 };
    await this.stage.file(file);
    this.#drive();
    await this.#fillScores();
  }

  // --- The panel

  #build() {
    const seat = (side) => ({
      name: make("div.name"),
      spec: make("span"),
      clock: make("span", {}, "0:00"),
      element: make(`div.seat.${side}`),
    });
    this.seat = { white: seat("white"), black: seat("black") };
    for (const [side, { name, spec, clock, element }] of Object.entries(this.seat))
      element.append(
        make(`span.stone.${side}`, { "aria-hidden": "true" }),
        make("div.who", {}, name, make("div.clock", {}, clock, spec)),
      );
    this.status = make("div.status", { "aria-live": "off" });
    this.stage.head.append(
      make("div.seats", {}, this.seat.white.element, this.status, this.seat.black.element),
    );
    const button = (name, text, hint, act) =>
      (this[name] = make(
        "button",
        {
          type: "button",
          title: hint,
          onclick: () => Promise.resolve(act()).catch(fail),
        },
        text,
      ));
    this.chart = new ScoreChart((at) => this.#go(at).catch(fail));
    this.list = make("div.moves", { role: "group", "aria-label": "Turns" });
    const pace = slider({
      least: 0,
      most: 3000,
      step: 100,
      value: this.pace,
      onchange: (value) => (this.pace = value),
    });
    const fresh = button("newButton", "New game …", "New game (n)", () => this.#newGame());
    fresh.classList.add("main");
    this.stage.fill(
      make(
        "section.card",
        { "aria-label": "Game" },
        make(
          "div.buttons",
          {},
          fresh,
          button("hintButton", "Hint", "Hint (h)", () => this.#hint()),
          button("undoButton", "Undo", "Undo (u)", () => this.#undo(-1)),
          button("redoButton", "Redo", "Redo (y)", () => this.#undo(1)),
          button("restartButton", "Restart", "Restart", () => this.#restart()),
          button("swapButton", "Swap sides", "Those who sit change places", () => this.#swap()),
        ),
      ),
      make(
        "section.card",
        { "aria-label": "Turns" },
        make("h2", {}, "Turns"),
        this.list,
        this.chart.element,
        make(
          "div.buttons",
          {},
          button("firstButton", "|◀", "The start", () => this.#go(0)),
          button("backButton", "◀", "A turn back ([)", () => this.#go(this.game.at - 1)),
          button("onButton", "▶", "A turn on (])", () => this.#go(this.game.at + 1)),
          button("lastButton", "▶|", "The last turn", () => this.#go(this.game.moves.length)),
          button("runButton", "Pause", "Start or stop the players (p)", () => this.#run(!this.running)),
        ),
        field("Pace", pace.element, "milliseconds between the moves of two players"),
      ),
    );
    for (const [name, label] of [
      ["first", "The start"],
      ["back", "A turn back"],
      ["on", "A turn on"],
      ["last", "The last turn"],
    ])
      this[`${name}Button`].setAttribute("aria-label", label);
  }

  async #changed(look) {
    const { game } = this;
    this.scores.length = Math.max(this.scores.length, game.at + 1);
    if (!game.part.length) this.scores[game.at] = look.score;
    this.scores.length = game.moves.length + 1;
    for (const side of ["white", "black"]) {
      const [name, ...params] = game.seats[side].startsWith("bot:")
        ? [game.seats[side]]
        : game.seats[side].split(":");
      this.seat[side].name.textContent = name;
      this.seat[side].spec.textContent = params.map((param) => ` · ${param}`).join("");
      this.seat[side].element.title = game.seats[side];
      this.seat[side].element.classList.toggle("to-move", look.toMove === side);
    }
    this.#showClocks();
    empty(this.status, ...this.#statusWords(look));
    this.chart.set(this.scores, game.at);
    this.#fillMoves(look);
    this.#enable(look);
  }

  #statusWords(look) {
    const { game } = this;
    if (look.over)
      return [
        make(
          "strong",
          {},
          look.value === 0
            ? "A tie"
            : `${sideName(look.value > 0 ? "white" : "black")} wins by ${Math.abs(look.value)}`,
        ),
      ];
    const left = look.toPlace - game.part.length;
    const words = `${sideName(look.toMove)} to move${look.toPlace > 1 ? `, ${left} more` : ""}`;
    return [
      make("strong", {}, words),
      make("br"),
      this.job ? "thinking …" : `turn ${game.at + 1} of ${look.turns.length}`,
    ];
  }

  #fillMoves(look) {
    const { game } = this;
    this.chart.element.toggleAttribute("hidden", !game.moves.length);
    if (!game.moves.length)
      return void empty(
        this.list,
        make(
          "p.help-text",
          {},
          "No stone lies yet. Point at a vertex to see what it would bring; a click places a stone.",
        ),
      );
    empty(
      this.list,
      game.moves.map((move, turn) =>
        make(
          `button.${look.turns[turn] ? look.turns[turn][0] : "white"}`,
          {
            type: "button",
            "aria-current": turn + 1 === game.at ? "step" : undefined,
            "aria-label": `Turn ${turn + 1}: ${this.#places(move, ", ")}`,
            onpointerenter: () => this.stage.view.setMarks(move.map((vertex) => ({ vertex, colour: "accent" }))),
            onpointerleave: () => this.stage.view.setMarks([]),
            onclick: () => this.#go(turn + 1).catch(fail),
          },
          `${turn + 1}. ${this.#places(move, ",")}`,
        ),
      ),
    );
  }

  #places(move, comma) {
    return move.map((vertex) => this.stage.placeName(vertex)).join(comma) || "lost";
  }

  #enable(look) {
    const { game } = this;
    this.undoButton.disabled = game.at === 0 && !game.part.length;
    this.redoButton.disabled = this.onButton.disabled = this.lastButton.disabled = game.isLast();
    this.firstButton.disabled = this.backButton.disabled = game.at === 0;
    this.hintButton.disabled = look.over || this.shell.info.read_only;
    const hasPlayers = game.seats.white !== "human" || game.seats.black !== "human";
    this.runButton.disabled = !hasPlayers || look.over;
    this.runButton.textContent = this.running ? "Pause" : "Play on";
  }

  // --- Clocks

  #tick() {
    const now = performance.now(),
      past = now - (this.ticked || now);
    this.ticked = now;
    const { now: look } = this.stage;
    if (!look || look.over || !this.game.isLast() || !(this.running || this.#isHuman())) return;
    const before = this.#left(look.toMove);
    this.used[look.toMove] += past;
    this.#showClocks();
    if (before > 0 && this.#left(look.toMove) <= 0) {
      const words = `${sideName(look.toMove)}’s time is up. The game goes on.`;
      tell(words);
      say(words);
    }
  }

  /** Milliseconds that a side has left; none where clocks count up. */
  #left(side) {
    const { clock } = this.game.rules;
    return clock ? 60000 * clock - this.used[side] : NaN;
  }

  #showClocks() {
    for (const side of ["white", "black"]) {
      const left = this.#left(side),
        isOut = left <= 0;
      const seconds = Math.floor((isOut ? -left : left > 0 ? left + 999 : this.used[side]) / 1000);
      const { clock } = this.seat[side];
      clock.textContent = `${isOut ? "−" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      clock.classList.toggle("out", isOut);
      clock.title = isOut ? "over its time" : left > 0 ? "left" : "used";
    }
  }

  // --- Moves

  #isHuman() {
    const { now } = this.stage;
    return Boolean(now && now.toMove && this.game.seats[now.toMove] === "human");
  }

  async #play(vertex) {
    const { now } = this.stage;
    if (!now || now.over) return tell("The game is over.");
    if (!this.#isHuman()) return tell(`It is the turn of ${this.game.seats[now.toMove]}.`);
    if (!this.stage.isFree(vertex)) return tell(`There is no room on ${this.stage.vertexName(vertex)}.`);
    this.#stopThinking();
    this.stage.view.setMarks([]);
    await this.game.place(vertex);
    await this.stage.refresh();
    this.#announce(now.toMove, [vertex]);
    this.#drive();
  }

  #announce(side, move) {
    const { now } = this.stage;
    const where = move.map((vertex) => this.stage.vertexName(vertex)).join(", ");
    say(
      `${sideName(side)} on ${where}. ${scoreWords(now.score)}.${now.over ? ` The game is over: ${valueWords(now.value)}.` : ""}`,
    );
  }

  #stopThinking() {
    this.turn++;
    if (this.job) this.job.cancel();
    this.job = null;
  }

  /** Lets players move until it is a human's turn. */
  async #drive() {
    const mine = ++this.turn;
    try {
      while (this.running && this.game.isLast() && !this.stage.now.over && !this.#isHuman()) {
        const begun = performance.now(),
          side = this.stage.now.toMove;
        this.job = this.game.choose(this.game.seats[side]);
        await this.#changed(this.stage.now);
        const move = moveOf(await this.job.done);
        const both = this.game.seats[other[side]] !== "human";
        await new Promise((wake) =>
          setTimeout(wake, Math.max(0, both ? this.pace - (performance.now() - begun) : 0)),
        );
        if (mine !== this.turn) return;
        this.job = null;
        this.game.make(move);
        await this.stage.refresh();
        this.#announce(side, move);
      }
    } catch (error) {
      if (mine !== this.turn) return;
      this.job = null;
      this.running = false;
      await this.#changed(this.stage.now);
      fail(error);
    }
  }

  async #run(isRunning) {
    this.#stopThinking();
    this.running = isRunning;
    await this.#changed(this.stage.now);
    this.#drive();
  }

  async #go(at) {
    this.#stopThinking();
    this.stage.view.setMarks([]);
    this.game.go(at);
    await this.stage.refresh();
    say(`After turn ${this.game.at}. ${scoreWords(this.stage.now.score)}`);
  }

  /** Back or on to the next turn of a human, or by one where nobody is. */
  async #undo(step) {
    const { game } = this;
    if (step < 0 && game.part.length) return this.#go(game.at);
    let at = game.at + step;
    const seats = game.seats,
      turns = this.stage.now.turns;
    const hasHuman = seats.white === "human" || seats.black === "human";
    while (hasHuman && at > 0 && at < game.moves.length && seats[turns[at][0]] !== "human") at += step;
    if (at < 0 || at > game.moves.length) return;
    if (hasHuman && at === 0 && seats[turns[0][0]] !== "human" && step < 0) at = Math.min(game.at, 1);
    await this.#go(at);
  }

  async #hint() {
    const mine = this.turn;
    this.hintButton.disabled = true;
    try {
      const move = moveOf(await this.game.choose(adviser(this.game.board)).done);
      if (mine !== this.turn) return;
      this.stage.view.setMarks(move.map((vertex) => ({ vertex, colour: "land-3" })));
      const where = move.map((vertex) => this.stage.vertexName(vertex)).join(", ");
      tell(`Hint: ${where}`);
      say(`Hint: ${where}`);
    } finally {
      this.hintButton.disabled = this.stage.now.over;
    }
  }

  async #restart() {
    this.#stopThinking();
    this.game.moves = [];
    this.#reset();
    await this.#go(0);
    this.#drive();
  }

  async #swap() {
    this.#stopThinking();
    const { seats } = this.game;
    this.game.seats = { white: seats.black, black: seats.white };
    await this.stage.refresh();
    say(`White is ${this.game.seats.white}, Black is ${this.game.seats.black}`);
    this.#drive();
  }

  /** Scores of the turns before, for a game that came whole. */
  async #fillScores() {
    const { game } = this,
      { moves, board } = game;
    const isStill = (at) => writeMoves(game.moves.slice(0, at)) === writeMoves(moves.slice(0, at));
    if (board.n * moves.length > MOST_FILLED) return;
    for (let at = 0; at < moves.length; at++) {
      const { score } = await game.answer(at);
      if (game.board !== board || !isStill(at) || this.stage.closed) return;
      this.scores[at] = score;
    }
    if (moves.length) await this.#changed(this.stage.now);
  }

  // --- A new game

  #newGame() {
    askForGame(this.shell.info, this.game, async (source, rules, seats) => {
      this.#stopThinking();
      await this.stage.begin(source, rules, seats, () => this.#reset());
      this.#drive();
    });
  }

  /** Nothing was played yet. */
  #reset() {
    this.scores = [];
    this.used = { white: 0, black: 0 };
    this.running = true;
  }

  key(event) {
    const act = {
      n: () => this.#newGame(),
      u: () => this.#undo(-1),
      y: () => this.#undo(1),
      h: () => this.#hint(),
      p: () => this.#run(!this.running),
      "[": () => this.#go(this.game.at - 1),
      "]": () => this.#go(this.game.at + 1),
    }[event.key];
    if (!act) return this.stage.key(event);
    Promise.resolve(act()).catch(fail);
    return true;
  }
}
