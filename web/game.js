// game.js - a game as the page holds it: what was agreed, the turns made, the one that is shown.
//
// Who is to move, what is legal, and every score are the engine's answers; they are kept by turn.
// The parts Play and Analyse share this form and its address.
import { ask, info, startJob } from "./engine.js";
import { nameOf, openBoard } from "./boards.js";
import { Kept } from "./kept.js";
import { ownersOf } from "./view/geometry.js";
import { pack, readMoves, unpack, writeMoves } from "./share.js";

export const agreed = {
  arena: "grid:7x7",
  seed: 1,
  rounds: 4,
  perTurn: 1,
  ties: "neutral",
  clock: 0, // minutes for each side; 0: clocks count up
  white: "human",
  black: "champion",
};
const KEPT_VERTICES = 4e6; // of the answers that are kept
const LONGEST_ADDRESS = 100000;

/** A whole number of the address, or what it is otherwise. */
function number(text, least, otherwise) {
  return /^\d{1,9}$/.test(text ?? "") && Number(text) >= least ? Number(text) : otherwise;
}

/** Minutes of the address, decimals allowed; 0 otherwise. */
function minutes(text) {
  return /^\d{1,4}(\.\d{1,3})?$/.test(text ?? "") ? Number(text) : 0;
}

export class Game {
  constructor() {
    this.source = { arena: agreed.arena, seed: agreed.seed };
    const { rounds, perTurn, ties, clock } = agreed;
    this.rules = { rounds, perTurn, ties, clock };
    this.seats = { white: agreed.white, black: agreed.black };
    this.board = null;
    this.named = null;
    this.forget();
  }

  forget() {
    this.moves = [];
    this.at = 0;
    this.part = []; // stones of a turn that is not complete yet
    this.#forgetAnswers();
  }

  #forgetAnswers() {
    const many = Math.max(8, Math.floor(KEPT_VERTICES / (this.board ? this.board.n : 1000)));
    this.answers = new Kept(many); // by moves
    this.places = new Kept(many); // by moves and further stones
  }

  // --- The address

  async params() {
    const { source, rules, seats } = this;
    if (source.text && source.packed === undefined) source.packed = await pack(source.text);
    const packed = source.packed || "";
    return {
      arena: source.text ? undefined : source.arena,
      board: packed.length <= LONGEST_ADDRESS ? packed : "",
      name: source.text ? source.name : undefined,
      seed: source.seed === 1 ? undefined : source.seed,
      rounds: rules.rounds,
      "per-turn": rules.perTurn === 1 ? undefined : rules.perTurn,
      ties: rules.ties === "neutral" ? undefined : rules.ties,
      clock: rules.clock || undefined,
      white: seats.white,
      black: seats.black,
      moves: writeMoves(this.moves),
      at: this.at === this.moves.length ? undefined : this.at,
    };
  }

  /** Takes a state from the address.  Gives whether the board changed. */
  async take(params) {
    const seed = number(params.seed, 0, agreed.seed);
    const source = params.board
      ? { text: await unpack(params.board), name: params.name || "board", seed }
      : { arena: params.arena || agreed.arena, seed };
    const moves = readMoves(params.moves);
    const isOther = !this.board || ["arena", "text", "seed"].some((key) => source[key] !== this.source[key]);
    this.source = source;
    this.rules = {
      rounds: number(params.rounds, 1, agreed.rounds),
      perTurn: number(params["per-turn"], 1, agreed.perTurn),
      ties: params.ties || agreed.ties,
      clock: minutes(params.clock),
    };
    this.seats = { white: params.white || agreed.white, black: params.black || agreed.black };
    this.forget();
    this.moves = moves;
    this.at = Math.min(moves.length, number(params.at, 0, moves.length));
    if (isOther) await this.open();
    return isOther;
  }

  async open() {
    this.board = null;
    this.named = await nameOf(this.source, (await info()).formats);
    this.board = await openBoard(this.named);
    this.#forgetAnswers();
  }

  // --- Questions

  /** A game for the engine, after `at` turns. */
  query(at = this.at) {
    const { rounds, perTurn, ties } = this.rules;
    return { ...this.named, rounds, per_turn: perTurn, ties, moves: this.moves.slice(0, at) };
  }

  /** What the engine says after `at` turns: whose turn, score, owners. */
  answer(at = this.at) {
    return this.answers.get(writeMoves(this.moves.slice(0, at)), () => this.#ask(at));
  }

  async #ask(at) {
    const answer = await ask("game", { ...this.query(at), distances: true });
    const moves = this.moves.slice(0, at),
      white = new Set(answer.white);
    const stones = moves
      .flat()
      .map((vertex, i) => ({ vertex, side: white.has(vertex) ? "white" : "black", number: i + 1 }));
    return {
      ...readScore(answer, stones.length),
      stones,
      taken: new Set(moves.flat()),
      over: answer.finished,
      toMove: answer.to_move,
      toPlace: answer.to_place,
      turns: answer.turns,
    };
  }

  /** The game so far as a record, by the engine. */
  async record() {
    const players = [this.seats.white, this.seats.black];
    return (await ask("game", { ...this.query(), players, write: true })).record;
  }

  /** The score with further stones of the side to move, in the middle of a turn. */
  async with(vertices) {
    const key = `${writeMoves(this.moves.slice(0, this.at))}+${vertices.join(",")}`;
    const now = await this.answer();
    const stones = [...now.stones, ...vertices.map((vertex) => ({ vertex, side: now.toMove }))];
    return this.places.get(key, () => score(this.named, this.rules.ties, stones));
  }

  /** What is seen now: the position, or the position with part of a turn. */
  async look() {
    const now = await this.answer();
    if (!this.part.length) return now;
    const more = await this.with(this.part);
    const stones = [
      ...now.stones,
      ...this.part.map((vertex, i) => ({ vertex, side: now.toMove, number: now.stones.length + i + 1 })),
    ];
    return { ...now, ...more, stones };
  }

  /** A move that `player` would make; a job. */
  choose(player) {
    return startJob("move", { ...this.query(), player });
  }

  // --- Turns

  /** Adds a stone to the turn; a complete turn is made.  Gives whether it was. */
  async place(vertex) {
    const now = await this.answer();
    this.part = [...this.part, vertex];
    if (this.part.length < now.toPlace) return false;
    this.make(this.part);
    return true;
  }

  make(move) {
    this.moves = [...this.moves.slice(0, this.at), move];
    this.at++;
    this.part = [];
  }

  go(at) {
    this.at = Math.max(0, Math.min(this.moves.length, at));
    this.part = [];
  }

  isLast() {
    return this.at === this.moves.length;
  }
}

/** Stones as the engine is asked about them, in the order placed. */
export function stonesAsked(stones) {
  return stones.map(({ side, vertex }) => [side, vertex]);
}

/** Scores stones in the order placed. */
export async function score(named, ties, stones) {
  const answer = await ask("score", { ...named, ties, stones: stonesAsked(stones), distances: true });
  return readScore(answer, stones.length);
}

function readScore(answer, stoneCount) {
  return {
    score: {
      white_score: answer.white_score,
      black_score: answer.black_score,
      tied: answer.tied,
      unreached: answer.unreached,
    },
    value: answer.value ?? answer.white_score - answer.black_score,
    owner: stoneCount ? ownersOf(answer.owner) : null,
    distance: stoneCount ? Float64Array.from(answer.distances) : null,
  };
}
