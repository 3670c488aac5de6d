// task.js - a puzzle's task and how the last try went, in words.
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

/** Whether a state is the one right move of its puzzle. */
export function isRight({ puzzle, json, answer, via }, moves) {
  return Boolean(puzzle && via) && moves === 1 && via.op === puzzle.op && answer.winner === json.me;
}

/** What is to be done, or was.  `moves`: how many were made. */
export function taskWords(state, moves) {
  const { json, puzzle, via } = state;
  if (!puzzle) return freeWords(state);
  if (isRight(state, moves)) return rightWords(state);
  if (via) return missedWords(state, moves);
  const { tries, solved, helped } = recordOf(puzzle);
  const before = solved
    ? ` You solved it in ${triesWords(tries)}.`
    : helped
      ? " You have seen help: it does not count as solved."
      : tries
        ? ` ${upper(triesWords(tries))} so far.`
        : "";
  return `${TASKS[puzzle.op]} so that ${json.me} owns the most.${before}`;
}

function freeWords({ json, answer }) {
  if (!answer.players.length || !json.sites.length)
    return "This level has no sites. Open “Draw a level”, choose Site, and click on a line.";
  return json.me ? `${upper(json.me)} is to move.` : "Nobody is to move. Open “Draw a level” to choose who.";
}

function rightWords({ puzzle, json }) {
  const { tries, solved, helped } = recordOf(puzzle),
    days = puzzle.date ? streak() : 0;
  if (helped) return `${upper(json.me)} wins, with help: it does not count as solved.`;
  if (!solved) return `${upper(json.me)} wins by this move.`;
  return `Solved in ${triesWords(tries)}!${days > 1 ? ` ${days} days in a row.` : ""}`;
}

function missedWords({ puzzle, json, answer, via }, moves) {
  const wins = answer.winner === json.me;
  if (moves > 1)
    return `${wins ? `${upper(json.me)} wins, but with` : "Not solved by"} ${moves} moves; the puzzle asks for one.`;
  if (via.op !== puzzle.op)
    return `${wins ? `${upper(json.me)} wins, but this` : "Not solved: this"} puzzle asks for another move: ${MOVES[puzzle.op].toLowerCase()}.`;
  return answer.winner === null
    ? "Not solved: nobody owns the most."
    : `Not solved: ${answer.winner} still owns the most.`;
}
