// circle.js - the games on a circle and on a segment: played by hand or watched, with exact scores.
//
// The game is its rules and the text of its moves; the engine tells everything else.
import { empty, fail, make, save, say, tell } from "../dom.js";
import { ask, read } from "../engine.js";
import { asPng } from "../stage.js";
import { askForGame } from "../circle/newgame.js";
import { RingView } from "../view/ring.js";
import { facts, field, slider } from "../widgets.js";
import { endedEmpty, Work } from "../work.js";
import { decimal } from "../lines/level.js";

export const title = "Circle and segment";
export const keys = [
  ["arrows", "move along; Shift: in small steps"],
  ["Enter", "place a stone there"],
  ["n", "new game"],
  ["u / y", "undo, redo"],
  ["s", "one turn of a player"],
  ["p", "start or stop the players"],
  ["k", "key points"],
];

const USUAL = { arena: "circle", stones: "4", blue: "human", red: "keypoint", seed: "1" };
const FINE = 360,
  names = { blue: "Blue", red: "Red" };

export function open(root, shell) {
  return new Circle(root, shell);
}

class Circle {
  constructor(root, shell) {
    this.shell = shell;
    this.turn = 0; // counts what the reader does, so that late answers go by
    this.running = true;
    this.pace = 500;
    this.#build(root);
  }

  close() {
    this.closed = true;
    this.turn++;
    clearTimeout(this.timer);
    this.attack.cancel();
    this.view.close();
  }

  // --- The page

