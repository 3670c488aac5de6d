// questions.mjs - asks the module and a native server the same questions of every kind; their answers are equal byte for
// byte, but for times and the numbers of jobs.
//
//     node questions.mjs ENGINE.js DEMESNE.wasm PORT COUNT SEED
//
// Prints one line per difference and, last, how many questions of each endpoint were asked.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [engineFile, wasmFile, port, count, seed] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(engineFile));

// Random questions

let state = BigInt(seed) * 2n + 1n;
function below(n) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
  return Number((state >> 33n) % BigInt(n));
}
const pick = (list) => list[below(list.length)];
const between = (low, high) => low + below(high - low + 1);
const maybe = (chance, fields) => (below(100) < chance ? fields : {});

/** Boards and their numbers of vertices. */
const small = [["path:9", 9], ["cycle:10", 10], ["grid:3x3", 9], ["grid:4x4", 16], ["tree:2,3", 15], ["petersen", 10]];
const medium = [["grid:8x9", 72], ["tree:3,4", 121], ["hypercube:6", 64], ["euclid:60", 60], ["gnp:50,0.1", 50],
  ["caterpillar:8,3", 32], ["spider:5,4", 21], ["colby:80", 80], ["geometric:40,0.3", 40], ["complete-bipartite:4,5", 9]];
const large = [["road:2000", 2000], ["grid:40x40", 1600], ["random-tree:1000", 1000], ["colby:700", 700]];
const ties = () => maybe(50, { ties: pick(["neutral", "earlier", "white", "black"]) });

function distinct(n, size) {
  const all = new Set();
  while (all.size < Math.min(n, size)) all.add(below(size));
  return [...all];
}

function stones(boards, most) {
  const [arena, size] = pick(boards),
    all = distinct(between(2, 2 * most), size),
    half = all.length >> 1;
  return { arena, seed: between(1, 5), white: all.slice(0, half), black: all.slice(half), size };
}

function game(boards, most) {
  const [arena, size] = pick(boards),
    rounds = between(1, most),
    moves = distinct(between(0, 2 * rounds - 1), size).map((v) => [v]);
  return { arena, seed: between(1, 5), rounds, moves, ...ties() };
}

const players = ["greedy", "minimax:depth=1", "minimax:depth=2", "neighbour", "immediate-gain", "expectation", "median",
  "mirror", "enhanced", "random", "symmetric", "key-level", "glance:looks=3", "tree-simple", "tree-theory", "nobody"];
const op = () => pick(["add", "remove", "cut", "rope"]);

function level() {
  const n = between(3, 8),
    at = (i) => ({ x: (i * 7) % 11, y: (i * 5 + between(0, 2)) % 13 }),
    vertices = Array.from({ length: n }, (_, i) => at(i)),
    edges = vertices.slice(1).map((_, i) => [below(i + 1), i + 1, between(1, 9)]),
    names = ["red", "blue", "green"].slice(0, between(2, 3));
  return { vertices, edges, sites: names.map((player, i) => ({ player, vertex: (i * 2) % n })), me: "red" };
}

const formulas = ["p cnf 3 2\n1 -2 3 0\n-1 2 0\n", "p cnf 4 3\n1 2 0\n-3 4 0\n-1 -4 0\n", "p cnf 2 1\n1 9 0\n"];
const circle = () => ({ arena: pick(["circle", "segment"]), stones: between(2, 4) });
const red = () => pick(["keypoint", "mirror", "balanced", "random"]);
let proofs = [];

