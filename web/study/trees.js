// trees.js - complete k-ary trees: their levels, T_i, the size bound, and the winner that the paper
// (Teramoto, Demaine, Uehara 2011) promises.
import { Unreachable } from "../transport/server.js";
import { empty, fail, make } from "../dom.js";
import { ask } from "../engine.js";
import { ink } from "../theme.js";
import { toY } from "../view/camera.js";
import { dataTable, facts, field, slider, valueWords } from "../widgets.js";
import { card, PAPER, Scene } from "./scene.js";

const MOST = 4000; // vertices
const USUAL = { k: 3, h: 4, n: 3 };
const lower = (number) => [...String(number)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]).join("");

export function open(root, shell) {
  return new Trees(root, shell);
}

/** The paper's promise: a verdict, and why. */
function promiseOf({ promised, children: k, rounds: n, least_height }) {
  if (promised === "tie")
    return [
      "A tie",
      "k is even and the tree is large enough: Black answers every stone with its mirror image (Theorem 1).",
    ];
  if (promised === "white")
    return 2 * n <= k
      ? [
          "White wins",
          "2n ≤ k: White takes the root and then a fresh branch each round. Black cannot enter all branches (Proposition 1).",
        ]
      : [
          "White wins",
          "k is odd and the tree is large enough: White gets more of the subtrees around the key level (Theorem 1).",
        ];
  return [
    "Not settled by the paper",
    `The tree is below the size bound. The promise begins with ${least_height} levels below the root.`,
  ];
}

class Trees {
  constructor(root, shell) {
    this.shell = shell;
    this.scene = new Scene(
      root,
      "Complete tree",
      {
        play: (vertex) => this.#point(vertex).catch(fail),
        canPlay: () => true,
        hover: (vertex) => this.#point(vertex).catch(fail),
      },
      false,
    );
    const number = (least, most, value) =>
      slider({ least, most, value, onchange: () => this.#ask().catch(fail) });
    this.fields = { k: number(2, 8, USUAL.k), h: number(1, 7, USUAL.h), n: number(1, 12, USUAL.n) };
    this.problem = make("p.help-text.bad", { role: "alert" });
    this.promise = make("div", { "aria-live": "polite" });
    this.levels = make("div");
    this.#build();
  }

  close() {
    this.scene.close();
  }

  #build() {
    const button = (text, look, params) =>
      make(look, { type: "button", onclick: () => this.#play(params()) }, text);
    const { k, h, n } = this.fields;
    this.scene.side.append(
      card(
        "A complete tree",
        make("p.help-text", {}, "Every vertex has k children, down to the last level."),
        field("Children k", k.element),
        field("Levels H", h.element),
        field("Rounds n", n.element),
        this.problem,
      ),
      card(
        "What the paper promises",
        make("p.help-text", {}, PAPER),
        this.promise,
        make(
          "div.buttons",
          {},
          button("Play this", "button.main", () => ({ white: "human", black: "champion" })),
          button("Play against the paper", "button", () => ({
            white: this.#strategies()[0],
            black: "human",
          })),
          button("Watch", "button", () => {
            const [white, black] = this.#strategies();
            return { white, black };
          }),
        ),
      ),
      card(
        "Levels",
        make(
          "p.help-text",
          {},
          "Tᵢ is the size of the subtree of a vertex on level i: what its stone can hold.",
        ),
        this.levels,
      ),
    );
  }

  async show(params) {
    for (const [key, usual] of Object.entries(USUAL)) {
      const given = Number(params[key]);
      this.fields[key].value = Number.isInteger(given) && given > 0 && given < 1000 ? given : usual;
    }
    await this.#ask();
  }

  /** The paper's players: for White, and for Black. */
  #strategies() {
    const { children, rounds } = this.found;
    return [2 * rounds <= children ? "tree-simple" : "key-level", children % 2 ? "key-level" : "symmetric"];
  }

  #play(seats) {
    if (this.found) this.shell.go("play", { arena: this.arena, rounds: this.found.rounds, ...seats });
  }

  async #ask() {
    const [k, h, n] = ["k", "h", "n"].map((key) => this.fields[key].value),
      arena = `tree:${k},${h}`,
      mine = (this.asked = {});
    this.problem.textContent = "";
    try {
      const size = (k ** (h + 1) - 1) / (k - 1);
      if (size > MOST)
        throw new Error(`this tree has ${size.toLocaleString("en")} vertices; at most ${MOST} are shown`);
      const found = await ask("arena", { arena, rounds: n });
      if (mine !== this.asked) return;
      this.found = null;
      if (arena !== this.arena) {
        if (!(await this.scene.open({ arena, seed: 1 }, this.shell.info.formats))) return;
        this.#spread();
      }
      this.arena = arena;
      this.found = found;
      this.shell.write({ k, h, n });
      await this.#tell();
    } catch (error) {
      if (error instanceof Unreachable) throw error;
      if (mine === this.asked) this.problem.textContent = error.message;
    }
  }

