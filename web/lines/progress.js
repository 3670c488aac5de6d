// progress.js - how far the reader came with each puzzle: the browser remembers it.
//
// A record is { tries, solved: the date, helped: whether the engine showed something }, kept under the name of
// a puzzle or the date of a daily one.  A puzzle without a name keeps its record for as long as it is open.
import { tell } from "../dom.js";

const KEY = "demesne.puzzles",
  MOST = 1000; // records
let records = null,
  isWarned = false;

addEventListener("storage", () => (records = null)); // another tab solved something

/** The date where the reader is, as 2026-11-16; `days` later. */
export function today(days = 0) {
  const now = new Date();
  now.setDate(now.getDate() + days);
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

function load() {
  if (records) return records;
  records = new Map();
  try {
    const known = JSON.parse(localStorage.getItem(KEY)) || [];
    for (const [name, record] of known)
      if (record && Number.isInteger(record.tries)) records.set(name, record);
  } catch {
    // Nothing is kept, or something else.
  }
  return records;
}

function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify([...records].slice(-MOST)));
  } catch {
    if (!isWarned) tell("This browser does not save what you solve: it is forgotten when you leave.");
    isWarned = true;
  }
}

export function recordOf({ name, record }) {
  return (name ? load().get(name) : record) || { tries: 0 };
}

export function change(puzzle, changes) {
  const record = { ...recordOf(puzzle), ...changes };
  if (!puzzle.name) return void (puzzle.record = record);
  load().set(puzzle.name, record);
  save();
}

/** Solved by the reader alone. */
export const isSolved = (puzzle) => Boolean(recordOf(puzzle).solved);

/** Daily puzzles that were solved on their day, in a row up to today or yesterday. */
export function streak() {
  const isKept = (date) => load().get(date)?.solved === date;
  let days = 0;
  const first = isKept(today()) ? 0 : -1;
  while (isKept(today(first - days))) days++;
  return days;
}

export const triesWords = (tries) => (tries === 1 ? "1 try" : `${tries} tries`);
