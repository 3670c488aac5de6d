// game.js - a game on a board between two players, turn by turn, with the trace of each.
import { startJob } from "../../engine.js";
import { Game } from "../../game.js";
import { vertexName } from "../../view/geometry.js";
import { signed } from "../../widgets.js";
import { Scene } from "../scene.js";
import { tellTrace } from "./traces.js";

const MOST_SHOWN = 400; // vertices that have numbers on them

export function open(root) {
  return new GameBench(root);
}

class GameBench {
  constructor(root) {
    this.scene = new Scene(root, "Document", {
      play() {},
      canPlay: () => false,
      hover: (vertex) => this.#point(vertex),
    });
    this.side = this.scene.side;
  }

  close() {
    this.scene.close();
    if (this.job) this.job.cancel();
  }

  /** Lets the players play the whole game. */
  async load({ arena, rounds, white = "human", black = "human", moves, ties = "neutral" }) {
    const { scene } = this,
      source = { arena, seed: "1" };
    if (this.job) this.job.cancel();
    const rules = { rounds: Number(rounds), perTurn: 1, ties, clock: 0 };
    const given = moves ? moves.split(",").map((vertex) => [Number(vertex)]) : [],
      game = await Game.from({ source, rules, seats: { white, black }, moves: given }, this.game);
    scene.board = game.board;
    scene.view.setBoard(game.board);
    const traces = given.map(([move], i) => ({ side: i % 2 ? "black" : "white", move }));
    for (let now = await game.answer(); !now.over; now = await game.answer()) {
      const player = now.toMove === "white" ? white : black;
      this.job = startJob("move", { ...game.query(), player, explain: true });
      const { result, state } = await this.job.done;
      if (!result?.move?.length) throw new Error(result?.why ?? `the game was ${state}`);
      const trace = result.trace?.[0] ?? {};
      traces.push({ ...trace, side: now.toMove });
      game.make(result.move);
    }
    this.job = null;
    Object.assign(this, { game, traces });
    const first = { title: "Before the first stone", short: "0." };
    return [first, ...traces.map((trace, i) => this.#stepOf(trace, i))];
  }

  #stepOf(trace, i) {
    const place = vertexName(this.game.board, this.game.moves[i][0]),
      side = trace.side === "white" ? "White" : "Black";
    return {
      look: trace.side,
      title: `${i + 1}. ${side} takes ${place}${trace.step ? `: ${trace.step}` : ""}`,
      short: `${i + 1}. ${trace.step ?? place}`,
      ...tellTrace(trace),
    };
  }

  async show(index) {
    const { game, scene } = this;
    game.go(index);
    const look = await game.look();
    if (game !== this.game || game.at !== index) return;
    this.heat = index ? heatOf(this.traces[index - 1]) : null;
    scene.view.setLook({ ...look, heat: this.heat, most: 1 });
    scene.bar.element.hidden = !look.stones.length;
    if (look.stones.length) scene.bar.set(look.score);
    scene.words.textContent = this.heat ? "The numbers are what the player compared before this stone." : "";
  }

  #point(vertex) {
    const { view } = this.scene;
    if (vertex < 0 || !this.game) return view.setTip(-1);
    const value = this.heat?.get(vertex);
    view.setTip(vertex, vertexName(this.game.board, vertex) + (value ? `: ${value.words}` : ""));
  }
}

/** A number per vertex, darker where it is larger; null without numbers. */
function heatOf({ score, values = score, side, move }) {
  if (!values || values.length > MOST_SHOWN) return null;
  const known = values.filter((value) => value !== null).map(Number),
    [low, high] = [Math.min(...known), Math.max(...known)];
  const shadeOf = (value) => ((value - low) / (high - low || 1)) * (side === "black" ? -1 : 1) || 0.01;
  const heat = new Map();
  values.forEach((value, vertex) => {
    if (value === null) return;
    const text = Number.isInteger(value) ? String(value) : signed(value);
    heat.set(vertex, { shade: shadeOf(Number(value)), text, best: vertex === move, words: text });
  });
  return heat;
}