  /** Marks small enough for the last level, whose vertices are closest. */
  #spread() {
    const { board } = this.scene,
      gap = Math.abs(board.x[board.n - 1] - board.x[board.n - 2]);
    board.spacing = Math.min(board.spacing, Math.max(1.8 * gap, board.spacing / 4));
  }

  async #tell() {
    const { found } = this,
      [verdict, why] = promiseOf(found);
    empty(
      this.promise,
      make("p.verdict", {}, verdict),
      make("p", {}, why),
      found.promised ? null : make("p", {}, await this.#solved(found)),
      facts([
        [
          "size bound",
          `N ≥ ${found.size_bound?.toLocaleString("en") ?? "2⁶³"}; this tree has N = ${found.vertices}`,
        ],
        ["key level", `h = ${found.key_level}, the first with room for n stones`],
      ]),
    );
    empty(this.levels, levelTable(found));
    this.scene.extra = {
      below: (context, camera) => this.#paintLines(context, camera),
      above: (context, camera) => this.#paintWords(context, camera),
    };
    await this.#point(-1);
  }

  /** What the atlas has about a game that the paper leaves open. */
  async #solved({ rounds }) {
    const { rows } = await ask("atlas", { board: this.arena, rounds, count: 1 });
    return rows.length
      ? `This program has solved it: ${valueWords(rows[0].value)}.`
      : "No exact value is stored for it; Analyse may find one.";
  }

  /** A stone at the vertex, the other side's just above: what is held is the subtree, T_i vertices. */
  async #point(vertex) {
    const { found, scene } = this;
    if (!found) return;
    if (vertex === this.pointed && vertex >= 0) return;
    this.pointed = vertex;
    const level = vertex < 0 ? -1 : levelOf(found, vertex),
      above = Math.floor((vertex - 1) / found.children);
    const stones =
      vertex < 0 ? [] : [{ vertex, side: "white" }, ...(vertex ? [{ vertex: above, side: "black" }] : [])];
    const shown = await scene.show(stones);
    if (!shown) return;
    const held = vertex < 0 ? 0 : shown.score.white_score;
    scene.words.textContent =
      vertex < 0
        ? "Point at a vertex: how much can a stone there hold?"
        : vertex === 0
          ? `A stone on the root reaches all ${held} vertices: T₀ = ${held}.`
          : `Level ${level}: with Black just above, White’s stone keeps ${held} ${held === 1 ? "vertex" : "vertices"}: T${lower(level)} = ${held}.`;
  }

  /** Calls `each(level, y, isKey)`; not for a tree that is not drawn by levels. */
  #eachLevel(camera, each) {
    const { found } = this,
      { y } = this.scene.board;
    if (!found || y[beginOf(found, found.height)] !== y[found.vertices - 1]) return;
    for (let level = 0; level <= found.height; level++)
      each(level, toY(camera, y[beginOf(found, level)]), level === found.key_level);
  }

  /** A line per level, a band for the key level. */
  #paintLines(context, camera) {
    this.#eachLevel(camera, (level, y, isKey) => {
      Object.assign(context, { fillStyle: ink(isKey ? "land-3" : "rule"), globalAlpha: isKey ? 0.22 : 1 });
      context.fillRect(0, isKey ? y - 13 : y, camera.width, isKey ? 26 : 1);
    });
    context.globalAlpha = 1;
  }

  #paintWords(context, camera) {
    Object.assign(context, { textAlign: "left", textBaseline: "bottom", lineJoin: "round", lineWidth: 4 });
    this.#eachLevel(camera, (level, y, isKey) => {
      const name = camera.width < 500 ? `${level}` : `Level ${level}`,
        held = `T${lower(level)} = ${this.found.subtrees[level]}`;
      const text = [name, isKey && "key level", held].filter(Boolean).join(" · ");
      context.font = `${isKey ? "600 " : ""}12px system-ui, "DejaVu Sans", sans-serif`;
      Object.assign(context, { strokeStyle: ink("paper"), fillStyle: ink(isKey ? "text" : "faint") });
      context.strokeText(text, 8, y - 14);
      context.fillText(text, 8, y - 14);
    });
  }
}

/** Vertices count from the root, level by level. */
function beginOf({ subtrees, height }, level) {
  return level === 0 ? 0 : (subtrees[height - level + 1] ?? subtrees[0]);
}

function levelOf(found, vertex) {
  let level = 0;
  while (beginOf(found, level + 1) <= vertex) level++;
  return level;
}

function levelTable(found) {
  const rows = found.subtrees.map((held, level) => {
    const count = beginOf(found, level + 1) - beginOf(found, level);
    return make(
      level === found.key_level ? "tr.key" : "tr",
      {},
      make("th", { scope: "row" }, `${level}${level === found.key_level ? " (key)" : ""}`),
      make("td.num", {}, count),
      make("td.num", {}, held),
    );
  });
  return dataTable("Table of levels", ["Level", "#Vertices", "#Tᵢ"], rows);
}
