// contest.js - the results of tournaments: crosstables, ratings, and every game to be played back.
import { draw, empty, fail, make } from "../dom.js";
import { jsonName } from "../boards.js";
import { isLocal } from "../engine.js";
import { readResults, stored } from "../results.js";
import { pack, writeMoves } from "../share.js";
import { choice, countOf, dataTable, facts, field, fileInput } from "../widgets.js";
import { wordOf } from "../words.js";

export const title = "Contest";
export const keys = [
  ["Tab", "through tables and games"],
  ["Enter", "open the game"],
];

const PAGE = 50, // games or faults at a time
  LOOK = 3000; // milliseconds until the database is read again

export const drop = "Drop the results of a tournament";
let opened = null; // results of a file, while the page is open

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
    clearTimeout(this.timer);
  }

  async show(params) {
    this.results = opened ?? (this.shell.info.has_db ? stored : null);
    if (!this.results) return this.#tellNone();
    const events = await this.results.events();
    if (this.closed) return undefined;
    if (!events.length) {
      this.#later(() => this.show(params));
      return this.#tell(make("p", {}, "The database has no tournament yet. It will appear here."));
    }
    this.events = events;
    const event = events.find((one) => String(one.event) === params.event) || events.at(-1);
    return this.#open(event, params);
  }

  #tell(...content) {
    empty(this.root, section("Contest", content));
  }

  /** A file of results. */
  async file(file) {
    if ((await file.slice(0, 15).text()) === "SQLite format 3")
      throw new Error(
        `${file.name} is a database. Write its results to a file and open that: demesne tournament --db ${file.name} --results results.json. Or show the database itself: demesne serve --db ${file.name}.`,
      );
    opened = readResults(await file.text(), file.name);
    await this.show({});
  }

  #tellNone() {
    const input = fileInput((file) => this.file(file), { accept: ".json,.db" });
    const show = isLocal ? " --results results.json" : "\ndemesne serve --db contest.db";
    this.#tell(
      make("p", {}, "Here you can see the results of tournaments between players of the program, and replay every game."),
      make(
        "p",
        {},
        isLocal
          ? "This page works without a server, so results come as a file, and not while games are played. Play a tournament, then drop its results here or choose the file:"
          : "This server was started without results. Play a tournament and show it:",
      ),
      make(
        "pre",
        {},
        `demesne tournament --players greedy,random,minimax:depth=2 --arena grid:7x7 --rounds 4 --games 100 --db contest.db${show}`,
      ),
      make("div.buttons", {}, make("button", { type: "button", onclick: () => input.click() }, "Open results …"), input),
    );
  }

  async #open(event, params = {}) {
    const table = await this.results.table(event);
    if (this.closed) return;
    Object.assign(this, { event, table, seen: null });
    this.games = make("section", { hidden: true });
    this.facts = make("div");
    this.ratings = make("div");
    this.crosstable = make("div");
    this.pairings = make("div");
    this.faults = make("section", { hidden: true });
    empty(
      this.root,
      section("Contest", field("Tournament", this.#eventChooser()), this.facts),
      section(
        "Ratings",
        make("p.help-text", {}, "A dot is a player’s rating. The bar around it contains the true rating in 95 of 100 cases."),
        this.ratings,
      ),
      section(
        "Crosstable",
        make("p.help-text", {}, "How many of 100 points the row’s player won from the column’s; a tie is half a point. Choose a number to see the games."),
        this.crosstable,
      ),
      section("Pairings", this.pairings),
      this.faults,
      this.games,
    );
    this.#fill();
    this.shell.write({ event: event.event });
    const pairing = table.pairings.find((one) => String(one.pairing) === params.pairing);
    if (pairing) await this.#showGames(pairing, firstGame(params.from, pairing));
    this.#later(() => this.#look());
  }

  /** Everything that changes while games come in. */
  #fill() {
    empty(this.facts, this.#factsOf(this.event));
    empty(this.ratings, ratingsChart(this.table.ratings, this.root.clientWidth));
    empty(this.crosstable, this.#crosstable());
    const chosen = this.chooser?.value;
    this.rows = make("div");
    empty(this.pairings, this.#verdictHelp(), field("Player", this.#pairingChooser(chosen)), this.rows);
    this.#fillPairings(this.chooser.value);
    this.#fillFaults();
  }

  /** Does `work` after a while, unless the page is left. */
  #later(work) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => !this.closed && work().catch(() => this.#later(work)), LOOK);
  }

  /** Reads the database again; new games change the tables. */
  async #look() {
    const events = document.hidden || !this.results.isLive ? this.events : await this.results.events(),
      event = events.find((one) => one.event === this.event.event);
    if (event && event.games !== this.event.games) {
      const table = await this.results.table(event);
      if (this.closed || event.event !== this.event.event) return;
      Object.assign(this, { events, event, table, seen: new Date() });
      keepPlace(this.root, () => this.#fill());
    }
    if (!this.closed) this.#later(() => this.#look());
  }

  #eventChooser() {
    const names = this.events.map((one) => [
      String(one.event),
      `${one.event}. ${one.arena || "boards of a file"}, ${countOf(one.rounds, "round")}, ${countOf(one.games, "game")}`,
    ]);
    return choice(names, String(this.event.event), (id) =>
      this.#open(this.events.find((one) => String(one.event) === id)).catch(fail),
    );
  }

  #factsOf(event) {
    return facts([
      ["boards", event.arena || "from a file"],
      ["seed", event.seed],
      ["rounds", event.rounds],
      ["stones per turn", event.per_turn],
      ["ties go to", wordOf("ties", event.ties)],
      ["players", this.table.ratings.length],
      ["games", event.games.toLocaleString("en")],
      ...(this.seen ? [["new games seen at", this.seen.toLocaleTimeString("en-GB")]] : []),
    ]);
  }

  #crosstable() {
    const { ratings, pairings } = this.table,
      met = new Map();
    for (const p of pairings) {
      met.set(`${p.first}\n${p.second}`, [p, p.rate]);
      met.set(`${p.second}\n${p.first}`, [p, 1 - p.rate]);
    }
    const cell = (row, column) => this.#cell(row.player, column.player, met.get(`${row.player}\n${column.player}`));
    return dataTable(
      "Crosstable",
      ["Player", "#Rating", "#Points", ...ratings.map((one, i) => [`#${i + 1}`, one.player])],
      ratings.map((row, i) =>
        make(
          "tr",
          {},
          make("th", { scope: "row", title: versionOf(row) }, breakable(`${i + 1}. ${row.player}`)),
          make("td.num", { title: `${signed(row.low)} to ${signed(row.high)}` }, signed(row.rating)),
          make("td.num", {}, percent(row.rate)),
          ratings.map((column) => cell(row, column)),
        ),
      ),
    );
  }

  /** The result of one player against another: a button to their games. */
  #cell(row, column, met) {
    if (!met) return make("td.num", {}, row === column ? "–" : "");
    const [pairing, rate] = met,
      words = `${percent(rate)} of 100 points: ${row} against ${column}, ${countOf(pairing.games, "game")}`;
    const onclick = () => this.#showGames(pairing, 0).catch(fail);
    const cell = make(
      "td.num",
      {},
      make("button.quiet", { type: "button", title: words, "aria-label": words, "data-key": `${row}\n${column}`, onclick }, percent(rate)),
    );
    const tint = rate >= 0.5 ? "--white-tint" : "--black-tint";
    cell.style.background = `color-mix(in srgb, var(${tint}) ${Math.round(200 * Math.abs(rate - 0.5))}%, transparent)`;
    return cell;
  }

  get #hasVerdicts() {
    return this.table.pairings.some((pairing) => pairing.better);
  }

  #verdictHelp() {
    return this.#hasVerdicts
      ? make(
          "p.help-text",
          {},
          "A sequential test ended some pairings once one player was proven better (wrong in at most 5 of 100 cases). ",
          "Later games are kept, but do not count here or in the ratings.",
        )
      : null;
  }

  #pairingChooser(chosen) {
    const players = this.table.ratings.map(({ player }) => [player, player]),
      isThere = players.some(([player]) => player === chosen);
    this.chooser = choice(players, isThere ? chosen : players[0][0], (player) => this.#fillPairings(player));
    this.chooser.dataset.key = "player";
    return this.chooser;
  }

  /** All pairings of a player, from that player's side. */
  #fillPairings(player) {
    const heads = ["Opponent", "#Games", "#Points", "#Won", "#Lost", "#Tied", "#95 %"];
    const rows = this.table.pairings
      .filter((p) => p.first === player || p.second === player)
      .map((p) => this.#pairingRow(p, p.first === player));
    empty(this.rows, dataTable("Pairings", this.#hasVerdicts ? [...heads, "Test"] : heads, rows));
  }

  #pairingRow(p, isFirst) {
    const label = `${countOf(p.games, "game")} of ${p.first} and ${p.second}`,
      onclick = () => this.#showGames(p, 0).catch(fail);
    const [won, lost] = isFirst ? [p.first_wins, p.second_wins] : [p.second_wins, p.first_wins];
    const [rate, low, high] = isFirst ? [p.rate, p.low, p.high] : [1 - p.rate, 1 - p.high, 1 - p.low];
    const games = make("button", { type: "button", "aria-label": label, title: label, "data-key": `${p.pairing}`, onclick }, String(p.games));
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, breakable(isFirst ? p.second : p.first)),
      make("td.num", {}, games),
      make("td.num", {}, percent(rate, 1)),
      [won, lost, p.ties_played].map((n) => make("td.num", {}, String(n))),
      make("td.num", {}, `${percent(low)}–${percent(high)}`),
      this.#hasVerdicts ? make("td.long", {}, verdictOf(p)) : null,
    );
  }

  /** The players who lost turns; the faults of one of them are listed. */
  #fillFaults() {
    const players = this.table.ratings.filter(({ faults }) => faults),
      count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
    this.faults.hidden = !players.length;
    if (!players.length) return;
    const names = players.map((one) => [
      one.key,
      `${one.player}: ${count(one.faults, "turn")} in ${count(one.faulty_games, "game")}`,
    ]);
    const chosen = players.some(({ key }) => key === this.faulty?.value) ? this.faulty.value : names[0][0];
    const page = chosen === this.faulty?.value ? (this.faultPage ?? 0) : 0;
    this.faulty = choice(names, chosen, (key) => this.#showFaults(key, 0).catch(fail));
    this.faultRows ??= make("div");
    empty(
      this.faults,
      make("h2", {}, "Faults"),
      make("p.help-text", {}, "Turns that a player lost, why, and the last lines that the program wrote to its standard error."),
      field("Lost turns of", this.faulty),
      this.faultRows,
    );
    this.#showFaults(chosen, page).catch(fail);
  }

  async #showFaults(key, from) {
    this.faultPage = from;
    const faults = await this.results.faults(this.event, key, from, PAGE);
    if (this.closed || this.faulty.value !== key) return;
    const all = this.table.ratings.find((one) => one.key === key)?.faults ?? faults.length,
      heads = ["Game", "Opponent", "#Turn", "Fault", "What happened"];
    empty(
      this.faultRows,
      dataTable("Faults", heads, faults.map((one) => this.#faultRow(one))),
      all > PAGE ? this.#steps(from, faults.length, all, (start) => this.#showFaults(key, start)) : null,
    );
  }

  #faultRow({ pairing: id, number, turn, side, kind, detail, stderr }) {
    const pairing = this.table.pairings.find((one) => one.pairing === id),
      isFirst = (number % 2 === 0) === (side === "white");
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, pairing ? this.#replayButton(pairing, number) : String(number + 1)),
      make("td", {}, pairing ? breakable(isFirst ? pairing.second : pairing.first) : ""),
      make("td.num", {}, String(turn)),
      make("td", {}, kind),
      make("td.long", {}, detail, stderr ? make("pre", {}, stderr) : null),
    );
  }

  /** Buttons to the rows before and after those shown. */
  #steps(from, shown, all, show) {
    const step = (text, start, isThere) =>
      make("button", { type: "button", disabled: !isThere, onclick: () => show(start).catch(fail) }, text);
    return make(
      "div.buttons",
      {},
      step("Earlier", Math.max(0, from - PAGE), from > 0),
      step("Later", from + PAGE, from + PAGE < all),
      `${from + 1} to ${from + shown} of ${all}`,
    );
  }

  #replayButton(pairing, number) {
    const onclick = () => this.#replay(pairing, number).catch(fail),
      label = `Replay game ${number + 1}`;
    return make(
      "button",
      { type: "button", "aria-label": label, title: label, onclick },
      `${number + 1} `,
      make("span", { "aria-hidden": "true" }, "▶"),
    );
  }

  async #showGames(pairing, from) {
    const games = await this.results.games(pairing, from, PAGE);
    if (this.closed) return;
    const hasFaults = games.some(({ faults }) => faults.some(Boolean));
    const heads = ["Game", "Result", "White", "Black", ...(hasFaults ? ["Lost turns"] : [])];
    empty(
      this.games,
      make("h2", { tabindex: "-1" }, `${pairing.first} – ${pairing.second}`),
      pairing.better ? make("p.help-text", {}, `${verdictOf(pairing)}.`) : null,
      dataTable("Games", heads, games.map((game) => this.#gameRow(pairing, game, hasFaults))),
      pairing.played > PAGE
        ? this.#steps(from, games.length, pairing.played, (start) => this.#showGames(pairing, start))
        : null,
    );
    this.games.hidden = false;
    this.shell.write({ event: this.event.event, pairing: pairing.pairing, from: from || undefined });
    this.games.scrollIntoView({ block: "start" });
    this.games.firstChild.focus({ preventScroll: true });
  }

  #gameRow(pairing, game, hasFaults) {
    const isCounted = !pairing.better || game.number < pairing.games,
      [white, black] = game.faults;
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, this.#replayButton(pairing, game.number)),
      make("td", {}, `${resultWords(game.value)}${isCounted ? "" : " (not counted)"}`),
      make("td", {}, breakable(game.white)),
      make("td", {}, breakable(game.black)),
      hasFaults ? make("td", {}, white + black ? `White ${white}, Black ${black}` : "") : null,
    );
  }

  /** The game in Play, at its end; its players are not asked to go on. */
  async #replay(pairing, number) {
    const game = await this.results.game(pairing, number);
    if (!game.has_board)
      throw new Error(
        "This tournament was played by an older version, which did not store its boards. Run demesne tournament with the same command to store them.",
      );
    const board = game.board
      ? { board: await pack(JSON.stringify(game.board)), name: jsonName(game.arena) }
      : { arena: game.arena, seed: game.seed };
    this.shell.go("play", {
      ...board,
      rounds: game.rounds,
      "per-turn": game.per_turn > 1 ? game.per_turn : undefined,
      ties: game.ties === "neutral" ? undefined : game.ties,
      white: game.programs[0] ? "human" : game.white,
      black: game.programs[1] ? "human" : game.black,
      moves: writeMoves(game.moves),
    });
  }
}

