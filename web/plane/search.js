// search.js - good points by local search in the page: for hints, the review, and replies in one round.
//
// They are good, not proven best: the engine's plane/reply proves.
import { areaOf, boxOf, cellOf, cellsOf, gainOf, holds } from "./cells.js";

const ACROSS = 16, // first guesses lie on a grid
  AROUND = 8, // and around each site
  REFINED = 5, // the best guesses are improved
  FINE = 1e-5, // the last step, of the board's size
  SLICE = 12; // milliseconds without a pause

/** Lets the page breathe; false once `isWanted` says no. */
function pauses(isWanted) {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE) return true;
    await new Promise((wake) => setTimeout(wake));
    begun = performance.now();
    return isWanted();
  };
}

const sizeOf = (outline) => {
  const { left, right, low, high } = boxOf(outline);
  return Math.max(right - left, high - low);
};

/** Places to begin at: a grid, and near each site. */
function guesses(outline, sites) {
  const { left, right, low, high } = boxOf(outline),
    size = sizeOf(outline),
    found = [];
  for (let i = 0; i < ACROSS; i++)
    for (let j = 0; j < ACROSS; j++)
      found.push([left + ((i + 0.5) / ACROSS) * (right - left), low + ((j + 0.5) / ACROSS) * (high - low)]);
  for (const [x, y] of sites)
    for (let turn = 0; turn < AROUND; turn++) {
      const angle = (2 * Math.PI * turn) / AROUND;
      for (const far of [0.001, 0.15])
        found.push([x + far * size * Math.cos(angle), y + far * size * Math.sin(angle)]);
    }
  return found.filter((at) => holds(outline, at));
}

/** Climbs from a point: steps in eight directions, halved when none is better. */
function climb(outline, from, value, step, fine) {
  let at = from,
    best = value(at);
  for (let far = step; far > fine;) {
    let next = null;
    for (let turn = 0; turn < 8; turn++) {
      const angle = (Math.PI * turn) / 4,
        to = [at[0] + far * Math.cos(angle), at[1] + far * Math.sin(angle)];
      if (!holds(outline, to)) continue;
      const here = value(to);
      if (here > best) [next, best] = [to, here];
    }
    if (next) at = next;
    else far /= 2;
  }
  return { at, value: best };
}

/** The land that a side gains by one more point: what the point takes from others. */
export function gainFor(side, sides, { from, area }) {
  return sides.length ? from.reduce((sum, part, i) => sum + (sides[i] === side ? 0 : part), 0) : area;
}

/** The best point found for a side: { at, value }, or null if it is not wanted any more.
 *  sites: points; sides: whose each is. */
export async function bestPoint(outline, sites, sides, side, isWanted = () => true) {
  const cells = cellsOf(outline, sites),
    pause = pauses(isWanted),
    size = sizeOf(outline);
  const isTaken = (at) => sites.some((other) => Math.hypot(at[0] - other[0], at[1] - other[1]) < FINE * size);
  const value = (at) => (isTaken(at) ? -1 : gainFor(side, sides, gainOf(outline, sites, cells, at)));
  const tried = [];
  for (const at of guesses(outline, sites)) {
    tried.push({ at, value: value(at) });
    if (!(await pause())) return null;
  }
  tried.sort((a, b) => b.value - a.value);
  let best = tried[0];
  for (const { at } of tried.slice(0, REFINED)) {
    const found = climb(outline, at, value, size / ACROSS / 2, FINE * size);
    if (found.value > best.value) best = found;
    if (!(await pause())) return null;
  }
  return best;
}

const areaOfAll = (outline, mine, others) => {
  const all = [...mine, ...others];
  return mine.reduce((sum, at, i) => sum + areaOf(cellOf(outline, at, all, i)), 0);
};

/** Points to begin with: one beside each of the others' sites, on the side with more land. */
function beside(outline, others, count, far) {
  const cells = cellsOf(outline, others);
  const halves = others.map(([x, y], i) => {
    const options = [0, 1, 2, 3].map((turn) => {
      const at = [x + far * Math.cos((turn * Math.PI) / 2), y + far * Math.sin((turn * Math.PI) / 2)];
      return { at, value: holds(outline, at) ? gainOf(outline, [others[i]], [cells[i]], at).from[0] : -1 };
    });
    return options.sort((a, b) => b.value - a.value)[0];
  });
  return halves
    .sort((a, b) => b.value - a.value)
    .slice(0, count)
    .map(({ at }) => at);
}

/** The best answer found of `count` points to others' sites: { points, share }, or null. */
export async function bestReply(outline, others, count, isWanted = () => true) {
  const size = sizeOf(outline),
    pause = pauses(isWanted),
    starts = [];
  for (const far of [1e-4, 0.02]) {
    const near = beside(outline, others, count, far * size);
    starts.push(near);
    // One of them above the site that it is beside: there the gain of a high board is.
    for (let i = 0; i < near.length; i++)
      starts.push(near.map((at, j) => (j === i ? [others[j % others.length][0], at[1] + 0.2 * size] : at)));
  }
  let best = null;
  for (const start of starts) {
    const points = [...start];
    while (points.length < count) points.push([...guesses(outline, [])[7 * points.length]]);
    if (!points.every((at) => holds(outline, at))) continue;
    let share = 0;
    for (let sweep = 0; sweep < 4; sweep++) {
      const before = share;
      for (let i = 0; i < count; i++) {
        const value = (at) => areaOfAll(outline, points.with(i, at), others);
        const found = climb(outline, points[i], value, size / ACROSS, FINE * size);
        points[i] = found.at;
        share = found.value;
        if (!(await pause())) return null;
      }
      if (share - before < 1e-7 * share) break;
    }
    if (!best || share > best.share) best = { points, share };
  }
  return best && { points: best.points, share: best.share / areaOf(outline) };
}
