// formula_text.js - formulas as people write them: "(a or not b) and (b or c)".
//
// A CNF joins clauses by "and" and their literals by "or"; a DNF the other way round.

const SIGNS = { and: /^(and|∧|&+)$/i, or: /^(or|∨|\|+)$/i, not: /^(not|¬|!|~|-)$/i };
const TOKEN = /\s*(\(|\)|∧|&+|∨|\|+|¬|!|~|-|[A-Za-z_]\w*|$)/y;

function tokensOf(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex,
      match = TOKEN.exec(text);
    if (!match)
      throw new Error(
        `“${text.slice(at).trim()[0]}” is not part of a formula; write (a or not b) and (b or c)`,
      );
    if (match[1]) tokens.push(match[1]);
    else break;
  }
  return tokens;
}

/** Variables named x1, x2, .. keep their numbers; others are numbered as they come. */
function numbering(clauses) {
  const names = [...new Set(clauses.flat().map(({ name }) => name))],
    numbers = names.map((name) => Number(/^x([1-9]\d?)$/i.exec(name)?.[1]));
  if (numbers.some(Number.isNaN)) return names;
  return Array.from({ length: Math.max(...numbers) }, (_, i) => `x${i + 1}`);
}

/** { names, clauses: [[1, -2], ..] } of a formula; kind: "sat" or "dnf".  Throws with what is wrong. */
export function readFormula(text, kind) {
  const [inner, outer] = kind === "sat" ? ["or", "and"] : ["and", "or"],
    tokens = tokensOf(text);
  let at = 0;
  const is = (sign) => at < tokens.length && SIGNS[sign].test(tokens[at]);
  const literal = () => {
    const not = is("not");
    if (not) at++;
    const name = tokens[at++];
    if (!name || !/^[A-Za-z_]/.test(name) || Object.values(SIGNS).some((sign) => sign.test(name)))
      throw new Error(`expected a variable ${name ? `instead of “${name}”` : "at the end"}`);
    if (not && kind === "dnf") throw new Error("the formula game has no “not”");
    return { name, not };
  };
  const list = () => {
    const literals = [literal()];
    while (is(inner) && ++at) literals.push(literal());
    return literals;
  };
  const clause = () => {
    if (tokens[at] !== "(")
      return is("not") || tokens.length < 3 || !tokens.includes("(") ? list() : [literal()];
    at++;
    const literals = list();
    if (tokens[at++] !== ")") throw new Error(`inside parentheses write “${inner}”, between them “${outer}”`);
    return literals;
  };
  if (!tokens.length) throw new Error("write a formula first");
  const clauses = [clause()];
  while (is(outer) && ++at) clauses.push(clause());
  if (at < tokens.length) throw new Error(`put each clause in parentheses and write “${outer}” between them`);
  const names = numbering(clauses),
    numberOf = (name) => names.findIndex((one) => one.toLowerCase() === name.toLowerCase()) + 1;
  return {
    names,
    clauses: clauses.map((literals) => literals.map(({ name, not }) => (not ? -1 : 1) * numberOf(name))),
  };
}

/** The text that the server takes: DIMACS, or one disjunct per line. */
export function fileOf({ names, clauses }, kind) {
  return kind === "sat"
    ? `p cnf ${names.length} ${clauses.length}\n${clauses.map((c) => `${c.join(" ")} 0\n`).join("")}`
    : `variables ${names.length}\n${clauses.map((c) => `${c.join(" ")}\n`).join("")}`;
}

/** A file's formula as people write it. */
export function readFile(text) {
  const isCnf = /^p cnf /m.test(text);
  const lines = text.split("\n").filter((line) => /^\s*-?\d/.test(line)),
    clauses = isCnf
      ? lines
          .join(" ")
          .split(/\s+0\b/)
          .map(numbersIn)
      : lines.map(numbersIn);
  const [inner, outer] = isCnf ? [" or ", ") and ("] : [" and ", ") or ("];
  const words = clauses
    .filter((c) => c.length)
    .map((c) => c.map((v) => `${v < 0 ? "not " : ""}x${Math.abs(v)}`).join(inner));
  if (!words.length) throw new Error("this file has no clauses; DIMACS CNF or one disjunct per line is read");
  return { kind: isCnf ? "sat" : "dnf", text: `(${words.join(outer)})` };
}

const numbersIn = (text) => (text.match(/-?\d+/g) || []).map(Number);
