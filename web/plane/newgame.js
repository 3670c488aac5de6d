// newgame.js - asks for the board, the opponent and the number of points of a game in the plane.
import { make } from "../dom.js";
import { chips, dialogue, field, slider } from "../widgets.js";
import { BOARDS, LEVELS, rowRules } from "./rules.js";

const MODES = [
  ["turns", "In turn"],
  ["round", "One round"],
];
const WHO = [
  ["white", "First"],
  ["black", "Second"],
];

/** start(rules) may throw to keep the window open. */
export function askForGame(rules, start) {
  const isRow = rules.level === "row",
    levels = Object.entries(LEVELS).filter(([key]) => key !== "row");
  const isKnown = BOARDS.some(([key]) => key === rules.board);
  const boards = isKnown || isRow ? BOARDS : [...BOARDS, [rules.board, rules.board]];
  const board = chips("Board", boards, isRow ? "square" : rules.board);
  const level = chips(
    "Opponent",
    levels.map(([key, { word }]) => [key, word]),
    isRow ? "easy" : rules.level,
  );
  const isOne = rules.rounds === 1 && rules.per_turn > 1;
  const mode = chips("How you place", MODES, isOne ? "round" : "turns");
  const points = slider({ least: 1, most: 12, value: rules.rounds * rules.per_turn });
  const who = chips("You place", WHO, rules.you);
  const row = make(
    "p.help-text",
    {},
    "One round: one places all points, then the other. A row of centres is a strong first round: ",
  );
  const dialog = dialogue(
    "New game",
    [
      field("Board", board.element),
      field("Opponent", level.element),
      field("Points each", points.element),
      field("Placed", mode.element),
      field("You place", who.element),
      row,
    ],
    "Start",
    () => {
      const count = Math.max(1, Math.min(100, Math.round(points.value) || 1)),
        isRound = mode.value === "round";
      return start({
        board: board.value,
        rounds: isRound ? 1 : count,
        per_turn: isRound ? count : 1,
        level: level.value,
        you: who.value,
        seed: String(1 + Math.floor(Math.random() * 1e6)),
      });
    },
  );
  const beat = () => {
    dialog.close();
    return start(rowRules("0.9", 2));
  };
  row.append(make("button", { type: "button", onclick: beat }, "Try to beat it"));
}
