// rules.js - the rules in three pictures, for each of the games on the page.
import { draw, make } from "../dom.js";

const STEP = 22,
  EDGE = 16,
  WIDE = 2 * EDGE + 5 * STEP,
  HIGH = 2 * EDGE + 2 * STEP;

function picture(...content) {
  return draw(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "rule", "aria-hidden": "true" },
    content.flat(Infinity),
  );
}

const stone = (side, x, y) => draw("circle", { cx: x, cy: y, r: 8, class: `stone-${side}` });
const label = (text, x, y) => draw("text", { x, y }, text);

/** Three rows of places: `owners` has a letter for each column (w, b, t), stones stand in the middle row. */
function board(owners, stones, counts = []) {
  const at = (column) => EDGE + (column + (6 - owners.length) / 2) * STEP,
    rows = [0, 1, 2].map((row) => EDGE + row * STEP);
  const each = (make) => [...owners].flatMap((owner, i) => rows.map((y) => make(owner, at(i), y)));
  return picture(
    each((owner, x, y) =>
      draw("rect", { x: x - STEP / 2, y: y - STEP / 2, width: STEP, height: STEP, class: `land-${owner}` }),
    ),
    rows.map((y) => draw("path", { d: `M${at(0)} ${y}H${at(owners.length - 1)}`, class: "edge" })),
    [...owners].map((_, i) => draw("path", { d: `M${at(i)} ${rows[0]}V${rows[2]}`, class: "edge" })),
    each((owner, x, y) => draw("circle", { cx: x, cy: y, r: 3, class: `dot-${owner}` })),
    stones.map(([side, column]) => stone(side, at(column), rows[1])),
    counts.map(([text, column]) => label(text, at(column), rows[2] + 4)),
  );
}

/** A line in parts [[side, from, to], ..], with stones [[side, at], ..]; 0 to 100. */
function line(parts, stones, marks = []) {
  const at = (share) => EDGE + (share / 100) * (WIDE - 2 * EDGE),
    y = HIGH / 2;
  return picture(
    parts.map(([side, from, to]) =>
      draw("path", { d: `M${at(from)} ${y}H${at(to)}`, class: `line-${side}` }),
    ),
    stones.map(([side, share]) => stone(side, at(share), y)),
    marks.map(([text, share]) => label(text, at(share), y + 26)),
  );
}

const halves = [
  ["w", 0, 50],
  ["b", 50, 100],
];
const ends = [
  ["w", 20],
  ["b", 80],
];

/** By game: who plays, and three pictures with a sentence each. */
const GAMES = {
  plane: {
    lead: "You and your opponent place points on a board. Points never move.",
    rules: [
      [
        () =>
          land(
            [71, 71],
            [
              ["w", 45, 38],
              ["b", 97, 38],
            ],
          ),
        "Every part of the board goes to the nearest point.",
      ],
      [
        () =>
          land(
            [92, 62],
            [
              ["w", 58, 26],
              ["b", 96, 50],
            ],
          ),
        "The border runs halfway between two points.",
      ],
      [
        () =>
          land(
            [104, 98],
            [
              ["w", 85, 38],
              ["b", 117, 40],
            ],
          ),
        "At the end, whoever has more land wins.",
      ],
    ],
    colours: "Orange land belongs to the white points, blue land to the black ones.",
  },
  board: {
    lead: "White and Black take turns to place stones. Stones never move.",
    rules: [
      [
        () =>
          board("wwwbbb", [
            ["w", 1],
            ["b", 4],
          ]),
        "Every place belongs to the nearest stone, along the lines.",
      ],
      [
        () =>
          board("wwtbb", [
            ["w", 1],
            ["b", 3],
          ]),
        "Equally near to both? Then it belongs to nobody.",
      ],
      [
        () =>
          board(
            "wwwwbb",
            [
              ["w", 3],
              ["b", 4],
            ],
            [
              ["12", 1.5],
              ["6", 4.5],
            ],
          ),
        "At the end, whoever owns more places wins.",
      ],
    ],
    colours:
      "Orange is White’s land, blue is Black’s, grey is tied. If places have different values, the values count.",
  },
  circle: {
    lead: "Blue and Red take turns to place stones anywhere on the line. Stones never move.",
    rules: [
      [() => line(halves, ends), "Every point belongs to the nearest stone."],
      [
        () =>
          line(
            [
              ["w", 0, 65],
              ["b", 65, 100],
            ],
            [
              ["w", 20],
              ["w", 50],
              ["b", 80],
            ],
          ),
        "Between two colours each side gets half; between two stones of one colour it gets all.",
      ],
      [
        () =>
          line(
            [
              ["w", 0, 60],
              ["b", 60, 100],
            ],
            [
              ["w", 40],
              ["b", 80],
            ],
            [
              ["0.6", 20],
              ["0.4", 90],
            ],
          ),
        "At the end, whoever owns more length wins.",
      ],
    ],
    colours: "Red land is Red’s, blue land is Blue’s.",
  },
  lines: {
    lead: "Each player has sites on a network. You make one move that changes it.",
    rules: [
      [
        () => line(halves, ends),
        "Colours spread from all sites at the same speed. The nearest site owns a point.",
      ],
      [
        () =>
          line(
            [
              ["w", 0, 60],
              ["b", 66, 100],
            ],
            ends,
            [["cut", 63]],
          ),
        "Your move: add a site, remove one, cut an edge, or tie a rope between two places.",
      ],
      [
        () =>
          line(
            [
              ["w", 0, 60],
              ["b", 60, 100],
            ],
            [
              ["w", 40],
              ["b", 80],
            ],
            [
              ["6", 20],
              ["4", 90],
            ],
          ),
        "Whoever owns the most length wins. Make it you.",
      ],
    ],
    colours: "Each player’s land has the colour of its sites. Dashed grey is tied.",
  },
};

/** The game in the plane: land with borders that slant. */
function land(front, stones) {
  const shape = (points, side) => draw("path", { d: `M${points}Z`, class: `land-${side}` });
  const [top, low] = front;
  return picture(
    shape(`${EDGE} 6L${top} 6L${low} ${HIGH - 6}L${EDGE} ${HIGH - 6}`, "w"),
    shape(`${top} 6L${WIDE - EDGE} 6L${WIDE - EDGE} ${HIGH - 6}L${low} ${HIGH - 6}`, "b"),
    stones.map(([side, x, y]) => stone(side, x, y)),
  );
}

/** The rules of a game as a card. */
export function rulesCard(game = "board") {
  const { lead, rules, colours } = GAMES[game];
  return make(
    game === "board" || game === "plane" ? "div.rulecard" : "div.rulecard.red-blue",
    {},
    make("p", {}, lead),
    make(
      "ol",
      {},
      rules.map(([picture, words]) => make("li", {}, picture(), make("p", {}, words))),
    ),
    make("p.help-text", {}, colours),
  );
}
