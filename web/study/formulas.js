// formulas.js - a formula becomes a board that decides it: assignments as stones, and back.
//
// The reductions of Teramoto, Demaine and Uehara (2011): Theorem 3 (can it be true?) and Theorem 4 (who
// wins the formula game?).  The formula game can be played: a click on an x takes that variable, the engine answers.
import { Unreachable } from "../transport/server.js";
import { empty, fail, make } from "../dom.js";
import { ask } from "../engine.js";
import { OWNERS } from "../view/geometry.js";
import { choice, facts, field, valueWords } from "../widgets.js";
import { pack } from "../share.js";
import { endedEmpty, Work } from "../work.js";
import { button, card, PAPER, READ_ONLY, Scene } from "./scene.js";

const EXAMPLES = [
  ["Figure 3", "sat", "(not x1 or x2 or x3) and (not x2 or not x3 or not x4)"],
  ["Never true", "sat", "(a or b) and (a or not b) and (not a or b) and (not a or not b)"],
  ["Figure 4", "dnf", "(x1 and x2 and x4 and x5) or (x3 and x5 and x7 and x8) or (x6 and x8)"],
];
const KINDS = [
  ["sat", "Can it be true?"],
  ["dnf", "Who wins its game?"],
];
const MEANING = {
  sat: "White’s stone lies on u. Black adds one stone per variable and can win exactly if the formula can be made true. A quick way to find Black’s best reply would solve all such puzzles; nobody knows one (Theorem 3: NP-complete).",
  dnf: "Two players take variables in turn; the first wins with all variables of one pair of parentheses. White wins this board exactly if the first player wins that game (Theorem 4: PSPACE-complete).",
};

export function open(root, shell) {
  return new Formulas(root, shell);
}

class Formulas {
  constructor(root, shell) {
    this.shell = shell;
    this.black = []; // Black's stones
    this.taken = []; // variables of the formula game, in turn
    this.game = null; // the engine's answer about them; null: the board is too large to play
    this.begins = true; // the reader does
    this.scene = new Scene(root, "Formula", {
      play: (vertex) => this.#toggle(vertex).catch(fail),
      take: (vertex) => this.#toggle(vertex).catch(fail),
      canPlay: () => this.formulaKind === "sat" || Boolean(this.game?.to_move),
      hover: (vertex) => this.#point(vertex),
    });
    this.kind = choice(KINDS, "sat");
    this.text = make("textarea", { rows: 4, spellcheck: "false" });
    this.problem = make("p.help-text.bad", { role: "alert" });
    this.variables = make("div.variables");
    this.clauses = make("ul.clauses");
    this.found = make("div", { "aria-live": "polite" });
    this.meaning = make("p.help-text");
    this.#build();
  }

  close() {
    this.work.cancel();
    this.scene.close();
  }

