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
  seed: "1", // seeds are text: they have up to 64 bits
  rounds: 4,
  perTurn: 1,
  ties: "neutral",
  clock: 0, // minutes for each side; 0: clocks count up
};
const USUAL_LEVEL = "Casual"; // Black, unless something else is said
const KEPT_VERTICES = 4e6; // of the answers that are kept
const LONGEST_ADDRESS = 100000;

/** The value of `key` in an address if it has the form of `pattern`; `otherwise` if it is missing. */
function valueOf(params, key, pattern, otherwise) {
  const text = params[key];
  if (text === undefined) return otherwise;
  if (!pattern.test(text)) throw new Error(`it says ${key}=${text.slice(0, 20)}, which is not possible`);
  return text;
}

function wholeOf(params, key, otherwise) {
  return Number(valueOf(params, key, /^[1-9]\d{0,8}$/, otherwise));
}

/** The same seed in the same letters. */
function seedOf(params) {
  return BigInt(valueOf(params, "seed", /^\d{1,20}$/, agreed.seed)).toString();
}

async function sourceOf(params) {
  const seed = seedOf(params),
    name = params.name || "board";
  if (params.board) return { text: await unpack(params.board), name, seed };
  if (params.text) return { text: params.text, name, seed };
  if (params.name && !params.arena)
    throw new Error("its board was too large for a link; open the game’s JSON file instead");
  return { arena: params.arena || agreed.arena, seed };
}

/** Whether the server has a player of this name. */
export async function isKnown(player) {
  const { players, bots } = await info();
  return (
    player === "human" || bots.includes(player) || players.some(({ name }) => name === player.split(":")[0])
  );
}

/** Who sits there; a program that another server was started with becomes a person. */
async function seatOf(params, side) {
  const { levels } = await info();
  const usual = side === "white" ? "human" : levels.find(({ name }) => name === USUAL_LEVEL).player;
  const player = params[side] || usual;
  if (await isKnown(player)) return player;
  if (player.startsWith("bot:")) return "human";
  throw new Error(`it names a player "${player.slice(0, 20)}", which does not exist`);
}

/** What the engine says about players of a game, in their order: [{ player, can_play, why, perfect }, ..].
 *  Throws if the game itself is impossible. */
export async function checkPlayers(named, { rounds, perTurn, ties }, seats) {
  const players = seats.map((player) => (player === "friend" ? "human" : player));
  return (await ask("check", { ...named, rounds, per_turn: perTurn, ties, players })).players;
}

/** The game that an address describes: { source, rules, seats, moves, at }.  Throws if it is damaged. */
export async function readGame(params) {
  const moves = readMoves(params.moves);
  return {
    source: await sourceOf(params),
    rules: {
      rounds: wholeOf(params, "rounds", agreed.rounds),
      perTurn: wholeOf(params, "per-turn", agreed.perTurn),
      ties: params.ties || agreed.ties,
      clock: Number(valueOf(params, "clock", /^\d{1,4}(\.\d{1,3})?$/, agreed.clock)),
    },
    seats: { white: await seatOf(params, "white"), black: await seatOf(params, "black") },
    moves,
    friend: params.friend ? { code: params.friend } : null,
    at: Math.min(moves.length, Number(valueOf(params, "at", /^\d{1,9}$/, moves.length))),
  };
}

export class Game {
  constructor() {
    this.source = { arena: agreed.arena, seed: agreed.seed };
    const { rounds, perTurn, ties, clock } = agreed;
    this.rules = { rounds, perTurn, ties, clock };
    this.seats = { white: "human", black: "human" };
    this.friend = null; // a game shared with another page: its state on the server, with `side` and `key` of this one
    this.board = null;
    this.named = null;
    this.forget();
  }

  /** A game as readGame() gives it, with its board, once the engine agrees to it; throws if it refuses. */
  static async from({ source, rules, seats, moves = [], at = moves.length, fits, friend = null }, before) {
    const game = new Game();
    Object.assign(game, { source, rules, seats, friend });
    if (before && before.hasBoardOf(source))
      [game.source, game.named, game.board] = [before.source, before.named, before.board];
    else await game.#open();
    if (fits) game.#fit();
    game.forget();
    [game.moves, game.at] = [moves, at];
    await game.answer(moves.length);
    return game;
  }

  hasBoardOf(source) {
    return this.board && ["arena", "text", "seed"].every((key) => source[key] === this.source[key]);
  }

  async #open() {
    this.named = await nameOf(this.source, (await info()).formats);
    this.board = await openBoard(this.named);
  }

  /** No more rounds than a small board has room for. */
  #fit() {
    const { rules, board } = this,
      perTurn = 2 * rules.perTurn > board.n ? 1 : rules.perTurn;
    const rounds = Math.max(1, Math.min(rules.rounds, Math.floor(board.n / (2 * perTurn))));
    this.rules = { ...rules, rounds, perTurn };
  }

  forget() {
    this.moves = [];
    this.at = 0;
    this.part = []; // stones of a turn that is not complete yet
    const many = Math.max(8, Math.floor(KEPT_VERTICES / (this.board ? this.board.n : 1000)));
    this.answers = new Kept(many); // by moves
    this.places = new Kept(many); // by moves and further stones
  }

  /** What the address says of this game. */
  async params() {
    const { source, rules, seats } = this;
    if (source.text && source.packed === undefined) source.packed = await pack(source.text);
    const packed = source.packed || "";
    return {
      arena: source.text ? undefined : source.arena,
      board: packed.length <= LONGEST_ADDRESS ? packed : "",
      name: source.text ? source.name : undefined,
      seed: source.seed === agreed.seed ? undefined : source.seed,
      rounds: rules.rounds,
      "per-turn": rules.perTurn === 1 ? undefined : rules.perTurn,
      ties: rules.ties === "neutral" ? undefined : rules.ties,
      clock: rules.clock || undefined,
      white: seats.white === "friend" ? "human" : seats.white,
      black: seats.black === "friend" ? "human" : seats.black,
      friend: this.friend ? this.friend.code : undefined,
      moves: writeMoves(this.moves),
      at: this.at === this.moves.length ? undefined : this.at,
    };
  }

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