  #build(root) {
    const button = (name, text, hint, act) =>
      (this[name] = make(
        "button",
        { type: "button", title: hint, onclick: () => Promise.resolve(act()).catch(fail) },
        text,
      ));
    this.headline = make("div.status", { "aria-live": "off" });
    this.bar = make("div.scorebar", { role: "img" });
    this.arena = make("section.arena", { "aria-label": "Circle and segment" }, this.headline, this.bar);
    this.side = make("aside.side", { "aria-label": "Circle and segment: panel" });
    root.append(make("div.stage", {}, this.arena, this.side));
    this.view = new RingView(this.arena, {
      point: (place) => this.#point(place, false),
      press: (place) => this.#place(place).catch(fail),
      key: (event) => this.#boardKey(event),
    });
    this.list = make("div.moves", { role: "group", "aria-label": "Stones" });
    this.exact = make("input", {
      type: "text",
      placeholder: "5/12",
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": "An exact place",
    });
    this.exactForm = make(
      "form.exact",
      {
        onsubmit: (event) => {
          event.preventDefault();
          const place = this.exact.value.trim();
          this.exact.value = "";
          if (place) this.#place(place).catch(fail);
        },
      },
      this.exact,
      make("button", { type: "submit" }, "Place"),
    );
    this.keyBox = make("input", {
      type: "checkbox",
      checked: true,
      onchange: () => this.view.set(this.game, this.keyBox.checked),
    });
    this.numbers = make("div");
    const pace = slider({
      least: 0,
      most: 3000,
      step: 100,
      value: this.pace,
      onchange: (value) => (this.pace = value),
    });
    button("attackButton", "Attack Red", "Searches all of Blue’s moves on a grid", () => this.#attackRed());
    this.attack = new Work(this.attackButton);
    this.found = make("div", { "aria-live": "polite" });
    const fresh = button("newButton", "New game …", "New game (n)", () => this.#newGame());
    fresh.classList.add("main");
    const card = (name, ...content) =>
      make("section.card", { "aria-label": name }, make("h2", {}, name), content);
    this.side.append(
      make(
        "section.card",
        { "aria-label": "Game" },
        make(
          "div.buttons",
          {},
          fresh,
          button("undoButton", "Undo", "Undo (u)", () => this.#undo()),
          button("redoButton", "Redo", "Redo (y)", () => this.#redo()),
          button("restartButton", "Restart", "No stones", () => this.#goTo("")),
        ),
      ),
      card(
        "Your stone",
        make("p.help-text", {}, "Click the arena, or give an exact fraction from 0 to 1."),
        this.exactForm,
        make(
          "div.buttons",
          {},
          button("endButton", "End the turn", "A turn may have more stones", () =>
            this.#goTo(`${this.game.line};`),
          ),
        ),
      ),
      card(
        "Players",
        make(
          "div.buttons",
          {},
          button("runButton", "Pause", "Start or stop the players (p)", () => this.#run(!this.running)),
          button("stepButton", "One turn", "One turn of a player (s)", () => this.#step(true)),
        ),
        field("Pause in ms", pace.element),
      ),
      card("Stones", this.list, this.numbers, make("label.check", {}, this.keyBox, "Key points")),
      card(
        "Attack",
        make("p.help-text", {}, "Searches Blue’s moves against this Red for the worst game."),
        this.shell.info.read_only
          ? make("p.help-text", {}, "This server only looks: it does no long work.")
          : make("div.buttons", {}, this.attackButton),
        this.attack.element,
        this.found,
      ),
      card(
        "Share",
        make(
          "div.buttons",
          {},
          button("linkButton", "Copy link", "", () => this.#copyLink()),
          button("svgButton", "SVG", "", () => save("game.svg", this.view.picture())),
          button("pngButton", "PNG", "", async () => save("game.png", await asPng(this.view.picture()))),
          button("jsonButton", "JSON", "", () =>
            save("game.json", JSON.stringify(this.game), "application/json"),
          ),
        ),
      ),
    );
  }

  // --- The game

  async show(params) {
    this.players ??= (await read("interval/players")).players;
    this.rules = { ...USUAL, ...params };
    delete this.rules.moves;
    this.line = params.moves || "";
    this.later = [];
    this.turn++;
    await this.#refresh(0);
    this.#drive();
  }

  #question(turns, moves = this.line) {
    const { arena, stones, blue, red, batch, min_distance: least, strict, seed } = this.rules;
    const question = { arena, stones: Number(stones), blue, red, seed: Number(seed) || 1, turns, moves };
    if (batch) question.batch = true;
    if (least) question.min_distance = least;
    if (strict) question.strict = true;
    return question;
  }

  /** Plays up to `turns` turns of players and shows what is there then. */
  async #refresh(turns) {
    const mine = this.turn,
      game = await ask("interval/play", this.#question(turns));
    if (mine !== this.turn || this.closed) return false;
    this.game = game;
    this.line = game.line;
    this.#fill();
    return true;
  }

  #isHuman() {
    return this.game && this.game.to_move !== null && this.rules[this.game.to_move] === "human";
  }

  /** Players move while the game runs. */
  #drive() {
    clearTimeout(this.timer);
    if (this.closed || !this.running || !this.game.to_move || this.#isHuman()) return;
    this.timer = setTimeout(() => this.#step(false).catch(fail), this.pace);
  }

  async #step(byHand) {
    if (!this.game.to_move || this.#isHuman()) return;
    if (byHand) this.#run(false);
    this.later = [];
    if (await this.#refresh(1)) this.#announce();
    this.#drive();
  }

  #run(isRunning) {
    this.running = isRunning;
    this.runButton.textContent = isRunning ? "Pause" : "Run";
    this.#drive();
  }

  async #place(place) {
    if (!this.#isHuman()) return;
    const before = this.line,
      open = before === "" || before.endsWith(";");
    await this.#try(`${before}${open ? "" : ","}${place}`);
  }

  /** Shows the moves if the engine takes them. */
  async #try(line) {
    const before = this.line;
    this.turn++;
    this.line = line;
    this.later = [];
    try {
      if (await this.#refresh(0)) this.#announce();
    } catch (error) {
      this.line = before;
      throw error;
    }
    this.#drive();
  }

  async #goTo(line) {
    const isBack = line.length < this.line.length;
    if (isBack) this.later.push(this.line);
    const { later } = this;
    await this.#try(line);
    if (isBack) this.later = later;
  }

  /** Back to where a person was to move. */
  #undo() {
    const stones = this.game.moves,
      isHuman = (i) => this.rules[stones[i][0]] === "human" || !Object.values(this.rules).includes("human");
    let last = stones.length - 1;
    while (last > 0 && !isHuman(last)) last--;
    if (last < 0) return undefined;
    return this.#goTo(cut(this.line, last));
  }

  async #redo() {
    const line = this.later.pop(),
      { later } = this;
    if (line === undefined) return;
    await this.#try(line);
    this.later = later;
  }

  // --- What is seen

  #fill() {
    const { game } = this,
      share = (colour) => decimal(game[colour]);
    this.view.set(game, this.keyBox.checked);
    empty(
      this.bar,
      ["blue", "red"].map((colour) => {
        const part = make(
          "span.p",
          { title: `${names[colour]}: ${game[colour]}` },
          game.moves.length ? shorten(game[colour]) : "",
        );
        part.style.flexGrow = share(colour) || 0;
        part.style.background = colour === "red" ? "var(--land-5)" : "var(--black-land)";
        return part;
      }),
    );
    this.bar.setAttribute("aria-label", `Blue ${game.blue}, Red ${game.red}`);
    empty(
      this.headline,
      make("strong", {}, this.#status()),
      make("br"),
      `${game.arena}, ${game.stones} stones each: Blue ${this.rules.blue}, Red ${this.rules.red}`,
    );
    empty(
      this.list,
      game.moves.map(([colour, place], i) =>
        make(
          "button",
          {
            type: "button",
            class: colour,
            title: place,
            onclick: () => this.#goTo(cut(this.line, i + 1)).catch(fail),
          },
          `${i + 1}. ${shorten(place)}`,
        ),
      ),
    );
    empty(
      this.numbers,
      facts([
        ["Blue’s land", game.blue],
        ["Red’s land", game.red],
        ["margin of Red", game.margin],
        ["Blue’s intervals", `${game.blue_intervals}, ${game.blue_interval_length} long`],
        ["Red’s intervals", `${game.red_intervals}, ${game.red_interval_length} long`],
      ]),
    );
    this.undoButton.disabled = !game.moves.length;
    this.restartButton.disabled = !game.moves.length;
    this.redoButton.disabled = !this.later.length;
    const isHuman = this.#isHuman();
    for (const element of this.exactForm.elements) element.disabled = !isHuman;
    this.endButton.hidden = !this.rules.batch;
    this.endButton.disabled =
      !isHuman || game.in_turn < Math.max(1, game.turn_least) || game.in_turn >= game.turn_most;
    this.stepButton.disabled = !game.to_move || isHuman;
    this.runButton.disabled = !game.to_move || (this.rules.blue === "human" && this.rules.red === "human");
    this.attackButton.disabled = this.rules.red === "human" || Number(this.rules.stones) > 6;
    this.attackButton.title = this.attackButton.disabled
      ? "For a Red that is a player, and up to 6 stones"
      : "Searches all of Blue’s moves on a grid";
    this.shell.write({ ...this.rules, moves: this.line });
  }

  #status() {
    const { game } = this;
    if (game.to_move)
      return `${names[game.to_move]} to move${game.turn_most > 1 ? `: stone ${game.in_turn + 1} of ${game.turn_least} to ${game.turn_most}` : ""}`;
    return game.winner ? `${names[game.winner]} wins by ${shorten(game.margin.replace("-", ""))}` : "A tie";
  }

  #announce() {
    const last = this.game.moves.at(-1);
    say(
      `${last ? `${names[last[0]]} on ${shorten(last[1])}. ` : ""}${this.#status()}. Blue ${shorten(this.game.blue)}, Red ${shorten(this.game.red)}.`,
    );
  }

  #point(place, byKey) {
    if (!this.game) return;
    const shown = this.#isHuman() ? place : null;
    this.view.setPointed(shown, shown === null ? "" : `${names[this.game.to_move]} on ${shown}`);
    if (byKey && shown !== null) say(shown);
  }