/** Kinds of questions: the endpoint, a frequency, and how to make one.  A * marks jobs. */
const kinds = [
  ["score", 60, () => ({ ...stones(pick([small, medium, large]), 4), ...ties(), ...maybe(30, { distances: true }) })],
  ["score", 8, () => ({ ...stones(medium, 3), radius: between(1, 4) })],
  ["arena", 40, () => ({ arena: pick([...small, ...medium, ...large])[0], seed: between(1, 9), ...maybe(40, { drawing: true }), ...maybe(20, { rounds: between(1, 3) }) })],
  ["tries", 30, () => ({ ...stones(pick([small, medium, large]), 3), side: pick(["white", "black"]), ...ties() })],
  ["game", 30, () => game(pick([small, medium]), 4)],
  ["check", 10, () => ({ arena: pick([...small, ...medium])[0], rounds: between(1, 3), players: distinct(4, players.length).map((i) => players[i]) })],
  ["draw", 20, () => ({ ...stones(pick([small, medium]), 3), width: between(100, 600) })],
  ["reduce/sat", 6, () => ({ formula: pick(formulas), ...maybe(50, { problem: between(1, 2) }) })],
  ["reduce/dnf", 4, () => ({ formula: pick(["1 2\n", "1 2\n2 3\n", "1\n2\n", "x"]) })],
  ["atlas", 10, () => ({ ...maybe(60, { table: pick(["any", "trees", "graphs", "paths", "tori"]) }), ...maybe(50, { winner: pick(["white", "tie", "black"]) }), count: between(0, 9) })],
  ["lines/score", 20, () => ({ level: level(), ...maybe(50, { stretches: true }) })],
  ["lines/apply", 20, () => ({ level: level(), op: "cut", move: { edge: below(3), at: `1/${between(2, 9)}` } })],
  ["interval/play", 20, () => ({ ...circle(), red: red(), moves: pick(["", "0", "1/3", "0.25"]) })],
  ["*solve", 45, () => ({ arena: pick(small)[0], rounds: between(1, 3), ...ties(), ...maybe(20, { prove: true }), ...maybe(20, { per_turn: 2 }), threads: 1 })],
  ["*solve", 10, () => ({ arena: pick(["grid:6x6", "tree:3,4", "hypercube:6", "euclid:60", "grid:9x9", "tree:2,6"]), rounds: between(1, 2), threads: 1 })],
  ["*moves", 15, () => ({ arena: pick(small)[0], rounds: between(1, 2), ...ties(), ...maybe(40, { part: pick(["0/2", "1/2", "2/3"]) }), threads: 1 })],
  ["*verify", 8, () => ({ certificate: proofs.length ? pick(proofs) : "none" })],
  ["*reply", 40, () => ({ ...stones(pick([small, medium, large]), 3), count: between(1, 3), ...ties(), ...maybe(20, { method: pick(["greedy", "local", "exact"]) }), ...maybe(20, { all: true }), threads: 1 })],
  ["*lead", 25, () => ({ arena: pick([...small, ["grid:5x5", 25], ["tree:2,4", 31], ["euclid:30", 30]])[0], count: between(1, 3), ...ties(), threads: 1 })],
  ["*market", 8, () => ({ arena: pick(small)[0], white: [0], black: [8], scenarios: [{ name: "one more", ask: pick(["reply", "score"]), ...maybe(50, { count: 1 }) }], threads: 1 })],
  ["*market", 6, () => ({ arena: pick(medium)[0], white: [0], black: [7], scenarios: [{ name: "huff", ask: "reply", count: 2, rule: "huff" }], threads: 1 })],
  ["*move", 40, () => ({ ...game(pick([small, medium]), 3), player: pick(players) })],
  ["*values", 12, () => ({ ...game(pick([small, medium]), 3), player: pick(["expectation", "greedy", "minimax:depth=1"]) })],
  ["*review", 8, () => ({ arena: pick(small)[0], rounds: 1, moves: [[below(4)], [4 + below(4)]] })],
  ["*lines/best", 25, () => ({ level: level(), op: op() })],
  ["*lines/odds", 15, () => ({ level: level(), op: op() })],
  ["*lines/solve", 10, () => ({ level: { ...level(), moves: [{ op: "add" }, { op: pick(["add", "cut", "remove"]) }] }, ...maybe(40, { count_solutions: true }) })],
  ["*lines/lead", 10, () => ({ level: level() })],
  ["*lines/duel", 10, () => ({ level: level(), rounds: between(1, 2) })],
  ["*lines/generate", 8, () => ({ kind: pick(["tree", "grid", "cactus"]), vertices: between(3, 6), op: pick(["cut", "add"]), seed: between(1, 99), share: ["1/10", "1/2"] })],
  ["*interval/attack", 10, () => ({ arena: "circle", stones: between(2, 3), red: pick(["keypoint", "mirror"]), grid: "keys", threads: 1 })],
  ["board", 10, () => ({ text: pick(["0 1 1.5\n1 2\n", "0 1\n", "x y\n", '{"nodes":[{"id":1},{"id":2}],"links":[{"source":1,"target":2}]}', "graph { a -- b -- c }", "<graphml/>"]) })],
];

// The two who answer

const native = async (method, path, body) => {
  const type = path === "/api/file" ? "application/octet-stream" : "application/json",
    headers = { Connection: "close", ...(body === undefined ? {} : { "Content-Type": type }) }, // the server ends idle ones
    response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body, headers });
  return { status: response.status, body: await response.text() };
};

const ended = new Map();
const engine = await Engine.start(readFileSync(wasmFile), {
  onEvent: (job, event, data) => event === "end" && ended.set(job, data),
});
const inModule = async (method, path, body) => engine.ask(method, path, body);

