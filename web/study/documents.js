// documents.js - the documents at work: an algorithm of a document, step by step, with its sentence and its numbers.
//
// A bench shows one kind of thing: open(root) -> { side, load(fields, shell) -> steps, show(index), close() }.  A step is
// { title, short, look, words, facts, chart, table }, the text beside the picture.  load() makes all steps, so that going
// from one to another asks the engine nothing.
import { empty, fail, make, say } from "../dom.js";
import { Unreachable } from "../transport/server.js";
import { choice, dataTable, facts, field } from "../widgets.js";
import { DOCUMENTS } from "./papers.js";
import { button, card } from "./scene.js";

const benches = {
  game: () => import("./bench/game.js"),
  ring: () => import("./bench/ring.js"),
  level: () => import("./bench/level.js"),
  table: () => import("./bench/table.js"),
};

export function open(root, shell) {
  return new Documents(root, shell);
}

class Documents {
  constructor(root, shell) {
    Object.assign(this, { root, shell, steps: [], at: 0 });
    this.paper = choice(
      DOCUMENTS.map(({ id, name }) => [id, name]),
      DOCUMENTS[0].id,
      (doc) => this.show({ doc }).catch(fail),
    );
    this.paper.setAttribute("aria-label", "Document");
    this.algorithm = make("select", {
      "aria-label": "What of it",
      onchange: () => this.show({ doc: this.paper.value, algorithm: this.algorithm.value }).catch(fail),
    });
    this.source = make("p.help-text");
    this.about = make("p");
    this.fields = make("div");
    this.problem = make("p.help-text.bad", { role: "alert" });
    this.list = make("div.moves", { role: "group", "aria-label": "Steps" });
    this.told = make("div.told");
    this.count = make("span.help-text");
    this.cards = [
      card("The document", this.paper, this.algorithm, this.about, this.source),
      card(
        "Step by step",
        make(
          "div.buttons",
          {},
          button("◀ Back", () => this.#go(this.at - 1)),
          button("Next ▶", () => this.#go(this.at + 1)),
          this.count,
        ),
        this.list,
        this.told,
      ),
      card(
        "On something else",
        this.fields,
        this.problem,
        make(
          "div.buttons",
          {},
          button("Show it", () => this.#load(0), "button.main"),
        ),
      ),
    ];
  }

  close() {
    this.closed = true;
    if (this.bench) this.bench.close();
  }

  key({ key }) {
    const by = { n: 1, p: -1 }[key];
    if (!by) return false;
    this.#go(this.at + by);
    return true;
  }

  async show(params) {
    const paper = DOCUMENTS.find(({ id }) => id === params.doc) ?? DOCUMENTS[0],
      { algorithms } = paper,
      chosen = algorithms.find(({ id }) => id === params.algorithm) ?? algorithms[0];
    this.paper.value = paper.id;
    empty(
      this.algorithm,
      algorithms.map(({ id, name }) => make("option", { value: id }, name)),
    );
    this.algorithm.value = chosen.id;
    this.chosen = chosen;
    this.source.textContent = paper.source;
    this.about.textContent = chosen.about;
    this.inputs = chosen.fields.map(([key, label, usual]) => [
      key,
      make("input", { value: params[key] ?? String(usual), spellcheck: "false", autocomplete: "off" }),
      label,
    ]);
    empty(
      this.fields,
      this.inputs.map(([, input, label]) => field(label, input)),
    );
    this.steps = []; // those of another algorithm
    for (const part of [this.list, this.told, this.count]) empty(part);
    if (this.kind !== chosen.kind && !(await this.#open(chosen.kind))) return;
    await this.#load(/^\d{1,4}$/.test(params.step ?? "") ? Number(params.step) : 0);
  }

  /** Opens the bench for a kind of thing.  False: another was chosen meanwhile. */
  async #open(kind) {
    this.kind = kind;
    const module = await benches[kind]();
    if (this.closed || this.kind !== kind) return false;
    if (this.bench) this.bench.close();
    empty(this.root);
    this.bench = module.open(this.root);
    this.bench.side.append(...this.cards);
    return true;
  }

  async #load(at) {
    const mine = (this.asked = {}),
      given = Object.fromEntries(this.inputs.map(([key, input]) => [key, input.value.trim()]));
    this.problem.textContent = "";
    try {
      const steps = await this.bench.load({ ...this.chosen.with, ...given }, this.shell);
      if (mine !== this.asked || this.closed || !steps) return;
      this.steps = steps;
    } catch (error) {
      if (error instanceof Unreachable || error instanceof TypeError) throw error; // not about what was typed
      if (mine === this.asked) this.problem.textContent = error.message;
      return;
    }
    this.given = given;
    empty(
      this.list,
      this.steps.map(({ title, short = title, look = "quiet" }, i) =>
        make(`button.${look}`, { type: "button", onclick: () => this.#go(i) }, short),
      ),
    );
    this.#go(Math.min(at, this.steps.length - 1));
  }

  #go(to) {
    if (!this.steps.length || to < 0 || to >= this.steps.length) return;
    this.at = to;
    const { title, words, facts: rows = [], chart, table } = this.steps[to];
    [...this.list.children].forEach((one, i) => one.toggleAttribute("aria-current", i === to));
    this.list.scrollTop = this.list.children[to].offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    this.count.textContent = `${to + 1} of ${this.steps.length}`;
    empty(
      this.told,
      make("p.verdict", {}, title),
      words ? make("p", {}, words) : null,
      rows.length ? facts(rows) : null,
      chart,
      table ? dataTable(table.name, table.heads, table.rows.map(rowOf)) : null,
    );
    Promise.resolve(this.bench.show(to)).catch(fail);
    say(words || title);
    this.shell.write({ doc: this.paper.value, algorithm: this.chosen.id, ...this.given, step: to || "" });
  }
}

function rowOf(cells) {
  return make(
    "tr",
    {},
    cells.map((cell) => make("td.num", {}, String(cell ?? ""))),
  );
}
