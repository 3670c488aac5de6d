// daily.js - a puzzle for each day: the date decides what the engine makes.
//
// The same date gives the same level everywhere: neither the week nor the seed may change.
import { empty, make } from "../dom.js";
import { Work } from "../work.js";
import { recordOf, streak, today, triesWords } from "./progress.js";
import { iconOf, MOVES } from "./tools.js";

/** From Sunday on. */
const WEEK = [
  { op: "cut", kind: "gabriel", vertices: 16, players: 3, share: ["0.005", "0.03"], unique: true },
  { op: "add", kind: "tree", vertices: 8, share: ["0.4", "0.7"], unique: true },
  { op: "cut", kind: "tree", vertices: 10, share: ["0.12", "0.3"], unique: true },
  { op: "remove", kind: "gabriel", vertices: 14, sites: 4, share: ["0.12", "0.2"], unique: true },
  { op: "rope", kind: "tree", vertices: 9, share: ["0.12", "0.3"] },
  { op: "add", kind: "gabriel", vertices: 14, sites: 2, share: ["0.03", "0.11"], unique: true },
  { op: "cut", kind: "grid", vertices: 20, sites: 2, share: ["0.03", "0.08"], unique: true },
];
const TRIES = 5000;
const FIRST = "2026-01-01";

/** What the engine is asked to make for a date. */
export function wishOf(date) {
  const wish = WEEK[new Date(`${date}T00:00Z`).getUTCDay()];
  return { ...wish, measured: wish.op === "rope", tries: TRIES, seed: Number(date.replaceAll("-", "")) };
}

/** "Monday, 16 November 2026", or without the weekday. */
function dateWords(date, isFull = true) {
  const words = {
    weekday: isFull ? "long" : undefined,
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  };
  return new Date(`${date}T00:00Z`).toLocaleDateString("en-GB", words);
}

function checkDate(date) {
  const time = Date.parse(`${date}T00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(time) || !new Date(time).toISOString().startsWith(date))
    throw new Error(`“${date.slice(0, 20)}” is not a date such as ${today()}`);
  if (date > today()) throw new Error(`the puzzle of ${dateWords(date)} is not out yet`);
  if (date < FIRST) throw new Error(`daily puzzles began on ${dateWords(FIRST)}`);
}

export class Daily {
  /** take(date) is called with the date that is chosen. */
  constructor(take, isReadOnly) {
    this.isReadOnly = isReadOnly;
    this.made = new Map(); // puzzles by date
    this.button = make("button", { type: "button", onclick: () => take(today()) });
    this.work = new Work(this.button);
    this.words = make("p.help-text");
    this.date = make("input", {
      type: "date",
      min: FIRST,
      "aria-label": "Daily puzzle of another day",
      onchange: () => this.date.value && take(this.date.value),
    });
    const content = isReadOnly
      ? make("p.help-text", {}, "This server is read-only, so it cannot make a daily puzzle.")
      : [this.button, this.words, make("label.help-text.another", {}, "Another day", this.date)];
    this.element = make("div", {}, content);
  }

  /** The puzzle of a date. */
  async find(date) {
    checkDate(date);
    if (this.isReadOnly) throw new Error("this server is read-only and cannot make a daily puzzle");
    if (!this.made.has(date)) this.made.set(date, await this.#make(date));
    return this.made.get(date);
  }

  async #make(date) {
    const wish = wishOf(date);
    let reason = "it was cancelled";
    this.work.cancel();
    const job = await this.work.run("lines/generate", wish, (error) => (reason = error.message));
    if (!job?.result) throw new Error(`the daily puzzle could not be made: ${job?.error || reason}`);
    const { made: level, grade } = job.result;
    return { name: date, date, title: `Daily puzzle, ${dateWords(date, false)}`, op: wish.op, grade, level };
  }

  /** What is known of today's, and the one that is open. */
  show(now) {
    const date = today(),
      { op } = wishOf(date),
      { tries, solved, helped } = recordOf({ name: date }),
      days = streak();
    const state = solved
      ? `Solved in ${triesWords(tries)}`
      : helped
        ? "Help seen"
        : tries
          ? `${triesWords(tries)} so far`
          : "";
    empty(
      this.button,
      make("span.number", { "aria-hidden": "true" }, solved ? "✓" : String(Number(date.slice(8)))),
      make("span.name", {}, dateWords(date)),
      make("span.kind", {}, iconOf(op), MOVES[op]),
    );
    this.button.className = solved ? "daily done" : "daily";
    this.button.setAttribute("aria-pressed", String(now?.date === date));
    const row = days
      ? `Streak: ${days} ${days === 1 ? "day" : "days"}`
      : "One puzzle per day, the same for everybody";
    this.words.textContent = [state, row].filter(Boolean).join(" · ");
    this.date.max = date;
    this.date.value = now?.date || "";
  }
}

/** The result, to be sent to a friend. */
export function shareWords({ date }) {
  return `Demesne daily ${date}, solved in ${triesWords(recordOf({ name: date }).tries)}`;
}
