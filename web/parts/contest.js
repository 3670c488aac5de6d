// contest.js - the results of tournaments: crosstables, ratings, and every game to be played back.
import { draw, empty, fail, make } from "../dom.js";
import { jsonName } from "../boards.js";
import { ask, read } from "../engine.js";
import { pack, writeMoves } from "../share.js";
import { choice, facts, field } from "../widgets.js";

export const title = "Contest";
export const keys = [
  ["Tab", "through tables and games"],
  ["Enter", "open the game"],
];

const PAGE = 50;
const RESULTS = { 1: "White won", 0: "a tie", "-1": "Black won" };

export function open(root, shell) {
  return new Contest(root, shell);
}

class Contest {
  constructor(root, shell) {
    this.shell = shell;
    this.root = make("div.page");
    root.append(this.root);
  }

  close() {
    this.closed = true;
  }

  async show(params) {
    if (!this.shell.info.has_db) return this.#tellNone();
    const { events } = await read("contest");
    if (this.closed) return undefined;
    if (!events.length)
      return void empty(
        this.root,
        make(
          "section",
          {},
          make("h2", {}, "Contest"),
          make("p", {}, "The database holds no tournament yet."),
        ),
      );
    this.events = events;
    const id = Number(params.event),
      event = events.find((one) => one.event === id) || events.at(-1);
    return this.#open(event, params);
  }

