// panel.js - the panel beside a level: moves, puzzles, help, drawing, view, sharing.
import { empty, fail, make, save } from "../dom.js";
import { asPng } from "../stage.js";
import { choice, field } from "../widgets.js";
import { listOf } from "../words.js";
import { blank } from "./edit.js";
import { EDITS, EXAMPLES, HINTS, iconOf, isEdit, KEY_HINTS, MOVES } from "./tools.js";

const COLOURS = ["red", "blue", "green", "yellow", "purple"];

const button = (text, hint, act) =>
  make(
    "button",
    { type: "button", title: hint, onclick: () => Promise.resolve().then(act).catch(fail) },
    text,
  );

const card = (name, ...content) =>
  make("section.card", { "aria-label": name }, make("h2", {}, name), content);

export class Panel {
  /** host: the part; what is asked for here is done there. */
  constructor(host) {
    this.host = host;
    this.tools = {};
    this.element = make(
      "aside.side",
      { "aria-label": "Lines: panel" },
      this.#moveCard(),
      card("Daily puzzle", host.daily.element),
      card("Puzzles", host.puzzles.element),
      card("Packs", host.packs.element),
      host.shell.info.read_only ? null : card("Game against the engine", host.duel.element),
      card("Help", host.advice.element),
      this.#makeCard(),
      this.#viewCard(),
      this.#shareCard(),
    );
  }

