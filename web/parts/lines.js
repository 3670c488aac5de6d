// lines.js - the continuous game on edges: puzzles, moves by hand, the engine's advice, levels drawn.
//
// What was done is a list of states, each a level with what led to it: a move, or nothing (a level
// that was opened or drawn).  Undo and redo walk along it.
import { empty, fail, make, save, say, tell } from "../dom.js";
import { ask, read, startJob } from "../engine.js";
import { pack, unpack } from "../share.js";
import { asPng } from "../stage.js";
import { choice, dialogue, facts, field, slider } from "../widgets.js";
import { endedEmpty, Work } from "../work.js";
import { addEdge, addVertex, blank, erase, moveVertex, placed, putSite } from "../lines/edit.js";
import { decimal, Level, readMove } from "../lines/level.js";
import { LevelView, placeOf } from "../lines/view.js";

export const title = "Lines";
export const keys = [
  ["a  d  c  r", "add a site, remove one, cut, rope"],
  ["arrows", "along an edge, and from edge to edge"],
  ["Enter", "make the move there; a rope needs two places"],
  ["u / y", "undo, redo"],
  ["p", "play the expansion"],
  ["b  w", "best move, winning places"],
  ["e", "draw the level"],
  ["v", "numbers"],
];

const MOVES = { add: "Add", remove: "Remove", cut: "Cut", rope: "Rope" };
const EDITS = { move: "Move", vertex: "Vertex", edge: "Edge", site: "Site", erase: "Erase" };
const CROSSINGS = [
  ["pass", "pass over edges"],
  ["forbid", "may not cross"],
  ["join", "join what they cross"],
  ["stop", "end at what they meet"],
];
const MOVE_KEYS = { a: "add", d: "remove", c: "cut", r: "rope" };
const HINTS = {
  add: "Click where your new site is to be.",
  remove: "Click the site that is to go.",
  cut: "Click an edge where it is to come apart.",
  rope: "Click two places, or drag from one to the other.",
  move: "Drag a vertex; its edges are as long as they are drawn.",
  vertex: "Click where a vertex is to be.",
  edge: "Drag from a vertex to another.",
  site: "Click where the player’s site is to be.",
  erase: "Click a site, a vertex or an edge that is to go.",
};
const GRADES = {
  easy: ["0.4", "0.95"],
  medium: ["0.12", "0.4"],
  hard: ["0.03", "0.12"],
  fiendish: ["0.002", "0.03"],
};
const SOLVED = "demesne.solved",
  SAMPLES = 4000,
  STEP = 16;

export function open(root, shell) {
  return new Lines(root, shell);
}

const solved = () => new Set(JSON.parse(localStorage.getItem(SOLVED) || "[]"));

class Lines {
  constructor(root, shell) {
    this.shell = shell;
    this.states = [];
    this.at = 0;
    this.tool = "cut";
    this.cursor = null; // of the keys: { edge, step } or { site }
    this.#build(root);
  }

  close() {
    this.closed = true;
    this.best.cancel();
    this.odds.cancel();
    if (this.making) this.making.cancel();
    this.view.close();
    cancelAnimationFrame(this.film);
  }

  get state() {
    return this.states[this.at];
  }

  get isEditing() {
    return this.tool in EDITS;
  }

  // --- The page

