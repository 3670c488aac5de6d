// circle.js - the games on a circle and on a segment: played by hand or watched, with exact scores.
//
// The game is its rules and the text of its moves; the engine answers everything else.
import { empty, fail, make, save, say, tell } from "../dom.js";
import { ask, read } from "../engine.js";
import { asPng } from "../stage.js";
import { exact, near } from "../circle/numbers.js";
import { askForGame } from "../circle/newgame.js";
import { question, readRules, swapped, usualRules } from "../circle/rules.js";
import { cut, fillBar, fraction, names, stepAlong } from "../circle/shown.js";
import { Unreachable } from "../transport/server.js";
import { RingView } from "../view/ring.js";
import { decimal } from "../lines/level.js";
import { countOf, facts, field, slider } from "../widgets.js";
import { endedEmpty, Work } from "../work.js";

export const title = "Circle and segment";
export const rules = "circle";
export const keys = [
  ["arrows", "move along the circle or segment; Shift: in small steps"],
  ["Enter", "place a stone there"],
  ["n", "new game"],
  ["u / y", "undo, redo"],
  ["s", "one turn of a player"],
  ["p", "start or stop the players"],
  ["k", "key points"],
];

const RULES =
  "Blue and Red place stones in turn, Blue first. Every point belongs to the nearest stone. Whoever owns more at the end wins.";
const MOST_ATTACKED = 6; // stones
const other = { blue: "red", red: "blue" };

export function open(root, shell) {
  return new Circle(root, shell);
}

class Circle {
  constructor(root, shell) {
    this.shell = shell;
    this.turn = 0; // counts what the reader does, so that late answers are dropped
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

  #button(text, hint, act, look = "button") {
    const onclick = () => Promise.resolve(act()).catch(fail);
    return make(look, { type: "button", title: hint, onclick }, text);
  }

