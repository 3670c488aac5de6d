// lessons.js - the guided first game and the lessons: what is played, the goal, and what is said meanwhile.
//
// words(state) is the text for a moment of the game: `made` counts the turns, `preview` is what the stone
// that is pointed at would make of the board.  The engine tells who wins; isWon() only reads that.

import { rounded } from "../lines/level.js";
import { countOf } from "../widgets.js";

const hasMouse = matchMedia("(hover: hover)").matches;
const LOOK = hasMouse ? "Point at" : "Press";
const PUT = hasMouse ? "Click to place it" : "Lift your finger to place it";

const wins = { white: (look) => look.value > 0, black: (look) => look.value < 0 };
const result = ({ score }, mine, theirs) => `${score[`${mine}_score`]} to ${score[`${theirs}_score`]}`;

function tieWords({ tied }) {
  if (!tied) return "";
  return ` ${tied === 1 ? "The grey place is" : `The ${tied} grey places are`} equally near to both, so nobody owns ${tied === 1 ? "it" : "them"}.`;
}

function firstWords({ look, preview, made, isOver }) {
  const { white_score: white, black_score: black } = look.score;
  if (isOver)
    return `${look.value < 0 ? "You win" : look.value > 0 ? "White wins" : "A tie"}, ${black} to ${white}. ${endWords(look)}`;
  if (made === 0) return "Two players, three stones each. White goes first.";
  if (made === 1 && preview)
    return `A stone there would own ${countOf(preview.score.black_score, "place")}: all that are nearer to it than to White’s.${tieWords(preview.score)} ${PUT}.`;
  return [
    `White owns everything: no other stone is nearer. You are Black. ${LOOK} a free place to see what your stone would own.`,
    `You own ${countOf(black, "place")}, White ${white}.${tieWords(look.score)} White is next.`,
    `White took some back. The bar shows the score: White ${white}, you ${black}. Place your second stone: the number in brackets is its gain.`,
    `Now it is ${white} to ${black}.${tieWords(look.score)} White places its last stone.`,
    `${white} to ${black}. The last stone of the game is yours: try several places and take the one that gains most.`,
  ][made - 1];
}

const endWords = ({ value }) =>
  value < 0 ? "That is the whole game." : "Tip: before each stone, look for the place that gains most.";

function keyWords({ game, isMine, isOver, isWon }) {
  const taken = new Set(game.moves.map(([, place]) => place)),
    left = game.stones - game.moves.filter(([colour]) => colour === "red").length;
  if (isWon)
    return "You win. Key points keep Blue’s intervals short, and the last stone makes a longer one. Red can win like this with any number of stones from two on.";
  if (isOver)
    return `${game.winner ? "Blue wins" : "A tie"}. Take a key point first, break Blue’s interval next, and make a long interval of your own last.`;
  if (!isMine)
    return game.moves.length ? "Blue is next." : "On the circle you own length, not places. Blue begins.";
  if (left === 1)
    return "Your last stone. All between two red stones is yours: make such an interval, longer than Blue’s. From your stone, go almost to the next key point.";
  if (game.key_points.some((place) => !taken.has(place)))
    return "You are Red. Goal: own more than half. Blue’s first stone sets three key points, the lines across the circle. Take one that is free.";
  return "All between two blue stones is Blue’s. Break that interval: place a stone inside it.";
}

function cutWords({ players, best, isOver, isWon }) {
  const [red, blue] = players.map(({ payoff }) => rounded(payoff));
  if (isWon && best)
    return `You win, ${red} to ${blue}. Where you cut a line matters: the chart shows it. The best cut, beside blue’s site, leads by ${rounded(best.after)}.`;
  if (isWon) return `You win, ${red} to ${blue}. Where you cut a line matters.`;
  if (isOver)
    return `Blue still owns more, ${blue} to ${red}. Which line brings blue to land that red could have? Where on it?`;
  if (best) return "The cross marks the best cut. The chart shows red’s lead after any cut of that line.";
  return `Here colours own length. You are Red, ${red} to ${blue}. Goal: cut one line so that red owns more. ${LOOK} a line to see what a cut there would bring.`;
}

