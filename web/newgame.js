// newgame.js - asks what is to be played: the board, the rules, who sits where.
import { BoardChooser } from "./boards.js";
import { make } from "./dom.js";
import { choice, dialogue, field, PlayerChooser } from "./widgets.js";

const TIES = { neutral: "nobody", earlier: "the earlier stone", white: "White", black: "Black" };

/** begin(source, rules, seats) may throw, and the window stays with the reason. */
export function askForGame(info, { source, rules, seats }, begin) {
  const board = new BoardChooser(info.families, source);
  const number = (value) => make("input", { type: "number", min: "1", value: String(value) });
  const [rounds, perTurn] = [number(rules.rounds), number(rules.perTurn)];
  const names = info.ties.map((rule) => [rule, TIES[rule] || rule]);
  const ties = choice(names, rules.ties);
  const clock = make("input", {
    type: "number",
    min: "0",
    max: "9999",
    step: "any",
    value: String(rules.clock),
  });
  const white = new PlayerChooser(info, seats.white),
    black = new PlayerChooser(info, seats.black);
  const part = (name, ...content) => make("fieldset", {}, make("legend", {}, name), content);
  const content = [
    board.element,
    part(
      "Rules",
      field("Rounds", rounds),
      field("Stones a turn", perTurn),
      field("Ties go to", ties),
      field(
        "Minutes each",
        clock,
        "for all moves of a side; 0: the clocks count up. A clock that has run out says so, and the game goes on",
      ),
    ),
    part("White", white.element),
    part("Black", black.element),
  ];
  dialogue("New game", content, "Start", async () => {
    const agreed = {
      rounds: Number(rounds.value),
      perTurn: Number(perTurn.value),
      ties: ties.value,
      clock: readMinutes(clock.value),
    };
    await begin(await board.value(), agreed, { white: white.value, black: black.value });
  });
}

function readMinutes(text) {
  const minutes = Math.round(1000 * Number(text)) / 1000;
  if (!(minutes >= 0 && minutes <= 9999)) throw new Error("the time of a side is from 0 to 9999 minutes");
  return minutes;
}
