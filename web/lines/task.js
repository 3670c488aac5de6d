// task.js - a puzzle's task and how the last try went, in words.
import { budgetWords, isSpent, movesWords } from "./budget.js";
import { rounded } from "./level.js";
import { recordOf, streak, triesWords } from "./progress.js";
import { MOVES, TASKS } from "./tools.js";

const upper = (word) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** "blue leads". */
export function leaderWords({ players, winner }) {
  if (!players.length) return "No sites yet";
  return winner === null ? "A tie" : `${upper(winner)} leads`;
}

/** By how much, or nothing. */
export function leadWords({ players, winner }) {
  if (winner === null || players.length < 2) return "";
  const lengths = players.map(({ payoff }) => Number(rounded(payoff, 9))).sort((a, b) => b - a);
  return ` by ${rounded(lengths[0] - lengths[1])}`;
}

/** Whether a puzzle's try is over after the moves `made`. */
export function isOver({ puzzle, via }, made) {
  if (!puzzle || !via) return false;
  return puzzle.budget ? isSpent(puzzle, made) : true;
}

/** Whether the moves `made` solve their puzzle. */
export function isRight({ puzzle, json, answer, via }, made) {
  if (!isOver({ puzzle, via }, made) || answer.winner !== json.me) return false;
  return puzzle.budget ? true : made.length === 1 && via.op === puzzle.op;
}

/** What is to be done, or was.  `made`: the moves. */
export function taskWords(state, made) {
  const { json, puzzle, via } = state;
  if (!puzzle) return freeWords(state);
  if (isRight(state, made)) return rightWords(state);
  if (via && puzzle.budget) return budgetMissed(state, made);
  if (via) return missedWords(state, made.length);
  const { tries, solved, helped } = recordOf(puzzle);
  const before = solved
    ? ` You solved it in ${triesWords(tries)}.`
    : helped
      ? " You have seen help: it does not count as solved."
      : tries
        ? ` ${upper(triesWords(tries))} so far.`
        : "";
  const task = puzzle.budget ? budgetWords(puzzle) : TASKS[puzzle.op];
  return `${task} so that ${json.me} owns the most.${before}`;
}

/** A level of several moves, in the middle or at its end. */
function budgetMissed({ puzzle, answer }, made) {
  if (isSpent(puzzle, made)) return `${notSolved(answer)} Undo, and try another move.`;
  return `${movesWords(puzzle, made)}. ${budgetWords(puzzle, made)}.`;
}

const notSolved = ({ winner }) =>
  winner === null ? "Not solved: nobody owns the most." : `Not solved: ${winner} still owns the most.`;

function freeWords({ json, answer }) {
  if (!answer.players.length || !json.sites.length)
    return "This level has no sites. Open “Draw a level”, choose Site, and click on a line.";
  return json.me ? `${upper(json.me)} is to move.` : "Nobody is to move. Open “Draw a level” to choose who.";
}

function rightWords({ puzzle, json }) {
  const { tries, solved, helped } = recordOf(puzzle),
    days = puzzle.date ? streak() : 0;
  if (helped) return `${upper(json.me)} wins, with help: it does not count as solved.`;
  if (!solved) return `${upper(json.me)} wins by ${puzzle.budget ? "these moves" : "this move"}.`;
  return `Solved in ${triesWords(tries)}!${days > 1 ? ` ${days} days in a row.` : ""}`;
}

function missedWords({ puzzle, json, answer, via }, moves) {
  const wins = answer.winner === json.me;
  if (moves > 1)
    return `${wins ? `${upper(json.me)} wins, but with` : "Not solved by"} ${moves} moves; the puzzle asks for one.`;
  if (via.op !== puzzle.op)
    return `${wins ? `${upper(json.me)} wins, but this` : "Not solved: this"} puzzle asks for another move: ${MOVES[puzzle.op].toLowerCase()}.`;
  return notSolved(answer);
}
