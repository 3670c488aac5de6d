// table.js - the table of the best reply on a tree, vertex by vertex from the leaves to the root.
import { startJob } from "../../engine.js";
import { vertexName } from "../../view/geometry.js";
import { Scene } from "../scene.js";

const MOST = 300; // vertices

export function open(root) {
  return new TableBench(root);
}

class TableBench {
  constructor(root) {
    this.scene = new Scene(root, "Document", {
      play() {},
      canPlay: () => false,
      hover: (vertex) => this.scene.view.setTip(vertex, vertex < 0 ? "" : vertexName(this.scene.board, vertex)),
    });
    this.side = this.scene.side;
  }

  close() {
    this.scene.close();
    if (this.job) this.job.cancel();
  }

  async load(fields, shell) {
    if (fields.method) return this.#loadWrong(fields, shell);
    const { arena, white, count, root } = fields,
      { scene } = this;
    if (!(await scene.open({ arena, seed: "1" }, shell.info.formats))) return null;
    if (scene.board.n > MOST) throw new Error(`the board has ${scene.board.n} vertices; at most ${MOST} are shown`);
    if (this.job) this.job.cancel();
    this.white = white.split(",").map(Number);
    const given = { arena, white: this.white, count: Number(count), method: "slides", explain: true };
    this.job = startJob("reply", root === "" ? given : { ...given, root: Number(root) });
    const { result, state } = await this.job.done;
    this.job = null;
    if (!result?.explain) throw new Error(`no table: the search was ${state}`);
    this.black = result.black;
    const { parent, table, root: top } = result.explain;
    this.order = leavesFirst(parent, top);
    const rowsOf = (vertex) => table.filter((row) => row.vertex === vertex);
    const steps = this.order.map((vertex) => this.#stepOf(vertex, rowsOf(vertex), vertex === top));
    await this.scene.show([]);
    return [{ title: `The tree, with root ${vertexName(scene.board, top)}`, words: introduction(result) }, ...steps];
  }

  /** The smallest question on which a method is wrong: what it claims, and what is right. */
  async #loadWrong({ arena, white, count, method }, shell) {
    const given = { arena, white: white.split(",").map(Number), count: Number(count) };
    if (this.job) this.job.cancel();
    this.job = startJob("reply", { ...given, method, find_counterexample: true });
    const { result, state, error } = await this.job.done;
    if (!result) throw new Error(error ?? `the search was ${state}`);
    const wrong = result.counterexample;
    if (!wrong) throw new Error(`${result.questions_compared} questions on trees of this size: none is wrong`);
    const text = wrong.edges.map((ends) => `${ends.join(" ")}\n`).join("");
    if (!(await this.scene.open({ text, name: "tree.edges", seed: "1" }, shell.info.formats))) return null;
    this.job = startJob("reply", { arena: this.scene.named.arena, white: wrong.white, count: wrong.count });
    const right = await this.job.done;
    this.job = null;
    Object.assign(this, { white: wrong.white, black: right.result.black, order: [-1] });
    return [
      {
        title: `The method: ${wrong.claim}`,
        short: "The method",
        words: `The first of ${result.questions_compared} questions on small trees on which it is wrong. Black adds ${wrong.count}.`,
        facts: [["claimed, Black minus White", wrong.claim]],
      },
      {
        title: `Right: ${wrong.value}`,
        short: "Right",
        words: "The best reply, found by trying all.",
        facts: [["Black minus White", wrong.value]],
      },
    ];
  }

  #stepOf(vertex, rows, isRoot) {
    const used = rows.filter((row) => row.used),
      name = vertexName(this.scene.board, vertex);
    const words = used.length
      ? `The best reply uses ${used.map((row) => `A(${row.stones}, ${end(row.outside)}, ${end(row.inside)}) = ${row.value}`).join(" and ")}.`
      : "The best reply uses none of these entries.";
    return {
      title: isRoot ? `${name}, the root` : name,
      words,
      facts: [["entries", rows.length]],
      table: {
        name: `Entries of vertex ${name}`,
        heads: ["#k", "#d_out", "#d_in", "#A", "used"],
        rows: rows.map((row) => [row.stones, end(row.outside), end(row.inside), row.value, row.used ? "★" : ""]),
      },
    };
  }

  async show(index) {
    const { scene, order } = this,
      stones = this.white.map((vertex) => ({ vertex, side: "white" }));
    const isAll = index >= order.length; // with the root the reply is known
    if (isAll) stones.push(...this.black.map((vertex) => ({ vertex, side: "black" })));
    if (isAll !== this.wasAll || index === 0) await scene.show(stones);
    this.wasAll = isAll;
    scene.view.setMarks(index && order[index - 1] >= 0 ? [{ vertex: order[index - 1], colour: "accent" }] : []);
    scene.words.textContent = isAll ? "Black’s stones are the best reply." : "";
  }
}

/** A distance with whose stone it is to. */
function end(label) {
  return label ? `${label.distance} ${label.owner}` : "none";
}

function introduction({ value, combinations, combinations_bound: bound }) {
  const tried = combinations === undefined ? "" : ` Combinations tried: ${combinations} (k² n⁴ = ${bound}).`;
  return `Black minus White is ${value} with the best reply. Each vertex has an entry per number of stones below it and per distance to the nearest stone outside and inside its subtree.${tried}`;
}

/** The vertices, children before their parents. */
function leavesFirst(parent, root) {
  const order = [root];
  for (let i = 0; i < order.length; i++)
    parent.forEach((above, vertex) => above === order[i] && vertex !== order[i] && order.push(vertex));
  return order.reverse();
}