  #build(root) {
    const button = (text, hint, act) =>
      make(
        "button",
        { type: "button", title: hint, onclick: () => Promise.resolve(act()).catch(fail) },
        text,
      );
    this.headline = make("div.status", { "aria-live": "off" });
    this.bar = make("div.scorebar", { role: "img" });
    this.arena = make("section.arena", { "aria-label": "Lines" }, this.headline, this.bar);
    this.side = make("aside.side", { "aria-label": "Lines: panel" });
    root.append(make("div.stage", {}, this.arena, this.side));
    this.view = new LevelView(this.arena, {
      point: (target, byKey) => this.#point(target, byKey),
      press: (target, point) => this.#press(target, point),
      drag: (point, target) => this.#drag(point, target),
      drop: (target, point, moved) => this.#drop(target, point, moved),
      key: (event) => this.#boardKey(event),
    });
    this.table = make("div.table-view", { hidden: true, tabindex: "0" });
    this.arena.append(this.#film(), this.table);
    this.hint = make("p.help-text");
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
    this.undoButton = button("Undo", "Undo (u)", () => this.#go(this.at - 1));
    this.redoButton = button("Redo", "Redo (y)", () => this.#go(this.at + 1));
    this.restartButton = button("Restart", "Back to the level without moves", () => this.#go(this.#base()));
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
            .then(() => this.#move(readMove(this.tool, this.exact.value)))
            .catch(fail);
        },
      },
      this.exact,
      make("button", { type: "submit" }, "Make it"),
    );
    this.player = choice([["red", "red"]], "red", () => {});
    this.mover = choice([["red", "red"]], "red", (me) =>
      this.#openLevel({ ...this.state.json, me }).catch(fail),
    );
    this.crossings = choice(CROSSINGS, "pass", (crossings) =>
      this.#openLevel({ ...this.state.json, rope: { ...this.state.json.rope, crossings } }).catch(fail),
    );
    this.puzzleList = make("div.puzzles");
    this.editBox = make(
      "details",
      {
        ontoggle: () =>
          this.editBox.open !== this.isEditing && this.#take(this.editBox.open ? "move" : "cut"),
      },
      make("summary", {}, "Draw the level"),
      toolbox(EDITS),
      field("Player", this.player, "whose sites are put"),
      field("Who moves", this.mover),
      field("Ropes", this.crossings),
      make(
        "div.buttons",
        {},
        button("New level", "Two vertices and an edge", () => this.#openLevel(blank())),
      ),
    );
    this.playBox = make(
      "div",
      {},
      toolbox(MOVES),
      this.hint,
      make("label.help-text", {}, "or in numbers: a place is a vertex, or EDGE:PART", exactForm),
    );
    this.#buildAdvice(button);
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
      card("Advice", this.advice),
      card(
        "Puzzles",
        this.puzzleList,
        make(
          "div.buttons",
          {},
          button("Make a level …", "A level of a wanted difficulty", () => this.#generate()),
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

  #film() {
    this.scrub = make("input", {
      type: "range",
      min: "0",
      max: "1000",
      value: "1000",
      "aria-label": "Time of the expansion",
      oninput: () => this.#seek(Number(this.scrub.value) / 1000),
    });
    this.playButton = make(
      "button",
      { type: "button", title: "Play the expansion (p)", onclick: () => this.#playFilm() },
      "▶ Play",
    );
    return make("div.scrub", {}, this.playButton, this.scrub);
  }

  #buildAdvice(button) {
    const isReadOnly = this.shell.info.read_only;
    this.found = make("div", { "aria-live": "polite" });
    const bestButton = button("Best move", "Best move (b)", () => this.#findBest());
    const oddsButton = button("Winning places", "Winning places (w)", () => this.#findOdds());
    Object.assign(this, { bestButton, oddsButton });
    this.best = new Work(bestButton);
    this.odds = new Work(oddsButton);
    this.advice = make(
      "div",
      {},
      isReadOnly
        ? make("p.help-text", {}, "This server only looks: it does no long work.")
        : make("div.buttons", {}, bestButton, oddsButton),
      this.best.element,
      this.odds.element,
      this.found,
    );
  }

  // --- States

  async show(params) {
    this.puzzles ??= (await read("lines/levels")).levels;
    const moves = params.moves ? JSON.parse(await unpack(params.moves)) : [];
    const names = solved(),
      usual = this.puzzles.find((one) => !names.has(one.name)) || this.puzzles[0];
    if (params.level) await this.#openLevel(JSON.parse(await unpack(params.level)));
    else await this.#openPuzzle(this.puzzles.find((one) => one.name === params.puzzle) || usual);
    for (const [op, move] of moves) await this.#make(op, move);
    if (params.tool in MOVES || params.tool in EDITS) this.#take(params.tool);
    this.#fillPuzzles();
    await this.#refresh();
  }

  async #openPuzzle(puzzle) {
    this.tool = puzzle.op;
    await this.#openLevel(puzzle.level, puzzle);
  }

  /** Opens a level as a state of its own; what the engine does not take stays out. */
  async #openLevel(json, puzzle = null) {
    const answer = await ask("lines/score", { level: json, stretches: true, made: true });
    this.#push({ json: answer.made, answer, via: null, puzzle });
    await this.#refresh();
  }

  #push(state) {
    this.states = [...this.states.slice(0, this.at + 1), state];
    this.at = this.states.length - 1;
  }

  /** The last state before any move. */
  #base() {
    let at = this.at;
    while (this.states[at].via) at--;
    return at;
  }

  async #make(op, move) {
    const { json, puzzle } = this.state;
    const answer = await ask("lines/apply", { level: json, op, move, stretches: true, player: json.me });
    this.#push({ json: answer.made, answer, via: { op, move }, puzzle });
  }

  /** Makes a move of the reader's. */
  async #move(move) {
    const op = this.tool,
      before = this.state;
    const words = new Level(before.json).moveWords(op, move);
    this.from = null;
    await this.#make(op, move);
    const { puzzle, answer } = this.state,
      isWon = answer.winner === before.json.me;
    if (puzzle && isWon && before.via === null && op === puzzle.op) this.#markSolved(puzzle);
    await this.#refresh();
    say(`${words}. ${this.#verdict()}`);
  }

  #markSolved(puzzle) {
    localStorage.setItem(SOLVED, JSON.stringify([...solved().add(puzzle.name)]));
    this.#fillPuzzles();
    tell(`${puzzle.title}: solved.`);
  }