export const LESSONS = [
  {
    id: "first",
    title: "Your first game",
    teaser: "A guided game on a small board. One minute.",
    arena: "grid:5x5",
    rounds: 3,
    moves: [],
    side: "black",
    opponent: "neighbour",
    isGuide: true,
    isWon: wins.black,
    words: firstWords,
  },
  {
    id: "median",
    title: "The middle",
    teaser: "One stone each on a path. Find the place that cannot be beaten.",
    arena: "path:9",
    rounds: 1,
    moves: [],
    side: "white",
    opponent: "solver",
    isWon: wins.white,
    words: ({ look, isOver, isWon, made }) =>
      isWon
        ? `You win, ${result(look, "white", "black")}. Black can have only one side, and the middle makes both sides short. On a tree the median does the same.`
        : isOver
          ? `Black wins, ${result(look, "black", "white")}: it stands beside you, on the longer side. Where would that not help?`
          : made
            ? "Black looks for its best answer."
            : "One stone each, and you go first. Goal: own more places than Black, who answers as well as possible.",
  },
  {
    id: "mirror",
    title: "The mirror",
    teaser: "A circle of twelve. Never lose, whatever White does.",
    arena: "cycle:12",
    rounds: 3,
    moves: [],
    side: "black",
    opponent: "solver",
    advise: (moves) => (moves.at(-1)[0] + 6) % 12,
    isWon: (look) => look.value <= 0,
    words: ({ look, isOver, isWon, isMine, made }) =>
      isWon
        ? `${look.value ? "You even win" : "A tie"}, ${result(look, "black", "white")}. A stone exactly opposite to each of White’s leaves you with the same land as White, every time.`
        : isOver
          ? `White wins, ${result(look, "white", "black")}. Try to answer each stone exactly opposite.`
          : isMine
            ? [
                "Three stones each, and White plays perfectly. Goal: do not lose. What answer looks the same from both sides?",
                `White ${look.score.white_score}, you ${look.score.black_score}. Place your second stone.`,
                `White ${look.score.white_score}, you ${look.score.black_score}. Place your last stone.`,
              ][(made - 1) / 2]
            : "White is next.",
  },
  {
    id: "keys",
    kind: "ring",
    title: "Key points",
    teaser: "A circle where you own length. Three places decide who wins.",
    arena: "circle",
    stones: 3,
    blue: "key-grabbing:bits=4",
    adviser: "keypoint",
    words: keyWords,
  },
  {
    id: "last",
    title: "The last word",
    teaser: "Eight by eight, two stones each. Going first is not enough: win as Black.",
    arena: "grid:8x8",
    rounds: 2,
    moves: [[18]],
    side: "black",
    opponent: "solver",
    isWon: wins.black,
    words: ({ look, isOver, isWon, isMine, made }) =>
      isWon
        ? `You win, ${result(look, "black", "white")}. White’s first stone was the best there is, but you always answer, and the last stone is yours. From a stone in the centre, Black wins by 12.`
        : isOver
          ? `${look.value ? "White wins" : "A tie"}, ${result(look, "white", "black")}. Leave White no good second stone: stay near, on the side with more room.`
          : !isMine
            ? "White looks for its best answer."
            : made === 1
              ? "Two stones each. White has made its best first move and plays perfectly. Goal: win as Black. 14 of the 63 free places do."
              : "The last stone is yours. Find the place that puts you ahead.",
  },
  {
    id: "cut",
    kind: "lines",
    title: "The cut",
    teaser: "Lines in two colours. Find the cut that wins, and see why it does.",
    puzzle: "bridge",
    op: "cut",
    words: cutWords,
  },
];