async function jobOf(ask, call, fields, finish) {
  const said = await ask("POST", "/api/jobs", JSON.stringify({ call, with: fields }));
  return said.status === 200 ? { status: 200, body: await finish(JSON.parse(said.body).job) } : said;
}

async function nativeEnd(id) {
  for (;;) {
    const { body } = await native("GET", `/api/jobs/${id}`);
    if (!/"state":"(queued|running)"/.test(body.slice(0, 200))) return body;
    await new Promise((wake) => setTimeout(wake, 5));
  }
}

function moduleEnd(id) {
  while (!ended.has(id)) if (!engine.work()) throw new Error("a job was lost");
  return ended.get(id);
}

/** Without times, ids and progress. */
function steady({ status, body }) {
  return `${status} ${body}`
    .replace(/"(seconds|thought)":[-+0-9.e]+/g, '"$1":0')
    .replace(/"(job|file)":"[0-9a-f]{16}"/g, '"$1":""')
    .replace(/,"progress":\{[^}]*\}/g, "");
}

async function compare(name, theirs, ours, asked) {
  const [a, b] = [steady(theirs), steady(ours)];
  if (a === b) return true;
  let at = 0;
  while (a[at] === b[at]) at++;
  const around = (text) => text.slice(Math.max(0, at - 60), at + 80);
  console.log(`differs: ${name} ${JSON.stringify(asked)}\n  native ..${around(a)}\n  module ..${around(b)}`);
  return false;
}

const asked = {},
  refused = {}; // by both, as they should be
let differences = 0;

async function both(name, fields) {
  asked[name] = (asked[name] ?? 0) + 1;
  const { size, ...given } = fields;
  let theirs, ours;
  if (name.startsWith("*")) {
    theirs = await jobOf(native, name.slice(1), given, nativeEnd);
    ours = await jobOf(inModule, name.slice(1), given, moduleEnd);
  } else {
    const text = JSON.stringify(given);
    theirs = await native("POST", `/api/${name}`, text);
    ours = await inModule("POST", `/api/${name}`, text);
  }
  if (theirs.status !== 200 || /"state":"failed"/.test(theirs.body.slice(0, 200))) refused[name] = (refused[name] ?? 0) + 1;
  if (!(await compare(name, theirs, ours, given))) differences++;
  const proof = /"certificate":("(?:[^"\\]|\\.)*")/.exec(theirs.body);
  if (proof && name === "*solve") proofs.push(JSON.parse(proof[1]));
}

async function bothGet(name) {
  asked[name] = 1;
  const only = (text) => text.replace(/"limits":.*$/, "");
  const [theirs, ours] = [await native("GET", `/api/${name}`), await inModule("GET", `/api/${name}`)];
  const cut = ({ status, body }) => ({ status, body: name === "info" ? only(body) : body });
  if (!(await compare(name, cut(theirs), cut(ours), {}))) differences++;
}

/** A file, read as a map, then its streets and a question about its board. */
async function bothMap(file, fields) {
  const bytes = readFileSync(file),
    theirs = JSON.parse((await native("POST", "/api/file", bytes)).body).file,
    ours = JSON.parse((await inModule("POST", "/api/file", bytes)).body).file,
    name = file.split("/").pop();
  asked["*map"] = (asked["*map"] ?? 0) + 1;
  const a = await jobOf(native, "map", { file: theirs, name, ...fields }, nativeEnd),
    b = await jobOf(inModule, "map", { file: ours, name, ...fields }, moduleEnd);
  if (!(await compare("map", a, b, { name, ...fields }))) differences++;
  const arena = JSON.parse(a.body).result?.arena;
  if (!arena) return;
  await both("streets", { arena });
  await both("score", { arena, white: [0], black: [5] });
  await both("*reply", { arena, white: [0, 3], count: 1, threads: 1 });
}

for (const name of ["info", "lines/levels", "interval/players", "nothing"]) await bothGet(name);
for (const file of process.argv.slice(7))
  for (const profile of ["car", "foot"]) await bothMap(file, { profile, measure: pick(["metres", "seconds"]) });
const total = kinds.reduce((sum, kind) => sum + kind[1], 0);
for (let i = 0; i < Number(count); i++) {
  let at = below(total),
    k = 0;
  while (at >= kinds[k][1]) at -= kinds[k++][1];
  await both(kinds[k][0], kinds[k][2]());
}
const number = Object.values(asked).reduce((sum, n) => sum + n, 0);
const list = (counts) => Object.entries(counts).map((row) => row.join(" ")).join(", ");
console.log(`refused: ${list(refused)}`);
console.log(`${number} questions, ${differences} differences: ${list(asked)}`);
process.exit(differences > 0 ? 1 : 0);