  async #go(at) {
    if (at < 0 || at >= this.states.length) return;
    this.at = at;
    await this.#refresh();
    say(this.#verdict());
  }

  // --- What is seen

  async #refresh() {
    if (this.closed || !this.state) return;
    cancelAnimationFrame(this.film);
    this.#stopWords();
    const { json, answer, puzzle } = this.state;
    this.level = new Level(json);
    this.from = null;
    this.lit = { winning: [], winningSites: [] };
    this.suggestion = null;
    empty(this.found);
    this.#paint();
    this.#fillScore(answer);
    empty(
      this.headline,
      puzzle ? [make("strong", {}, puzzle.title), " · "] : null,
      make("span.verdict", {}, this.#verdict()),
      puzzle && this.at === this.#base()
        ? make("div", {}, `${json.me} can win this with one move: ${puzzle.op}`)
        : null,
    );
    this.undoButton.disabled = this.at === 0;
    this.redoButton.disabled = this.at === this.states.length - 1;
    this.restartButton.disabled = !this.state.via;
    this.#fillPlayers();
    this.#showTool();
    this.#fillTable();
    this.#fillPuzzles();
    await this.#write();
  }

  #paint(time = null) {
    this.view.set(this.level, {
      stretches: this.state.answer.stretches,
      marks: this.#marks(),
      time,
      label: this.#label(),
      ...this.lit,
    });
    this.scrub.value = time === null ? "1000" : String(Math.round((1000 * time) / (this.view.end || 1)));
  }

  #label() {
    const { json } = this.state;
    return `Level of ${json.vertices.length} vertices, ${json.edges.length} edges and ${json.sites.length} sites. Arrow keys move along it, Enter makes the move.`;
  }

  #marks() {
    return this.suggestion
      ? this.suggestion.moves.map((move) => ({ op: this.suggestion.op, move, kind: "best" }))
      : [];
  }

  #verdict() {
    const { answer } = this.state;
    if (!answer.players.length) return "no sites yet";
    if (answer.winner === null) return "a tie";
    return `${answer.winner} wins`;
  }

  #fillScore({ players, tied, unreached }) {
    const total = [...players.map((one) => one.payoff), tied, unreached].reduce(
      (sum, length) => sum + decimal(length),
      0,
    );
    const part = (name, length, title) => {
      const element = make(
        `span.${name}`,
        { title: `${title}: ${length}` },
        decimal(length) > total / 12 ? shortly(length) : "",
      );
      element.style.flexGrow = decimal(length);
      element.hidden = !decimal(length);
      return element;
    };
    empty(
      this.bar,
      players.map(({ name, payoff }, index) => {
        const element = part("p", payoff, name);
        element.style.background = this.level.colour(index);
        return element;
      }),
      part("t", tied, "tied"),
      part("u", unreached, "unreached"),
    );
    this.bar.setAttribute(
      "aria-label",
      [
        ...players.map(({ name, payoff }) => `${name} ${payoff}`),
        `tied ${tied}`,
        `unreached ${unreached}`,
      ].join(", "),
    );
  }

  #fillPlayers() {
    const names = [...new Set([...this.level.players, "red", "blue", "green", "yellow", "purple"])],
      was = this.player.value;
    empty(
      this.player,
      names.map((name) => make("option", { value: name }, name)),
    );
    this.player.value = names.includes(was) ? was : names[0];
    const { me, rope } = this.state.json;
    empty(
      this.mover,
      this.level.players.map((name) => make("option", { value: name }, name)),
    );
    this.mover.value = me || "";
    this.crossings.value = (rope && rope.crossings) || "pass";
  }

  #fillPuzzles() {
    const done = solved(),
      now = this.state && this.state.puzzle;
    empty(
      this.puzzleList,
      (this.puzzles || []).map((puzzle) =>
        make(
          done.has(puzzle.name) ? "button.done" : "button",
          {
            type: "button",
            "aria-pressed": String(puzzle === now),
            "aria-label": `${puzzle.title}, ${puzzle.op}${done.has(puzzle.name) ? ", solved" : ""}`,
            onclick: () => this.#openPuzzle(puzzle).catch(fail),
          },
          puzzle.title,
        ),
      ),
    );
  }

  #showTable(isShown) {
    this.table.hidden = !isShown;
    this.#fillTable();
  }

  #fillTable() {
    if (this.table.hidden) return;
    const { json, answer } = this.state,
      owners = (edge) =>
        answer.stretches
          .filter((s) => s.edge === edge)
          .map(
            (s) =>
              `${s.players.map((p) => answer.players[p].name).join(" and ") || "nobody"} ${s.from} to ${s.to}`,
          )
          .join(", ");
    const sites = (edge, [u, v]) =>
      json.sites
        .filter((s) => s.edge === edge || s.vertex === u || s.vertex === v)
        .map((s) => `${s.player} on ${s.vertex !== undefined ? `vertex ${s.vertex}` : s.at}`)
        .join(", ");
    empty(
      this.table,
      make(
        "table",
        {},
        make("caption.unseen", {}, "Edges of the level"),
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            ["Edge", "Ends", "Length", "Sites", "Land"].map((head) => make("th", { scope: "col" }, head)),
          ),
        ),
        make(
          "tbody",
          {},
          json.edges.map(([u, v, length], e) =>
            make(
              "tr",
              {},
              [e, `${u}–${v}`, length, sites(e, [u, v]), owners(e)].map((cell) =>
                make("td", {}, String(cell)),
              ),
            ),
          ),
        ),
      ),
    );
  }

  async #write() {
    const base = this.states[this.#base()],
      moves = this.states.slice(this.#base() + 1, this.at + 1).map(({ via }) => [via.op, via.move]);
    const mine = this.state;
    const params = base.puzzle
      ? { puzzle: base.puzzle.name }
      : { level: await pack(JSON.stringify(base.json)) };
    if (moves.length) params.moves = await pack(JSON.stringify(moves));
    if (!base.puzzle || this.tool !== base.puzzle.op) params.tool = this.tool;
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
    await this.#openLevel(JSON.parse(await file.text()));
    say("The level was opened.");
  }

  // --- Tools

  #take(tool) {
    this.tool = tool;
    this.from = null;
    this.cursor = null;
    this.#showTool();
    this.view.setMarks(this.#marks(), null);
    this.#write().catch(fail);
  }

  #showTool() {
    for (const [name, button] of Object.entries(this.tools))
      button.setAttribute("aria-pressed", String(name === this.tool));
    if (this.editBox.open !== this.isEditing) this.editBox.open = this.isEditing;
    this.hint.textContent = HINTS[this.tool];
    this.exact.placeholder =
      { add: "3 or 4:1/3", cut: "4:1/3", remove: "0", rope: "0,4:1/3" }[this.tool] || "";
    this.exact.disabled = this.isEditing;
    for (const button of [this.bestButton, this.oddsButton]) button.disabled = this.isEditing;
  }

  /** What a press of the tool there would be: a move, null where it is none yet. */
  #moveAt(target) {
    if (!target || this.isEditing) return null;
    if (this.tool === "remove") return target.site;
    if (this.tool === "rope") return this.from ? { from: this.from, to: placeOf(target) } : null;
    if (this.tool === "cut") return this.#cutAt(target);
    return placeOf(target);
  }

  /** A cut names an edge: at a vertex it is an end of one there. */
  #cutAt(target) {
    if (target.vertex === null || target.vertex === undefined) return placeOf(target);
    const edge = this.level.edges.findIndex(({ u, v }) => u === target.vertex || v === target.vertex);
    return edge < 0 ? null : { edge, at: this.level.edges[edge].u === target.vertex ? "0" : "1" };
  }

  #point(target, byKey) {
    const move = this.#moveAt(target),
      isMove = move !== null && move !== undefined;
    const shown = isMove ? [{ op: this.tool, move }] : this.from ? [{ op: "add", move: this.from }] : [];
    const place = target && (this.tool === "remove" ? target.site !== null : true) ? placeOf(target) : null;
    this.view.setMarks([...this.#marks(), ...shown], place);
    this.hovered = target;
    if (!isMove) {
      this.view.setTip(null);
      if (target && byKey) say(this.level.words(placeOf(target)));
      return;
    }
    this.#preview(target, move, byKey).catch(() =>
      this.view.setTip(this.level.at(placeOf(target)), "not a move"),
    );
  }

  /** One question at a time: a pointer that went on is answered where it is by then. */
  async #preview(target, move, byKey) {
    if (this.asking) return;
    this.asking = true;
    const state = this.state,
      op = this.tool;
    try {
      const answer = await ask("lines/apply", { level: state.json, op, move, player: state.json.me });
      if (this.hovered !== target || this.state !== state || this.tool !== op || this.closed) return;
      const rows = answer.players.flatMap(({ name, payoff }) => [make("br"), `${name} ${shortly(payoff)}`]);
      this.view.setTip(
        this.level.at(placeOf(target)),
        make("b", {}, this.level.words(placeOf(target))),
        ...rows,
      );
      if (byKey)
        say(
          `${this.level.words(placeOf(target))}: ${answer.players.map(({ name, payoff }) => `${name} ${payoff}`).join(", ")}`,
        );
    } finally {
      this.asking = false;
      if (this.hovered && this.hovered !== target && this.state === state) this.#point(this.hovered, byKey);
    }
  }

  #press(target, point) {
    if (this.isEditing) return this.#editPress(target, point);
    if (this.tool === "rope" && target && !this.from) this.from = placeOf(target);
  }

  #drag(point, target) {
    if (this.tool === "move" && this.held !== null && this.held !== undefined) {
      this.state.dragged = moveVertex(placed(this.state.json, this.level.points), this.held, point);
      this.level = new Level(this.state.dragged);
      this.view.set(this.level, { stretches: [], marks: [], label: this.#label() });
    } else if (this.tool === "rope" && this.from) this.#point(target, false);
    else if (this.tool === "edge" && this.held !== null && this.held !== undefined)
      this.view.setMarks([{ op: "rope", move: { from: { vertex: this.held }, toPoint: point } }], null);
  }

  #drop(target, point, moved) {
    if (this.isEditing) return this.#editDrop(target, point);
    if (this.tool === "rope" && this.from && !moved && target && same(this.from, placeOf(target)))
      return this.#point(target, false);
    const move = this.#moveAt(target);
    if (move === null || move === undefined) return undefined;
    this.view.setTip(null);
    return this.#move(move).catch((error) => {
      this.from = null;
      this.view.setMarks(this.#marks(), null);
      fail(error);
    });
  }

  // --- Drawing

  #editPress(target) {
    this.held = (this.tool === "move" || this.tool === "edge") && target ? target.vertex : null;
    if (this.tool === "move" && this.held !== null) this.view.freeze(true);
  }

  #editDrop(target, point) {
    const held = this.held,
      { json, dragged } = this.state;
    this.held = null;
    this.view.freeze(false);
    delete this.state.dragged;
    const change = () => {
      if (this.tool === "move") return dragged;
      if (this.tool === "vertex") return point && addVertex(placed(json, this.level.points), point);
      if (!target) return null;
      if (this.tool === "edge")
        return held === null || target.vertex === null || target.vertex === undefined
          ? null
          : addEdge(json, held, target.vertex);
      return this.tool === "site" ? putSite(json, target, this.player.value) : erase(json, target);
    };
    Promise.resolve()
      .then(() => {
        const level = change();
        return level ? this.#openLevel(level) : this.#refresh();
      })
      .catch(async (error) => {
        fail(error);
        await this.#refresh();
      });
  }

  // --- Keys

  key(event) {
    const { key } = event;
    if (MOVE_KEYS[key]) this.#take(MOVE_KEYS[key]);
    else if (key === "u") this.#go(this.at - 1).catch(fail);
    else if (key === "y") this.#go(this.at + 1).catch(fail);
    else if (key === "p") this.#playFilm();
    else if (key === "b" && !this.bestButton.disabled) this.bestButton.click();
    else if (key === "w" && !this.oddsButton.disabled) this.oddsButton.click();
    else if (key === "e") this.#take(this.isEditing ? "cut" : "move");
    else if (key === "v") this.numberBox.click();
    else if (key === "t") this.tableBox.click();
    else return false;
    return true;
  }

  #boardKey({ key }) {
    const along = { ArrowRight: 1, ArrowLeft: -1 }[key],
      across = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (key === "Escape") {
      this.from = null;
      this.cursor = null;
      this.#point(null, false);
    } else if (along || across) this.#moveCursor(along, across);
    else if (key === "Enter" || key === " ") this.#pressCursor();
    else return false;
    return true;
  }

  #moveCursor(along, across) {
    const { sites, edges } = this.state.json,
      cycle = (value, n) => (n ? (value + n) % n : 0);
    const cursor = this.cursor || { edge: 0, step: STEP / 2, site: -1 };
    if (this.tool === "remove") cursor.site = cycle(cursor.site + (along || across), sites.length);
    else if (!this.cursor) cursor.step = STEP / 2;
    else if (along) cursor.step = Math.max(0, Math.min(STEP, cursor.step + along));
    else cursor.edge = cycle(cursor.edge + across, edges.length);
    this.cursor = cursor;
    const target = this.#cursorTarget();
    if (target) this.#point(target, true);
  }

  #cursorTarget() {
    const { sites, edges } = this.state.json,
      { edge, step, site } = this.cursor;
    if (this.tool === "remove") return sites[site] ? { ...placeOf(sites[site]), site } : null;
    if (!edges[edge]) return null;
    const vertex = step === 0 ? edges[edge][0] : step === STEP ? edges[edge][1] : null;
    return vertex !== null
      ? { vertex, site: null }
      : { edge, at: sixteenths(step), site: null, vertex: null };
  }

  #pressCursor() {
    const target = this.cursor && this.#cursorTarget();
    if (!target) return;
    if (this.tool === "rope" && !this.from) {
      this.from = placeOf(target);
      this.#point(target, true);
      say(`The rope begins on ${this.level.words(this.from)}.`);
    } else if (this.isEditing) this.#editKey(target);
    else this.#drop(target, null, true);
  }

  /** With keys sites are put and things erased; vertices and edges are for the pointer, or a file. */
  #editKey(target) {
    if (this.tool === "site" || this.tool === "erase") this.#editDrop(target, null);
    else say("With keys: Site and Erase.");
  }

  // --- The expansion

  #seek(share) {
    cancelAnimationFrame(this.film);
    this.#stopWords();
    this.view.setTime(share >= 1 ? null : share * this.view.end);
  }

  #stopWords() {
    this.isPlaying = false;
    this.playButton.textContent = "▶ Play";
  }

  #playFilm() {
    cancelAnimationFrame(this.film);
    if (this.isPlaying) return this.#stopWords();
    const length = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 3500;
    let begun = null;
    const frame = (now) => {
      begun ??= now;
      const share = length ? Math.min(1, (now - begun) / length) : 1;
      this.scrub.value = String(Math.round(1000 * share));
      this.view.setTime(share >= 1 ? null : share * this.view.end);
      if (share < 1) this.film = requestAnimationFrame(frame);
      else this.#stopWords();
    };
    this.isPlaying = true;
    this.playButton.textContent = "❚❚ Stop";
    this.film = requestAnimationFrame(frame);
    return undefined;
  }

  // --- Advice

  #question() {
    const { json } = this.state;
    return { level: json, op: this.tool, player: json.me };
  }

  async #findBest() {
    const state = this.state,
      op = this.tool,
      job = await this.best.run("lines/best", this.#question());
    if (!job || state !== this.state || endedEmpty(job, this.found)) return;
    const { result } = job,
      moves = Array.isArray(result.move) ? result.move : [result.move];
    this.suggestion = { op, moves };
    this.lit = { winning: [], winningSites: [] };
    this.#paint();
    empty(
      this.found,
      make("p", {}, make("strong", {}, moves.map((move) => this.level.moveWords(op, move)).join("; "))),
      facts([
        ["margin before", shortly(result.before)],
        ["margin after", shortly(result.after)],
        ["gain", shortly(result.gain)],
        ["reached", result.reached === undefined ? null : shortly(result.reached)],
        ["then", result.winner ? `${result.winner} wins` : "a tie"],
        ["attained", result.attained ? "yes" : "no: a supremum; the move comes near"],
        ["proven", result.proven ? "yes" : "no"],
      ]),
      make(
        "button",
        {
          type: "button",
          onclick: () => {
            this.tool = op;
            this.#move(moves[0]).catch(fail);
          },
        },
        "Make this move",
      ),
    );
  }

  async #findOdds() {
    const state = this.state,
      op = this.tool;
    const job = await this.odds.run(
      "lines/odds",
      op === "rope" ? { ...this.#question(), samples: SAMPLES } : this.#question(),
    );
    if (!job || state !== this.state || endedEmpty(job, this.found)) return;
    const { result } = job,
      places = result.winning_moves || [];
    this.suggestion = null;
    this.lit = {
      winning: places.filter((one) => typeof one === "object"),
      winningSites: places.filter((one) => typeof one === "number"),
    };
    this.#paint();
    const percent = `${(100 * result.winning_decimal).toPrecision(3)} %`;
    empty(
      this.found,
      facts([
        [
          "winning moves",
          result.samples
            ? `about ${percent} (${result.wins} of ${result.samples} drawn)`
            : `${percent} (${result.winning_fraction})`,
        ],
        ["grade", result.grade],
        ["regions", result.regions],
        ["best margin", result.best_margin === undefined ? null : shortly(result.best_margin)],
        ["winnable", result.winnable === null ? "not known" : result.winnable ? "yes" : "no"],
      ]),
      op === "rope"
        ? make("p.help-text", {}, "Ropes win or not by both ends: there are no places to shade.")
        : null,
    );
  }

  // --- Levels made

  #generate() {
    const kind = choice(
      [
        ["gabriel", "neighbours"],
        ["grid", "grid with gaps"],
        ["tree", "tree"],
      ],
      "gabriel",
    );
    const op = choice(Object.entries(MOVES), this.isEditing ? "cut" : this.tool);
    const grade = choice(
      Object.keys(GRADES).map((name) => [name, name]),
      "medium",
    );
    const vertices = slider({ least: 4, most: 40, value: 12 }),
      players = slider({ least: 2, most: 6, value: 2 }),
      sites = slider({ least: 1, most: 4, value: 1 });
    const seed = make("input", {
      type: "number",
      min: "1",
      step: "1",
      value: String(1 + Math.floor(Math.random() * 1e6)),
    });
    const unique = make("input", { type: "checkbox" });
    const progress = make("p.help-text", { role: "status" });
    const dialog = dialogue(
      "A level of a wanted difficulty",
      [
        field("Kind", kind),
        field("Won by", op),
        field("Difficulty", grade),
        field("Vertices", vertices.element),
        field("Players", players.element),
        field("Sites of each", sites.element),
        field("Seed", seed),
        make("label.check", {}, unique, "The winning moves form one region"),
        progress,
      ],
      "Make it",
      async () => {
        const wish = {
          kind: kind.value,
          vertices: vertices.value,
          players: players.value,
          sites: sites.value,
          op: op.value,
          share: GRADES[grade.value],
          whole: op.value !== "rope",
          seed: Number(seed.value) || 1,
        };
        if (unique.checked && op.value !== "rope") wish.unique = true;
        if (op.value === "rope") wish.samples = 500;
        progress.textContent = "looking …";
        this.making = startJob("lines/generate", wish);
        const job = await this.making.done;
        progress.textContent = "";
        if (!job.result) throw new Error(job.reason || job.error || "no such level was found");
        const { result } = job;
        this.tool = op.value;
        await this.#openLevel(result.made);
      },
    );
    dialog.addEventListener("close", () => this.making && this.making.cancel());
  }
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** A ratio as it is, or as a decimal where it is long. */
function shortly(value) {
  const text = String(value);
  return text.length <= 9 && typeof value === "string" ? text : String(Number(decimal(text).toPrecision(6)));
}

/** step/16 in lowest terms. */
function sixteenths(step) {
  let [above, below] = [step, STEP];
  while (above % 2 === 0) [above, below] = [above / 2, below / 2];
  return `${above}/${below}`;
}
