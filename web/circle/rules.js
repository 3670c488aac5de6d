// rules.js - the rules of a game on the circle or the segment, as the address holds them.

const KEYS = ["arena", "stones", "blue", "red", "seed", "batch", "min_distance", "strict"];
const OTHERS = { circle: "keypoint", segment: "line" };

/** The player that a colour gets unless one is chosen. */
export const usualPlayer = (colour, arena) => (colour === "red" ? OTHERS[arena] : "greedy");

export const usualRules = (arena = "circle") => ({
  arena,
  stones: "4",
  blue: "human",
  red: usualPlayer("red", arena),
  seed: "1",
});

/** The rules of an address; throws if one of them is damaged.  The engine checks the rest. */
export function readRules(params) {
  const arena = params.arena || "circle";
  if (!(arena in OTHERS)) throw new Error(`“${arena}” is neither circle nor segment`);
  const rules = usualRules(arena);
  for (const key of KEYS) if (params[key]) rules[key] = params[key];
  for (const key of ["stones", "seed"])
    if (!/^\d{1,15}$/.test(rules[key])) throw new Error(`“${rules[key]}” is no number of ${key}`);
  return rules;
}

/** The question about a game: its rules and the text of its moves; players may make `turns` turns. */
export function question(
  { arena, stones, blue, red, batch, min_distance: least, strict, seed },
  moves,
  turns,
) {
  const asked = { arena, stones: Number(stones), blue, red, seed: Number(seed), turns, moves };
  if (batch) asked.batch = true;
  if (least) asked.min_distance = least;
  if (strict) asked.strict = true;
  return asked;
}

/** The same rules with the other colour for a single human; null if there is no single one. */
export function swapped(rules) {
  const humans = ["blue", "red"].filter((colour) => rules[colour] === "human");
  if (humans.length !== 1) return null;
  const [mine] = humans,
    other = mine === "blue" ? "red" : "blue";
  return { ...rules, [other]: "human", [mine]: usualPlayer(mine, rules.arena) };
}
