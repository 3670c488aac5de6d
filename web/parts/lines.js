// lines.js - the continuous game on edges: puzzles, moves by hand, the engine's help, levels drawn.
import { empty, fail, make, say, tell } from "../dom.js";
import { parseHash, unpack, writeHash } from "../share.js";
import { countOf, dialogue } from "../widgets.js";
import { Advice } from "../lines/advice.js";
import { Again } from "../lines/again.js";
import { allows, BUDGET, isSpent, leftWords, nextOf, readBudget, restOf } from "../lines/budget.js";
import { Daily } from "../lines/daily.js";
import { Drawing } from "../lines/drawing.js";
import { Duel } from "../lines/duel.js";
import { Film } from "../lines/film.js";
import { askForLevel } from "../lines/generate.js";
import { Headline } from "../lines/headline.js";
import { History } from "../lines/history.js";
import { Level, readMove } from "../lines/level.js";
import { isPack, Packs } from "../lines/packs.js";
import { Panel } from "../lines/panel.js";
import { Pointer } from "../lines/pointer.js";
import { change, recordOf, today } from "../lines/progress.js";
import { Puzzles } from "../lines/puzzles.js";
import { fillScore, fillTable } from "../lines/shown.js";
import { isOver, isRight, leaderWords, taskWords } from "../lines/task.js";
import { EDITS, HINTS, isEdit, isMove, KEY_HINTS, MOVES, TOOL_KEYS } from "../lines/tools.js";
import { LevelView } from "../lines/view.js";
import { Unreachable } from "../transport/server.js";
import { movingKeys } from "../view/moving.js";

export const title = "Lines";
export const rules = "lines";
export const drop = "Drop a level or a pack";
export const keys = [
  ["a  d  c  r", "add a site, remove one, cut, rope"],
  ["arrows", "along an edge, and from edge to edge"],
  ["Enter", "make the move there; a rope needs two places"],
  ["u / y", "undo, redo"],
  ["p", "watch the colours spread"],
  ["b  w", "best move, winning places"],
  ["e", "draw the level, or play it"],
  ["m  n  j  s  x", "draw: move a vertex, new vertex, join two, site, erase"],
  ["arrows", "when drawing: to another vertex, or a step over the ground"],
  ["PgUp  PgDn", "when drawing: to the vertex before, to the next"],
  ["Enter", "when drawing: take or put down, put there, join, erase"],
  ["Delete", "when drawing: what is there goes"],
  ["i", "when drawing: a vertex into the edge, where its cursor is"],
  ["k", "whose sites are drawn"],
  ["Escape", "let go of a rope, an edge or a vertex"],
  ["drag", "on the level: the tool’s; beside it: moves the view"],
  ["wheel, two fingers", "zoom"],
  ...movingKeys,
  ["t", "the level as a table"],
  ["v", "numbers"],
];

const MOST_MOVES = 50; // of a link

export function open(root, shell) {
  return new Lines(root, shell);
}

