// words.js - the lists that the page offers: the engine says what there is (`choices` of /api/info), and here is what
// each is called.

const WORDS = {
  ties: { neutral: "nobody", earlier: "the earlier stone", white: "White", black: "Black" },
  profile: { car: "Car", bike: "Bicycle", foot: "On foot" },
  measure: { metres: "Metres", seconds: "Seconds", minutes: "Minutes" },
  direction: { "to-site": "customers", "from-site": "deliveries" },
  crossings: {
    pass: "pass over edges",
    forbid: "may not cross",
    join: "join what they cross",
    stop: "end at what they meet",
  },
  kind: { gabriel: "neighbours", grid: "grid with gaps" },
  winner: { any: "any outcome", white: "White wins", tie: "a tie", black: "Black wins" },
};

/** What people call a choice. */
export const wordOf = (list, name) => WORDS[list]?.[name] ?? name;

/** The choices of a list: [[name, words], ..]. */
export const listOf = (info, list) => info.choices[list].map((name) => [name, wordOf(list, name)]);
