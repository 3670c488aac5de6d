// papers.js - the documents and what of each can be seen at work: a row per algorithm, with the fields of its question.
//
// A row is { id, name, kind: the bench that shows it, about, fields: [[key, label, usual value], ..], with: what is always
// asked }.
const GAME = [
  ["arena", "Board", "grid:5x5"],
  ["rounds", "Rounds", 3],
  ["white", "White", "greedy"],
  ["black", "Black", "greedy"],
];
const SLIDES = [
  ["arena", "Trees up to the size of", "tree:2,3"],
  ["white", "White", "1,2"],
  ["count", "Black’s stones", 2],
];
const RING = [
  ["arena", "Played on", "circle"],
  ["stones", "Stones each", 4],
  ["blue", "Blue", "key-grabbing"],
  ["red", "Red", "keypoint"],
];

/** The same fields with other usual values. */
function usual(fields, values) {
  return fields.map(([key, label, value]) => [key, label, values[key] ?? value]);
}

function player(name, about) {
  return {
    id: name,
    name: `The ${name} player`,
    kind: "game",
    about,
    fields: usual(GAME, { arena: "colby:30", white: name, black: name === "greedy" ? "neighbour" : "greedy" }),
    with: { ties: "earlier" },
  };
}

export const DOCUMENTS = [
  {
    id: "graphs",
    name: "The Voronoi game on graphs (2011)",
    source: "Teramoto, Demaine and Uehara: The Voronoi game on graphs and its complexity. Journal of Graph Algorithms and Applications, 2011",
    algorithms: [
      {
        id: "key-level",
        name: "Algorithm 2, the key-level strategy",
        kind: "game",
        about: "For 2n > k on a large complete tree. White wins the vertices of the key level, or the children of Black’s.",
        fields: usual(GAME, { arena: "tree:3,5", rounds: 4, white: "key-level" }),
      },
      {
        id: "figure-1",
        name: "Figure 1: 108 to 96 on the 15x15 grid",
        kind: "game",
        about: "Three rounds, which Black wins by 108 to 96. The text has no list of the stones; these were found by search.",
        fields: [
          ["arena", "Board", "grid:15x15"],
          ["rounds", "Rounds", 3],
          ["moves", "Stones", "2,28,131,90,82,205"],
        ],
      },
      {
        id: "simple",
        name: "Algorithm 1, the simple strategy",
        kind: "game",
        about: "For 2n ≤ k: the root, then a child of the root whose branch is empty.",
        fields: usual(GAME, { arena: "tree:6,2", rounds: 3, white: "tree-simple" }),
      },
      {
        id: "symmetric",
        name: "Theorem 2, the symmetric strategy",
        kind: "game",
        about: "For even k Black answers with the mirror image, as long as White plays key-level.",
        fields: usual(GAME, { arena: "tree:4,4", rounds: 3, white: "key-level", black: "symmetric" }),
      },
    ],
  },
  {
    id: "lines",
    name: "Lines: cuts and ropes (2016)",
    source: "Te Kolste: Extensions on the Continuous Voronoi game on Graphs. Cuts & Ropes. Master’s thesis, Utrecht University, 2016",
    algorithms: [
      {
        id: "tree",
        name: "The shortest-path tree and the candidate cuts",
        kind: "level",
        about: "Who reaches what along which edges, where the players meet, and every cut that the thesis would try.",
        fields: [
          ["level", "Level", "gate"],
          ["player", "Who moves", ""],
        ],
      },
      {
        id: "function",
        name: "The function f of an edge",
        kind: "level",
        about: "What a player owns behind an edge if the nearest site before it is x away: pieces, breakpoints and jumps.",
        fields: [
          ["level", "Level", "gate"],
          ["player", "Who moves", ""],
          ["edge", "Edge", 0],
        ],
      },
      ...["types", "method-1"].map((method) => ({
        id: `${method}-printed`,
        name: `${method === "types" ? "Algorithms 1 to 4" : "Algorithms 5 to 9"} as printed`,
        kind: "level",
        about: "The thesis’ formulas with their mistakes, and the smallest level on which they are wrong.",
        fields: [],
        with: { method },
      })),
    ],
  },
  {
    id: "slides",
    name: "One round on trees (slides)",
    source: "Sugimoto and Saitoh: 木における1ラウンドボロノイゲームの後手の戦略 (the second player’s strategy in the one-round Voronoi game on trees)",
    algorithms: [
      {
        id: "table",
        name: "The table A(k, d_out, d_in)",
        kind: "table",
        about: "The best that k stones in the subtree of a vertex can gain, for each distance to the nearest stone outside and inside.",
        fields: [
          ["arena", "Tree", "tree:2,2"],
          ["white", "White", "1"],
          ["count", "Black’s stones", 1],
          ["root", "Root", 0],
        ],
      },
      {
        id: "naive",
        name: "A(k) without distances, which fails",
        kind: "table",
        about: "The first idea of the slides: the best gain in a subtree by its number of stones alone. They refute it; here is the smallest tree on which it fails.",
        fields: SLIDES,
        with: { method: "naive" },
      },
      {
        id: "printed",
        name: "The recurrence as printed",
        kind: "table",
        about: "The formula of the slides, letter by letter, and the smallest tree on which it is wrong.",
        fields: SLIDES,
        with: { method: "slides:printed" },
      },
    ],
  },
  {
    id: "circle",
    name: "Circle and segment (seminar text)",
    source: "A seminar text in German after Ahn, Cheng, Cheong, Golin and van Oostrum, 2004",
    algorithms: [
      {
        id: "keypoint",
        name: "Algorithm 2.1, the key point strategy",
        kind: "ring",
        about: "Red takes free key points, then breaks the largest blue interval; his last stone makes a red one that is larger.",
        fields: RING,
      },
      {
        id: "mirror",
        name: "The mirror strategy and its three cases",
        kind: "ring",
        about: "Red answers opposite to Blue’s stone. The last stone decides.",
        fields: usual(RING, { red: "mirror", blue: "random" }),
      },
      {
        id: "line",
        name: "Figure 9, the line strategy",
        kind: "ring",
        about: "The actions of Figure 9. The text lost the figure: its numbers are put together from the lemmas.",
        fields: usual(RING, { arena: "segment", red: "line" }),
      },
      {
        id: "first",
        name: "Blue places all stones first",
        kind: "ring",
        about: "The rules forbid it: if Blue takes all key points, Red cannot win any more. Red gives the best answer there is.",
        fields: usual(RING, { red: "best-answer" }),
        with: { all_first: true },
      },
    ],
  },
  {
    id: "contest",
    name: "Players of a course’s contest (2025)",
    source: "Nafees: The Voronoi Game on Graphs. Report, 2025",
    algorithms: [
      player("greedy", "Takes the free vertex of highest value. The numbers on the board are what it compared."),
      player("neighbour", "Adds the values of free neighbours at distance 1.1 or less: score(v), on the board."),
      player("enhanced", "Adds value / distance of the free neighbours that it can still win: score(v), on the board."),
      player("monte-carlo", "Plays random games to the end after each move. The numbers are their means, White minus Black."),
    ],
  },
];