class Lines {
  constructor(root, shell) {
    this.shell = shell;
    this.history = new History();
    this.tool = "cut";
    this.pointer = new Pointer(this);
    this.drawing = new Drawing(this);
    this.again = new Again(this);
    this.advice = new Advice(this, shell.info.read_only);
    this.duel = new Duel(this);
    this.puzzles = new Puzzles((puzzle) => this.thenBoard(() => this.#openPuzzle(puzzle)), "grade");
    this.packs = new Packs(
      (puzzle) => this.thenBoard(() => this.#openPuzzle(puzzle)),
      () => this.panel.fileInput.click(),
    );
    this.daily = new Daily((date) => this.thenBoard(() => this.#openDaily(date)), shell.info.read_only);
    this.#build(root);
  }

  close() {
    this.closed = true;
    this.advice.close();
    this.daily.work.cancel();
    this.duel.work.cancel();
    if (this.cancelMaking) this.cancelMaking();
    this.film.stop();
    this.view.close();
  }

  get state() {
    return this.history.state;
  }

  get puzzle() {
    return this.state.puzzle;
  }

  get isEditing() {
    return isEdit(this.tool);
  }

  /** What a puzzle asks for; a cut elsewhere. */
  get usualTool() {
    const { puzzle, history } = this;
    if (!puzzle) return this.state.duel ? "add" : "cut";
    if (!puzzle.budget) return puzzle.op;
    const next = nextOf(puzzle, history.made)[0];
    return next ? next.op || "cut" : this.tool;
  }

  /** Whether a tool is of use now: a level of several moves may have none left of its kind. */
  mayUse(tool) {
    const { puzzle, history } = this;
    return !isMove(tool) || !puzzle?.budget || allows(puzzle, history.made, tool);
  }

  /** What is left of a level of several moves, as a level; else null. */
  get rest() {
    const { puzzle, state, history } = this;
    return puzzle?.budget ? restOf(puzzle, state.json, history.made) : null;
  }

  /** Whether the result of a move is kept from the reader until it is made. */
  get isBlind() {
    if (!this.state?.puzzle) return false;
    const { solved, helped } = recordOf(this.puzzle);
    return !solved && !helped;
  }

  /** What mouse, fingers and keys do on the level. */
  get hand() {
    if (this.isEditing) return this.drawing;
    return this.duel.hand || (isOver(this.state, this.history.made) ? this.again : this.pointer);
  }

  #build(root) {
    this.headline = new Headline(this);
    this.bar = make("div.scorebar", { role: "img", "aria-label": "Score" });
    this.arena = make(
      "section.arena",
      { "aria-label": "Lines" },
      this.headline.element,
      this.daily.work.element,
      this.bar,
    );
    this.view = new LevelView(this.arena, {
      point: (target, byKey) => this.state && this.hand.point(target, byKey),
      press: (target) => this.hand.press(target),
      drag: (target, point) => this.hand.drag(target, point),
      drop: (target, point, hasMoved) => this.hand.drop(target, point, hasMoved),
      cancel: () => this.hand.cancel(),
      click: (point, target) => this.state && this.hand.click(point, target),
      key: (event) => this.hand.key(event),
      isForSites: () => this.tool === "remove",
    });
    this.table = make("div.table-view", {
      hidden: true,
      tabindex: "0",
      role: "group",
      "aria-label": "Level as a table",
    });
    this.film = new Film(this.view);
    this.arena.append(this.film.element, this.table);
    this.panel = new Panel(this);
    root.append(make("div.stage", {}, this.arena, this.panel.element));
  }

  /** Shows what an address names; a damaged one leaves what is there. */
  async show(params) {
    await this.puzzles.load();
    try {
      await this.#openFrom(params);
      if (params.moves) await this.#replay(params.moves);
      if (this.state.duel) this.duel.answer().catch(fail);
    } catch (error) {
      if (error instanceof Unreachable) throw error;
      fail(new Error(`This link does not work: ${error.message}.`));
      if (!this.state) await this.#openPuzzle(this.puzzles.find());
    }
    if (isMove(params.tool) || isEdit(params.tool)) this.take(params.tool);
    return this.refresh();
  }

  async #openFrom({ level, win, daily, puzzle, duel, pack, number }) {
    if (daily !== undefined) return this.#openDaily(daily);
    if (pack !== undefined) return this.#openPacked(pack, number, level);
    if (level === undefined) return this.#openPuzzle(this.puzzles.find(puzzle));
    const json = await readPacked(level);
    if (duel !== undefined) return this.duel.open(json, Duel.read(duel));
    if (win === BUDGET) return this.#openPuzzle({ title: "A puzzle", budget: readBudget(json), level: json });
    if (!isMove(win)) return this.open(json);
    return this.#openPuzzle({ title: "A puzzle", op: win, level: json });
  }

  /** A level of a pack; if the pack is not in this browser, the level alone. */
  async #openPacked(pack, number, level) {
    let puzzle;
    try {
      puzzle = await this.packs.level(pack, number);
    } catch (error) {
      if (level === undefined) throw error;
      const json = await readPacked(level);
      puzzle = { title: "A level", budget: readBudget(json), level: json };
    }
    return this.#openPuzzle(puzzle);
  }

  async #replay(packed) {
    const moves = await readPacked(packed);
    if (!Array.isArray(moves) || moves.length > MOST_MOVES) throw new Error("its moves are damaged");
    for (const one of moves) {
      if (!Array.isArray(one) || !isMove(one[0])) throw new Error("its moves are damaged");
      await this.history.make(one[0], one[1], { player: one[2] });
    }
  }

  async #openPuzzle(puzzle) {
    this.daily.work.cancel();
    await this.open(puzzle.level, puzzle);
    this.take(this.usualTool);
    this.lookAtLevel();
  }

