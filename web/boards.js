// boards.js - boards as the engine gives them, ready for drawing; and the control that chooses one.
//
// A source is { arena, seed } for a board with a name, or { text, name } for one that came as a file.
import { ask, sendBoard } from "./engine.js";
import { draw, empty, make } from "./dom.js";
import { Kept } from "./kept.js";
import { drawThumbnail } from "./play/thumbnail.js";
import { choice, field, slider } from "./widgets.js";

/** The engine's name for a source: { arena, seed }.  A file's ending names its format. */
export async function nameOf(source, formats) {
  if (!source.text) return { arena: source.arena, seed: source.seed };
  if (source.sent) return { arena: source.sent, seed: source.seed };
  const ending = (source.name || "").match(/\.[A-Za-z0-9]+$/);
  const format = ending && formats.find((f) => f.endings.split(" ").includes(ending[0].toLowerCase()));
  source.sent = await sendBoard(source.text, format ? format.name : undefined);
  return { arena: source.sent, seed: source.seed };
}

/** A name for a board that came whole, as JSON, whatever file it was in before. */
export function jsonName(path) {
  return `${path.replace(/^.*\//, "").replace(/\.[^.]*$/, "")}.json`;
}

/** Asks for a board: places, edges, lengths, names, values (see view/geometry.js). */
export async function openBoard(named) {
  const answer = await ask("arena", { ...named, drawing: true });
  if (answer.bounds) {
    const { lengthText, readTown } = await import("./map/town.js");
    const town = readTown(await ask("streets", { arena: named.arena }));
    return { ...town, lengthText: (e) => lengthText(town, town.length[e]) };
  }
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

const pictured = new Kept(40); // boards of thumbnails

/** Boards to begin with: [arena or file, name, whether a seed makes another one]. */
export const samples = [
  ["grid:5x5", "Small square"],
  ["grid:7x7", "Square"],
  ["cycle:16", "Ring"],
  ["tree:3,3", "Tree"],
  ["spider:5,4", "Star"],
  ["petersen", "Petersen"],
  ["samples/valley.json", "Valley"],
  ["random-tree:40", "Wild tree", true],
  ["geometric:120,6", "Villages", true],
  ["road:100", "Old town", true],
  ["road:400", "City", true],
  ["hypercube:5", "Cube"],
];

/** A file that comes with the page. */
export async function readSample(path) {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new Error(`${path} is not there`);
  return { text: await response.text(), name: path.replace(/^.*\//, "") };
}

const LETTERS = { N: "Vertices", R: "Rows", C: "Columns" };

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
      name: LETTERS[names[i]] || names[i],
      value,
      least: isDecimal ? 0 : Number(least),
      most: isDecimal ? 2 * Math.max(0.5, value) : Math.max(40, 2 * value),
      step: isDecimal ? 0.05 : 1,
    };
  });
}

const OTHER = "other";

/** Chooses a board: one of the samples, a family with its numbers, or a file. */
export class BoardChooser {
  constructor({ families, formats, boards }, source) {
    const given = boards.map(({ arena, title }) => [arena, title]),
      isOther = source.arena?.startsWith("@") && !given.some(([arena]) => arena === source.arena);
    this.samples = [...(isOther ? [[source.arena, "This map"]] : []), ...given, ...samples];
    Object.assign(this, { families, formats, file: source.text ? source : null });
    this.numbers = make("div");
    this.kind = choice(
      [...families.map((f) => [f.name, f.name]), ["file", "a file of yours"]],
      families[0].name,
      () => this.#fill(),
    );
    this.seed = make("input", { inputmode: "numeric", value: source.seed ?? "1" });
    this.seedRow = make(
      "div",
      {},
      field(
        "Seed",
        make("div.with-button", {}, this.seed, this.#shuffleButton()),
        "Another seed makes another board.",
      ),
    );
    this.other = make("div.other", {}, field("Kind", this.kind), this.numbers);
    this.tiles = make("div.tiles", { role: "radiogroup", "aria-label": "Board" });
    this.element = make("div", {}, this.tiles, this.other, this.seedRow);
    this.#take(source);
  }

  #shuffleButton() {
    const shuffle = () => {
      this.seed.value = String(Math.floor(Math.random() * 1e6));
      this.seed.dispatchEvent(new Event("change", { bubbles: true }));
      this.#drawSamples();
    };
    return make("button", { type: "button", onclick: shuffle }, "Shuffle");
  }

