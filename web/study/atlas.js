// atlas.js - the solved games of data/: by family, rounds and outcome; every row opens in Analyse.
import { empty, fail, make } from "../dom.js";
import { nameOf } from "../boards.js";
import { ask, picture } from "../engine.js";
import { pack } from "../share.js";
import { choice, dataTable, field } from "../widgets.js";
import { listOf } from "../words.js";

const PAGE = 25;

export function open(root, shell) {
  return new Atlas(root, shell);
}

/** Boards without a family's name are graph6. */
function sourceOf({ board }) {
  return /^[a-z]+(:|$)/.test(board)
    ? { arena: board, seed: 1 }
    : { text: `${board}\n`, name: "board.g6", seed: 1 };
}

function resultOf({ value }) {
  return value ? `${value > 0 ? "White" : "Black"} by ${Math.abs(value)}` : "tie";
}

const many = (number) => number.toLocaleString("en");

class Atlas {
  constructor(root, shell) {
    this.shell = shell;
    this.from = 0;
    const changed = () => {
      this.from = 0;
      this.#ask().catch(fail);
    };
    const number = (label) =>
      make("input", { type: "number", min: "1", placeholder: "any", "aria-label": label, onchange: changed });
    this.fields = {
      table: choice([["any", "all"]], "any", changed),
      rounds: number("Rounds"),
      winner: choice(listOf(shell.info, "winner"), "any", changed),
      vertices: number("Vertices"),
    };
    this.summary = make("p", { "aria-live": "polite" });
    this.rows = make("tbody");
    this.counts = make("section.counts", { "aria-label": "Counts", hidden: true });
    this.pages = make("div.buttons");
    root.append(this.#build());
  }

  #build() {
    const { table, rounds, winner, vertices } = this.fields;
    const heads = ["Picture", "Board", "Result", "#Rounds", "#Vertices", "#Stones per turn"];
    return make(
      "div.page",
      {},
      make(
        "section.atlas",
        { "aria-label": "Atlas" },
        make("h2", {}, "The atlas: games solved to the end"),
        make(
          "p",
          {},
          "Who wins, and by how much, if both sides play perfectly. Choose a board to open it in Analyse.",
        ),
        make(
          "div.filters",
          {},
          field("Boards", table),
          field("Rounds", rounds),
          field("Outcome", winner),
          field("Vertices", vertices),
        ),
        this.summary,
        dataTable("Solved games", heads, this.rows),
        this.pages,
      ),
      this.counts,
    );
  }

  close() {
    this.closed = true;
    this.#dropPictures();
  }

  async show(params) {
    const { table } = this.fields;
    if (table.options.length === 1) {
      const { tables } = await ask("atlas", { count: 0 });
      table.append(...tables.map((name) => make("option", { value: name }, name.replace("-", " "))));
    }
    this.from = Math.max(0, Math.floor(Number(params.from)) || 0);
    for (const [key, control] of Object.entries(this.fields)) {
      control.value = params[key] ?? "";
      if (control.selectedIndex === -1) control.value = "any";
    }
    await this.#ask();
  }

  async #ask() {
    const mine = (this.asked = {}),
      { table, winner, rounds, vertices } = this.fields;
    const number = ({ value }) => (/^[1-9]\d{0,3}$/.test(value) ? Number(value) : undefined);
    const chosen = {
      table: table.value,
      winner: winner.value,
      rounds: number(rounds),
      vertices: number(vertices),
    };
    const answer = await ask("atlas", { ...chosen, from: this.from, count: PAGE });
    if (mine !== this.asked || this.closed) return;
    this.#tell(answer);
    const named = (value) => (value === "any" ? "" : value);
    this.shell.write({
      ...chosen,
      table: named(chosen.table),
      winner: named(chosen.winner),
      from: this.from || "",
    });
  }

  #tell(answer) {
    const { rows, matched, games, counts, white, tie, black } = answer,
      last = this.from + rows.length;
    this.summary.textContent = matched
      ? `Games ${many(rows.length && this.from + 1)} to ${many(last)} of ${many(matched)}` +
        `${matched < games ? ` (the atlas has ${many(games)})` : ""}: ` +
        `White wins ${many(white)}, tie ${many(tie)}, Black wins ${many(black)}.`
      : `None of the ${many(games)} games is like that. Black’s wins are on trees and graphs.`;
    this.#dropPictures();
    empty(
      this.rows,
      rows.map((row) => this.#row(row)),
    );
    this.#draw().catch(() => {}); // rows without pictures are still rows
    // From where the page will be, not from what it shows: two quick clicks go two pages on.
    const step = (text, by, isOff) => {
      const onclick = () => {
        const from = Math.max(0, this.from + by);
        if (from >= matched) return;
        this.from = from;
        this.#ask().catch(fail);
      };
      return make("button", { type: "button", disabled: isOff, onclick }, text);
    };
    empty(
      this.pages,
      step("◀ Back", -PAGE, this.from === 0),
      step("More ▶", PAGE, last >= matched),
    );
    this.#tellCounts(counts);
  }

  #row(row) {
    const image = make("img", { alt: "", width: 64, height: 48, hidden: true });
    image.row = row;
    return make(
      "tr",
      {},
      make("td.thumb", {}, image),
      make(
        "th",
        { scope: "row" },
        make(
          "button",
          { type: "button", title: "Open in Analyse", onclick: () => this.#open(row).catch(fail) },
          row.board,
        ),
      ),
      make(`td.${row.outcome}`, {}, resultOf(row)),
      make("td.num", {}, row.rounds),
      make("td.num", {}, row.vertices),
      make("td.num", {}, row.per_turn),
    );
  }

  /** Pictures come one by one, until other rows are shown. */
  async #draw() {
    for (const image of this.rows.querySelectorAll("img")) {
      const named = await nameOf(sourceOf(image.row), this.shell.info.formats);
      const size = { width: 128, height: 96, no_legend: true, no_numbers: true, labels: "none" };
      const svg = await picture({ ...named, ...size });
      if (!image.isConnected) return;
      image.src = URL.createObjectURL(svg);
      image.hidden = false;
    }
  }

  #dropPictures() {
    for (const image of this.rows.querySelectorAll("img[src]")) URL.revokeObjectURL(image.src);
  }

  async #open(row) {
    const source = sourceOf(row);
    this.shell.go("analyse", {
      ...(source.text ? { board: await pack(source.text), name: source.name } : { arena: source.arena }),
      rounds: row.rounds,
      "per-turn": row.per_turn === 1 ? "" : row.per_turn,
      white: "human",
      black: "human",
    });
  }

  /** Boards of which only the outcomes are counted. */
  #tellCounts(counts) {
    this.counts.hidden = !counts.length;
    if (!counts.length) return;
    const columns = ["vertices", "rounds", "white", "tie", "black", "boards", "per_turn"],
      titles = ["#Vertices", "#Rounds", "#White wins", "#Tie", "#Black wins", "#Boards", "#Stones per turn"];
    const rows = counts.map((row) =>
      make(
        "tr",
        {},
        columns.map((key) => make("td.num", {}, many(row[key]))),
      ),
    );
    empty(
      this.counts,
      make("h2", {}, "All boards of a size, counted"),
      make("p", {}, "Every board of this kind was solved; beyond the list above only the outcomes are kept."),
      dataTable("Counts by size", titles, rows),
    );
  }
}
