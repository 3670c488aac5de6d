// duel.js - a game against the engine on a level: both add sites in turn, and the last state counts.
//
// The states of a game have the same `duel`: { rounds, skill, you, engine, first }.  Names are players of the level.
import { fail, make, say, tell } from "../dom.js";
import { choice, field } from "../widgets.js";
import { Work } from "../work.js";
import { rounded } from "./level.js";

const SKILLS = { easy: "greedy", medium: "one-round", hard: "search" },
  THINK = 2, // seconds
  MOST_ROUNDS = 5;

/** A hand that waits for the engine, or looks at a game that is over. */
const RESTING = {
  point() {},
  press: () => false,
  click() {},
  key: () => false,
  drag() {},
  drop() {},
  cancel() {},
};

export class Duel {
  /** host: { history, state, level, open(json), take(tool), refresh(), lookAtLevel(), film } */
  constructor(host) {
    this.host = host;
    const rounds = Array.from({ length: MOST_ROUNDS }, (_, i) => [String(i + 1), String(i + 1)]);
    this.rounds = choice(rounds, "3", () => {});
    this.skill = choice(
      Object.keys(SKILLS).map((name) => [name, name]),
      "medium",
      () => {},
    );
    this.first = choice(
      [
        ["you", "you"],
        ["engine", "the engine"],
      ],
      "you",
      () => {},
    );
    this.button = make(
      "button",
      { type: "button", title: "You and the engine add sites to this level", onclick: () => this.#start() },
      "Play this level",
    );
    this.work = new Work(this.button);
    this.element = make(
      "div",
      {},
      make("p.help-text", {}, "Both add sites in turn. Whoever owns more after the last one wins."),
      field("Rounds", this.rounds),
      field("Engine", this.skill),
      field("Who begins", this.first),
      make("div.buttons", {}, this.button),
      this.work.element,
    );
  }

  get game() {
    return this.host.state?.duel;
  }

  get played() {
    const { history } = this.host;
    return history.at - history.base;
  }

  get isOver() {
    return this.played >= 2 * this.game.rounds;
  }

  /** Whether the reader is to move after so many moves. */
  #isYours(played = this.played) {
    return (played % 2 === 0) === (this.game.first === this.game.you);
  }

  /** What the hand does now; null: it makes moves. */
  get hand() {
    return this.game && (this.isOver || !this.#isYours()) ? RESTING : null;
  }

  /** The level without moves and, if a game was played, as it was before. */
  #start(isRematch = false) {
    const { history } = this.host,
      { json } = history.states[history.base],
      players = this.host.level.players;
    if (isRematch) this.first.value = this.first.value === "you" ? "engine" : "you";
    const you = json.me || players[0],
      engine = players[(players.indexOf(you) + 1) % players.length];
    if (players.length < 2) return void tell("This level has one player. Add a site of another colour first.");
    const game = {
      rounds: Number(this.rounds.value),
      skill: this.skill.value,
      you,
      engine,
      first: this.first.value === "you" ? you : engine,
    };
    return this.begin({ ...json, me: you }, game).catch(fail);
  }

  async begin(json, game) {
    await this.open(json, game);
    this.host.lookAtLevel();
    say(this.words());
    await this.answer();
  }

  async open(json, game) {
    await this.host.open(json, null, game);
    this.rounds.value = String(game.rounds);
    this.skill.value = game.skill;
    this.first.value = game.first === game.you ? "you" : "engine";
    this.host.take("add");
  }

  /** The engine's move, if it is its turn. */
  async answer() {
    const { host, game } = this,
      { state } = host;
    if (!game || this.isOver || this.#isYours() || this.work.isBusy) return;
    const job = await this.work.run("lines/duel", {
      level: state.json,
      player: game.first,
      other: game.first === game.you ? game.engine : game.you,
      rounds: game.rounds,
      played: this.played,
      turns: 1,
      white: SKILLS[game.skill],
      black: SKILLS[game.skill],
      think: THINK,
      seed: String(1 + Math.floor(Math.random() * 1e9)),
    });
    if (host.closed) return;
    if (state !== host.state) return void (await this.answer()); // undone meanwhile
    const turn = job?.result?.moves[0];
    if (!turn) return;
    await host.history.make(turn.op, turn.move, { player: game.engine });
    await host.refresh();
    host.film.playQuickly();
    say(`${game.engine}: ${host.level.moveWords(turn.op, turn.move)}. ${this.words()}`);
  }

  /** Where undo and redo stop: at the reader's turns, and at the end. */
  stop(at, step) {
    this.work.cancel();
    const { history } = this.host,
      isRest = (i) => i - history.base < 2 * this.game.rounds && !this.#isYours(i - history.base);
    while (at > history.base && at < history.states.length - 1 && isRest(at)) at += step;
    return isRest(at) ? history.at : at;
  }

  /** How much more the reader owns than the engine; others do not count. */
  get #lead() {
    const { you, engine } = this.game,
      { players } = this.host.state.answer,
      of = (name) => Number(rounded(players.find((one) => one.name === name)?.payoff ?? 0, 9));
    return of(you) - of(engine);
  }

  /** On a level of more than two players: which is the engine, and who does nothing. */
  #othersWords() {
    const { you, engine } = this.game,
      others = this.host.level.players.filter((name) => name !== you && name !== engine);
    if (!others.length) return "";
    return ` The engine is ${engine}; ${others.join(", ")} ${others.length > 1 ? "do" : "does"} not move.`;
  }

  words() {
    const { you, engine, rounds, skill } = this.game,
      lead = this.#lead;
    if (!this.isOver)
      return this.#isYours()
        ? `You are ${you}: add a site. Round ${Math.floor(this.played / 2) + 1} of ${rounds} against the engine (${skill}).${this.#othersWords()}`
        : `The engine (${engine}) is thinking …`;
    if (lead === 0) return "The game is over: a tie.";
    return `The game is over: ${lead > 0 ? "you win" : "the engine wins"} by ${rounded(Math.abs(lead))}.`;
  }

  /** Whether the game is over and won, or lost. */
  get result() {
    if (!this.isOver || this.#lead === 0) return "";
    return this.#lead > 0 ? ".won" : ".missed";
  }

  buttons() {
    const button = (text, act) => make("button.main", { type: "button", onclick: act }, text);
    return this.isOver ? button("Rematch", () => this.#start(true)) : null;
  }

  /** The game in an address, and back. */
  write() {
    const { rounds, skill, you, engine, first } = this.game;
    return JSON.stringify([rounds, skill, you, engine, first]);
  }

  static read(text) {
    const [rounds, skill, you, engine, first] = JSON.parse(text);
    const isGame =
      Number.isInteger(rounds) &&
      rounds > 0 &&
      rounds <= MOST_ROUNDS &&
      Object.hasOwn(SKILLS, skill) &&
      [you, engine].includes(first);
    if (!isGame) throw new Error("its game is damaged");
    return { rounds, skill, you, engine, first };
  }
}
