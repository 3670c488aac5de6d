// newgame.js - asks what is to be played: the board, the rules, who sits where.
import { BoardChooser, nameOf } from "./boards.js";
import { make } from "./dom.js";
import { checkPlayers } from "./game.js";
import { reasons, SeatChooser } from "./play/seats.js";
import { choice, dialogue, field } from "./widgets.js";
import { listOf } from "./words.js";

const PAUSE = 250; // milliseconds after a change before the engine is asked

/** begin({ source, rules, seats }) may throw, and the window stays with the reason. */
export function askForGame(info, { source, rules, seats }, begin) {
  const board = new BoardChooser(info, source),
    rule = new RulesChooser(info, rules);
  const white = new SeatChooser(info, "White’s player", seats.white),
    black = new SeatChooser(info, "Black’s player", seats.black);
  const part = (name, ...content) => make("fieldset", {}, make("legend", {}, name), content);
  const content = [
    part("Board", board.element),
    part("White, moves first", white.element),
    part("Black", black.element),
    part("Rules", rule.element),
  ];
  const chosen = async () => ({
    source: await board.value(),
    rules: rule.value(),
    seats: { white: white.value, black: black.value },
  });
  const dialog = dialogue("New game", content, "Start", async () => {
    const given = await chosen();
    await check(info, given);
    await begin(given);
  });
  dialog.classList.add("new-game");
  warnEarly(dialog, async () => check(info, await chosen()));
}

/** Throws if this game cannot be played here, and says why.  Gives a note about it, or "". */
async function check(info, { source, rules, seats }) {
  if (info.read_only && source.text && !source.sent)
    throw new Error("This server is read-only and takes no files. Choose another board.");
  const named = await nameOf(source, info.formats);
  const checked = await checkPlayers(named, rules, [seats.white, seats.black]);
  const { white, black } = reasons(info, seats, checked);
  if (white || black) throw new Error(white || black);
  return checked.some(({ perfect }) => perfect === false)
    ? "This game is too large for perfect play: it plays like Champion at first, and perfectly near the end."
    : "";
}

/** Says what stands against the game as soon as it is chosen, before Start. */
function warnEarly(dialog, test) {
  let turn = 0,
    timer;
  const look = async () => {
    const mine = ++turn;
    const problem = await test().catch((error) => error.message);
    if (mine === turn) dialog.warn(problem);
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  };
  dialog.addEventListener("change", later);
  dialog.addEventListener("input", later);
  later();
}

class RulesChooser {
  constructor(info, { rounds, perTurn, ties, clock }) {
    const number = (least, value) => make("input", { type: "number", min: least, value: String(value) });
    this.rounds = number("1", rounds);
    this.perTurn = number("1", perTurn);
    this.clock = number("0", clock);
    this.clock.step = "any";
    this.ties = choice(listOf(info, "ties"), ties);
    const isUsual = ties === "neutral" && perTurn === 1 && !clock;
    this.element = make(
      "div",
      {},
      field("Rounds", this.rounds, "how many turns each side has"),
      make(
        "details",
        { open: !isUsual },
        make("summary", {}, "More rules"),
        field("Stones per turn", this.perTurn),
        field("Ties go to", this.ties, "places equally near to both sides"),
        field(
          "Minutes per player",
          this.clock,
          "0: no limit. The game goes on when a clock runs out.",
        ),
      ),
    );
  }

  value() {
    const whole = (input, name) => {
      if (!/^[1-9]\d{0,8}$/.test(input.value)) throw new Error(`${name}: enter a whole number from 1.`);
      return Number(input.value);
    };
    const clock = Math.round(1000 * Number(this.clock.value)) / 1000;
    if (!(clock >= 0 && clock <= 9999)) throw new Error("Minutes per player: enter a number from 0 to 9999.");
    return {
      rounds: whole(this.rounds, "Rounds"),
      perTurn: whole(this.perTurn, "Stones per turn"),
      ties: this.ties.value,
      clock,
    };
  }
}
