// boards.js - boards as the engine gives them, ready for drawing; and the control that chooses one.
//
// A source is { arena, seed } for a board with a name, or { text, name } for one that came as a file.
import { ask, sendBoard } from "./engine.js";
import { make, empty } from "./dom.js";
import { choice, field, slider } from "./widgets.js";

/** The engine's name for a source: { arena, seed }.  A file's ending names its format. */
export async function nameOf(source, formats) {
  if (!source.text) return { arena: source.arena, seed: source.seed };
  const ending = (source.name || "").match(/\.[A-Za-z0-9]+$/);
  const format = ending && formats.find((f) => f.endings.split(" ").includes(ending[0].toLowerCase()));
  return { arena: await sendBoard(source.text, format ? format.name : undefined), seed: source.seed };
}

/** A name for a board that came whole, as JSON, whatever file it was in before. */
export function jsonName(path) {
  return `${path.replace(/^.*\//, "").replace(/\.[^.]*$/, "")}.json`;
}

/** Asks for a board: places, edges, lengths, names, values (see view/geometry.js). */
export async function openBoard(named) {
  const answer = await ask("arena", { ...named, drawing: true });
  const n = answer.vertices,
    m = answer.edges,
    { places, ends, lengths } = answer;
  const board = {
    n,
    x: new Float64Array(n),
    y: new Float64Array(n),
    from: new Int32Array(m),
    to: new Int32Array(m),
    length: Array.isArray(lengths) ? Float64Array.from(lengths) : new Float64Array(m).fill(lengths || 1),
    names: answer.labels ? answer.labels.map((name, v) => name ?? String(v)) : null,
    values: answer.values || null,
    title: answer.title || answer.arena,
  };
  for (let v = 0; v < n; v++) [board.x[v], board.y[v]] = [places[2 * v], places[2 * v + 1]];
  for (let e = 0; e < m; e++) [board.from[e], board.to[e]] = [ends[2 * e], ends[2 * e + 1]];
  const unit = 10 ** (answer.decimals || 0);
  board.lengthText = (e) => String(Number((board.length[e] / unit).toPrecision(15)));
  return board;
}

export const samples = [
  ["grid:7x7", "A square of 49 vertices"],
  ["petersen", "The Petersen graph"],
  ["tree:3,3", "A tree with 40 vertices"],
  ["cycle:12", "A ring of twelve"],
  ["spider:3,4", "Three legs of four"],
  ["samples/valley.json", "A valley of eighteen towns"],
  ["hypercube:5", "A cube in five dimensions"],
  ["road:400", "Streets of a town"],
  ["geometric:300,6", "Scattered points"],
  ["colby:60", "The course contest's board"],
];

/** A file that comes with the page. */
export async function readSample(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} is not there`);
  return { text: await response.text(), name: path.replace(/^.*\//, "") };
}

/** The numbers of a family, with a slider's range: [{ name, least, most, step, value }, ..]. */
function numbersOf({ pattern, form, shape }) {
  if (!shape) return [];
  const apart = (text) => text.split(/[x,]/);
  const values = apart(pattern.split(":")[1]).map(Number),
    names = apart(form.match(/:(\S+)/)[1]);
  return apart(shape).map((least, i) => {
    const isDecimal = least === ".",
      value = values[i];
    return {
      name: names[i].length > 1 ? names[i].toLowerCase() : names[i],
      value,
      least: isDecimal ? 0 : Number(least),
      most: isDecimal ? 2 * Math.max(0.5, value) : Math.max(40, 2 * value),
      step: isDecimal ? 0.05 : 1,
    };
  });
}

/** Chooses a board: a family with its numbers, a sample, or a file. */
export class BoardChooser {
  constructor(families, source) {
    this.families = families;
    this.file = null;
    this.numbers = make("div");
    this.kind = choice(
      [["samples", "samples"], ["file", "a file"], ...families.map((f) => [f.name, f.name])],
      "samples",
      () => this.#fill(),
    );
    this.seed = make("input", { type: "number", min: "0", step: "1", value: String(source.seed ?? 1) });
    this.element = make("div", {}, field("Board", this.kind), this.numbers);
    this.#take(source);
  }

  #take(source) {
    this.file = source.text ? source : null;
    const name = (source.arena || "").split(":")[0];
    this.kind.value = source.text ? "file" : this.families.some((f) => f.name === name) ? name : "samples";
    this.#fill(source.text ? null : source.arena);
  }

  #fill(arena = null) {
    const family = this.families.find((f) => f.name === this.kind.value);
    this.sliders = [];
    if (family) this.#fillFamily(family, arena);
    else if (this.kind.value === "file") this.#fillFile();
    else this.#fillSamples();
  }

  #fillFamily(family, arena) {
    const given = arena ? (arena.split(":")[1] || "").match(/[\d.]+/g) || [] : [];
    const numbers = numbersOf(family);
    this.sliders = numbers.map((number, i) =>
      slider({
        ...number,
        value: given[i] ?? number.value,
        most: Math.max(number.most, Number(given[i] || 0)),
      }),
    );
    this.marks = (family.pattern.split(":")[1] || "").match(/[^\d.]+/g) || [];
    empty(
      this.numbers,
      make("p.help-text", {}, family.help),
      ...numbers.flatMap((number, i) => field(number.name, this.sliders[i].element)),
      ...(family.random ? field("seed", this.seed) : []),
    );
  }

  #fillSamples() {
    this.sample = choice(
      samples.map(([key, text]) => [key, `${text} (${key.replace(/^.*\//, "")})`]),
      samples[0][0],
    );
    empty(this.numbers, ...field("Sample", this.sample));
  }

  #fillFile() {
    const input = make("input", {
      type: "file",
      onchange: async () => {
        const file = input.files[0];
        if (file) this.file = { text: await file.text(), name: file.name };
      },
    });
    empty(
      this.numbers,
      ...field(
        "File",
        input,
        this.file
          ? `now: ${this.file.name}`
          : "an edge list, DIMACS, METIS, graph6, GraphML, GML, Pajek or JSON; or drop one on the page",
      ),
    );
  }

  /** The source that was chosen. */
  async value() {
    const seed = Number(this.seed.value) || 1;
    if (this.kind.value === "file") {
      if (!this.file) throw new Error("choose a file first");
      return { ...this.file, seed };
    }
    if (this.kind.value === "samples")
      return this.sample.value.includes("/")
        ? { ...(await readSample(this.sample.value)), seed }
        : { arena: this.sample.value, seed };
    const numbers = this.sliders.map((s) => s.value);
    const tail = numbers.map((number, i) => (i ? this.marks[i - 1] : "") + number).join("");
    return { arena: tail ? `${this.kind.value}:${tail}` : this.kind.value, seed };
  }
}
