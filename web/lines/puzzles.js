// puzzles.js - the puzzles that come with the program, and which are solved: the browser remembers.
import { empty, make, tell } from "../dom.js";
import { read } from "../engine.js";

const SOLVED = "demesne.solved"; // in the browser's keeping

function solved() {
  try {
    return new Set(JSON.parse(localStorage.getItem(SOLVED) || "[]"));
  } catch {
    return new Set(); // not ours, or nothing is kept
  }
}

export class Puzzles {
  /** take(puzzle) is called with the one that is chosen: { name, title, op, level }. */
  constructor(take) {
    this.take = take;
    this.all = [];
    this.list = make("div.puzzles");
    this.count = make("p.help-text");
    this.element = make("div", {}, this.count, this.list);
  }

  async load() {
    if (!this.all.length) this.all = (await read("lines/levels")).levels;
  }

  /** The one of that name, or the first that is not solved. */
  find(name) {
    const done = solved();
    return (
      this.all.find((one) => one.name === name) || this.all.find((one) => !done.has(one.name)) || this.all[0]
    );
  }

  /** A level that was made has no name to be kept under. */
  mark(puzzle) {
    tell(`${puzzle.title}: solved.`);
    if (!puzzle.name) return;
    try {
      localStorage.setItem(SOLVED, JSON.stringify([...solved().add(puzzle.name)]));
    } catch {
      tell("The browser keeps nothing of this page: it will not know that this one is solved.");
    }
    this.show(puzzle);
  }

  /** A way to the next one that is not solved, or null. */
  next(puzzle) {
    const done = solved(),
      here = this.all.indexOf(puzzle);
    const next = [...this.all.slice(here + 1), ...this.all.slice(0, here)].find(
      ({ name }) => !done.has(name),
    );
    if (here < 0 || !next) return null;
    return make("button.inline", { type: "button", onclick: () => this.take(next) }, `next: ${next.title}`);
  }

  /** The list, with the one that is open. */
  show(now) {
    const done = solved(),
      count = this.all.filter(({ name }) => done.has(name)).length;
    this.count.textContent = `${count} of ${this.all.length} solved; they get harder.`;
    empty(
      this.list,
      this.all.map((puzzle) => this.#button(puzzle, done.has(puzzle.name), puzzle === now)),
    );
  }

  #button(puzzle, isDone, isOpen) {
    return make(
      isDone ? "button.done" : "button",
      {
        type: "button",
        "aria-pressed": String(isOpen),
        "aria-label": `${puzzle.title}, ${puzzle.op}${isDone ? ", solved" : ""}`,
        onclick: () => this.take(puzzle),
      },
      puzzle.title,
    );
  }
}