  #toolbox(tools, name) {
    return make(
      "div.tools-row",
      { role: "group", "aria-label": name },
      Object.entries(tools).map(
        ([tool, text]) =>
          (this.tools[tool] = make(
            "button",
            { type: "button", "aria-pressed": "false", onclick: () => this.host.take(tool) },
            tools === MOVES ? iconOf(tool) : null,
            text,
          )),
      ),
    );
  }

  #moveCard() {
    const { host } = this,
      { history } = host;
    this.hint = make("p.help-text");
    this.undo = button("Undo", "Undo (u)", () => host.go(history.at - 1));
    this.redo = button("Redo", "Redo (y)", () => host.go(history.at + 1));
    this.restart = button("Start again", "The level without moves", () => host.retry());
    return card(
      "Move",
      make(
        "p.rules",
        {},
        "Colours spread from their sites at the same speed. White dots mark where they meet. The most length wins.",
      ),
      this.#toolbox(MOVES, "Kinds of moves"),
      this.hint,
      make("div.buttons", {}, this.undo, this.redo, this.restart),
      this.#exactBox(),
    );
  }

  /** Typing needs the numbers of the edges. */
  #exactBox() {
    const { host } = this;
    this.exact = make("input", {
      type: "text",
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": "The move in numbers",
    });
    const submit = (event) => {
      event.preventDefault();
      Promise.resolve()
        .then(() => host.type(this.exact.value))
        .catch(fail);
    };
    this.exactBox = make(
      "details",
      { ontoggle: () => host.view.setNumbers(this.exactBox.open || this.numberBox.checked) },
      make("summary", {}, "Type an exact place"),
      make("p.help-text", {}, "The number of a vertex, or edge:part, such as 4:1/3 for a third of edge 4."),
      make("form.exact", { onsubmit: submit }, this.exact, make("button", { type: "submit" }, "Make it")),
    );
    return this.exactBox;
  }

  #makeCard() {
    const { host } = this;
    this.back = button("Back to your level", "The level that you drew", () => host.openDrawn());
    return card(
      "More levels",
      make(
        "div.buttons",
        {},
        host.shell.info.read_only
          ? null
          : button("Make a level …", "A new puzzle of a chosen difficulty", () => host.askForLevel()),
        this.back,
      ),
      this.#drawBox(),
    );
  }

  #drawBox() {
    const { host } = this,
      change = (changes) => host.draw({ ...host.state.json, ...changes }).catch(fail);
    this.drawHint = make("p.help-text");
    this.whose = choice([["red", "red"]], "red", () => {});
    this.mover = choice([["red", "red"]], "red", (me) => change({ me }));
    this.crossings = choice(listOf(host.shell.info, "crossings"), "pass", (crossings) =>
      change({ rope: { ...host.state.json.rope, crossings } }),
    );
    const isLate = () => this.editBox.open !== host.isEditing;
    this.editBox = make(
      "details",
      { ontoggle: () => isLate() && host.take(this.editBox.open ? "move" : host.usualTool) },
      make("summary", {}, "Draw a level"),
      this.#toolbox(EDITS, "Drawing tools"),
      this.drawHint,
      field("Sites of", this.whose),
      field("Who moves", this.mover),
      field("Ropes", this.crossings),
      make(
        "div.buttons",
        {},
        button("New level", "Two vertices and an edge", () => host.open(blank())),
      ),
    );
    return this.editBox;
  }

  #viewCard() {
    const { host } = this;
    this.numberBox = make("input", {
      type: "checkbox",
      onchange: () => host.view.setNumbers(this.numberBox.checked),
    });
    this.tableBox = make("input", {
      type: "checkbox",
      onchange: () => host.showTable(this.tableBox.checked),
    });
    return card(
      "View",
      make("label.check", {}, this.numberBox, "Numbers of vertices and edges"),
      make("label.check", {}, this.tableBox, "Level as a table"),
    );
  }

  #shareCard() {
    const { host } = this,
      input = (this.fileInput = make("input", {
        type: "file",
        hidden: true,
        onchange: () => {
          if (input.files[0]) host.file(input.files[0]).catch(fail);
          input.value = "";
        },
      }));
    return card(
      "Share",
      make(
        "div.buttons",
        {},
        button("Copy link", "", () => host.copyLink()),
        button("SVG", "", () => save("level.svg", host.view.picture())),
        button("PNG", "", async () => save("level.png", await asPng(host.view.picture()))),
        button("JSON", "", () => save("level.json", JSON.stringify(host.state.json), "application/json")),
        button("Open …", "A level or a pack as JSON", () => input.click()),
        input,
      ),
    );
  }

  /** What the state of the level allows. */
  show() {
    const { host } = this,
      { history, state, puzzle } = host;
    this.undo.disabled = history.at === 0;
    this.redo.disabled = history.at === history.states.length - 1;
    this.restart.disabled = !state.via;
    this.back.hidden = !history.drawn;
    this.#fillPlayers();
    this.showTool();
    host.puzzles.show(puzzle);
    host.packs.show(puzzle);
    host.daily.show(puzzle);
  }

  showTool() {
    const { tool, isEditing } = this.host;
    for (const [name, one] of Object.entries(this.tools)) {
      one.setAttribute("aria-pressed", String(name === tool));
      one.disabled = !this.host.mayUse(name);
    }
    if (this.editBox.open !== isEditing) this.editBox.open = isEditing;
    this.hint.textContent = isEditing ? "" : HINTS[tool];
    this.drawHint.textContent = isEdit(tool) ? `Keys: ${KEY_HINTS[tool]}` : "";
    this.exact.placeholder = EXAMPLES[tool] || "";
    this.exactBox.hidden = isEditing;
    this.host.advice.setTool(tool, isEditing);
  }

  #fillPlayers() {
    const { level, state } = this.host,
      was = this.whose.value,
      names = [...new Set([...level.players, ...COLOURS])];
    const fill = (select, options) =>
      empty(
        select,
        options.map((name) => make("option", { value: name }, name)),
      );
    fill(this.whose, names).value = names.includes(was) ? was : names[0];
    fill(this.mover, level.players).value = state.json.me || "";
    this.crossings.value = state.json.rope?.crossings || "pass";
  }

  nextPlayer() {
    this.whose.selectedIndex = (this.whose.selectedIndex + 1) % this.whose.length;
    return this.whose.value;
  }
}