  async #copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      tell("The link to this game is on the clipboard.");
    } catch {
      tell("The address above is the link to this game.");
    }
  }

  // --- Keys

  key({ key }) {
    if (key === "n") this.#newGame();
    else if (key === "u") this.undoButton.click();
    else if (key === "y") this.redoButton.click();
    else if (key === "s") this.stepButton.click();
    else if (key === "p") this.runButton.click();
    else if (key === "k") this.keyBox.click();
    else return false;
    return true;
  }

  #boardKey({ key, shiftKey }) {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key];
    if (step) {
      this.cursor = ((((this.cursor ?? 0) + step * (shiftKey ? 1 : 15)) % FINE) + FINE) % FINE;
      this.#point(fraction(this.cursor), true);
    } else if (key === "Enter" && this.cursor !== undefined) this.#place(fraction(this.cursor)).catch(fail);
    else return false;
    return true;
  }

  // --- A new game

  #newGame() {
    askForGame(this.rules, this.players, async (rules) => {
      const before = [this.rules, this.line];
      [this.rules, this.line] = [rules, ""];
      empty(this.found);
      try {
        await this.#try("");
      } catch (error) {
        [this.rules, this.line] = before;
        throw error;
      }
    });
  }

  // --- Attack

  async #attackRed() {
    const { turns, moves, blue, ...rules } = this.#question(0);
    const job = await this.attack.run("interval/attack", rules);
    if (!job || this.closed || endedEmpty(job, this.found)) return;
    const { games, not_won: lost, worst, record, complete } = job.result;
    empty(
      this.found,
      facts([
        ["games", games.toLocaleString("en")],
        ["not won by Red", lost.toLocaleString("en")],
        ["worst margin", worst],
        ["all of them", complete ? "yes" : "no"],
      ]),
      record && !this.rules.batch
        ? make(
            "button",
            {
              type: "button",
              onclick: () => {
                this.#run(false);
                this.#goTo(record.map(([, place]) => place).join(",")).catch(fail);
              },
            },
            "Show the worst game",
          )
        : null,
    );
  }
}

/** The first `count` stones of a line. */
function cut(line, count) {
  const words = line.match(/[^,;]+[,;]?/g) || [],
    kept = words.slice(0, count).join("");
  return kept.endsWith(",") ? kept.slice(0, -1) : kept;
}

function shorten(text) {
  return text.length <= 12 ? text : `≈${Number(decimal(text).toPrecision(6))}`;
}

/** part/360 in lowest terms. */
function fraction(part) {
  const divide = (a, b) => (b ? divide(b, a % b) : a),
    by = divide(part, FINE) || 1;
  return part === 0 ? "0" : `${part / by}/${FINE / by}`;
}