  #tellNone() {
    empty(
      this.root,
      make(
        "section",
        {},
        make("h2", {}, "Contest"),
        make("p", {}, "The server was started without results. Play a tournament and show it:"),
        make(
          "pre",
          {},
          "demesne tournament --players greedy,random,minimax:depth=2 --arena grid:7x7 --rounds 4 --games 100 --db contest.db\ndemesne serve --db contest.db",
        ),
      ),
    );
  }

  async #open(event, params = {}) {
    const table = await ask("contest/event", { event: event.event });
    if (this.closed) return;
    this.event = event;
    this.table = table;
    this.games = make("section");
    const names = this.events.map((one) => [
      String(one.event),
      `${one.event}. ${one.arena || "boards of a file"}, ${one.rounds} rounds of ${one.per_turn}, ${one.games} games`,
    ]);
    const chooser = choice(names, String(event.event), (id) =>
      this.#open(this.events.find((one) => String(one.event) === id)).catch(fail),
    );
    empty(
      this.root,
      make(
        "section",
        {},
        make("h2", {}, "Contest"),
        field("Tournament", chooser),
        facts([
          ["boards", event.arena || "of a file"],
          ["seed", event.seed],
          ["rounds", `${event.rounds} of ${event.per_turn}`],
          ["ties", event.ties],
          ["games", event.games],
        ]),
      ),
      make("section", {}, make("h2", {}, "Ratings"), ratingsChart(table.ratings, this.root.clientWidth)),
      make(
        "section",
        {},
        make("h2", {}, "Crosstable"),
        make(
          "p.help-text",
          {},
          "Points in per cent of the row’s player against the column’s; a tie is half a point.",
        ),
        this.#crosstable(),
      ),
      make("section", {}, make("h2", {}, "Pairings"), this.#verdictHelp(), this.#pairings()),
      this.games,
    );
    this.shell.write({ event: event.event });
    const pairing = table.pairings.find((one) => String(one.pairing) === params.pairing);
    if (pairing) await this.#showGames(pairing, Number(params.from) || 0);
  }

  #crosstable() {
    const { ratings, pairings } = this.table,
      met = new Map();
    for (const p of pairings) {
      met.set(`${p.first}\n${p.second}`, p.rate);
      met.set(`${p.second}\n${p.first}`, 1 - p.rate);
    }
    const cell = (row, column) => {
      const rate = met.get(`${row}\n${column}`);
      return make("td.num", {}, row === column ? "–" : rate === undefined ? "" : (100 * rate).toFixed(1));
    };
    return scroll(
      "Crosstable",
      ["#", "Player", "#Rating", ...ratings.map((_, i) => `#${i + 1}`), "#Score"],
      ratings.map((row, i) =>
        make(
          "tr",
          {},
          make("td.num", {}, String(i + 1)),
          make("th", { scope: "row" }, row.player),
          make("td.num", {}, signed(row.rating)),
          ratings.map((column) => cell(row.player, column.player)),
          make("td.num", {}, (100 * row.rate).toFixed(1)),
        ),
      ),
    );
  }

  get #hasVerdicts() {
    return this.table.pairings.some((pairing) => pairing.better);
  }

  #verdictHelp() {
    return this.#hasVerdicts
      ? make(
          "p.help-text",
          {},
          "A sequential test ended some pairings once one player was proven better (wrongly in at most 5 of 100). ",
          "Games after that are kept, but count neither here nor in the ratings.",
        )
      : null;
  }

  #pairings() {
    return scroll(
      "Pairings",
      [
        "",
        "First",
        "Second",
        "#Games",
        "#Won",
        "#Lost",
        "#Tied",
        "#Rate",
        "#95 %",
        this.#hasVerdicts ? "Test" : null,
      ].filter((head) => head !== null),
      this.table.pairings.map((p) =>
        make(
          "tr",
          {},
          make(
            "td",
            {},
            make(
              "button",
              {
                type: "button",
                "aria-label": `Games of ${p.first} and ${p.second}`,
                onclick: () => this.#showGames(p, 0).catch(fail),
              },
              "Games",
            ),
          ),
          make("td", {}, p.first),
          make("td", {}, p.second),
          [p.games, p.first_wins, p.second_wins, p.ties_played].map((n) => make("td.num", {}, String(n))),
          make("td.num", {}, (100 * p.rate).toFixed(1)),
          make("td.num", {}, `${(100 * p.low).toFixed(1)} – ${(100 * p.high).toFixed(1)}`),
          this.#hasVerdicts ? make("td.long", {}, verdictOf(p)) : null,
        ),
      ),
    );
  }

  async #showGames(pairing, from) {
    const { games } = await ask("contest/games", { pairing: pairing.pairing, from, count: PAGE });
    if (this.closed) return;
    const counted = pairing.better ? pairing.games : Infinity;
    const step = (text, start, isThere) =>
      make(
        "button",
        { type: "button", disabled: !isThere, onclick: () => this.#showGames(pairing, start).catch(fail) },
        text,
      );
    empty(
      this.games,
      make("h2", {}, `${pairing.first} – ${pairing.second}`),
      pairing.better ? make("p.help-text", {}, `${verdictOf(pairing)}.`) : null,
      scroll(
        "Games",
        ["", "#Game", "White", "Black", "Result", "#Value", "Faults"],
        games.map((game) =>
          make(
            "tr",
            {},
            make(
              "td",
              {},
              make(
                "button",
                {
                  type: "button",
                  "aria-label": `Replay game ${game.number + 1}`,
                  onclick: () => this.#replay(pairing, game.number).catch(fail),
                },
                "Replay",
              ),
            ),
            make("td.num", {}, String(game.number + 1)),
            make("td", {}, game.white),
            make("td", {}, game.black),
            make("td", {}, `${RESULTS[game.outcome]}${game.number < counted ? "" : " (not counted)"}`),
            make("td.num", {}, signed(game.value)),
            make("td", {}, game.faults.join(", ")),
          ),
        ),
      ),
      make(
        "div.buttons",
        {},
        step("Earlier", Math.max(0, from - PAGE), from > 0),
        step("Later", from + PAGE, from + PAGE < pairing.played),
      ),
    );
    this.shell.write({ event: this.event.event, pairing: pairing.pairing, from: from || undefined });
    this.games.scrollIntoView({ block: "start" });
  }

  /** The game in the Play view, at its end; its players are not asked to go on. */
  async #replay(pairing, number) {
    const game = await ask("contest/game", { pairing: pairing.pairing, number });
    if (!game.has_board)
      throw new Error(
        "the boards of this tournament came from a file, and it was played by a version that kept none; demesne tournament with the same command keeps them",
      );
    const board = game.board
      ? { board: await pack(JSON.stringify(game.board)), name: jsonName(game.arena) }
      : { arena: game.arena, seed: game.seed };
    this.shell.go("play", {
      ...board,
      rounds: game.rounds,
      "per-turn": game.per_turn > 1 ? game.per_turn : undefined,
      ties: game.ties === "neutral" ? undefined : game.ties,
      white: seat(game.white),
      black: seat(game.black),
      moves: writeMoves(game.moves),
    });
  }
}

