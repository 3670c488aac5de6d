// stage.js - a game on the page: the board with its score beside a panel; pointing, sharing, files.
//
// Play and Analyse are panels beside the same stage.
import { empty, fail, make, save, say, tell } from "./dom.js";
import { jsonName } from "./boards.js";
import { ask, picture, readJson, writeJson } from "./engine.js";
import { Game, isKnown, readGame, stonesAsked } from "./game.js";
import { lastParams } from "./play/saved.js";
import { Unreachable } from "./transport/server.js";
import { BoardView } from "./view/board.js";
import { movingKeys } from "./view/moving.js";
import { TableView } from "./view/table.js";
import { OWNERS, placeName, vertexName } from "./view/geometry.js";
import { fileInput, ScoreBar, signed } from "./widgets.js";

const OWNER_WORDS = { W: "White’s", B: "Black’s", ".": "tied", "-": "unreached" };
const MOST_NAMED = 100;
export const sideName = (side) => (side === "white" ? "White" : "Black");

export const boardKeys = [
  ["arrows", "move over the board's vertices"],
  ["Enter", "place a stone there"],
  ...movingKeys,
  ["t", "the board as a table"],
  ["v", "names of all places"],
  ["l", "copy a link to this position"],
];

export class Stage {
  /** calls: { play(vertex), changed(look), canPlay(vertex), replaced() when another game is taken,
   *  opened() once it is shown, previewed(look after that stone) if wanted } */
  constructor(root, shell, label, calls) {
    this.shell = shell;
    this.calls = calls;
    this.game = new Game();
    this.now = null; // what is seen
    this.extra = {}; // more for the look: heat
    this.columns = []; // more for the table
    this.labels = false;
    this.placing = new Set(); // vertices whose stones are on their way
    this.placed = Promise.resolve();
    this.head = make("div");
    this.bar = new ScoreBar();
    this.side = make("aside.side", { "aria-label": `${label}: panel` });
    this.arena = make("section.arena", { "aria-label": label }, this.head, this.bar.element);
    root.append(make("div.stage", {}, this.arena, this.side));
    this.view = new BoardView(this.arena, "Board. Arrow keys move over its vertices, Enter places a stone.", {
      play: (vertex) => this.#place(vertex),
      canPlay: (vertex) => this.#canPlay(vertex),
      hover: (vertex, byKey) => this.#hover(vertex, byKey).catch(fail),
    });
    this.table = new TableView((vertex) => this.#place(vertex));
    this.arena.append(this.table.element);
  }

  close() {
    this.closed = true;
    this.view.close();
  }

  /** Shows the game of an address.  If the address is damaged, shows the error and keeps the present game,
   *  or the last one. */
  async take(params, otherwise = lastParams()) {
    try {
      await this.open(await readGame(params));
    } catch (error) {
      if (error instanceof Unreachable) throw error;
      const isKept = this.game.board || otherwise.arena || otherwise.name;
      const advice = isKept ? "Your game is still here" : "Ask for the link again, or start a new game";
      tell(`This link does not work: ${error.message}. ${advice}.`, true);
      if (this.game.board) return this.refresh();
      await this.open(await readGame(otherwise)).catch(async () => this.open(await readGame({})));
    }
  }

  /** Shows another game once the engine agrees to it; until then, and if it refuses, the one before
   *  stays.  Back returns to that one if the new one `isNew`. */
  async open(given, isNew = false) {
    const mine = (this.opening = (this.opening || 0) + 1);
    this.view.loading(true);
    try {
      const fresh = await Game.from(given, this.game);
      if (mine !== this.opening || this.closed) return;
      const isOther = fresh.board !== this.game.board;
      this.calls.replaced();
      Object.assign(this.game, fresh);
      if (isOther) this.setBoard();
      await this.refresh(isNew);
    } finally {
      if (mine === this.opening) this.view.loading(false);
    }
    if (this.calls.opened) await this.calls.opened();
  }

  /** Shows the game's board; one with names shows them, unless they are many. */
  setBoard() {
    const { board } = this.game;
    this.labels = this.labelBox.checked = Boolean(board.names) && board.n <= MOST_NAMED;
    this.view.setBoard(board);
  }

  /** Whether a stone could go there: the engine has the last word. */
  isFree(vertex) {
    return (
      Boolean(this.now && this.now.toMove) && !this.now.taken.has(vertex) && !this.game.part.includes(vertex)
    );
  }

  /** Shows the game as it is now, and puts it into the address.  If the engine does not answer, the game goes
   *  back to what is shown. */
  async refresh(isNew = false) {
    const { game } = this,
      { moves, at, part } = game;
    const look = await game.look().catch((error) => {
      Object.assign(game, this.shown);
      throw error;
    });
    if (this.closed) return;
    this.now = look;
    this.shown = { moves, at, part };
    this.repaint();
    this.bar.set(look.score, look.stones.length === 0);
    this.shell.write(await this.game.params(), ["play", "analyse"], isNew);
    await this.calls.changed(look);
    if (this.view.pointed >= 0 || this.view.cursor >= 0) this.#again();
  }

  repaint() {
    const { part, moves, at } = this.game,
      last = (part.length ? part : moves[at - 1]) ?? [];
    const look = { ...this.now, last, ...this.extra, labels: this.labels };
    this.view.setLook(look);
    this.view.element.classList.toggle("can-play", Boolean(this.now.toMove));
    this.table.set({
      board: this.game.board,
      look,
      canPlay: (vertex) => this.calls.canPlay(vertex),
      columns: this.columns,
    });
  }

  setLabels(isShown) {
    this.labels = isShown;
    this.repaint();
  }

  /** What a vertex is called in a list: "d4", "Dunmere", "24". */
  placeName(vertex) {
    return placeName(this.game.board, vertex);
  }

  /** The same in a sentence: "d4", "Dunmere", "vertex 24". */
  vertexName(vertex) {
    return vertexName(this.game.board, vertex);
  }

  /** One stone after another: one that comes while another is on its way waits for it. */
  #place(vertex) {
    if (this.placing.has(vertex)) return; // a double click
    this.placing.add(vertex);
    this.placed = this.placed
      .then(() => this.calls.play(vertex))
      .catch(fail)
      .finally(() => this.placing.delete(vertex));
  }