function section(name, ...content) {
  return make("section", {}, make("h2", {}, name), content);
}

/** Makes a change below `root`; the focus and the scrolled tables stay where they were. */
function keepPlace(root, change) {
  const tables = () => [...root.querySelectorAll(".scroll")],
    key = document.activeElement?.dataset.key,
    label = root.contains(document.activeElement) && document.activeElement.getAttribute("aria-label"),
    scrolled = new Map(tables().map((one) => [one.ariaLabel, one.scrollLeft]));
  change();
  for (const one of tables()) one.scrollLeft = scrolled.get(one.ariaLabel) ?? 0;
  const held = key
    ? [...root.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key)
    : tables().find((one) => label && one.ariaLabel === label);
  held?.focus({ preventScroll: true });
}

/** The page of games that an address names. */
function firstGame(text, { played }) {
  const from = /^\d{1,9}$/.test(text ?? "") ? Number(text) : 0;
  return from < played ? from : 0;
}

/** A hint for a program with versions. */
const versionOf = ({ version, newest }) => (version ? `version ${version}${newest ? "" : ", an older one"}` : undefined);

/** Where a sequential test ended a pairing, and for whom. */
function verdictOf({ better, first, second, games, played }) {
  if (!better) return "not ended";
  const more = played - games;
  return `${better === "first" ? first : second} is better, after ${countOf(games, "game")}${more ? `; ${more} more do not count` : ""}`;
}

/** A player's name that may break after its colons, and nowhere else. */
const breakable = (player) => player.split(/(?<=:)/).flatMap((part) => [make("span", {}, part), make("wbr")]);

function resultWords(value) {
  return value === 0 ? "a tie" : `${value > 0 ? "White" : "Black"} won by ${Math.abs(value)}`;
}

const percent = (rate, digits = 0) => (100 * rate).toFixed(digits);

function signed(value) {
  const whole = Math.round(value);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
}

/** A dot per player, with the interval that contains the true rating in 95 of 100 cases. */
function ratingsChart(ratings, room) {
  const WIDE = Math.max(300, Math.min(760, room - 32)),
    LEFT = Math.min(190, 0.45 * WIDE),
    MOST_LETTERS = Math.floor((LEFT - 10) / 6.5),
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
