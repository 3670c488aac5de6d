// plane.js - the game in the plane: click, and the land flows.
//
// The page paints with doubles; what the game comes to at its end is the engine's exact answer.
import { empty, fail, make, save, say, tell } from "../dom.js";
import { ask } from "../engine.js";
import { areaOf, cellsOf, gainOf, numberOf, outlineOf, textOf } from "../plane/cells.js";
import { keep, lastGame } from "../plane/kept.js";
import { askForGame } from "../plane/newgame.js";
import { answerOf } from "../plane/opponent.js";
import { fillReview } from "../plane/review.js";
import { RowCard } from "../plane/rowcard.js";
import {
  openingOf,
  other,
  readMoves,
  readRules,
  rowRules,
  sideAt,
  swapped,
  totalOf,
  usualRules,
  writeMoves,
} from "../plane/rules.js";
import { bestPoint } from "../plane/search.js";
import { PlaneView } from "../plane/view.js";
import { asTip, gainWords, nameOf, resultWords, seatWords, turnWords } from "../plane/words.js";
import { asPng } from "../stage.js";
import { Unreachable } from "../transport/server.js";
import { countOf, ScoreBar } from "../widgets.js";

export const title = "Plane";
export const rules = "plane";
export const keys = [
  ["arrows", "move a cross over the board; Shift: in small steps"],
  ["Enter", "place a point there"],
  ["n", "new game"],
  ["u / y", "undo, redo"],
  ["h", "hint"],
];

const TAKEN = 1e-7; // of the board: points nearer than this are one

export function open(root, shell) {
  return new Plane(root, shell);
}

class Plane {
  constructor(root, shell) {
    this.shell = shell;
    this.turn = 0; // counts what changes the game, so that late answers are dropped
    this.moves = [];
    this.later = [];
    this.ghosts = [];
    this.#build(root);
  }

  close() {
    this.closed = true;
    this.turn++;
    this.row.close();
    this.view.close();
  }

