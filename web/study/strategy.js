// strategy.js - the strategies of a certificate, ready to answer: docs/FORMATS.md has the form.

const keyOf = (white, black) =>
  [white, black].map((list) => [...list].sort((a, b) => a - b).join()).join("|");

/** { source, ties, turns, start, strategies } of a certificate's text; the server has checked it. */
export function readCertificate(text) {
  const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
    head = lines[0];
  const strategies = [];
  for (let at = 1; at < lines.length;) {
    const { side, bound, positions } = lines[at++],
      answers = new Map();
    for (const [white, black, answer] of lines.slice(at, at + positions))
      answers.set(keyOf(white, black), answer);
    strategies.push({ side, bound, answers });
    at += positions;
  }
  const source = head.board
    ? { text: JSON.stringify(head.board), name: "board.json", seed: 1 }
    : { arena: head.arena, seed: head.seed };
  return { source, ties: head.ties, turns: head.turns, moves: head.moves, strategies };
}

/** A game against one strategy of a certificate. */
export class Duel {
  constructor({ turns, moves }, strategy) {
    Object.assign(this, { turns, strategy, start: moves.length, moves: [...moves], part: [] });
    this.#answer();
  }

  get over() {
    return this.moves.length >= this.turns.length;
  }

  get side() {
    return this.turns[this.moves.length]?.[0];
  }

  /** All stones, in the order placed. */
  get stones() {
    return [...this.moves, ...(this.part.length ? [this.part] : [])].flatMap((move, turn) =>
      move.map((vertex) => ({ vertex, side: this.turns[turn][0], number: turn + 1 })),
    );
  }

  isFree(vertex) {
    return !this.over && this.stones.every((stone) => stone.vertex !== vertex);
  }

  /** A stone of the person; a complete turn is answered. */
  place(vertex) {
    this.part.push(vertex);
    if (this.part.length < this.turns[this.moves.length][1]) return;
    this.moves.push(this.part);
    this.part = [];
    this.#answer();
  }

  #answer() {
    const { strategy } = this;
    while (!this.over && this.side === strategy.side) {
      const of = (side) =>
        this.moves.flatMap((move, turn) => (turn >= this.start && this.turns[turn][0] === side ? move : []));
      this.moves.push(strategy.answers.get(keyOf(of("white"), of("black"))));
    }
  }
}
