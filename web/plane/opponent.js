// opponent.js - what an opponent plays: the engine's players, or the page's own search where no job may run.
import { info, startJob } from "../engine.js";
import { Unreachable } from "../transport/server.js";
import { numberOf, outlineOf, textOf } from "./cells.js";
import { LEVELS, sideAt, totalOf } from "./rules.js";
import { bestPoint } from "./search.js";

const FINE = 6; // decimals: good points lie close to others

/** Whether the engine plays: a read-only server does no jobs. */
async function hasPlayers() {
  const { read_only: isReadOnly, endpoints } = await info();
  return !isReadOnly && endpoints.some(({ name }) => name === "plane/play");
}

/** The points of the opponent's turn, as texts; null if `isWanted` says no meanwhile. */
export async function answerOf(rules, moves, isWanted) {
  if (!(await hasPlayers())) return search(rules, moves, isWanted);
  try {
    return await askPlayer(rules, moves);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return search(rules, moves, isWanted); // the server is gone, and the game goes on
  }
}

async function askPlayer(rules, moves) {
  const { player, time } = LEVELS[rules.level],
    { board, rounds, per_turn, seed } = rules;
  const given = {
    board,
    rounds,
    per_turn,
    moves,
    turns: 1,
    seed: Number(seed),
    [sideAt(rules, moves.length)]: player,
  };
  if (time) given.move_time = time;
  const job = await startJob("plane/play", given).done;
  if (!job.result) throw new Error(job.error || "your opponent did not move");
  return job.result.moves.slice(moves.length).map(([, point]) => point);
}

/** One good point after another; a beginner takes any. */
async function search(rules, moves, isWanted) {
  const outline = outlineOf(rules.board),
    side = sideAt(rules, moves.length),
    found = [],
    sites = moves.map(([, point]) => point.map(numberOf)),
    sides = moves.map(([whose]) => whose);
  const end = Math.min(totalOf(rules), moves.length + rules.per_turn - (moves.length % rules.per_turn));
  while (moves.length + found.length < end) {
    const isFirst = !sites.length,
      best =
        rules.level === "beginner" || isFirst
          ? { at: anyPoint(outline) }
          : await bestPoint(outline, sites, sides, side, isWanted);
    if (!best) return null;
    const text = textOf(outline, best.at, FINE);
    found.push(text);
    sites.push(text.map(Number));
    sides.push(side);
  }
  return found;
}

/** A point in the middle half of the board, by chance. */
function anyPoint(outline) {
  const weights = outline.map(() => 0.3 + Math.random()),
    sum = weights.reduce((a, b) => a + b);
  return [0, 1].map((axis) => outline.reduce((at, corner, i) => at + (weights[i] / sum) * corner[axis], 0));
}
