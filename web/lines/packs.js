// packs.js - packs of levels: the one that comes with the page, and one from a file, which the browser keeps.
import { readSample } from "../boards.js";
import { fail, make, tell } from "../dom.js";
import { ask } from "../engine.js";
import { readBudget } from "./budget.js";
import { Ladder } from "./puzzles.js";

const KEY = "demesne.pack",
  OWN = "first", // the pack that comes with the page
  MOST = 200, // levels
  GRADES = ["easy", "medium", "hard", "fiendish"];

export class Packs {
  /** take(puzzle) is called with the level that is chosen; askForFile() lets the reader choose a file. */
  constructor(take, askForFile) {
    this.ladder = new Ladder(take, "pack");
    this.open = null; // { id, title, puzzles }
    const button = (text, act) =>
      make("button", { type: "button", onclick: () => Promise.resolve().then(act).catch(fail) }, text);
    this.ownButton = button("Twelve levels", async () => this.#begin(await this.find(OWN)));
    this.keptButton = button("", async () => this.#begin(await this.find(keptPack()?.id)));
    this.title = make("p.help-text");
    this.element = make(
      "div",
      {},
      make("p.help-text", {}, "Levels of one move or several. What is left is shown above the level."),
      make("div.buttons", {}, this.ownButton, this.keptButton, button("Open a pack …", askForFile)),
      this.title,
      this.ladder.element,
    );
  }

  #begin(pack) {
    this.open = pack;
    this.ladder.all = pack.puzzles;
    return this.ladder.take(this.ladder.find());
  }

  /** The pack of that name. */
  async find(id) {
    if (this.open?.id === id) return this.open;
    if (id === OWN) return packOf(JSON.parse((await readSample("samples/pack.json")).text).levels, "Twelve levels", OWN);
    const kept = keptPack();
    if (!kept || kept.id !== id) throw new Error("its pack is not in this browser: open its file once more");
    return packOf(kept.levels, kept.title, id);
  }

  /** One level of a pack, by number from 1. */
  async level(id, number) {
    const pack = await this.find(id),
      puzzle = pack.puzzles[number - 1];
    if (!puzzle) throw new Error(`its pack has no level ${number}`);
    this.open = pack;
    this.ladder.all = pack.puzzles;
    return puzzle;
  }

  /** Opens what a file has; one that is damaged changes nothing. */
  async read(json, name) {
    const levels = await checked(json, name),
      title = name.replace(/\.json$/i, "").slice(0, 60),
      id = hash(JSON.stringify(levels));
    keep({ id, title, levels });
    await this.#begin(packOf(levels, title, id));
  }

  /** The list, with the level that is open. */
  show(now) {
    const kept = keptPack();
    this.keptButton.hidden = !kept;
    this.keptButton.textContent = kept?.title || "";
    this.title.textContent = this.open ? this.open.title : "";
    this.ladder.element.hidden = !this.open;
    if (this.open) this.ladder.show(now);
  }
}

export const isPack = (json) => json?.demesne === "pack";

/** Whether everybody has the pack of a puzzle. */
export const isOwn = ({ pack }) => pack === OWN;

function packOf(levels, title, id) {
  const puzzles = levels.map(({ name, grade, level }, i) => ({
    name: `pack ${id} ${i + 1}`,
    title: titleOf(name, i + 1),
    grade: GRADES.includes(grade) ? grade : "other",
    level,
    budget: readBudget(level),
    pack: id,
    number: i + 1,
  }));
  return { id, title, puzzles };
}

/** A name that is only a number and a grade says nothing new. */
const titleOf = (name, number) =>
  typeof name !== "string" || !name || /^\d+ [a-z]+$/.test(name) ? `Level ${number}` : name.slice(0, 60);

/** The levels of a file, each seen by the engine. */
async function checked({ version, levels }, name) {
  if (version !== 1) throw new Error(`${name} is a pack of version ${version}; this page reads version 1`);
  if (!Array.isArray(levels) || !levels.length) throw new Error(`${name} is a pack without levels`);
  if (levels.length > MOST) throw new Error(`${name} has ${levels.length} levels; a pack has at most ${MOST}`);
  for (const [i, one] of levels.entries()) {
    try {
      await check(one?.level);
    } catch (error) {
      throw new Error(`${name}, level ${i + 1}: ${error.message.replace(/^level: /, "")}`);
    }
  }
  return levels.map(({ name: title, grade, level }) => ({ name: title, grade, level }));
}

async function check(level) {
  if (!level || typeof level !== "object") throw new Error("“level” is missing");
  if (typeof level.me !== "string") throw new Error("“me”, who moves, is missing");
  readBudget(level);
  await ask("lines/score", { level });
}

/** FNV-1a. */
function hash(text) {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value.toString(36);
}

function keep(pack) {
  try {
    localStorage.setItem(KEY, JSON.stringify(pack));
  } catch {
    tell("This browser does not keep the pack: open its file again when you come back.");
  }
}

function keptPack() {
  try {
    const pack = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(pack?.levels) && pack.id ? pack : null;
  } catch {
    return null; // nothing is kept, or something else
  }
}