  #build(root) {
    this.headline = make("div.status.headline", { "aria-live": "off" });
    this.bar = make("div.scorebar", { role: "img", "aria-label": "Score" });
    this.arena = make("section.arena", { "aria-label": "Circle and segment" }, this.headline, this.bar);
    this.side = make("aside.side", { "aria-label": "Circle and segment: panel", inert: true });
    root.append(make("div.stage", {}, this.arena, this.side));
    this.view = new RingView(this.arena, {
      point: (place) => this.#point(place, false).catch(fail),
      press: (place) => this.#place(place).catch(fail),
      key: (event) => this.#boardKey(event),
    });
    this.side.append(
      this.#gameCard(),
      this.#stoneCard(),
      this.#playersCard(),
      this.#stonesCard(),
      this.#attackCard(),
      this.#shareCard(),
    );
  }

  #gameCard() {
    this.undoButton = this.#button("Undo", "Undo (u)", () => this.#undo());
    this.redoButton = this.#button("Redo", "Redo (y)", () => this.#redo());
    this.restartButton = this.#button("Restart", "Takes all stones away; Redo brings them back", () =>
      this.#goTo(""),
    );
    const fresh = this.#button("New game …", "New game (n)", () => this.#newGame(), "button.main");
    return card(
      "Game",
      make("p.help-text", {}, RULES),
      make("div.buttons", {}, fresh, this.undoButton, this.redoButton, this.restartButton),
    );
  }

  #stoneCard() {
    this.exact = make("input", {
      type: "text",
      placeholder: "5/12",
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": "An exact place",
    });
    const onsubmit = (event) => {
      event.preventDefault();
      const place = this.exact.value.trim();
      this.exact.value = "";
      if (place) this.#place(place).catch(fail);
    };
    this.exactForm = make(
      "form.exact",
      { onsubmit },
      this.exact,
      make("button", { type: "submit" }, "Place"),
    );
    this.endButton = this.#button("End the turn", "A turn may have more stones", () =>
      this.#goTo(`${this.game.line};`),
    );
    return card(
      "Your stone",
      make("p.help-text", {}, "Click a place, or type a fraction from 0 to 1."),
      this.exactForm,
      make("div.buttons", {}, this.endButton),
    );
  }

  #playersCard() {
    const onchange = (value) => (this.pace = value);
    const pace = slider({ least: 0, most: 3000, step: 100, value: this.pace, onchange });
    this.runButton = this.#button("Pause", "Start or stop the players (p)", () => this.#run(!this.running));
    this.stepButton = this.#button("One turn", "One turn of a player (s)", () => this.#step(true));
    return card(
      "Players",
      make("div.buttons", {}, this.runButton, this.stepButton),
      field("Pause", pace.element, "milliseconds between two moves"),
    );
  }

  #stonesCard() {
    this.list = make("div.moves", { role: "group", "aria-label": "Stones" });
    this.numbers = make("div");
    const onchange = () => this.view.set(this.game, this.keyBox.checked);
    this.keyBox = make("input", { type: "checkbox", checked: true, onchange });
    return card(
      "Stones",
      this.list,
      this.numbers,
      make("label.check", {}, this.keyBox, "Show key points: evenly spaced, and worth taking"),
    );
  }

  #attackCard() {
    this.attackButton = this.#button("Attack Red", "Tries Blue’s moves one after another", () =>
      this.#attackRed(),
    );
    this.attack = new Work(this.attackButton, () => this.game && this.#enable());
    this.attackNote = make("p.help-text");
    this.found = make("div", { "aria-live": "polite" });
    return card(
      "Attack",
      make(
        "p.help-text",
        {},
        "Tries Blue’s moves against this Red, and shows the game that is worst for Red.",
      ),
      this.attackNote,
      make("div.buttons", {}, this.attackButton),
      this.attack.element,
      this.found,
    );
  }

  #shareCard() {
    return card(
      "Share",
      make(
        "div.buttons",
        {},
        this.#button("Copy link", null, () => this.#copyLink()),
        this.#button("SVG", null, () => save("game.svg", this.view.picture())),
        this.#button("PNG", null, async () => save("game.png", await asPng(this.view.picture()))),
        this.#button("JSON", null, () => save("game.json", JSON.stringify(this.game), "application/json")),
      ),
    );
  }

  /** Shows the game of an address; of a damaged one as much as can be read. */
  async show(params) {
    this.players ??= (await read("interval/players")).players;
    try {
      await this.#start(readRules(params), params.moves);
    } catch (error) {
      if (error instanceof Unreachable) throw error;
      fail(new Error(`This link is damaged: ${error.message}. Here is a new game.`));
      await this.#salvage(params);
    }
  }

  /** The rules without the moves, or the usual game. */
  async #salvage(params) {
    try {
      await this.#start(readRules(params));
    } catch {
      await this.#start(usualRules());
    }
  }

  /** Starts a game; if the engine refuses it, the one before stays. */
  async #start(rules, line = "") {
    const before = { rules: this.rules, line: this.line, later: this.later };
    Object.assign(this, { rules, line, later: [] });
    this.turn++;
    try {
      if (!(await this.#refresh(0))) return;
    } catch (error) {
      Object.assign(this, before);
      throw error;
    }
    this.attack.cancel();
    empty(this.found);
    this.#drive();
  }

  /** Plays up to `turns` turns of players, and shows the game then. */
  async #refresh(turns) {
    const mine = this.turn,
      game = await ask("interval/play", question(this.rules, this.line, turns));
    if (mine !== this.turn || this.closed) return false;
    this.game = game;
    this.line = game.line;
    this.#fill();
    return true;
  }

  #isHuman() {
    return Boolean(this.game?.to_move) && this.rules[this.game.to_move] === "human";
  }

  /** Players move while the game runs. */
  #drive() {
    clearTimeout(this.timer);
    if (this.closed || !this.running || !this.game.to_move || this.#isHuman()) return;
    this.timer = setTimeout(() => this.#step(false).catch((error) => this.#halt(error)), this.pace);
  }

  /** The players wait until they are started again. */
  #halt(error) {
    this.#run(false);
    fail(error);
  }

  async #step(byHand) {
    if (!this.game.to_move || this.#isHuman()) return;
    if (byHand) this.#run(false);
    if (!(await this.#refresh(1))) return;
    this.later = [];
    this.#announce();
    this.#drive();
  }

  #run(isRunning) {
    this.running = isRunning;
    this.runButton.textContent = isRunning ? "Pause" : "Play on";
    this.#drive();
  }

  #with(place) {
    const isOpen = this.line === "" || this.line.endsWith(";");
    return `${this.line}${isOpen ? "" : ","}${place}`;
  }

  async #place(place) {
    if (this.#isHuman()) await this.#try(this.#with(place));
  }

  /** Shows the moves if the engine takes them. */
  async #try(line, later = []) {
    const before = this.line;
    this.turn++;
    this.line = line;
    try {
      if (!(await this.#refresh(0))) return;
    } catch (error) {
      this.line = before;
      throw error;
    }
    this.later = later;
    this.redoButton.disabled = !later.length;
    this.#announce();
    this.#drive();
  }

  #goTo(line) {
    return this.#try(line, line.length < this.line.length ? [...this.later, this.line] : []);
  }

  /** Back to where a person was to move. */
  #undo() {
    const stones = this.game.moves,
      hasHuman = ["blue", "red"].some((colour) => this.rules[colour] === "human");
    let last = stones.length - 1;
    while (last > 0 && hasHuman && this.rules[stones[last][0]] !== "human") last--;
    return last < 0 ? undefined : this.#goTo(cut(this.line, last));
  }

  #redo() {
    return this.later.length ? this.#try(this.later.at(-1), this.later.slice(0, -1)) : undefined;
  }

  #fill() {
    const { game } = this;
    this.view.set(game, this.keyBox.checked);
    fillBar(this.bar, game);
    this.#fillHead();
    const go = (count) => this.#goTo(cut(this.line, count)).catch(fail);
    empty(
      this.list,
      game.moves.map(([colour, place], i) =>
        make(
          `button.${colour}`,
          { type: "button", title: `${names[colour]} at exactly ${place}`, onclick: () => go(i + 1) },
          `${i + 1}. ${near(place)}`,
        ),
      ),
    );
    const intervals = (colour) => {
      const long = game[`${colour}_interval_length`];
      return exact(long, `${game[`${colour}_intervals`]}, ${near(long)} long`);
    };
    empty(
      this.numbers,
      game.moves.length &&
        facts([
          ["Blue owns", exact(game.blue)],
          ["Red owns", exact(game.red)],
          ["Red minus Blue", exact(game.margin)],
          ["Intervals between blue stones", intervals("blue")],
          ["Intervals between red stones", intervals("red")],
        ]),
    );
    this.#enable();
    this.side.inert = false;
    this.shell.write({ ...this.rules, moves: this.line });
  }

  #fillHead() {
    const { game, rules } = this,
      swap = swapped(rules);
    const place = game.arena === "circle" ? "Circle" : "Segment";
    empty(
      this.headline,
      make(game.to_move ? "strong" : "strong.won", {}, this.#status()),
      make("div", {}, `${place}, ${countOf(game.stones, "stone")} each. ${seatWords(rules)}`),
      game.to_move
        ? null
        : make(
            "div.buttons.again",
            {},
            this.#button("Rematch", "The same game again", () => this.#start(rules), "button.main"),
            swap ? this.#button("Swap sides", "You play the other colour", () => this.#start(swap)) : null,
          ),
    );
  }

  #enable() {
    const { game, rules } = this,
      isHuman = this.#isHuman();
    this.undoButton.disabled = this.restartButton.disabled = !game.moves.length;
    this.redoButton.disabled = !this.later.length;
    for (const element of this.exactForm.elements) element.disabled = !isHuman;
    this.endButton.hidden = !rules.batch;
    this.endButton.disabled =
      !isHuman || game.in_turn < Math.max(1, game.turn_least) || game.in_turn >= game.turn_most;
    this.stepButton.disabled = !game.to_move || isHuman;
    this.runButton.disabled = !game.to_move || (rules.blue === "human" && rules.red === "human");
    const why = this.shell.info.read_only
      ? "This server is read-only: it does no long work."
      : rules.red === "human" || Number(rules.stones) > MOST_ATTACKED
        ? `For games whose Red is a player of the program, with at most ${MOST_ATTACKED} stones each.`
        : "";
    this.attackNote.textContent = why;
    this.attackButton.disabled = Boolean(why) || this.attack.isBusy;
  }

  #status() {
    const { game } = this;
    if (!game.to_move) return this.#result();
    const { turn_least: least, turn_most: most, in_turn: placed } = game;
    const turn = most > 1 ? `: stone ${placed + 1} of ${least === most ? most : `${least} to ${most}`}` : "";
    return `${names[game.to_move]} to move${turn}`;
  }

  #result() {
    const { winner, margin } = this.game,
      isYou = winner && this.rules[winner] === "human" && swapped(this.rules);
    if (!winner) return "A tie";
    return `${isYou ? "You win" : `${names[winner]} wins`} by ${near(margin.replace("-", ""))}`;
  }

  #announce() {
    const { game } = this,
      last = game.moves.at(-1);
    const stone = last ? `${names[last[0]]} at ${near(last[1])}. ` : "";
    say(`${stone}${this.#status()}. Blue ${near(game.blue)}, Red ${near(game.red)}.`);
  }

  /** Shows the game with a stone there.  One question at a time: the last place wins. */
  async #point(place, byKey) {
    this.pointed = this.#isHuman() ? place : null;
    if (this.pointed === null) {
      this.view.setPreview(null);
      if (this.game) fillBar(this.bar, this.game);
      return;
    }
    if (this.asking) return;
    this.asking = true;
    const mine = this.turn;
    const after = await ask("interval/play", question(this.rules, this.#with(place), 0)).catch(
      (error) => error,
    );
    this.asking = false;
    if (this.closed || mine !== this.turn || this.pointed === null) return;
    if (this.pointed !== place) return this.#point(this.pointed, byKey);
    this.#preview(place, after, byKey);
  }

  #preview(place, after, byKey) {
    const { to_move: colour } = this.game,
      isRefused = after instanceof Error;
    const change = (one) => {
      const by = decimal(after[one]) - decimal(this.game[one]);
      return `${names[one]} ${near(after[one])} (${by < 0 ? "−" : "+"}${near(String(Math.abs(by)))})`;
    };
    const words = isRefused ? [after.message] : [change(colour), change(other[colour])];
    this.view.setPreview(place, isRefused ? null : after, [
      make("b", {}, `${names[colour]} at ${near(place)}`),
      ...(place.includes("/") ? [` = ${place}`] : []),
      ...words.flatMap((line) => [make("br"), line]),
    ]);
    fillBar(this.bar, isRefused ? this.game : after);
    if (byKey) say(`${near(place)}: ${words.join(", ")}`);
  }

  async #copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      tell("The link to this game is on the clipboard.");
    } catch {
      tell("The address above is the link to this game.");
    }
  }

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

  #boardKey(event) {
    const to = stepAlong(this.cursor, event);
    if (to !== undefined) {
      this.cursor = to;
      this.#point(fraction(to), true).catch(fail);
    } else if (event.key === "Enter" && this.cursor !== undefined)
      this.#place(fraction(this.cursor)).catch(fail);
    else return false;
    return true;
  }

  #newGame() {
    if (this.game) askForGame(this.shell.info, this.rules, this.players, (rules) => this.#start(rules));
  }

  async #attackRed() {
    const { turns, moves, blue, ...rules } = question(this.rules, "", 0);
    const job = await this.attack.run("interval/attack", rules);
    if (!job || this.closed || endedEmpty(job, this.found)) return;
    const { games, not_won: lost, worst, record, complete } = job.result;
    const show = () => {
      this.#run(false);
      return this.#goTo(record.map(([, place]) => place).join(","));
    };
    empty(
      this.found,
      facts([
        ["games tried", games.toLocaleString("en")],
        ["not won by Red", lost.toLocaleString("en")],
        ["Red’s worst result", worst === null || worst === undefined ? null : exact(worst)],
        ["all moves tried", complete ? "yes" : "no"],
      ]),
      complete ? null : make("p.note", {}, "It ended early: these are the games tried so far."),
      record && !this.rules.batch ? this.#button("Show the worst game", null, show) : null,
    );
  }
}

function card(name, ...content) {
  return make("section.card", { "aria-label": name }, make("h2", {}, name), content);
}

/** Who plays. */
function seatWords({ blue, red }) {
  if (blue === "human" && red === "human") return "Two people play here.";
  if (blue === "human") return `You are Blue, Red is ${red}.`;
  return red === "human" ? `You are Red, Blue is ${blue}.` : `Blue is ${blue}, Red is ${red}.`;
}
