// lines.js - the continuous game on edges: puzzles, moves by hand, the engine's advice, levels drawn.
import { empty, fail, make, save, say, tell } from "../dom.js";
import { unpack } from "../share.js";
import { asPng } from "../stage.js";
import { choice, field } from "../widgets.js";
import { Advice } from "../lines/advice.js";
import { Drawing } from "../lines/drawing.js";
import { blank } from "../lines/edit.js";
import { Film } from "../lines/film.js";
import { askForLevel } from "../lines/generate.js";
import { History } from "../lines/history.js";
import { Level, readMove } from "../lines/level.js";
import { Pointer } from "../lines/pointer.js";
import { Puzzles } from "../lines/puzzles.js";
import { fillScore, fillTable } from "../lines/shown.js";
import { CROSSINGS, EDITS, EXAMPLES, HINTS, KEY_HINTS, MOVES, TOOL_KEYS } from "../lines/tools.js";
import { LevelView } from "../lines/view.js";
import { movingKeys } from "../view/moving.js";

export const title = "Lines";
export const keys = [
  ["a  d  c  r", "add a site, remove one, cut, rope"],
  ["arrows", "along an edge, and from edge to edge"],
  ["Enter", "make the move there; a rope needs two places"],
  ["u / y", "undo, redo"],
  ["p", "play the expansion"],
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
    this.#build(root);
  }

  close() {
    this.closed = true;
    this.advice.close();
    if (this.cancelMaking) this.cancelMaking();
    this.film.stop();
    this.view.close();
  }

  get state() {
    return this.history.state;
  }

  get isEditing() {
    return this.tool in EDITS;
  }

  /** What mouse, fingers and keys do on the level. */
  get hand() {
    return this.isEditing ? this.drawing : this.pointer;
  }

  // --- The page

  #build(root) {
    const button = (text, hint, act) =>
      make(
        "button",
        { type: "button", title: hint, onclick: () => Promise.resolve(act()).catch(fail) },
        text,
      );
    this.headline = make("div.status.headline", { "aria-live": "off" });
    this.bar = make("div.scorebar", { role: "img" });
    this.arena = make("section.arena", { "aria-label": "Lines" }, this.headline, this.bar);
    this.side = make("aside.side", { "aria-label": "Lines: panel" });
    root.append(make("div.stage", {}, this.arena, this.side));
    this.view = new LevelView(this.arena, {
      point: (target, byKey) => this.hand.point(target, byKey),
      press: (target) => this.hand.press(target),
      drag: (target, point) => this.hand.drag(target, point),
      drop: (target, point, hasMoved) => this.hand.drop(target, point, hasMoved),
      cancel: () => this.hand.cancel(),
      click: (point, target) => this.hand.click(point, target),
      key: (event) => this.hand.key(event),
    });
    this.table = make("div.table-view", { hidden: true, tabindex: "0" });
    this.film = new Film(this.view);
    this.arena.append(this.film.element, this.table);
    this.hint = make("p.help-text");
    this.drawHint = make("p.help-text");
    const toolbox = (tools) =>
      make(
        "div.tools-row",
        { role: "group" },
        Object.entries(tools).map(
          ([name, text]) =>
            (this.tools[name] = make(
              "button",
              { type: "button", "aria-pressed": "false", onclick: () => this.#take(name) },
              text,
            )),
        ),
      );
    this.tools = {};
    this.undoButton = button("Undo", "Undo (u)", () => this.#go(this.history.at - 1));
    this.redoButton = button("Redo", "Redo (y)", () => this.#go(this.history.at + 1));
    this.restartButton = button("Restart", "Back to the level without moves", () =>
      this.#go(this.history.base),
    );
    this.exact = make("input", {
      type: "text",
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": "The move in numbers",
    });
    const exactForm = make(
      "form.exact",
      {
        onsubmit: (event) => {
          event.preventDefault();
          Promise.resolve()
            .then(() => this.move(readMove(this.tool, this.exact.value)))
            .catch(fail);
        },
      },
      this.exact,
      make("button", { type: "submit" }, "Make it"),
    );
    this.whose = choice([["red", "red"]], "red", () => {});
    this.mover = choice([["red", "red"]], "red", (me) => this.draw({ ...this.state.json, me }).catch(fail));
    this.crossings = choice(CROSSINGS, "pass", (crossings) =>
      this.draw({ ...this.state.json, rope: { ...this.state.json.rope, crossings } }).catch(fail),
    );
    this.puzzles = new Puzzles((puzzle) => this.#openPuzzle(puzzle).catch(fail));
    this.editBox = make(
      "details",
      {
        ontoggle: () =>
          this.editBox.open !== this.isEditing && this.#take(this.editBox.open ? "move" : "cut"),
      },
      make("summary", {}, "Draw the level"),
      toolbox(EDITS),
      this.drawHint,
      field("Player", this.whose, "whose sites are put"),
      field("Who moves", this.mover),
      field("Ropes", this.crossings),
      make(
        "div.buttons",
        {},
        button("New level", "Two vertices and an edge", () => this.open(blank())),
      ),
    );
    this.exactBox = make(
      "label.help-text",
      {},
      "or in numbers: a place is a vertex, or EDGE:PART",
      exactForm,
    );
    this.playBox = make("div", {}, toolbox(MOVES), this.hint, this.exactBox);
    this.advice = new Advice(this, this.shell.info.read_only);
    const tableBox = make("input", { type: "checkbox", onchange: () => this.#showTable(tableBox.checked) });
    this.numberBox = make("input", {
      type: "checkbox",
      onchange: () => this.view.setNumbers(this.numberBox.checked),
    });
    this.tableBox = tableBox;
    const input = make("input", {
      type: "file",
      hidden: true,
      onchange: () => {
        if (input.files[0]) this.file(input.files[0]).catch(fail);
        input.value = "";
      },
    });
    const card = (name, ...content) =>
      make("section.card", { "aria-label": name }, make("h2", {}, name), content);
    this.side.append(
      card(
        "Move",
        this.playBox,
        make("div.buttons", {}, this.undoButton, this.redoButton, this.restartButton),
        this.editBox,
      ),
      card("Advice", this.advice.element),
      card(
        "Puzzles",
        this.puzzles.element,
        this.shell.info.read_only
          ? null
          : make(
              "div.buttons",
              {},
              button("Make a level …", "A level of a wanted difficulty", () => this.#askForLevel()),
            ),
      ),
      card(
        "View",
        make("label.check", {}, this.numberBox, "Numbers of vertices and edges"),
        make("label.check", {}, tableBox, "Level as a table"),
      ),
      card(
        "Share",
        make(
          "div.buttons",
          {},
          button("Copy link", "", () => this.#copyLink()),
          button("SVG", "", () => save("level.svg", this.view.picture())),
          button("PNG", "", async () => save("level.png", await asPng(this.view.picture()))),
          button("JSON", "", () => save("level.json", JSON.stringify(this.state.json), "application/json")),
          button("Open …", "A level as JSON", () => input.click()),
          input,
        ),
      ),
    );
  }

  // --- States

  async show(params) {
    await this.puzzles.load();
    const moves = params.moves ? JSON.parse(await unpack(params.moves)) : [];
    if (params.level) await this.open(JSON.parse(await unpack(params.level)));
    else await this.#openPuzzle(this.puzzles.find(params.puzzle));
    for (const [op, move] of moves) await this.history.make(op, move);
    if (params.tool in MOVES || params.tool in EDITS) this.#take(params.tool);
    await this.refresh();
  }

  async #openPuzzle(puzzle) {
    this.tool = puzzle.op;
    await this.open(puzzle.level, puzzle);
  }

  async open(json, puzzle = null) {
    await this.history.open(json, puzzle);
    await this.refresh();
  }

  /** The same level, changed by hand. */
  async draw(json) {
    await this.history.draw(json);
    await this.refresh();
  }

  /** Makes a move of the reader's. */
  async move(move, op = this.tool) {
    const before = this.state;
    const words = new Level(before.json).moveWords(op, move);
    this.pointer.reset();
    await this.history.make(op, move);
    if (this.#isSolved) this.puzzles.mark(this.state.puzzle);
    await this.refresh();
    say(`${words}. ${this.#verdict()}`);
  }

  async #go(at) {
    if (at < 0 || at >= this.history.states.length) return;
    this.history.at = at;
    await this.refresh();
    say(this.#verdict());
  }

  // --- What is seen

  async refresh() {
    if (this.closed || !this.state) return;
    const { json, answer, puzzle } = this.state;
    this.level = new Level(json);
    this.#leave();
    this.advice.clear();
    this.paint();
    fillScore(this.bar, this.level, answer);
    const next = this.#isSolved ? this.puzzles.next(puzzle) : null;
    empty(
      this.headline,
      puzzle ? [make("strong", {}, puzzle.title), " · "] : null,
      make("span.verdict", {}, this.#verdict()),
      make("div", {}, this.#task(), next ? [" · ", next] : null),
    );
    this.undoButton.disabled = this.history.at === 0;
    this.redoButton.disabled = this.history.at === this.history.states.length - 1;
    this.restartButton.disabled = !this.state.via;
    this.#fillPlayers();
    this.#showTool();
    if (!this.table.hidden) fillTable(this.table, this.state);
    this.puzzles.show(puzzle);
    await this.#write();
  }

  /** Nothing is pointed at or held any more. */
  #leave() {
    this.pointer.leave();
    this.drawing.leave();
    this.view.setTip(null);
    this.view.setMarks([], null);
  }

  /** Something is to be seen on the level: on a narrow page it may be out of sight. */
  lookAtLevel() {
    const box = this.view.element.getBoundingClientRect();
    if (box.top < 0 || box.top + box.height / 2 > innerHeight) this.arena.scrollIntoView({ block: "start" });
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
    const counts = `${vertices.length} vertices, ${edges.length} edges and ${sites.length} sites`;
    const keys = this.isEditing ? "draw on it" : "move along it, Enter makes the move";
    return `Level of ${counts}. Arrow keys ${keys}; question mark lists all keys.`;
  }

  get marks() {
    return this.advice.marks;
  }

  /** Whose sites are drawn. */
  get player() {
    return this.whose.value;
  }

  #verdict() {
    const { answer } = this.state;
    if (!answer.players.length) return "no sites yet";
    if (answer.winner === null) return "a tie";
    return `${answer.winner} wins`;
  }

  /** What is to be done, or was. */
  #task() {
    const { json, puzzle, via } = this.state;
    if (puzzle && !via) return `${json.me} can win this with one move: ${puzzle.op}`;
    if (!puzzle) return json.me ? `${json.me} is to move` : "";
    return this.#isSolved ? "solved, with one move" : "not solved by that: undo it, and try another";
  }

  get #isSolved() {
    const { json, answer, puzzle, via } = this.state,
      isFirst = this.history.at === this.history.base + 1;
    return Boolean(puzzle && via) && isFirst && via.op === puzzle.op && answer.winner === json.me;
  }

  #fillPlayers() {
    const names = [...new Set([...this.level.players, "red", "blue", "green", "yellow", "purple"])],
      was = this.whose.value;
    empty(
      this.whose,
      names.map((name) => make("option", { value: name }, name)),
    );
    this.whose.value = names.includes(was) ? was : names[0];
    const { me, rope } = this.state.json;
    empty(
      this.mover,
      this.level.players.map((name) => make("option", { value: name }, name)),
    );
    this.mover.value = me || "";
    this.crossings.value = (rope && rope.crossings) || "pass";
  }

  #showTable(isShown) {
    this.table.hidden = !isShown;
    fillTable(this.table, this.state);
  }

  async #write() {
    const mine = this.state,
      params = await this.history.params();
    if (!mine.puzzle || this.tool !== mine.puzzle.op) params.tool = this.tool;
    if (!this.closed && mine === this.state) this.shell.write(params);
  }

  async #copyLink() {
    await this.#write();
    try {
      await navigator.clipboard.writeText(location.href);
      tell("The link to this level is on the clipboard.");
    } catch {
      tell("The address above is the link to this level.");
    }
  }

  async file(file) {
    await this.open(JSON.parse(await file.text()));
    say("The level was opened.");
  }

  // --- Tools

  #take(tool) {
    this.tool = tool;
    this.pointer.reset();
    this.drawing.reset();
    this.#showTool();
    this.view.setTip(null);
    this.view.setMarks(this.marks, null);
    this.#write().catch(fail);
  }

  #showTool() {
    for (const [name, button] of Object.entries(this.tools))
      button.setAttribute("aria-pressed", String(name === this.tool));
    if (this.editBox.open !== this.isEditing) this.editBox.open = this.isEditing;
    this.hint.textContent = this.isEditing ? "" : HINTS[this.tool];
    this.drawHint.textContent = this.isEditing ? `${HINTS[this.tool]} Keys: ${KEY_HINTS[this.tool]}` : "";
    this.exact.placeholder = EXAMPLES[this.tool] || "";
    this.exactBox.hidden = this.isEditing;
    this.advice.setTool(this.tool, this.isEditing);
  }

  // --- Keys

  key(event) {
    const { key } = event;
    if (TOOL_KEYS[key]) {
      this.#take(TOOL_KEYS[key]);
      say(`${MOVES[this.tool] || EDITS[this.tool]}. ${KEY_HINTS[this.tool]}`);
    } else if (key === "k") this.#nextPlayer();
    else if (key === "u") this.#go(this.history.at - 1).catch(fail);
    else if (key === "y") this.#go(this.history.at + 1).catch(fail);
    else if (key === "p") this.film.play();
    else if (key === "b") this.advice.bestButton.click();
    else if (key === "w") this.advice.oddsButton.click();
    else if (key === "e") this.#take(this.isEditing ? "cut" : "move");
    else if (key === "v") this.numberBox.click();
    else if (key === "t") this.tableBox.click();
    else return false;
    return true;
  }

  #nextPlayer() {
    this.whose.selectedIndex = (this.whose.selectedIndex + 1) % this.whose.length;
    say(`Sites of ${this.whose.value}.`);
  }

  #askForLevel() {
    const usual = this.isEditing ? "cut" : this.tool;
    this.cancelMaking = askForLevel(Object.entries(MOVES), usual, async (level, op, grade) => {
      await this.#openPuzzle({ title: `A ${grade} level`, op, level });
      say(`${this.#task()}.`);
    });
  }
}
