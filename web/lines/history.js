// history.js - what was done with a level: a list of states, and where one stands in it.
//
// A state is a level with the engine's answer about it and what led to it: a move, or nothing (a level
// that was opened or drawn).  States of one level as it is drawn and played share a sheet: one looks on
// where one looked.
import { ask } from "../engine.js";
import { pack } from "../share.js";
import { BUDGET } from "./budget.js";
import { isOwn } from "./packs.js";

/** The engine's messages begin with the name of the level, which is the one that is seen. */
async function askAbout(level, question, more) {
  try {
    return await ask(question, { level, stretches: true, ...more });
  } catch (error) {
    throw new Error(error.message.replace(/^level: /, ""));
  }
}

export class History {
  constructor() {
    this.states = []; // { json, answer, via: {op, move, player} or null, puzzle, sheet, duel, isDrawn }
    this.at = 0;
    this.drawn = null; // { states, at } of a level drawn by hand, once another is opened
  }

  get state() {
    return this.states[this.at];
  }

  /** The last state before any move. */
  get base() {
    let at = this.at;
    while (this.states[at].via) at--;
    return at;
  }

  /** The moves since then: [{op, move, player}, ..]. */
  get made() {
    return this.states.slice(this.base + 1, this.at + 1).map(({ via }) => via);
  }

  #push(state, at = this.at) {
    this.states = [...this.states.slice(0, at + 1), state];
    this.at = this.states.length - 1;
  }

  async #read(json, puzzle, sheet) {
    const answer = await askAbout(json, "lines/score", { made: true });
    return { json: answer.made, answer, via: null, puzzle, sheet };
  }

  /** Opens a level; undo does not go back to the one before.  What the engine does not take stays out. */
  async open(json, puzzle = null, duel = null) {
    const state = { ...(await this.#read(json, puzzle, {})), duel };
    if (this.states.some(({ isDrawn }) => isDrawn)) this.drawn = { states: this.states, at: this.at };
    Object.assign(this, { states: [state], at: 0 });
  }

  /** Back to the level that was drawn. */
  openDrawn() {
    Object.assign(this, this.drawn, { drawn: null });
  }

  /** The level as it was drawn further. */
  async draw(json) {
    this.#push({ ...(await this.#read(json, null, this.state.sheet)), isDrawn: true });
  }

  /** Makes a move of `player` on the state `at`. */
  async make(op, move, { at = this.at, player = this.states[at].json.me } = {}) {
    const { json, puzzle, sheet, duel } = this.states[at];
    const answer = await askAbout(json, "lines/apply", { op, move, player }),
      made = { ...answer.made, me: json.me };
    this.#push({ json: made, answer, via: { op, move, player }, puzzle, sheet, duel }, at);
  }

  /** The level and its moves, for the address. */
  async params() {
    const base = this.states[this.base];
    const moves = this.made.map(({ op, move, player }) => [
      op,
      move,
      ...(player === base.json.me ? [] : [player]),
    ]);
    const params = await nameOf(base);
    if (moves.length) params.moves = await pack(JSON.stringify(moves));
    return params;
  }
}

async function nameOf({ json, puzzle }) {
  if (puzzle?.date) return { daily: puzzle.date };
  if (puzzle?.pack) {
    const level = isOwn(puzzle) ? {} : { level: await pack(JSON.stringify(json)) };
    return { pack: puzzle.pack, number: puzzle.number, ...level };
  }
  if (puzzle?.name) return { puzzle: puzzle.name };
  const level = await pack(JSON.stringify(json));
  return puzzle ? { level, win: puzzle.budget ? BUDGET : puzzle.op } : { level };
}
