// map.js - a real town: shops on its streets, whose customers are whose, and where to open next.
//
// White is the reader, Black the rival.  While a shop is dragged, the page finds the areas itself; every share that
// stays is the engine's answer.
// map/panel.js is what stands around the map, map/files.js opens maps, tables and plans.
import { fail, make, say, tell } from "../dom.js";
import { ask, keepThere, keptThere } from "../engine.js";
import { openAny, readAgain } from "../map/files.js";
import { MapPanel, SAMPLE, SIDES } from "../map/panel.js";
import { percent } from "../map/questions.js";
import { keep, kept } from "../map/store.js";
import { cornerName, onStreet, readTown } from "../map/town.js";
import { MapView } from "../map/view.js";
import { Unreachable } from "../transport/server.js";
import { movingKeys } from "../view/moving.js";

export const title = "Map";
export const keys = [
  ["m / r", "open shops of yours, of the rival"],
  ["arrows", "move over the corners"],
  ["Enter", "open a shop, take hold of one, put it down"],
  ["Delete", "close a shop"],
  ["u / y", "undo, redo"],
  ...movingKeys,
];
export const notes = [
  "On the map every corner counts as one customer unless you open a table of customers. Drop a map (.osm.pbf, .osm, .geojson) or a table (.csv, .geojson) anywhere on the page.",
];

export const drop = "Drop a map or a table of places";

const FIRST = { arena: SAMPLE, mine: "700", rival: "1025" }; // what newcomers see
const OWNERS = ["unreached", "white", "black", "tied"];
const STATE = "demesne.map"; // the last map, in the browser

export function open(root, shell) {
  return new MapPart(root, shell);
}

class MapPart {
  constructor(root, shell) {
    Object.assign(this, { shell, info: shell.info, town: null, shops: [], side: "white" });
    Object.assign(this, { customers: [], candidates: [], source: {}, before: [], after: [] });
    this.panel = new MapPanel(this, {
      choose: (side) => this.#choose(side),
      town: (arena) => this.open({ arena }, true),
      again: () => readAgain(this),
      direction: () => this.change(this.shops, ""),
      undo: (step) => this.#undo(step),
      clear: () => this.change([], "All shops closed"),
      play: () => this.shell.go("play", { arena: this.town.arena, rounds: 4 }),
      closeShop: (i) => this.#closeShop(i),
      clearTable: (key) => this.setTable(key, []),
      showCustomers: (isShown) => this.showCustomers(isShown),
      file: (file) => this.file(file),
    });
    this.direction = this.panel.direction;
    this.arena = make("section.arena", { "aria-label": "Map" }, this.panel.head);
    root.append(make("div.stage", {}, this.arena, this.panel.element));
    this.view = new MapView(this.arena, {
      open: (vertex) => this.add([{ side: this.side, vertex }]),
      close: (i) => this.#closeShop(i),
      pick: (i) => this.#pick(i),
      moving: (shops) => this.#moving(shops),
      moved: (shops, i) => this.change(shops, `Shop moved to ${this.placeName(shops[i])}`),
      point: (vertex, byKey) => this.#point(vertex, byKey),
      painted: (counts) => this.#painted(counts),
    });
    this.panel.fill();
  }

  close() {
    this.closed = true;
    this.panel.reading.cancel();
    this.panel.questions.work.cancel();
    this.view.close();
  }

