// words.js - the plane in sentences: You and your opponent; at one page with a friend White and Black.
import { make } from "../dom.js";
import { countOf } from "../widgets.js";
import { numberOf } from "./cells.js";
import { LEVELS, other } from "./rules.js";

const NAMES = { white: "White", black: "Black" };
const isFriend = ({ level }) => level === "friend";

export function nameOf(rules, side) {
  if (isFriend(rules)) return NAMES[side];
  return side === rules.you ? "You" : "Your opponent";
}

/** How many points, and who plays. */
export function seatWords(rules) {
  const each = countOf(rules.rounds * rules.per_turn, "point");
  if (isFriend(rules)) return `${each} each. Two people play here: orange is White’s land, blue is Black’s.`;
  const colour = rules.you === "white" ? "orange" : "blue";
  return `${each} each. Your land is ${colour}. Your opponent: ${LEVELS[rules.level].word.toLowerCase()}.`;
}

/** Whose turn it is; `placed`: how many points this side has, `isEmpty`: whether there is none at all. */
export function turnWords(rules, side, placed, isEmpty) {
  const each = rules.rounds * rules.per_turn,
    which = each === 1 ? "" : `: point ${placed + 1} of ${each}`;
  if (isFriend(rules)) return `${NAMES[side]}’s turn${which}`;
  if (side !== rules.you) return "Your opponent thinks …";
  return isEmpty ? `Click anywhere on the board${which}` : `Your turn${which}`;
}

/** A share in percent; a tiny one with the digits that it has. */
function small(percent) {
  if (percent >= 0.05) return percent.toFixed(1);
  return percent >= 5e-7 ? Number(percent.toPrecision(1)).toFixed(7).replace(/0+$/, "") : "almost 0";
}

/** Who won, by the engine's exact areas. */
export function resultWords(rules, { winner, white_score: white, black_score: black, area }) {
  if (!winner) return "A tie: both have the same land";
  const by = (100 * Math.abs(numberOf(white) - numberOf(black))) / numberOf(area),
    name = nameOf(rules, winner);
  return `${name} ${name === "You" ? "win" : "wins"} by ${small(by)} % of the land`;
}

/** What a point would get, in lines; shares of the board: all, from the others, from the own land. */
export function gainWords(rules, side, { all, others, own }) {
  const near = (share) => `${(100 * share).toFixed(1)} %`,
    isShared = isFriend(rules);
  const lines = [`${isShared ? `${NAMES[side]}’s` : "Your"} point here: ${near(all)} of the land`];
  if (others > 0) lines.push(`${near(others)} from ${isShared ? NAMES[other[side]] : "your opponent"}`);
  if (own > 0) lines.push(`${near(own)} was ${isShared ? `${NAMES[side]}’s` : "yours"}`);
  return lines;
}

/** The lines for the tip. */
export const asTip = ([first, ...rest]) => [
  make("b", {}, first),
  ...rest.flatMap((line) => [make("br"), line]),
];
