// table.js - the board as a table: a row per vertex, for those who read instead of looking.
import { empty, make } from "../dom.js";
import { OWNERS, placeName, vertexName } from "./geometry.js";

const ROWS = 200; // at a time
const WORDS = { W: "White’s", B: "Black’s", ".": "tied", "-": "unreached" };

function neighboursOf(board, v) {
  const list = [];
  for (let i = board.first[v]; i < board.first[v + 1]; i++) {
    const e = board.around[i],
      w = board.from[e] === v ? board.to[e] : board.from[e];
    const long = board.length ? board.length[e] : 1;
    list.push(placeName(board, w) + (long === 1 ? "" : ` (${board.lengthText(e)})`));
  }
  return list.length > 12
    ? `${list.slice(0, 12).join(", ")} and ${list.length - 12} more`
    : list.join(", ") || "none";
}

export class TableView {
  constructor(onPlay) {
    this.onPlay = onPlay;
    this.page = 0;
    this.caption = make("caption.unseen", {}, "The board");
    this.head = make("thead");
    this.body = make("tbody");
    this.range = make("span.help-text");
    this.element = make(
      "div",
      { hidden: true },
      (this.pager = make(
        "div.buttons",
        {},
        make("button", { type: "button", onclick: () => this.#turn(-1) }, "Earlier vertices"),
        make("button", { type: "button", onclick: () => this.#turn(1) }, "Later vertices"),
        this.range,
      )),
      make(
        "div.table-view",
        { tabindex: "0", role: "region", "aria-label": "Table of vertices" },
        make("table", {}, this.caption, this.head, this.body),
      ),
    );
  }

  #turn(step) {
    const pages = Math.ceil(this.given.board.n / ROWS);
    this.page = Math.max(0, Math.min(pages - 1, this.page + step));
    this.#fill();
  }

  /** given: { board, look, canPlay, columns: [[heading, vertex => text], ..] } */
  set(given) {
    if (!this.given || this.given.board !== given.board) this.page = 0;
    this.given = given;
    if (!this.element.hidden) this.#fill();
  }

  show(isShown) {
    this.element.hidden = !isShown;
    if (isShown && this.given) this.#fill();
  }

  #fill() {
    const { board, columns = [] } = this.given;
    const from = this.page * ROWS,
      to = Math.min(board.n, from + ROWS);
    const heads = [
      "Vertex",
      board.names || board.lattice ? "Place" : null,
      board.values ? "Value" : null,
      "Stone",
      "Owner",
      ...columns.map(([name]) => name),
      "Neighbours",
    ].filter(Boolean);
    empty(
      this.head,
      make(
        "tr",
        {},
        heads.map((text) => make("th", { scope: "col" }, text)),
      ),
    );
    const rows = [];
    for (let v = from; v < to; v++) rows.push(this.#row(v));
    empty(this.body, rows);
    this.pager.hidden = board.n <= ROWS;
    this.range.textContent = `${from} to ${to - 1} of ${board.n}`;
  }

  #row(v) {
    const { board, look, canPlay, columns = [] } = this.given;
    const stone = look.stones.find((s) => s.vertex === v);
    const place =
      canPlay && canPlay(v)
        ? make(
            "button",
            { type: "button", "aria-label": `Place a stone on ${vertexName(board, v)}`, onclick: () => this.onPlay(v) },
            "place",
          )
        : "";
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, String(v)),
      board.names || board.lattice ? make("td", {}, placeName(board, v)) : null,
      board.values ? make("td", {}, String(board.values[v])) : null,
      make("td", {}, stone ? `${stone.side === "white" ? "White" : "Black"} ${stone.number}` : place),
      make("td", {}, look.owner ? WORDS[OWNERS[look.owner[v]]] : ""),
      columns.map(([, text]) => make("td", {}, text(v))),
      make("td", {}, neighboursOf(board, v)),
    );
  }
}
