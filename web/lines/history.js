// history.js - what was done with levels: a list of states, and where one stands in it.
//
// A state is a level with the engine's answer about it and what led to it: a move, or nothing (a level
// that was opened or drawn).  States of one level as it is drawn and played share a sheet: one looks on
// where one looked.
import { ask } from "../engine.js";
import { pack } from "../share.js";

export class History {
  constructor() {
    this.states = []; // { json, answer, via: {op, move} or null, puzzle, sheet }
    this.at = 0;
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

  #push(state) {
    this.states = [...this.states.slice(0, this.at + 1), state];
    this.at = this.states.length - 1;
  }

  /** Opens a level as a state of its own; what the engine does not take stays out. */
  async open(json, puzzle = null, sheet = {}) {
    const answer = await ask("lines/score", { level: json, stretches: true, made: true });
    this.#push({ json: answer.made, answer, via: null, puzzle, sheet });
  }

  /** The level as it was drawn further. */
  draw(json) {
    return this.open(json, null, this.state.sheet);
  }

  async make(op, move) {
    const { json, puzzle, sheet } = this.state;
    const answer = await ask("lines/apply", { level: json, op, move, stretches: true, player: json.me });
    this.#push({ json: answer.made, answer, via: { op, move }, puzzle, sheet });
  }

  /** The level and its moves, for the address. */
  async params() {
    const base = this.states[this.base];
    const moves = this.states.slice(this.base + 1, this.at + 1).map(({ via }) => [via.op, via.move]);
    const params = base.puzzle?.name
      ? { puzzle: base.puzzle.name }
      : { level: await pack(JSON.stringify(base.json)) };
    if (moves.length) params.moves = await pack(JSON.stringify(moves));
    return params;
  }
}
