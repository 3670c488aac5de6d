// controls.js - the buttons of Play, and the card with its turns.
import { fail, make } from "../dom.js";
import { field, slider } from "../widgets.js";

const SIDES = ["white", "black"];

export class Controls {
  /** calls: a function per button, by its name.  chart: the score chart. */
  constructor(calls, chart, isReadOnly) {
    Object.assign(this, { calls, isReadOnly });
    this.pace = 600; // milliseconds between the moves of two computer players
    this.button = {}; // by name
    this.list = make("div.moves", { role: "group", "aria-label": "Turns" });
    this.chartPlace = make("div", {}, chart.element);
    this.cards = [this.#gameCard(), this.#turnsCard()];
  }

  #button(name, text, hint, look = "button") {
    const click = () => Promise.resolve(this.calls[name]()).catch(fail);
    return (this.button[name] = make(look, { type: "button", title: hint, onclick: click }, text));
  }

  #gameCard() {
    return make(
      "section.card",
      { "aria-label": "Game" },
      make(
        "div.buttons",
        {},
        this.#button("new", "New game …", "New game (n)", "button.main"),
        this.#button("friend", "Play a friend …", "Play with somebody at another page"),
        this.#button("hint", "Hint", "Show a good move (h)"),
        this.#button("undo", "Undo", "Take back your move (u)"),
        this.#button("redo", "Redo", "Redo (y)"),
        this.#button("restart", "Restart", "Start this game again"),
        this.#button("swap", "Swap sides", "The players change sides"),
      ),
      this.isReadOnly
        ? make(
            "p.help-text",
            {},
            "This server is read-only: it has no computer players, hints or games with a friend. Two people can play at this page.",
          )
        : null,
    );
  }

  #turnsCard() {
    const pace = slider({
      least: 0,
      most: 3000,
      step: 100,
      value: this.pace,
      onchange: (value) => (this.pace = value),
    });
    const step = (name, sign, words, key) => {
      const button = this.#button(name, sign, `${words}${key}`);
      button.setAttribute("aria-label", words);
      return button;
    };
    const help = "milliseconds between the moves of two computer players";
    this.paceField = make("div", {}, field("Pace", pace.element, help));
    return make(
      "section.card",
      { "aria-label": "Turns" },
      make("h2", {}, "Turns"),
      this.list,
      this.chartPlace,
      make(
        "div.buttons",
        {},
        step("first", "|◀", "The start", ""),
        step("back", "◀", "A turn back", " ([)"),
        step("on", "▶", "A turn forward", " (])"),
        step("last", "▶|", "The last turn", ""),
        this.#button("run", "Pause", "Pause the computer players, or let them play on (p)"),
      ),
      this.paceField,
    );
  }

  /** Enables what can be done now. */
  enable(game, look, isRunning, isReadOnly) {
    const { button } = this;
    button.undo.disabled = game.at === 0 && !game.part.length;
    button.redo.disabled = button.on.disabled = button.last.disabled = game.isLast();
    button.first.disabled = button.back.disabled = game.at === 0;
    button.restart.disabled = !game.moves.length && !game.part.length;
    button.hint.disabled = look.over || isReadOnly;
    button.friend.disabled = isReadOnly;
    const hasPlayers = SIDES.some((side) => !["human", "friend"].includes(game.seats[side]));
    button.run.disabled = !hasPlayers || look.over;
    button.run.textContent = isRunning ? "Pause" : "Play on";
    if (game.friend)
      for (const name of ["undo", "redo", "restart", "swap", "hint", "run"]) button[name].disabled = true;
    this.paceField.hidden = SIDES.some((side) => game.seats[side] === "human");
  }
}
