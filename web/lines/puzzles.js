// puzzles.js - a ladder of puzzles from easy to hard, and which are solved; those that come with the program.
import { empty, make } from "../dom.js";
import { read } from "../engine.js";
import { kindsOf } from "./budget.js";
import { change, isSolved, recordOf } from "./progress.js";

export class Ladder {
  /** take(puzzle) is called with the one that is chosen: { name, title, op or budget, grade, level }. */
  constructor(take, id) {
    this.id = id; // of its headings
    this.take = (puzzle) => {
      if (recordOf(puzzle).helped) change(puzzle, { helped: false, tries: 0 }); // another time it may count
      return take(puzzle);
    };
    this.all = [];
    this.count = make("p.help-text");
    this.list = make("div");
    this.element = make("div", {}, this.count, this.list);
  }

  /** The one of that name; without a name the first that is not solved. */
  find(name) {
    if (name === undefined) return this.all.find((one) => !isSolved(one)) || this.all[0];
    const found = this.all.find((one) => one.name === name);
    if (!found) throw new Error(`there is no puzzle “${name.slice(0, 40)}”`);
    return found;
  }

  /** The next one that is not solved, or null. */
  next(puzzle) {
    const here = this.all.indexOf(puzzle);
    return (
      [...this.all.slice(here + 1), ...this.all.slice(0, here + 1)].find((one) => !isSolved(one)) || null
    );
  }

  /** The list, with the one that is open. */
  show(now) {
    const count = this.all.filter(isSolved).length,
      grades = [...new Set(this.all.map(({ grade }) => grade))];
    const all = this.all.length;
    this.count.textContent = count === all ? `All ${all} solved!` : `${count} of ${all} solved`;
    empty(
      this.list,
      grades.map((grade) => [
        make("h3.grade", { id: `${this.id}-${grade}` }, grade),
        make(
          "ul.ladder",
          { "aria-labelledby": `${this.id}-${grade}` },
          this.all
            .filter((one) => one.grade === grade)
            .map((puzzle) => make("li", {}, this.#button(puzzle, puzzle.name === now?.name))),
        ),
      ]),
    );
  }

  #button(puzzle, isOpen) {
    const isDone = isSolved(puzzle),
      state = isDone ? "solved" : recordOf(puzzle).helped ? "help seen" : null;
    return make(
      isDone ? "button.done" : "button",
      {
        type: "button",
        "aria-pressed": String(isOpen),
        onclick: () => this.take(puzzle),
      },
      make("span.number", { "aria-hidden": "true" }, isDone ? "✓" : String(this.all.indexOf(puzzle) + 1)),
      make("span.name", {}, puzzle.title),
      make("span.kind", {}, kindsOf(puzzle)),
      state && make("span.unseen", {}, state),
    );
  }
}

export class Puzzles extends Ladder {
  async load() {
    if (!this.all.length) this.all = (await read("lines/levels")).levels;
  }
}