  #button(text, hint, act, look = "button") {
    const onclick = () => Promise.resolve(act()).catch(fail);
    return make(look, { type: "button", title: hint, onclick }, text);
  }

  #build(root) {
    this.headline = make("div.status.headline", { "aria-live": "off" });
    this.bar = new ScoreBar({ white: "White", black: "Black", none: "Nobody has land yet" });
    this.arena = make("section.arena", { "aria-label": "Plane" }, this.headline, this.bar.element);
    this.side = make("aside.side", { "aria-label": "Plane: panel", inert: true });
    root.append(make("div.stage", {}, this.arena, this.side));
    this.view = new PlaneView(this.arena, {
      point: (at, byKey) => this.#point(at, byKey),
      press: (at) => this.#place(at).catch(fail),
      key: () => false,
    });
    this.row = new RowCard({
      change: (chosen) => this.#start(chosen).catch(fail),
      ghosts: (points) => this.#setGhosts(this.#isFresh ? points : [], "black"),
      readOnly: () => this.shell.info.read_only,
    });
    this.side.append(
      this.#gameCard(),
      this.row.element,
      this.#reviewCard(),
      this.#pointsCard(),
      this.#shareCard(),
    );
  }

  #gameCard() {
    this.undoButton = this.#button("Undo", "Undo (u)", () => this.#undo());
    this.redoButton = this.#button("Redo", "Redo (y)", () => this.#redo());
    this.restartButton = this.#button("Restart", "Takes all points away", () => this.#start(this.rules));
    this.hintButton = this.#button("Hint", "A good place for you (h)", () => this.#hint());
    const fresh = this.#button("New game …", "New game (n)", () => this.#newGame(), "button.main");
    this.rowButton = this.#button("Beat a row of centres", "One round, and the theorem about it", () =>
      this.#start(rowRules("0.9", 2), [], true),
    );
    const words =
      "Click anywhere. Every part of the board goes to the nearest point; whoever has more land at the end wins.";
    return card(
      "Game",
      make("p.help-text", {}, words),
      make(
        "div.buttons",
        {},
        ...[fresh, this.undoButton, this.redoButton, this.restartButton, this.hintButton, this.rowButton],
      ),
    );
  }

  #reviewCard() {
    this.review = make("div");
    this.reviewCard = card(
      "Review",
      make(
        "p.help-text",
        {},
        "How much of the board each point took from the other side when it was placed.",
      ),
      this.review,
    );
    this.reviewCard.hidden = true;
    return this.reviewCard;
  }

  #pointsCard() {
    this.list = make("div.moves", { role: "group", "aria-label": "Points" });
    return card("Points", this.list);
  }

  #shareCard() {
    return card(
      "Share",
      make(
        "div.buttons",
        {},
        this.#button("Copy link", null, () => this.#copyLink()),
        this.#button("SVG", null, () => save("plane.svg", this.view.picture())),
        this.#button("PNG", null, async () => save("plane.png", await asPng(this.view.picture()))),
      ),
    );
  }

  /** Shows the game of an address, or the last one; of a damaged one the usual. */
  async show(params) {
    const given = Object.keys(params).length ? params : lastGame();
    try {
      const wanted = readRules(given),
        moves = readMoves(wanted, given.moves);
      const isOver = given !== params && moves.length === totalOf(wanted);
      await this.#start(wanted, isOver ? [] : moves);
    } catch (error) {
      if (error instanceof Unreachable) throw error;
      if (given === params) fail(new Error(`This link is damaged: ${error.message}. Here is a new game.`));
      await this.#start(usualRules());
    }
  }

  async #start(chosen, moves = [], isNew = false) {
    this.rules = chosen;
    this.outline = outlineOf(chosen.board);
    this.whole = areaOf(this.outline);
    this.later = [];
    const opening = openingOf(chosen);
    this.#take(moves.length >= opening.length ? moves : opening, { isNew });
    this.row.set(chosen);
    this.side.inert = false;
    await this.#drive();
  }

  get #toMove() {
    return this.moves.length < totalOf(this.rules) ? sideAt(this.rules, this.moves.length) : null;
  }

  get #isFriend() {
    return this.rules.level === "friend";
  }

  get #isHuman() {
    return Boolean(this.#toMove) && (this.#isFriend || this.#toMove === this.rules.you);
  }

  /** Shows these moves; the land of the last `fresh` points flows out. */
  #take(moves, { fresh = 0, isNew = false } = {}) {
    this.turn++;
    this.moves = moves;
    this.sites = moves.map(([, point]) => point.map(numberOf));
    this.sides = moves.map(([side]) => side);
    this.cells = cellsOf(this.outline, this.sites);
    this.ghosts = [];
    this.verdict = null;
    this.#paint(fresh);
    this.#fill();
    this.row.showGhosts();
    const { level, you, seed, board, rounds, per_turn } = this.rules;
    const params = { board, rounds, per_turn, level, you, seed, moves: writeMoves(this.moves) };
    this.shell.write(params, [], isNew);
    keep(params);
    if (this.#isOver) this.#settle().catch(fail);
  }

  /** Whether nothing was placed but the opening. */
  get #isFresh() {
    return this.rules && this.moves.length === openingOf(this.rules).length;
  }

  get #isOver() {
    return this.#toMove === null;
  }

  #paint(fresh = 0) {
    const last = this.moves.length > openingOf(this.rules).length ? this.moves.length - 1 : -1,
      words = `Board with ${countOf(this.moves.length, "point")}.`;
    const { outline, sites, sides, cells, ghosts } = this;
    this.view.set({ outline, sites, sides, cells, ghosts, last, words }, fresh);
    this.view.element.classList.toggle("can-play", this.#isHuman);
  }

  #setGhosts(points, side) {
    if (this.outline) this.ghosts = ghostsOf(this.outline, this.sites, points, side);
    if (this.outline) this.#paint();
  }

  /** Shares of the board, in percent. */
  #shares(extra = { white: 0, black: 0 }) {
    const sum = { ...extra };
    this.cells.forEach((cell, i) => (sum[this.sides[i]] += areaOf(cell)));
    return { white: (100 * sum.white) / this.whole, black: (100 * sum.black) / this.whole };
  }

  #fillBar({ white, black }) {
    const near = (value) => Number(value.toFixed(1));
    this.bar.set(
      { white_score: near(white), tied: 0, unreached: 0, black_score: near(black) },
      white + black < 1,
    );
    for (const part of Object.values(this.bar.parts))
      if (part.textContent) part.textContent = `${Number(part.textContent).toFixed(1)} %`;
    this.bar.element.setAttribute(
      "aria-label",
      `${nameOf(this.rules, "white")} ${near(white)} %, ${nameOf(this.rules, "black")} ${near(black)} %`,
    );
  }

  #fill() {
    this.#fillBar(this.#shares());
    this.#fillHead();
    this.#fillList();
    const opening = openingOf(this.rules).length;
    this.undoButton.disabled = this.#lastHuman() === null;
    this.redoButton.disabled = !this.later.length;
    this.restartButton.disabled = this.moves.length <= opening;
    this.hintButton.disabled = !this.#isHuman;
    this.rowButton.hidden = this.rules.level === "row";
    this.reviewCard.hidden = !this.#isOver;
  }

  #fillList() {
    empty(
      this.list,
      this.moves.map(([side, point], i) => {
        const near = this.sites[i].map((value) => value.toFixed(2)).join(", "),
          act = () => this.#goTo(i + 1);
        const button = this.#button(
          `${i + 1}. ${near}`,
          `${nameOf(this.rules, side)}, exactly ${point.join(", ")}`,
          act,
        );
        button.classList.add(side);
        return button;
      }),
    );
  }

  #fillHead() {
    empty(
      this.headline,
      make(this.#isOver ? "strong.won" : "strong", {}, this.#status()),
      make("div", {}, seatWords(this.rules)),
      this.#isOver ? this.#againButtons() : null,
    );
  }

  #againButtons() {
    const { rules } = this,
      again = { ...rules, seed: String(Number(rules.seed) + 1) };
    const isRow = rules.level === "row";
    return make(
      "div.buttons.again",
      {},
      this.#button("Rematch", "The same game again", () => this.#start(again, [], true), "button.main"),
      isRow || this.#isFriend
        ? null
        : this.#button("Swap sides", "The other one begins", () => this.#start(swapped(rules), [], true)),
    );
  }

  #status() {
    const side = this.#toMove,
      placed = this.sides.filter((one) => one === side).length;
    if (!side) return this.verdict ?? "The game is over";
    return turnWords(this.rules, side, placed, !this.moves.length);
  }

  /** The end: the exact areas decide. */
  async #settle() {
    const mine = this.turn,
      points = (side) => this.moves.filter(([one]) => one === side).map(([, point]) => point);
    const position = { outline: this.outline, sites: this.sites, sides: this.sides };
    const first = openingOf(this.rules).length;
    fillReview(
      this.review,
      position,
      first,
      (i) => nameOf(this.rules, this.sides[i]),
      (at, i) => this.#better(at, i),
      () => mine === this.turn && !this.closed,
    ).catch(fail);
    const given = { board: this.rules.board, white: points("white"), black: points("black") };
    const score = await ask("plane/score", given).catch((error) => {
      if (error instanceof Unreachable) return this.#nearScore();
      throw error;
    });
    if (mine !== this.turn || this.closed) return;
    this.verdict = resultWords(this.rules, score);
    for (const key of ["white_score", "black_score"])
      if (typeof score[key] === "string") this.bar.parts[key].title = `exactly ${score[key]}`;
    this.#fillHead();
    say(this.verdict);
  }

  /** The score with doubles: for a server that is gone. */
  #nearScore() {
    const { white, black } = this.#shares(),
      isTie = Math.abs(white - black) < 1e-9;
    return {
      winner: isTie ? null : white > black ? "white" : "black",
      white_score: white,
      black_score: black,
      area: 100,
    };
  }

  /** Marks the better place on the board as it was before that point. */
  #better(at, index) {
    const { outline } = this,
      sites = this.sites.slice(0, index),
      sides = this.sides.slice(0, index);
    const ghosts = ghostsOf(outline, sites, [at], this.sides[index]),
      words = `The board before point ${index + 1}, with a better place.`;
    this.view.set({ outline, sites, sides, cells: cellsOf(outline, sites), ghosts, last: -1, words });
    tell(words, false, { text: "Back to the end", act: () => this.#paint() });
  }

  async #place(at) {
    if (!this.#isHuman || this.#isTaken(at)) return;
    this.later = [];
    this.#take([...this.moves, [this.#toMove, textOf(this.outline, at)]], { fresh: 1 });
    this.#announce();
    await this.#drive();
  }

  #isTaken(at) {
    const near = textOf(this.outline, at).map(Number);
    return this.sites.some(([x, y]) => Math.hypot(x - near[0], y - near[1]) < TAKEN);
  }

  /** The opponent's turn, if it is. */
  async #drive() {
    if (this.#isOver || this.#isHuman || this.rules.level === "row") return;
    const mine = this.turn,
      isWanted = () => mine === this.turn && !this.closed;
    const points = await answerOf(this.rules, this.moves, isWanted).catch((error) => {
      if (isWanted()) fail(error);
      return null;
    });
    if (!points?.length || !isWanted()) return;
    const side = this.#toMove;
    this.#take([...this.moves, ...points.map((point) => [side, point])], { fresh: points.length });
    this.#announce();
  }

  #announce() {
    const { white, black } = this.#shares(),
      near = (value) => `${value.toFixed(1)} %`;
    say(
      `${this.#status()}. ${nameOf(this.rules, "white")} ${near(white)}, ${nameOf(this.rules, "black")} ${near(black)}.`,
    );
  }

  /** The number of moves before a person's last point, or null. */
  #lastHuman() {
    for (let i = this.moves.length - 1; i >= openingOf(this.rules).length; i--)
      if (this.#isFriend || this.sides[i] === this.rules.you) return i;
    return null;
  }

  async #goTo(count) {
    const kept = Math.max(count, openingOf(this.rules).length);
    if (kept === this.moves.length) return;
    this.later.push(this.moves);
    this.#take(this.moves.slice(0, kept));
    await this.#drive();
  }

  #undo() {
    const to = this.#lastHuman();
    return to === null ? undefined : this.#goTo(to);
  }

  #redo() {
    const moves = this.later.pop();
    if (moves) this.#take(moves);
  }

  async #hint() {
    if (!this.#isHuman) return;
    const mine = this.turn,
      side = this.#toMove;
    const isFirst = !this.sides.includes(other[side]);
    const best = isFirst
      ? {
          at: this.outline.reduce(
            ([x, y], [cx, cy]) => [x + cx / this.outline.length, y + cy / this.outline.length],
            [0, 0],
          ),
        }
      : await bestPoint(this.outline, this.sites, this.sides, side, () => mine === this.turn);
    if (!best || mine !== this.turn || this.closed) return;
    this.#setGhosts([best.at], side);
    const share = isFirst ? "" : ` It takes ${((100 * best.value) / this.whole).toFixed(1)} % of the board.`;
    tell(`A good place is marked.${share}`);
  }

  /** The land that a point there would get, and from whom. */
  #point(at, byKey) {
    if (!at || !this.rules || !this.#isHuman || this.#isTaken(at)) {
      this.view.preview(null);
      if (this.rules) this.#fillBar(this.#shares());
      return;
    }
    const side = this.#toMove,
      gain = gainOf(this.outline, this.sites, this.cells, at),
      change = { white: 0, black: 0 };
    gain.from.forEach((part, i) => (change[this.sides[i]] -= part));
    const own = -change[side] / this.whole,
      others = -change[other[side]] / this.whole;
    change[side] += gain.area;
    this.#fillBar(this.#shares(change));
    const lines = gainWords(this.rules, side, { all: gain.area / this.whole, others, own });
    this.view.preview(at, gain.cell, side, asTip(lines));
    if (byKey) say(lines.join(", "));
  }

  async #copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      tell("The link to this game is on the clipboard.");
    } catch {
      tell("The address above is the link to this game.");
    }
  }

  key({ key }) {
    const button = { u: this.undoButton, y: this.redoButton, h: this.hintButton }[key];
    if (key === "n") this.#newGame();
    else if (button) button.click();
    else return false;
    return true;
  }

  #newGame() {
    if (this.rules) askForGame(this.rules, (chosen) => this.#start(chosen, [], true));
  }
}

/** Points that are shown though they are not placed, with the land that they would get. */
function ghostsOf(outline, sites, points, side) {
  const cells = cellsOf(outline, [...points, ...sites]);
  return points.map((at, i) => ({ at, side, cell: cells[i] }));
}

function card(name, ...content) {
  return make("section.card", { "aria-label": name }, make("h2", {}, name), content);
}