/** Players of ours sit there by name; outside programs are not the page's to start. */
const seat = (player) => (player.startsWith("cmd:") ? "human" : player);

/** Where a sequential test ended a pairing, and for whom. */
function verdictOf({ better, first, second, games, played }) {
  if (!better) return "not ended";
  const more = played - games;
  return `${better === "first" ? first : second} is better, after ${games} games${more ? `; ${more} more do not count` : ""}`;
}

function signed(value) {
  const whole = Math.round(value);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
}

/** A table that scrolls by itself; a head with # is of numbers. */
function scroll(name, heads, rows) {
  return make(
    "div.scroll",
    { role: "region", "aria-label": name, tabindex: "0" },
    make(
      "table",
      {},
      make("caption.unseen", {}, name),
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          heads.map((head) =>
            make(head.startsWith("#") ? "th.num" : "th", { scope: "col" }, head.replace("#", "")),
          ),
        ),
      ),
      make("tbody", {}, rows),
    ),
  );
}

/** A dot a player, with the interval that holds it in 95 of 100 cases. */
function ratingsChart(ratings, room) {
  const WIDE = Math.max(300, Math.min(760, room - 32)),
    LEFT = Math.min(190, 0.38 * WIDE),
    MOST_LETTERS = Math.floor((LEFT - 10) / 7),
    RIGHT = 20,
    ROW = 26,
    high = ROW * ratings.length + 34;
  const low = Math.min(...ratings.map((r) => r.low)),
    top = Math.max(...ratings.map((r) => r.high)),
    span = top - low || 1;
  const x = (points) => LEFT + ((points - low) / span) * (WIDE - LEFT - RIGHT);
  const svg = draw("svg", {
    class: "ratings",
    viewBox: `0 0 ${WIDE} ${high}`,
    width: WIDE,
    role: "img",
    "aria-label": ratings.map((r) => `${r.player} ${signed(r.rating)}`).join(", "),
  });
  const step = [25, 50, 100, 200, 250, 500, 1000].find((one) => span / one <= WIDE / 100) || 2000;
  for (let points = Math.ceil(low / step) * step; points <= top; points += step) {
    svg.append(
      draw("line", { x1: x(points), x2: x(points), y1: 6, y2: high - 24, class: "axis" }),
      draw("text", { x: x(points), y: high - 8, "text-anchor": "middle" }, signed(points)),
    );
  }
  ratings.forEach((r, i) => {
    const y = 20 + i * ROW,
      isLong = r.player.length > MOST_LETTERS,
      name = isLong ? `${r.player.slice(0, MOST_LETTERS - 1)}…` : r.player;
    svg.append(
      draw("text", { x: LEFT - 10, y: y + 4, "text-anchor": "end" }, draw("title", {}, r.player), name),
      draw("line", { x1: x(r.low), x2: x(r.high), y1: y, y2: y, class: "span" }),
      draw(
        "circle",
        { cx: x(r.rating), cy: y, r: 5, class: "mid" },
        draw("title", {}, `${signed(r.rating)}, ${signed(r.low)} to ${signed(r.high)}`),
      ),
    );
  });
  return svg;
}