  #build() {
    this.solveButton = button("Solve the board", () => this.#solve(), "button.main");
    this.work = new Work(this.solveButton);
    this.trial = card(
      "An assignment is Black’s stones",
      make("p.help-text", {}, "Choose here, or place stones on the board."),
      this.variables,
      this.clauses,
    );
    this.match = card(
      "The formula game",
      make("p.help-text", {}, "Click an x to take that variable: you and the engine take turns."),
      make(
        "div.buttons",
        {},
        button("You begin", () => this.#restart(true)),
        button("The engine begins", () => this.#restart(false)),
        button("Take back", () => this.#takeBack()),
      ),
      (this.disjuncts = make("ul.clauses")),
    );
    this.scene.side.append(
      card(
        "Formula",
        field("Question", this.kind),
        make("label", {}, make("span.unseen", {}, "Formula"), this.text),
        this.problem,
        make(
          "div.buttons",
          {},
          button("Make the board", () => this.#take(this.kind.value, this.text.value), "button.main"),
          EXAMPLES.map(([name, kind, text]) => button(name, () => this.#take(kind, text))),
        ),
        this.meaning,
        make("p.help-text", {}, PAPER),
      ),
      this.trial,
      this.match,
      card(
        "The board decides",
        make(
          "div.buttons",
          {},
          this.solveButton,
          button("Play this", () => this.#play()),
        ),
        this.work.element,
        this.found,
      ),
    );
    this.solveButton.disabled = this.shell.info.read_only;
  }

  async show({ kind, formula, black, taken = "", begins }) {
    const [, usualKind, usual] = EXAMPLES[kind === "dnf" ? 2 : 0];
    await this.#take(usualKind, formula || usual, black, taken, begins !== "engine");
    if (this.reduced || !formula) return;
    const words = this.problem.textContent; // a damaged link
    await this.#take(usualKind, usual);
    this.problem.textContent = words;
  }

  /** Makes the board of a formula; `black` has stones of the address. */
  async #take(kind, text, black, taken = "", begins = true) {
    const mine = (this.asked = {});
    if (this.shell.info.read_only) return void (this.scene.words.textContent = READ_ONLY);
    this.work.cancel();
    this.kind.value = kind;
    this.text.value = text;
    this.problem.textContent = "";
    try {
      const formula = readFormula(text, kind),
        file = fileOf(formula, kind),
        reduced = await ask(`reduce/${kind}`, { formula: file, board: true });
      const source = { text: JSON.stringify(reduced.board), name: "formula.json", seed: 1 };
      if (mine !== this.asked || !(await this.scene.open(source, this.shell.info.formats))) return;
      Object.assign(this, { formula, file, reduced, formulaKind: kind });
      this.black = (black ? black.split(",").map(Number) : [])
        .filter((v) => v > 0 && v < reduced.vertices)
        .slice(0, reduced.count ?? 0);
      this.begins = begins;
      this.taken = /^\d+(,\d+)*$/.test(taken) ? taken.split(",").map(Number) : [];
      this.game = kind === "dnf" ? await this.#ask(this.taken).catch(() => this.#ask([]).catch(() => null)) : null;
      if (mine !== this.asked) return;
      this.taken = this.game?.moves ?? [];
      this.#nameBoard();
      this.#tellFormula();
      await this.#update();
    } catch (error) {
      if (error instanceof Unreachable) throw error;
      if (mine === this.asked) this.problem.textContent = error.message;
    }
  }

  /** Names as in the figures, without the pendants' and, on a narrow board, the inner ones. */
  #nameBoard() {
    const isNamed = this.scene.view.element.clientWidth < 600 ? /^[uxcd]\d*[+-]?$/ : /^[^p]/;
    this.scene.board.names = this.reduced.names.map((name) => (isNamed.test(name) ? name : ""));
  }

  #tellFormula() {
    const { formulaKind: kind, reduced, formula } = this;
    this.meaning.textContent = MEANING[kind];
    this.trial.hidden = kind !== "sat";
    this.match.hidden = !this.game;
    empty(this.found);
    if (kind === "sat")
      empty(
        this.variables,
        formula.names.map((name, i) => this.#variable(name, i + 1)),
      );
    else
      empty(
        this.found,
        facts([
          ["board", `${reduced.vertices} vertices, ${reduced.rounds} rounds`],
          ["best play", "White takes u2, Black u1; then both take turns on the x"],
        ]),
      );
  }

  /** A variable with its two stones. */
  #variable(name, number) {
    const option = (sign, text) =>
      make(
        "button",
        {
          type: "button",
          "data-vertex": this.#vertexOf(number, sign),
          onclick: () => this.#toggle(this.#vertexOf(number, sign)).catch(fail),
          "aria-label": `${name} ${text}`,
        },
        text,
      );
    const own = `x${number}`;
    return make(
      "div.variable",
      {},
      make("span", {}, name === own ? name : `${name} (${own})`),
      option("+", "true"),
      option("-", "false"),
    );
  }

  #vertexOf(number, sign) {
    return this.reduced.names.indexOf(`x${number}${sign}`);
  }

  /** Adds or removes a stone of Black; one of x+ and x- replaces the other. */
  async #toggle(vertex) {
    if (this.formulaKind === "dnf") return this.#takeVariable(vertex);
    if (this.formulaKind !== "sat" || !this.reduced || vertex < 0) return;
    const { names, white, count } = this.reduced,
      name = names[vertex],
      other = /^x\d+[+-]$/.test(name)
        ? names.indexOf(name.slice(0, -1) + (name.endsWith("+") ? "-" : "+"))
        : -1;
    if (white.includes(vertex)) return;
    if (this.black.includes(vertex)) this.black = this.black.filter((v) => v !== vertex);
    else {
      const rest = this.black.filter((v) => v !== other);
      if (rest.length >= count)
        throw new Error(`Black has only ${count} stones, one per variable: remove one first`);
      this.black = [...rest, vertex];
    }
    await this.#update();
  }

  /** The formula game after these variables; the engine takes one if it is its turn. */
  #ask(moves) {
    const [first, second] = this.begins ? ["human", "engine"] : ["engine", "human"];
    return ask("reduce/dnf", { formula: this.file, play: true, moves, first, second, turns: 1 });
  }

  async #goTo(moves) {
    const mine = this.asked,
      game = await this.#ask(moves);
    if (mine !== this.asked) return;
    Object.assign(this, { game, taken: game.moves });
    await this.#update();
  }

