// protocol.js - talks to the referee, so that a player only has to choose vertices.
//
//     require("./protocol").run("my player", choose); // or run("my player", choose, prepare)
//
// choose(game) returns the vertices of this turn as an array; prepare(game) may think before the
// game begins: its time counts as the start of the program.  Everything that a program prints goes
// to standard error: standard output belongs to the referee.
"use strict";
const readline = require("node:readline");

const MOST_ROWS = 2000; // boards up to this size keep their table of distances
const TABLE_SECONDS = 3; // to fill it, of the ten that a program may take to start

const otherSide = (side) => (side === "white" ? "black" : "white");
const now = () => performance.now() / 1000;

// A board and the stones on it.  Numbers above 2^53 are rounded.
//
//   values[v]       what vertex v is worth
//   neighbours[v]   array of [vertex, length]
//   rounds, perTurn, ties   the rules; ties is "neutral", "earlier", "white" or "black"
//   turns           array of {side, vertices}; no vertices: the turn was lost
//   side            whose turn it is in choose(): "white" or "black"
//   seconds         what choose() may take, or null if there is no limit
class Game {
  constructor(values, neighbours) {
    this.values = values;
    this.neighbours = neighbours;
    this.rows = new Map();
  }

  start(rounds, perTurn, ties) {
    Object.assign(this, { rounds, perTurn, ties, turns: [], side: "white", seconds: null });
  }

  // All stones in the order in which they were placed, as {side, vertex}.
  stones() {
    return this.turns.flatMap(({ side, vertices }) => vertices.map((vertex) => ({ side, vertex })));
  }

  // How far every vertex is from v; Infinity where no path leads.
  distances(v) {
    const row = this.rows.get(v) ?? this.search(v);
    if (this.values.length <= MOST_ROWS) this.rows.set(v, row);
    return row;
  }

  fillTable() {
    const n = this.values.length, end = now() + TABLE_SECONDS;
    for (let v = 0; v < n && n <= MOST_ROWS && now() < end; v++) this.distances(v);
  }

  // A vertex that came nearer waits to tell its neighbours.
  search(from) {
    const row = new Array(this.values.length).fill(Infinity);
    const waiting = new Set([from]);
    row[from] = 0;
    for (const v of waiting) {
      waiting.delete(v);
      for (const [u, length] of this.neighbours[v]) {
        if (row[v] + length >= row[u]) continue;
        row[u] = row[v] + length;
        waiting.add(u);
      }
    }
    return row;
  }
}

async function readBoard(n, edges, nextLine) {
  const values = [], neighbours = Array.from({ length: n }, () => []);
  while (values.length < n) values.push(Number(await nextLine()));
  for (let i = 0; i < edges; i++) {
    const [u, v, length] = (await nextLine()).split(" ").map(Number);
    neighbours[u].push([v, length]);
    neighbours[v].push([u, length]);
  }
  return new Game(values, neighbours);
}

// The text of the answer; null: the command is unknown.
function answer(command, words, game, choose, prepare) {
  if (command === "protocol_version") return "1";
  if (command === "rules") {
    game.start(Number(words[0]), Number(words[1]), words[2]);
    game.fillTable();
    prepare?.(game);
  } else if (command === "play") {
    game.turns.push({ side: words[0], vertices: words.slice(1).map(Number) });
  } else if (command === "genmove") {
    game.side = words[0];
    const vertices = choose(game);
    game.turns.push({ side: game.side, vertices });
    game.seconds = null;
    return vertices.join(" ");
  } else if (command === "undo") {
    game.turns.pop();
  } else if (command === "time_left") {
    game.seconds = Number(words[1]) / 1000;
  } else if (command !== "quit") {
    return null;
  }
  return "";
}

// Answers the referee until the end.  A mistake in choose() ends the program.
async function run(name, choose, prepare) {
  const tell = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const nextLine = async () => (await lines.next()).value;
  let game = null;
  for (let line = await nextLine(); line !== undefined; line = await nextLine()) {
    const [command, ...words] = line.trim().split(/\s+/);
    if (command === "") continue;
    if (command === "arena") game = await readBoard(Number(words[0]), Number(words[1]), nextLine);
    const known = { arena: "", name }[command];
    const text = known ?? answer(command, words, game, choose, prepare);
    tell(text === null ? "? unknown command\n\n" : `= ${text}\n\n`);
    if (command === "quit") process.exit(0);
  }
}

module.exports = { run, now, otherSide };
