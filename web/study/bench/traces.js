// traces.js - what an engine's trace of a stone says: a sentence, facts, and the sets of Algorithm 2 as a table.
const NAMES = {
  key_level: "key level h",
  alpha: "α = 2n / kʰ",
  T: "T₀ .. T_H",
  x_h: "x_h (White)",
  y_h: "y_h (Black)",
  "x_h-1": "x_h−1 (White)",
  "y_h-1": "y_h−1 (Black)",
  lemma_2_case: "Lemma 2, case",
  formula: "White minus Black",
  formula_value: "that is",
  R_m: "R_m, length of red intervals",
  B_m: "B_m, length of blue intervals",
  n_R: "n_R, red intervals",
  n_B: "n_B, blue intervals",
  R_b: "R_b, red at the border",
  B_b: "B_b, blue at the border",
  white_score: "White after it",
  black_score: "Black after it",
};
const TOLD = new Set(["side", "move", "step", "why", "held", "score", "values"]);

/** { words, facts, table } of one object of a trace. */
export function tellTrace(trace) {
  const { why, held } = trace;
  return {
    words: why,
    facts: Object.entries(trace)
      .filter(([key]) => !TOLD.has(key))
      .map(([key, value]) => [NAMES[key] ?? key.replaceAll("_", " "), Array.isArray(value) ? value.join(", ") : value]),
    table: held && {
      name: "Who holds how many of each set Vᵢ",
      heads: ["#i", "#White", "#Black"],
      rows: held.map((both, i) => [i + 1, ...both]),
    },
  };
}