  async #takeVariable(vertex) {
    const [, number] = /^x(\d+)$/.exec(this.reduced?.names[vertex] ?? "") || [];
    if (!this.game?.to_move || vertex < 0) return;
    if (!number || Number(number) > this.formula.names.length) throw new Error("Take one of the x: they are the variables.");
    if (this.taken.includes(Number(number))) throw new Error(`${this.formula.names[number - 1]} is taken.`);
    await this.#goTo([...this.taken, Number(number)]);
  }

  #restart(begins) {
    this.begins = begins;
    this.#goTo([]).catch(fail);
  }

  /** The reader's last variable and the engine's answer. */
  #takeBack() {
    const own = this.begins ? 0 : 1,
      last = this.taken.findLastIndex((_, i) => i % 2 === own);
    if (last >= 0) this.#goTo(this.taken.slice(0, last)).catch(fail);
  }

  #tellGameSoFar() {
    const { game, formula } = this;
    empty(
      this.disjuncts,
      formula.clauses.map((clause, i) => {
        const { state, missing } = game.disjunct_states[i],
          words = { complete: "complete", dead: "can no longer be completed", open: `${missing} missing` }[state];
        return make(
          state === "complete" ? "li.true" : "li",
          {},
          `${clause.map((v) => formula.names[v - 1]).join(" and ")}: ${words}`,
        );
      }),
    );
    const isYours = (side) => (side === "first") === this.begins;
    if (game.winner)
      return game.winner === "first"
        ? `The first player has all variables of one pair of parentheses and wins${isYours("first") ? ": you" : ""}; White wins the board by ${game.value}.`
        : `No pair of parentheses is complete: the second player wins${isYours("second") ? ": you" : ""}, and the board is a tie.`;
    return `Your turn: take a variable. With best play the ${game.first_wins ? "first" : "second"} player wins.`;
  }

  #point(vertex) {
    const { view } = this.scene,
      name = this.reduced?.names[vertex];
    if (!name) return view.setTip(-1);
    const [, number, sign] = /^x(\d+)([+-])$/.exec(name) || [];
    view.setTip(vertex, sign ? `${this.formula.names[number - 1]} is ${sign === "+"}` : name);
  }

  /** Shows the stones, the score, and what they mean. */
  async #update() {
    const { scene, reduced, black, formulaKind: kind } = this;
    scene.extra = { labels: true };
    const stones = [
      ...(reduced.white || []).map((vertex) => ({ vertex, side: "white" })),
      ...black.map((vertex) => ({ vertex, side: "black" })),
      ...(this.game?.stones ?? []).map(([side, vertex]) => ({ vertex, side })),
    ];
    const shown = await scene.show(stones);
    if (!shown) return;
    this.shell.write({
      kind,
      formula: this.text.value,
      black: black.join(),
      taken: this.taken.join(),
      begins: this.begins ? "" : "engine",
    });
    if (kind === "dnf")
      return void (scene.words.textContent = this.game
        ? this.#tellGameSoFar()
        : "Each x is a variable, each d one pair of parentheses.");
    for (const button of this.variables.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(black.includes(Number(button.dataset.vertex))));
    this.#tellClauses(shown.owner);
    const words = await this.#verdict(black);
    if (this.black === black) scene.words.textContent = words;
  }

  /** A clause is true exactly if Black owns its vertex. */
  #tellClauses(owner) {
    const { formula, reduced } = this;
    empty(
      this.clauses,
      formula.clauses.map((clause, i) => {
        const isTrue = OWNERS[owner[reduced.names.indexOf(`c${i + 1}`)]] === "B";
        const text = clause
          .map((v) => `${v < 0 ? "not " : ""}${formula.names[Math.abs(v) - 1]}`)
          .join(" or ");
        return make(
          isTrue ? "li.true" : "li",
          {},
          `${isTrue ? "✓" : "–"} ${text}`,
          make("span.unseen", {}, isTrue ? ", true" : ", not true yet"),
        );
      }),
    );
  }

  async #verdict(black) {
    const { count } = this.reduced;
    if (black.length < count)
      return `Black has placed ${black.length} of ${count} stones. Choose true or false for every variable.`;
    const { assignment, satisfied, value } = await ask("reduce/sat", { formula: this.file, black });
    const winner = valueWords(-value);
    if (!assignment)
      return `These stones are no assignment: every variable needs one on x+ or x−. Now ${winner}.`;
    return satisfied
      ? `The formula is true, and ${winner}.`
      : `A clause is false and stays White’s: ${winner}.`;
  }

  async #solve() {
    const { reduced, scene, formulaKind: kind } = this;
    if (!reduced || this.work.isBusy) return;
    const { arena } = scene.named;
    const job =
      kind === "sat"
        ? await this.work.run("reply", { arena, white: reduced.white, count: reduced.count })
        : await this.work.run("solve", { arena, rounds: reduced.rounds, outcome: true });
    if (!job || this.reduced !== reduced || endedEmpty(job, this.found)) return;
    if (kind === "sat") await this.#tellReply(job.result);
    else this.#tellGame(job.result);
  }

  async #tellReply({ value, black, proven }) {
    const words =
      value > 0 // Black minus White
        ? "Black can win, so the formula can be true: the stones are such an assignment."
        : "Black cannot win, so the formula is never true.";
    this.#tell(value > 0 || proven, words);
    this.black = black;
    await this.#update();
  }

  #tellGame({ outcome }) {
    const words =
      outcome === "white"
        ? "White wins the board, so the first player wins the formula game."
        : "White cannot win the board, so the second player stops the first.";
    this.#tell(outcome, words);
  }

  #tell(isProven, words) {
    empty(this.found, make("p.verdict", {}, isProven ? words : "Stopped: nothing is proven yet."));
  }

  /** As a game: White's stones lie (Corollary 1: as many as Black's), Black adds one per variable. */
  async #play() {
    const { reduced, scene, formulaKind: kind, file } = this;
    if (!reduced) return;
    const common = { board: await pack(scene.source.text), name: scene.source.name };
    if (kind === "dnf")
      return this.shell.go("play", { ...common, rounds: reduced.rounds, white: "human", black: "champion" });
    const { white, count } = await ask("reduce/sat", { formula: file, problem: 2 });
    const moves = white.join(",");
    this.shell.go("play", { ...common, rounds: 1, "per-turn": count, white: "human", black: "human", moves });
  }
}

