// budget.js - which moves a level asks for, and what is left of them.
//
// A budget is a list of { op, count }, where `op` null means any kind; in order if the level is `ordered`.
import { make } from "../dom.js";
import { iconOf, isMove, MOVES } from "./tools.js";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six"],
  MOST = 20, // moves of a level
  WORDS = {
    add: ["add", "site", "sites"],
    remove: ["remove", "site of any colour", "sites of any colour"],
    cut: ["cut", "line", "lines"],
    rope: ["stretch", "rope", "ropes"],
    null: ["make", "move of any kind", "moves of any kind"],
  },
  NAMES = { add: "sites", remove: "removals", cut: "cuts", rope: "ropes", null: "moves" };

/** What a link says of a puzzle that has a budget. */
export const BUDGET = "moves";

const totalOf = (budget) => budget.reduce((sum, { count }) => sum + count, 0);

/** The budget of a level file. */
export function readBudget({ moves = 1 }) {
  const list = Array.isArray(moves) ? moves : [{ op: null, count: moves }],
    budget = list.map((one) => ({ op: one?.op ?? null, count: one?.count ?? 1 }));
  const isGood = ({ op, count }) =>
    Number.isInteger(count) && count > 0 && (Array.isArray(moves) ? isMove(op) : true);
  if (!budget.length || !budget.every(isGood) || totalOf(budget) > MOST)
    throw new Error(`“moves” has to be a number from 1 to ${MOST}, or a list of kinds of moves`);
  return budget;
}

/** What is left of a puzzle's budget after some moves, with entries of which nothing is left. */
export function leftOf({ budget }, made) {
  const left = budget.map((one) => ({ ...one }));
  for (const { op } of made) {
    const one = left.find(({ op: kind, count }) => count > 0 && (kind === null || kind === op));
    if (one) one.count--;
  }
  return left;
}

/** The entries that the next move may be of. */
export function nextOf(puzzle, made) {
  const left = leftOf(puzzle, made).filter(({ count }) => count > 0);
  return puzzle.level.ordered ? left.slice(0, 1) : left;
}

export const allows = (puzzle, made, op) =>
  nextOf(puzzle, made).some(({ op: kind }) => kind === null || kind === op);

/** Whether all moves were made, and no others. */
export const isSpent = (puzzle, made) =>
  made.length === totalOf(puzzle.budget) && !nextOf(puzzle, made).length;

/** What the engine is asked to solve: the level with what is left. */
export function restOf(puzzle, json, made) {
  const left = leftOf(puzzle, made).filter(({ count }) => count > 0),
    moves = left[0]?.op === null ? left[0].count : left;
  return { ...json, moves, ordered: Boolean(puzzle.level.ordered) };
}

/** "Add one site and cut two lines". */
export function budgetWords({ budget, level }, made = []) {
  const parts = leftOf({ budget }, made)
    .filter(({ count }) => count > 0)
    .map(({ op, count }) => {
      const [verb, one, many] = WORDS[op];
      return `${verb} ${NUMBERS[count] || count} ${count === 1 ? one : many}`;
    });
  const words = parts.join(level.ordered ? ", then " : " and ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** "cuts left: 1, sites left: 1". */
export const leftWords = (puzzle, made) =>
  leftOf(puzzle, made)
    .map(({ op, count }) => `${NAMES[op]} left: ${count}`)
    .join(", ");

export const movesWords = ({ budget }, made) => `Move ${made.length + 1} of ${totalOf(budget)}`;

/** What is left, as chips. */
export const leftChips = (puzzle, made) =>
  leftOf(puzzle, made).map(({ op, count }) =>
    make(count ? "span.chip" : "span.chip.used", {}, op && iconOf(op), `${NAMES[op]} left: ${count}`),
  );

/** The kinds of moves that a puzzle asks for. */
export function kindsOf({ op, budget }) {
  return (budget || [{ op, count: 1 }]).map(({ op: kind, count }) => [
    kind && iconOf(kind),
    `${kind ? MOVES[kind] : "Any"}${count > 1 ? ` × ${count}` : ""} `,
  ]);
}