  #take(source) {
    const isSample = this.samples.find(
      ([key]) => key === source.arena || (source.text && key.endsWith(`/${source.name}`)),
    );
    const name = (source.arena || "").split(":")[0];
    if (source.text) this.kind.value = "file";
    else if (this.families.some((f) => f.name === name)) this.kind.value = name;
    this.chosen = isSample ? isSample[0] : OTHER;
    this.#fill(source.text ? null : source.arena);
    this.#fillTiles();
  }

  #fillTiles() {
    const tile = (key, name, picture) =>
      make(
        "label.tile",
        {},
        make("input", {
          type: "radio",
          name: "board",
          value: key,
          checked: key === this.chosen,
          onchange: () => this.#choose(key),
        }),
        picture,
        make("span", {}, name),
      );
    this.pictures = this.samples.map(() => draw("svg", { class: "thumbnail", "aria-hidden": "true" }));
    const more = draw("svg", { class: "thumbnail", viewBox: "0 0 100 100", "aria-hidden": "true" });
    more.append(draw("path", { class: "edges", d: "M50 25V75M25 50H75" }));
    empty(
      this.tiles,
      this.samples.map(([key, name], i) => tile(key, name, this.pictures[i])),
      tile(OTHER, "Other …", more),
    );
    this.#choose(this.chosen);
    this.#drawSamples();
  }

  /** Thumbnails, one after the other. */
  async #drawSamples() {
    for (const [i, sample] of this.samples.entries()) {
      if (!this.element.isConnected && i) return;
      await this.#picture(this.pictures[i], await this.#sampleSource(sample)).catch(() => {});
    }
  }

  /** A board that the server refuses leaves its picture empty. */
  async #picture(svg, source) {
    const open = async () => openBoard(await nameOf(source, this.formats));
    drawThumbnail(svg, await pictured.get(`${source.arena || source.name} ${source.seed}`, open));
  }

  async #sampleSource([key, , isRandom]) {
    if (key.includes("/")) return { ...(await readSample(key)), seed: "1" };
    return { arena: key, seed: isRandom ? this.#seedText() : "1" };
  }

  #choose(key) {
    this.chosen = key;
    this.other.hidden = key !== OTHER;
    this.#showSeed();
  }

  #showSeed() {
    const family = this.families.find((f) => f.name === this.kind.value),
      sample = this.samples.find(([key]) => key === this.chosen);
    this.seedRow.hidden = !(sample ? sample[2] : family && family.random);
  }

  #fill(arena = null) {
    const family = this.families.find((f) => f.name === this.kind.value);
    this.sliders = [];
    if (family) this.#fillFamily(family, arena);
    else this.#fillFile();
    this.#showSeed();
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
      numbers.flatMap((number, i) => field(number.name, this.sliders[i].element)),
    );
  }

  #fillFile() {
    const input = make("input", {
      type: "file",
      onchange: async () => {
        const file = input.files[0];
        if (file) this.file = { text: await file.text(), name: file.name };
      },
    });
    const now = this.file ? `Now: ${this.file.name}.` : "";
    const help = `${now} An edge list, DIMACS, METIS, graph6, GraphML, GML, Pajek or JSON file.`;
    empty(this.numbers, field("File", input, help));
  }

  #seedText() {
    const text = this.seed.value.trim();
    if (!/^\d{1,19}$/.test(text)) throw new Error("The seed is a whole number from 0.");
    return BigInt(text).toString();
  }

  /** The source that was chosen. */
  async value() {
    const sample = this.samples.find(([key]) => key === this.chosen);
    if (sample) return this.#sampleSource(sample);
    const seed = this.seedRow.hidden ? "1" : this.#seedText();
    if (this.kind.value === "file") {
      if (!this.file) throw new Error("Choose a file first.");
      return { ...this.file, seed };
    }
    const numbers = this.sliders.map((s) => s.value);
    const tail = numbers.map((number, i) => (i ? this.marks[i - 1] : "") + number).join("");
    return { arena: tail ? `${this.kind.value}:${tail}` : this.kind.value, seed };
  }
}
