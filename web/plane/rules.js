// rules.js - the rules of a game in the plane, as the address holds them, and whose turn it is.
import { outlineOf } from "./cells.js";
import { rowOf } from "./theorem.js";

export const BOARDS = [
  ["square", "Square"],
  ["rect:2x1", "Wide"],
  ["triangle", "Triangle"],
  ["ngon:6", "Hexagon"],
];

/** Opponents: a word, and the engine's player with what it may take. */
export const LEVELS = {
  friend: { word: "A friend" },
  beginner: { word: "Beginner", player: "random" },
  easy: { word: "Easy", player: "greedy" },
  medium: { word: "Medium", player: "balanced" },
  hard: { word: "Hard", player: "champion", time: 1000 },
  row: { word: "A row of centres" },
};

const MOST = 200; // turns of a game
export const other = { white: "black", black: "white" };

export const usualRules = () => ({
  board: "square",
  rounds: 3,
  per_turn: 1,
  level: "easy",
  you: "white",
  seed: "1",
});

/** The one-round game against a row: board 1 x height. */
export const rowRules = (height, count) => ({
  board: `rect:1x${height}`,
  rounds: 1,
  per_turn: count,
  level: "row",
  you: "black",
  seed: "1",
});

/** The height of a board that is one wide. */
export const heightOf = ({ board }) => /^rect:1x([\d.]+)$/.exec(board)?.[1] ?? "1";

function count(text, key) {
  const value = Number(text);
  if (!/^\d{1,3}$/.test(text) || value < 1 || value > MOST)
    throw new Error(`“${text}” is no number of ${key}`);
  return value;
}

/** The rules of an address; throws if one of them is damaged. */
export function readRules(params) {
  const rules = { ...usualRules() };
  if (params.board) rules.board = params.board;
  if (!outlineOf(rules.board)) throw new Error(`there is no board “${rules.board}”`);
  if (params.rounds) rules.rounds = count(params.rounds, "rounds");
  if (params.per_turn) rules.per_turn = count(params.per_turn, "points");
  if (rules.rounds * rules.per_turn > MOST) throw new Error(`at most ${MOST} points each are allowed`);
  if (params.level) rules.level = params.level;
  if (!LEVELS[rules.level]) throw new Error(`there is no opponent “${rules.level}”`);
  if (params.you) rules.you = params.you;
  if (!other[rules.you]) throw new Error(`“${rules.you}” is no side`);
  if (params.seed) rules.seed = params.seed;
  if (!/^\d{1,15}$/.test(rules.seed)) throw new Error(`“${rules.seed}” is no seed`);
  if (rules.level === "row" && (rules.rounds !== 1 || rules.you !== "black" || !/^rect:1x/.test(rules.board)))
    throw new Error("a row of centres is for one round on a board one wide");
  return rules;
}

const NUMBER = /^-?\d{1,20}(\.\d{1,30})?(\/\d{1,20})?$/;

/** The moves of an address: points in the order of play. */
export function readMoves(rules, text = "") {
  const points = text ? text.split("~").map((point) => point.split(",")) : [];
  for (const point of points)
    if (point.length !== 2 || !point.every((value) => NUMBER.test(value)))
      throw new Error(`“${point.join(",").slice(0, 30)}” is no point`);
  if (points.length > totalOf(rules)) throw new Error("it has more points than the game");
  return points.map((point, i) => [sideAt(rules, i), point]);
}

export const writeMoves = (moves) => moves.map(([, point]) => point.join(",")).join("~");

/** How many points are placed in the whole game. */
export const totalOf = ({ rounds, per_turn: each }) => 2 * rounds * each;

/** Whose point number `index` is. */
export const sideAt = ({ per_turn: each }, index) => (Math.floor(index / each) % 2 ? "black" : "white");

/** What lies on the board when the game begins. */
export function openingOf(rules) {
  if (rules.level !== "row") return [];
  return rowOf(heightOf(rules), rules.per_turn).map((point) => ["white", point]);
}

/** The same rules with the sides exchanged. */
export const swapped = (rules) => ({ ...rules, you: other[rules.you], seed: String(Number(rules.seed) + 1) });