// Formulas as people write them: a CNF joins clauses by "and" and their literals by "or"; a DNF the other way.
const SIGNS = { and: /^(and|∧|&+)$/, or: /^(or|∨|\|+)$/, not: /^(not|¬|!|~|-)$/ };
const TOKEN = /&+|\|+|[a-z_]\w*|\S/g;

/** Variables named x1, x2, .. keep their numbers; others are numbered as they come. */
function numbering(clauses) {
  const names = [...new Set(clauses.flat().map(({ name }) => name))],
    numbers = names.map((name) => Number(/^x([1-9]\d?)$/.exec(name)?.[1]));
  if (numbers.some(Number.isNaN)) return names;
  return Array.from({ length: Math.max(...numbers) }, (_, i) => `x${i + 1}`);
}

/** { names, clauses: [[1, -2], ..] } of a formula; kind: "sat" or "dnf".  Throws with what is wrong. */
function readFormula(text, kind) {
  const [inner, outer] = kind === "sat" ? ["or", "and"] : ["and", "or"],
    tokens = text.toLowerCase().match(TOKEN) || [];
  let at = 0;
  const is = (sign) => at < tokens.length && SIGNS[sign].test(tokens[at]);
  const literal = () => {
    const not = is("not");
    if (not) at++;
    const name = tokens[at++];
    if (!name || !/^[a-z_]/.test(name) || Object.values(SIGNS).some((sign) => sign.test(name)))
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
    if (tokens[at] !== "(") return tokens.includes("(") ? [literal()] : list();
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
    numberOf = ({ name, not }) => (not ? -1 : 1) * (names.indexOf(name) + 1);
  return { names, clauses: clauses.map((literals) => literals.map(numberOf)) };
}

/** The text that the server takes: DIMACS, or one disjunct per line. */
function fileOf({ names, clauses }, kind) {
  return kind === "sat"
    ? `p cnf ${names.length} ${clauses.length}\n${clauses.map((c) => `${c.join(" ")} 0\n`).join("")}`
    : `variables ${names.length}\n${clauses.map((c) => `${c.join(" ")}\n`).join("")}`;
}