  async #openDaily(date) {
    if (!this.state) empty(this.headline.element, make("div.task", {}, "Making the daily puzzle …"));
    await this.#openPuzzle(await this.daily.find(date));
    say(`${this.puzzle.title}. ${this.task}`);
  }

  async open(json, puzzle = null, duel = null) {
    await this.history.open(json, puzzle, duel);
    await this.refresh();
  }

  openDrawn() {
    this.history.openDrawn();
    return this.refresh();
  }

  /** The same level, changed by hand. */
  async draw(json) {
    await this.history.draw(json);
    await this.refresh();
  }

  /** Where the next move is made: on a puzzle of one move each is a new try. */
  get #start() {
    return this.puzzle && !this.puzzle.budget ? this.history.base : this.history.at;
  }

  /** Makes a move. */
  async move(move, op = this.tool, byEngine = false) {
    const at = this.#start,
      before = this.history.states[at];
    if (this.state.duel && op !== "add") throw new Error("In this game sites are added.");
    if (!this.mayUse(op)) throw new Error(`Not possible: ${leftWords(this.puzzle, this.history.made)}.`);
    await this.history.make(op, move, { at });
    this.pointer.reset();
    if (this.puzzle) this.#count(byEngine);
    await this.refresh();
    this.lookAtLevel();
    this.film.playQuickly();
    say(`${new Level(before.json).moveWords(op, move)}. ${leaderWords(this.state.answer)}. ${this.task}`);
    if (this.state.duel) await this.duel.answer();
  }

  /** Makes a move that was typed: on a puzzle its numbers are those of the level without moves. */
  type(text) {
    return this.move(readMove(this.tool, text, this.history.states[this.#start].json));
  }

  /** A try is one of the reader's, of the kind that is asked for, without help. */
  #count(byEngine) {
    const { puzzle, state } = this;
    if (!this.isBlind) return;
    if (byEngine) return change(puzzle, { helped: true });
    if (puzzle.budget ? !isSpent(puzzle, this.history.made) : state.via.op !== puzzle.op) return;
    const solved = isRight(state, this.history.made) && { solved: today() };
    change(puzzle, { tries: recordOf(puzzle).tries + 1, ...solved });
  }

  async go(at) {
    if (at < 0 || at >= this.history.states.length) return;
    this.history.at = this.state.duel ? this.duel.stop(at, Math.sign(at - this.history.at) || 1) : at;
    await this.refresh();
    say(leaderWords(this.state.answer));
  }

  /** Back to the level without moves. */
  retry() {
    return this.go(this.history.base).catch(fail);
  }

  /** The last move is taken back. */
  takeBack() {
    return this.go(this.history.at - 1).catch(fail);
  }

  /** The engine is asked about the level without moves; a puzzle no longer counts.  Gives whether it may help. */
  async getHelp() {
    if (!this.puzzle) return true;
    if (this.isBlind) {
      if (this.puzzle.date === today() && !(await mayHelp())) return false;
      change(this.puzzle, { helped: true });
    }
    if (!this.puzzle.budget || isOver(this.state, this.history.made)) await this.retry();
    return true;
  }

  async refresh() {
    if (this.closed || !this.state) return;
    const { json, answer } = this.state;
    if (!this.mayUse(this.tool)) this.tool = this.usualTool;
    this.level = new Level(json);
    this.#leave();
    this.advice.clear();
    this.paint();
    fillScore(this.bar, this.level, answer);
    this.headline.show();
    this.panel.show();
    if (!this.table.hidden) fillTable(this.table, this.state);
    await this.#write();
  }

  /** What is to be done, in words. */
  get task() {
    if (this.isEditing) return HINTS[this.tool];
    return this.state.duel ? this.duel.words() : taskWords(this.state, this.history.made);
  }

  /** What was pressed may be gone after it: the keys go on on the board. */
  async thenBoard(act) {
    try {
      await act();
      if (!document.querySelector("dialog[open]")) this.view.element.focus({ preventScroll: true });
    } catch (error) {
      fail(error);
    }
  }

  /** Nothing is pointed at or held any more. */
  #leave() {
    this.pointer.leave();
    this.drawing.leave();
    this.view.setTip(null);
    this.view.setMarks([], null);
  }

  /** Something is to be seen on the level or above it: on a narrow page it may be out of sight. */
  lookAtLevel() {
    const { top } = this.headline.element.getBoundingClientRect(),
      box = this.view.element.getBoundingClientRect();
    if (top < 0 || box.top + box.height / 2 > innerHeight) this.arena.scrollIntoView({ block: "start" });
  }

  paint() {
    const { stretches } = this.state.answer;
    this.view.set(this.level, { stretches, marks: this.marks, label: this.label, ...this.advice.lit });
    if (this.state.sheet !== this.sheet) this.view.showAll();
    this.sheet = this.state.sheet;
    this.film.rewind();
  }

  get label() {
    const { vertices, edges, sites } = this.state.json;
    const counts = `${vertices.length} vertices, ${countOf(edges.length, "edge")} and ${countOf(sites.length, "site")}`;
    const keys = this.isEditing ? "draw on it" : "move along it, Enter makes the move";
    return `Level of ${counts}. Arrow keys ${keys}; question mark lists all keys.`;
  }

  get marks() {
    return this.advice.marks;
  }

  /** Whose sites are drawn. */
  get player() {
    return this.panel.whose.value;
  }

  showTable(isShown) {
    this.table.hidden = !isShown;
    fillTable(this.table, this.state);
  }

  async #write() {
    const mine = this.state,
      params = await this.history.params();
    if (mine.duel) params.duel = this.duel.write();
    if (this.tool !== this.usualTool) params.tool = this.tool;
    if (!this.closed && mine === this.state) this.shell.write(params);
  }

  /** The link to what is seen; a puzzle's does not give its solution away. */
  async copyLink() {
    await this.#write();
    const { moves, ...params } = parseHash(location.hash).params;
    if (moves && !this.state.puzzle) params.moves = moves;
    await this.copy(new URL(writeHash("lines", params), location.href).href);
  }

  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      tell("Copied.");
    } catch {
      const area = make("textarea", { readonly: true, rows: "4", "aria-label": "Text to copy" }, text);
      dialogue("Copy this text", [area]);
      area.select();
    }
  }

  async file(file) {
    const text = await file.text();
    let json;
    try {
      json = JSON.parse(text);
    } catch {
      throw new Error(`${file.name} is neither a level nor a pack: those are JSON files`);
    }
    if (isPack(json)) return this.packs.read(json, file.name);
    await this.open(json);
    say("The level was opened.");
  }

  take(tool) {
    this.tool = tool;
    this.pointer.reset();
    this.drawing.reset();
    this.panel.showTool();
    this.headline.show();
    this.view.setTip(null);
    this.view.setMarks(this.marks, null);
    this.#write().catch(fail);
  }

  key(event) {
    const { key } = event;
    const acts = {
      k: () => say(`Sites of ${this.panel.nextPlayer()}.`),
      u: () => this.go(this.history.at - 1).catch(fail),
      y: () => this.go(this.history.at + 1).catch(fail),
      p: () => this.film.play(),
      b: () => this.advice.bestButton.click(),
      w: () => this.advice.oddsButton.click(),
      e: () => this.take(this.isEditing ? this.usualTool : "move"),
      v: () => this.panel.numberBox.click(),
      t: () => this.panel.tableBox.click(),
    };
    if (!this.state) return false;
    if (Object.hasOwn(TOOL_KEYS, key)) {
      this.take(TOOL_KEYS[key]);
      say(`${MOVES[this.tool] || EDITS[this.tool]}. ${KEY_HINTS[this.tool]}`);
    } else if (Object.hasOwn(acts, key)) acts[key]();
    else return false;
    return true;
  }

  askForLevel() {
    const usual = this.isEditing ? "cut" : this.tool;
    this.cancelMaking = askForLevel(this.shell.info, Object.entries(MOVES), usual, async (puzzle) => {
      await this.#openPuzzle(puzzle);
      say(this.task);
    });
  }
}

async function readPacked(packed) {
  try {
    return JSON.parse(await unpack(packed));
  } catch {
    throw new Error("it is damaged or not complete");
  }
}

/** The streak is at stake. */
function mayHelp() {
  return new Promise((give) => {
    const words = "Then today’s puzzle does not count, and your streak ends.";
    const dialog = dialogue("Show help for the daily puzzle?", make("p", {}, words), "Show help", () =>
      give(true),
    );
    dialog.addEventListener("close", () => give(false));
  });
}