  /** Whether a stone may be tried there. */
  #canPlay(vertex) {
    return Boolean(this.now) && !this.placing.has(vertex) && this.calls.canPlay(vertex);
  }

  #again() {
    const vertex = this.view.cursor >= 0 ? this.view.cursor : this.view.pointed;
    this.#hover(vertex, false).catch(fail);
  }

  /** One question at a time: a pointer that went on is answered where it is by then. */
  async #hover(vertex, byKey) {
    this.hovered = vertex;
    if (vertex < 0 || !this.now) {
      this.view.setPreview(null);
      this.view.setTip(-1);
      return;
    }
    if (!this.#canPlay(vertex)) return this.#point(vertex, byKey);
    if (this.asking) return;
    this.asking = true;
    try {
      await this.#preview(vertex, byKey);
    } finally {
      this.asking = false;
    }
    if (this.hovered !== vertex && this.hovered >= 0) await this.#hover(this.hovered, byKey);
  }

  #point(vertex, byKey) {
    const words = [this.vertexName(vertex)],
      { stones, owner } = { ...this.now, ...this.extra };
    const stone = stones.find((s) => s.vertex === vertex);
    if (stone) words.push(`${sideName(stone.side)}’s stone ${stone.number}`);
    else if (owner) words.push(OWNER_WORDS[OWNERS[owner[vertex]]]);
    words.push(...this.#worth(vertex));
    this.view.setPreview(null);
    this.view.setTip(vertex, words.join(", "));
    if (byKey) say(words.join(", "));
  }

  #worth(vertex) {
    const { values } = this.game.board;
    return values ? [`worth ${values[vertex]}`] : [];
  }

  async #preview(vertex, byKey) {
    const now = this.now,
      after = await this.game.with([...this.game.part, vertex]);
    if (this.hovered !== vertex || this.now !== now || this.closed) return;
    this.view.setPreview({ vertex, side: now.toMove, owner: after.owner, distance: after.distance });
    this.calls.previewed?.(after);
    const change = (key) => signed(after.score[key] - now.score[key]);
    const { white_score: white, black_score: black } = after.score,
      name = [this.vertexName(vertex), ...this.#worth(vertex)].join(", ");
    this.view.setTip(
      vertex,
      make("b", {}, name),
      make("br"),
      `White ${white} (${change("white_score")})`,
      make("br"),
      `Black ${black} (${change("black_score")})`,
      ...(after.score.tied ? [make("br"), `tied ${after.score.tied}`] : []),
      ...(this.extra.heat?.has(vertex) ? [make("br"), this.extra.heat.get(vertex).words] : []),
    );
    if (byKey) say(`${name}: White ${white}, Black ${black}`);
  }

  /** Cards that every panel ends with. */
  cards() {
    return [this.#viewCard(), this.#shareCard()];
  }

  #viewCard() {
    const tableBox = make("input", { type: "checkbox", onchange: () => this.table.show(tableBox.checked) });
    const labelBox = make("input", { type: "checkbox", onchange: () => this.setLabels(labelBox.checked) });
    Object.assign(this, { tableBox, labelBox });
    const mark = (name, text) => make("span", {}, make(`i.${name}`), text);
    return make(
      "section.card",
      { "aria-label": "View" },
      make("h2", {}, "View"),
      make("label.check", {}, labelBox, "Names of all places"),
      make("label.check", {}, tableBox, "Board as a table"),
      make(
        "div.legend",
        {},
        mark("w", "White’s"),
        mark("b", "Black’s"),
        mark("t", "tied"),
        mark("u", "unreached"),
      ),
    );
  }

  #shareCard() {
    const input = fileInput((file) => this.file(file));
    const button = (text, act) =>
      make("button", { type: "button", onclick: () => Promise.resolve(act()).catch(fail) }, text);
    return make(
      "section.card",
      { "aria-label": "Share" },
      make("h2", {}, "Share"),
      make(
        "div.buttons",
        {},
        button("Copy link", () => this.copyLink()),
        button("SVG", () => this.saveImage("svg")),
        button("PNG", () => this.saveImage("png")),
        button("JSON", () => this.saveRecord()),
        button("Open …", () => input.click()),
        input,
      ),
    );
  }

  async copyLink() {
    const { board } = await this.game.params();
    if (this.game.source.text && !board)
      throw new Error("This board is too large for a link. Save the game as JSON and send the file.");
    try {
      await navigator.clipboard.writeText(location.href);
      tell("Link copied. It opens this position on the same board, with the same seed.");
    } catch {
      tell("Copy the address of this page: it is the link to this position.");
    }
  }

  async saveImage(format) {
    const look = { ...this.now, ...this.extra };
    const svg = await picture({
      ...this.game.named,
      ties: this.game.rules.ties,
      stones: stonesAsked(look.stones),
    });
    save(`demesne.${format}`, format === "png" ? await asPng(svg) : svg);
  }

  async saveRecord() {
    save("demesne.json", writeJson(await this.game.record()), "application/json");
  }

  /** Opens a board or a game's record; if the file is neither, shows the error and keeps the present game. */
  async file(file) {
    try {
      const text = await file.text(),
        record = recordIn(text);
      const { rules, seats } = this.game;
      const board = { source: { text, name: file.name, seed: "1" }, rules, seats, fits: true };
      const isLeft = this.game.moves.length > 0;
      await this.open(record ? await readRecord(record) : board, true);
      say(record ? "The game was opened." : "The board was opened.");
      if (isLeft) tell(`${file.name} is open. Back returns to the game before.`);
    } catch (error) {
      if (error instanceof Unreachable) throw error;
      throw new Error(
        `${file.name} could not be opened: ${error.message}. Your game is still here. Choose a board (an edge list, GraphML, JSON …) or a game that was saved as JSON.`,
      );
    }
    if (!(await this.game.params()).board && this.game.source.text)
      tell("This board is too large for a link. Save the game as JSON to keep or send it.");
  }

  /** Shortcuts that every panel has. */
  key(event) {
    if (event.key === "t") this.tableBox.click();
    else if (event.key === "v") this.labelBox.click();
    else if (event.key === "l") this.copyLink().catch(fail);
    else return false;
    return true;
  }

  fill(...cards) {
    empty(this.side, ...cards, ...this.cards());
  }
}

/** An SVG as a PNG of twice its size. */
export async function asPng(svg) {
  const url = URL.createObjectURL(svg),
    image = new Image();
  try {
    image.src = url;
    await image.decode();
    const canvas = make("canvas", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((give) => canvas.toBlob(give, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The record in a file, or null if it is something else. */
function recordIn(text) {
  try {
    const record = readJson(text);
    return record && record.demesne === "game" ? record : null;
  } catch {
    return null;
  }
}

/** A record as a game to open, checked by the engine. */
async function readRecord(record) {
  const { rounds, per_turn: perTurn, ties, moves, players } = await ask("game", { record });
  const [white, black] = await Promise.all(
    players.map(async (player) => ((await isKnown(player)) ? player : "human")),
  );
  return {
    source: record.board
      ? { text: writeJson(record.board), name: jsonName(record.arena), seed: "1" }
      : { arena: record.arena, seed: record.seed },
    rules: { rounds, perTurn, ties, clock: 0 },
    seats: { white, black },
    moves,
  };
}