  #choose(side) {
    this.side = side;
    this.panel.fill();
    say(`Clicks open shops of ${side === "white" ? "yours" : "the rival"}`);
  }

  /** Shows the map of the address, the last one, one of the server's, or a sample. */
  async show(params) {
    const maps = this.info.boards.filter(({ map }) => map),
      [first] = maps,
      last = readState();
    const isKnown = last && (!first || maps.some((one) => one.arena === last.arena)),
      usual = isKnown ? last : first ? { arena: first.arena } : FIRST,
      wanted = Object.keys(params).length ? params : usual,
      arena = wanted.arena || usual.arena;
    const isSameTables = !wanted.tables || wanted.tables === this.tables;
    if (arena === this.town?.arena && isSameTables) return this.#take(wanted, false);
    try {
      await this.open({ ...wanted, arena }, false);
    } catch (error) {
      if (error instanceof Unreachable) throw error;
      if (Object.keys(params).length) tell(`This map could not be opened: ${error.message}`, true);
      if (this.town) return this.#write();
      await this.open({ arena: first && first.arena !== arena ? first.arena : SAMPLE }, false);
    }
  }

  /** Opens a board that the server has, or whose file the browser has kept. */
  async open(wanted, isNew) {
    const mine = (this.opening = (this.opening || 0) + 1);
    if (!this.town) this.view.say("Loading the map …");
    const answer = await ask("streets", { arena: wanted.arena }).catch((error) => {
      throw error.status === 404
        ? new Error("it is not here any more; open its file again")
        : error;
    });
    if (mine !== this.opening || this.closed) return;
    this.town = readTown(answer);
    this.isOfOwner = this.info.boards.find(({ arena }) => arena === this.town.arena);
    this.source = { name: wanted.name, ...(await kept(this.town.arena)) };
    Object.assign(this, { customers: [], candidates: [], owners: null, before: [], after: [], shops: [] });
    const tables = await this.#tablesOf(wanted.tables);
    this.tables = tables?.id;
    if (tables) Object.assign(this, { customers: tables.customers, candidates: tables.candidates });
    this.view.say();
    this.view.setTown(this.town);
    this.showPoints();
    this.panel.questions.clear();
    await this.#take(wanted, isNew);
  }

  /** Customers and candidates: those of the address, which the server keeps, or those that this browser has. */
  async #tablesOf(id) {
    const own = await kept(`tables ${this.town.arena}`);
    if (!id || own?.id === id) return own;
    try {
      const { customers, candidates } = await keptThere(id);
      return { customers, candidates, id };
    } catch (error) {
      if (error instanceof Unreachable) throw error;
      tell("The customers of this link are not on the server any more. The shares here count every corner.", true);
      return null;
    }
  }

  /** The shops of an address. */
  async #take({ mine, rival, direction }, isNew) {
    const read = (side, text) =>
      (text || "")
        .split("_")
        .filter(Boolean)
        .map((one) => {
          const [place, label] = one.split("~"),
            [a, b] = place.split(",").map(Number),
            shop = b === undefined ? { side, vertex: a } : { side, lon: a, lat: b };
          return label ? { ...shop, label: decodeURIComponent(label) } : shop;
        });
    this.direction.value = direction === "from-site" ? direction : "to-site";
    const all = [...read("white", mine), ...read("black", rival)];
    const isGood = ({ vertex, lon, lat }) =>
      vertex === undefined ? Number.isFinite(lon + lat) : vertex >= 0 && vertex < this.town.n;
    if (!all.every(isGood)) tell("This link names shops that are not on this map. They are left out.", true);
    this.#set(all.filter(isGood));
    this.#write(isNew);
    await this.#score();
  }

  #set(shops) {
    const { town } = this,
      isFromShop = this.direction.value === "from-site";
    this.shops = shops.map((shop) =>
      shop.vertex === undefined
        ? { ...shop, ...onStreet(town, ...town.toXY(shop), isFromShop) }
        : { side: shop.side, vertex: shop.vertex, label: shop.label },
    );
    this.view.setShops(this.shops, isFromShop);
    this.panel.fill();
  }

  /** Other shops; what was there can be had back. */
  change(shops, words) {
    this.before.push(this.shops);
    this.after = [];
    this.panel.questions.clear();
    this.#set(shops);
    this.#write();
    this.#score().then(() => words && say(`${words}. ${this.#shareWords()}`), fail);
  }

  #undo(step) {
    const [from, to] = step < 0 ? [this.before, this.after] : [this.after, this.before];
    if (!from.length) return;
    to.push(this.shops);
    this.#set(from.pop());
    this.panel.questions.clear();
    this.#write();
    return this.#score();
  }

  /** Opens shops: { side, vertex }, or { side, lon, lat } in the middle of a street. */
  add(shops) {
    const { town } = this;
    if (!town) return;
    const taken = new Set(this.shops.map(({ vertex }) => vertex).filter((v) => v !== undefined));
    const fresh = shops
      .map(({ side, vertex, lon, lat, label }) =>
        vertex < town.n ? { side, vertex, label } : { side, lon, lat, label },
      )
      .filter(({ vertex }) => vertex === undefined || !taken.has(vertex));
    if (!fresh.length) return tell("There is a shop already.");
    this.change(
      [...this.shops, ...fresh],
      `${fresh.length > 1 ? "Shops" : "Shop"} opened at ${fresh.map((shop) => this.placeName(shop)).join(", ")}`,
    );
  }

  #closeShop(i) {
    const name = this.placeName(this.shops[i]);
    this.change(this.shops.toSpliced(i, 1), `Shop at ${name} closed`);
  }

  /** A shop was clicked: offers to close it. */
  #pick(i) {
    const shop = this.shops[i];
    tell(`${shop.side === "white" ? "Your" : "The rival’s"} shop at ${this.placeName(shop)}`, false, {
      text: "Close it",
      act: () => this.shops[i] === shop && this.#closeShop(i),
    });
  }

  /** Shops that might be opened, as the engine names them. */
  ghosts(sites) {
    const { town } = this;
    this.view.setGhosts(
      sites.map(({ side, vertex, lon, lat }) => {
        const [x, y] = vertex < town.n ? [town.x[vertex], town.y[vertex]] : town.toXY({ lon, lat });
        return { side, x, y };
      }),
    );
  }

  placeName({ vertex, lon, lat, label }) {
    if (label) return label;
    return vertex < this.town.n
      ? cornerName(this.town, vertex)
      : `${Number(lon).toFixed(5)}, ${Number(lat).toFixed(5)}`;
  }

  #point(vertex, byKey) {
    const shop = this.shops.find((one) => one.vertex === vertex),
      words =
        cornerName(this.town, vertex) +
        (shop ? `, ${SIDES[shop.side] === "You" ? "your" : "the rival’s"} shop` : "");
    if (byKey) say(words);
    return words;
  }

  /** Sites for the engine; each is a brand of its own, so that the answer has its share. */
  #sites(side, shops = this.shops) {
    return shops
      .map((shop, i) => ({ ...shop, brand: String(i) }))
      .filter((shop) => shop.side === side)
      .map(({ vertex, lon, lat, brand, label }) =>
        vertex === undefined ? { lon, lat, brand, label } : { vertex, brand, label },
      );
  }

  get mine() {
    return this.#sites("white");
  }

  get rival() {
    return this.#sites("black");
  }

  /** What every question about this market has. */
  terms() {
    return {
      arena: this.town.arena,
      direction: this.direction.value,
      customers: this.customers.length ? this.customers : undefined,
    };
  }

  /** The engine's answer; one question at a time, and only the last answer counts. */
  async #score(shops = this.shops) {
    if (!shops.length && !this.customers.length) return this.#showScore(null);
    this.waiting = shops;
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.waiting) {
        const now = this.waiting;
        this.waiting = null;
        const answer = await ask("score", {
          ...this.terms(),
          white: this.#sites("white", now),
          black: this.#sites("black", now),
          write: this.customers.length ? "csv" : undefined,
        });
        if (this.closed) return;
        this.#setOwners(answer.written);
        if (!now.length) this.#showScore(null);
        else if (!this.waiting && (this.shops.length || this.view.held >= 0)) this.#showScore(answer);
      }
    } finally {
      this.isAsking = false;
      this.waiting = null;
    }
  }

  /** While a shop is dragged: without customers the page counts corners itself. */
  #moving(shops) {
    if (this.customers.length) this.#score(shops).catch(fail);
  }

  #painted([unreached, white, black, tied]) {
    this.counts = { white_score: white, black_score: black, tied, unreached };
    if (this.view.held < 0 || this.customers.length) return;
    const reached = white + black + tied || 1;
    this.#showScore({ ...this.counts, share: { white: white / reached, black: black / reached } }, true);
  }

  #showScore(answer, isPassing = false) {
    this.score = answer;
    this.panel.showScore(answer);
    if (!isPassing) this.panel.fillShops();
    if (answer) this.tellNotes(answer);
  }

  /** What the engine left out of the tables; once. */
  tellNotes({ unsnapped, notes = [] }) {
    const text = unsnapped
      ? `${unsnapped} ${unsnapped === 1 ? "place is" : "places are"} too far from every street and left out.`
      : notes.join(" ");
    if (text && text !== this.told) tell(text);
    this.told = text;
  }

  #shareWords() {
    const { share } = this.score || {};
    return share ? `You have ${percent(share.white)}, the rival ${percent(share.black)}` : "";
  }

  /** Whose each customer is, from the engine's table; those that it left out are missing. */
  #setOwners(table) {
    if (!table) return;
    this.owners = new Uint8Array(this.customers.length);
    for (const [, row, owner] of table.matchAll(/^(\d+),(?:"(?:[^"]|"")*"|[^",\n]*),\d+,[^,]*,(\w+)/gm))
      this.owners[row - 1] = 1 + OWNERS.indexOf(owner);
    this.showPoints();
  }

  showPoints() {
    const { town, owners } = this,
      place = (row) =>
        row.lon !== undefined
          ? town.toXY({ lon: Number(row.lon), lat: Number(row.lat) })
          : [town.x[row.vertex] ?? NaN, town.y[row.vertex] ?? NaN];
    const demands = this.customers.map((row) => Number(row.demand ?? 1)),
      mean = demands.reduce((sum, demand) => sum + demand, 0) / demands.length || 1;
    const isSeen = (i) => !this.hidesCustomers && (!owners || owners[i] > 0);
    this.view.setPoints(
      Float32Array.from(
        this.customers.flatMap((row, i) =>
          isSeen(i)
            ? [
                ...place(row),
                Math.max(2.5, Math.min(9, 4 * Math.sqrt(demands[i] / mean))),
                owners ? owners[i] - 1 : 0,
              ]
            : [],
        ),
      ),
      Float32Array.from(this.candidates.flatMap(place)),
    );
  }

  setTable(key, rows) {
    return this.setTables({ customers: this.customers, candidates: this.candidates, [key]: rows });
  }

  /** Other customers and candidates; the browser and the server keep them, so that a link has them. */
  async setTables(tables) {
    Object.assign(this, tables, { owners: null, tables: undefined });
    this.panel.questions.clear();
    this.showPoints();
    this.panel.fill();
    this.#score().catch(fail);
    const { arena } = this.town,
      isAny = tables.customers.length + tables.candidates.length > 0;
    const id = isAny ? await keepThere(tables).catch(() => undefined) : undefined;
    await keep(`tables ${arena}`, { ...tables, id });
    if (this.closed || this.town.arena !== arena || this.customers !== tables.customers) return;
    this.tables = id;
    this.#write();
  }

  showCustomers(isShown) {
    this.hidesCustomers = !isShown;
    this.showPoints();
  }

  #write(isNew = false) {
    const list = (side) =>
      this.shops
        .filter((shop) => shop.side === side)
        .map(({ vertex, lon, lat, label }) => {
          const word = label ? `~${encodeURIComponent(label).replace(/[_~]/g, (c) => (c === "_" ? "%5F" : "%7E"))}` : "";
          return `${vertex ?? `${lon},${lat}`}${word}`;
        })
        .join("_");
    const params = {
      arena: this.town.arena,
      mine: list("white"),
      rival: list("black"),
      direction: this.direction.value === "to-site" ? undefined : this.direction.value,
      name: this.town.arena.startsWith("@") && !this.isOfOwner ? this.source.name : undefined,
      tables: this.tables,
    };
    localStorage.setItem(STATE, JSON.stringify(params));
    this.shell.write(params, [], isNew);
  }

  file(file) {
    return openAny(this, file);
  }

  key(event) {
    const act = {
      m: () => this.#choose("white"),
      r: () => this.#choose("black"),
      u: () => this.#undo(-1),
      y: () => this.#undo(1),
    }[event.key];
    if (!act) return false;
    Promise.resolve(act()).catch(fail);
    return true;
  }
}

function readState() {
  try {
    return JSON.parse(localStorage.getItem(STATE));
  } catch {
    return null;
  }
}
