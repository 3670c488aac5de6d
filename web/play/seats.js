// seats.js - who plays: a person, a level of the engine, or any of its players by name.
import { make } from "../dom.js";
import { chips, PlayerChooser } from "../widgets.js";

const MORE = "more";

/** What a seat is called: a level, "You" across from the engine, or a player's name. */
export function seatName(info, seats, side) {
  const spec = seats[side];
  if (spec === "friend") return "Friend";
  if (spec === "human") return seats.white === seats.black ? "Human" : "You";
  const level = info.levels.find(({ player }) => player === spec);
  return level ? level.name : spec.startsWith("bot:") ? spec : spec.split(":")[0];
}

/** Why the players of a game cannot play it, by side; "" if they can.  checked: see checkPlayers() */
export function reasons(info, seats, checked) {
  const words = (side, { can_play: can, why }) =>
    can
      ? ""
      : `${seatName(info, seats, side)} cannot play here: ${why}. Choose another player or another board.`;
  return { white: words("white", checked[0]), black: words("black", checked[1]) };
}

/** Chooses who sits somewhere.  `value` is a player as the engine names it, or "human". */
export class SeatChooser {
  constructor(info, label, value) {
    this.levels = info.levels;
    const isListed = value === "human" || this.levels.some(({ player }) => player === value);
    this.named = new PlayerChooser(info, isListed ? "champion" : value, { human: false });
    this.help = make("p.help-text");
    const options = [
      ["human", "Human"],
      ...this.levels.map(({ name, player }) => [player, name]),
      [MORE, "More …"],
    ];
    this.row = chips(label, options, isListed ? value : MORE, () => this.#show());
    this.element = make("div", {}, this.row.element, this.help, this.named.element);
    this.#show();
  }

  #show() {
    const level = this.levels.find(({ player }) => player === this.row.value);
    this.named.element.hidden = this.row.value !== MORE;
    this.help.hidden = this.row.value === MORE;
    this.help.textContent = level ? `${level.name} ${level.help}.` : "You, or somebody beside you.";
  }

  get value() {
    return this.row.value === MORE ? this.named.value : this.row.value;
  }
}
