// map.js - a real town: shops on its streets, whose customers are whose, and where to open next.
//
// White is the reader, Black the rival.  While a shop is dragged, the page finds the areas itself; every share that
// stays is the engine's answer.
import { empty, fail, make, say, tell } from "../dom.js";
import { ask, readMap } from "../engine.js";
import { shopList, tableList } from "../map/lists.js";
import { percent, QuestionCard } from "../map/questions.js";
import { mapName, saveButtons } from "../map/saves.js";
import { keep, kept } from "../map/store.js";
import { askAboutTable, isTable, readTable } from "../map/tables.js";
import { cornerName, onStreet, readTown } from "../map/town.js";
import { MapView } from "../map/view.js";
import { Unreachable } from "../transport/server.js";
import { movingKeys } from "../view/moving.js";
import { choice, facts, field, fileInput, ScoreBar } from "../widgets.js";
import { Work } from "../work.js";

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

const SIDES = { white: "You", black: "Rival" };
const SAMPLE = "town:1600"; // a family of the engine
const FIRST = { arena: SAMPLE, mine: "700", rival: "1025" }; // what newcomers see
const STATE = "demesne.map"; // the last map, in the browser
const PROFILES = [
  ["car", "Car"],
  ["bike", "Bicycle"],
  ["foot", "On foot"],
];
const MEASURES = [
  ["metres", "Metres"],
  ["seconds", "Seconds"],
];

export function open(root, shell) {
  return new MapPart(root, shell);
}

class MapPart {
  constructor(root, shell) {
    Object.assign(this, { shell, info: shell.info, town: null, shops: [], side: "white" });
    Object.assign(this, { customers: [], candidates: [], source: {}, before: [], after: [] });
    this.bar = new ScoreBar({ white: "You", black: "Rival", none: "No shops yet" });
    this.seat = { white: this.#seat("white"), black: this.#seat("black") };
    this.status = make("div.status", { "aria-live": "off" });
    this.panel = make("aside.side", { "aria-label": "Map: panel" });
    this.arena = make(
      "section.arena",
      { "aria-label": "Map" },
      make("div.seats", {}, this.seat.white.element, this.status, this.seat.black.element),
      this.bar.element,
    );
    root.append(make("div.stage", {}, this.arena, this.panel));
    this.view = new MapView(this.arena, {
      open: (vertex) => this.add([{ side: this.side, vertex }]),
      close: (i) => this.#closeShop(i),
      pick: (i) => this.#pick(i),
      moving: (shops) => this.#moving(shops),
      moved: (shops, i) => this.#change(shops, `Shop moved to ${this.placeName(shops[i])}`),
      point: (vertex, byKey) => this.#point(vertex, byKey),
      painted: (counts) => this.#painted(counts),
    });
    this.#build();
    this.#fill();
  }

  close() {
    this.closed = true;
    this.reading.cancel();
    this.questions.work.cancel();
    this.view.close();
  }

  #seat(side) {
    const share = make("div.name"),
      shops = make("div.clock");
    const element = make(
      `button.seat.${side}`,
      { type: "button", "aria-pressed": String(side === this.side), onclick: () => this.#choose(side) },
      make(`span.stone.${side}`, { "aria-hidden": "true" }),
      make("div.who", {}, share, shops),
    );
    return { element, share, shops };
  }

  #choose(side) {
    this.side = side;
    this.#fill();
    say(`Clicks open shops of ${side === "white" ? "yours" : "the rival"}`);
  }

  #build() {
    const button = (text, act, more = {}) =>
      make("button", { type: "button", ...more, onclick: () => Promise.resolve(act()).catch(fail) }, text);
    const input = fileInput((file) => this.file(file), { "aria-label": "A map or a table" });
    this.openButton = button("Open a map …", () => {
      input.accept = "";
      input.click();
    });
    this.townFacts = make("div");
    this.towns = choice([], "", (arena) => this.#open({ arena }, true).catch(fail));
    this.towns.setAttribute("aria-label", "Town");
    this.profile = choice(PROFILES, "car", () => this.#again());
    this.measure = choice(MEASURES, "metres", () => this.#again());
    this.readAs = make("div", {}, field("Who travels", this.profile), field("Lengths in", this.measure));
    this.reading = new Work(this.openButton);
    this.direction = choice(
      [
        ["to-site", "customers"],
        ["from-site", "deliveries"],
      ],
      "to-site",
      () => this.#change(this.shops, ""),
    );
    this.directionField = make("div", {}, field("On the road", this.direction));
    this.list = make("div");
    this.tables = make("div");
    this.questions = new QuestionCard(this);
    this.undoButtons = [button("Undo", () => this.#undo(-1)), button("Redo", () => this.#undo(1))];
    this.clearButton = button("Close all", () => this.#change([], "All shops closed"));
    this.playButton = button("Play here", () => this.#play());
    this.saves = saveButtons(this);
    const card = (name, ...children) =>
      make("section.card", { "aria-label": name }, make("h2", {}, name), children);
    const mark = (name, text) => make("span", {}, make(`i.${name}`), text);
    empty(
      this.panel,
      card(
        "Town",
        this.towns,
        this.townFacts,
        this.readAs,
        make("div.buttons", {}, this.openButton, input),
        this.reading.element,
      ),
      card(
        "Shops",
        this.list,
        this.directionField,
        make("div.buttons", {}, this.undoButtons, this.clearButton),
        make(
          "div.legend",
          {},
          mark("w", "yours"),
          mark("b", "the rival’s"),
          mark("t", "equally far"),
          mark("u", "out of reach"),
        ),
      ),
      this.questions.element,
      card(
        "Customers and candidates",
        this.tables,
        make(
          "div.buttons",
          {},
          button("Open a table …", () => input.click()),
        ),
      ),
      card(
        "Play",
        make(
          "p.help-text",
          {},
          "The Voronoi game on these streets, against a friend or the computer. One-way streets count.",
        ),
        make("div.buttons", {}, this.playButton),
      ),
      card("Save and share", this.saves),
    );
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
    if (arena === this.town?.arena) return this.#take(wanted, false);
    try {
      await this.#open({ ...wanted, arena }, false);
    } catch (error) {
      if (error instanceof Unreachable) throw error;
      if (Object.keys(params).length) tell(`This map could not be opened: ${error.message}`, true);
      if (this.town) return this.#write();
      await this.#open({ arena: first && first.arena !== arena ? first.arena : SAMPLE }, false);
    }
  }

  /** Opens a board that the server has, or whose file the browser has kept. */
  async #open(wanted, isNew) {
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
    this.source = (await kept(this.town.arena)) || {};
    Object.assign(this, { customers: [], candidates: [], before: [], after: [], shops: [] });
    const tables = await kept(`tables ${this.town.arena}`);
    if (tables) Object.assign(this, { customers: tables.customers, candidates: tables.candidates });
    this.view.say();
    this.view.setTown(this.town);
    this.#showPoints();
    this.questions.clear();
    await this.#take(wanted, isNew);
  }

  /** The shops of an address. */
  async #take({ mine, rival, direction }, isNew) {
    const read = (side, text) =>
      (text || "")
        .split("_")
        .filter(Boolean)
        .map((place) => {
          const [a, b] = place.split(",").map(Number);
          return b === undefined ? { side, vertex: a } : { side, lon: a, lat: b };
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
        : { side: shop.side, vertex: shop.vertex },
    );
    this.view.setShops(this.shops, isFromShop);
    this.#fill();
  }

  /** Other shops; what was there can be had back. */
  #change(shops, words) {
    this.before.push(this.shops);
    this.after = [];
    this.questions.clear();
    this.#set(shops);
    this.#write();
    this.#score().then(() => words && say(`${words}. ${this.#shareWords()}`), fail);
  }

  #undo(step) {
    const [from, to] = step < 0 ? [this.before, this.after] : [this.after, this.before];
    if (!from.length) return;
    to.push(this.shops);
    this.#set(from.pop());
    this.questions.clear();
    this.#write();
    return this.#score();
  }

  /** Opens shops: { side, vertex }, or { side, lon, lat } in the middle of a street. */
  add(shops) {
    const { town } = this;
    if (!town) return;
    const taken = new Set(this.shops.map(({ vertex }) => vertex).filter((v) => v !== undefined));
    const fresh = shops
      .map(({ side, vertex, lon, lat }) => (vertex < town.n ? { side, vertex } : { side, lon, lat }))
      .filter(({ vertex }) => vertex === undefined || !taken.has(vertex));
    if (!fresh.length) return tell("There is a shop already.");
    this.#change(
      [...this.shops, ...fresh],
      `${fresh.length > 1 ? "Shops" : "Shop"} opened at ${fresh.map((shop) => this.placeName(shop)).join(", ")}`,
    );
  }

  #closeShop(i) {
    const name = this.placeName(this.shops[i]);
    this.#change(this.shops.toSpliced(i, 1), `Shop at ${name} closed`);
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
      .map(({ vertex, lon, lat, brand }) => (vertex === undefined ? { lon, lat, brand } : { vertex, brand }));
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
    if (!shops.length) return this.#showScore(null);
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
        });
        if (this.closed) return;
        if (!this.waiting && (this.shops.length || this.view.held >= 0)) this.#showScore(answer);
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
    const number = (value) => Number(value) || 0,
      score = Object.fromEntries(
        ["white_score", "black_score", "tied", "unreached"].map((key) => [key, number(answer?.[key])]),
      );
    this.bar.set(score, !answer);
    for (const side of ["white", "black"]) {
      const share = answer?.share?.[side];
      this.seat[side].share.textContent = `${SIDES[side]}${share == null ? "" : ` ${percent(share)}`}`;
    }
    if (!isPassing) this.#fillShops();
    if (answer) this.#tellNotes(answer);
  }

  /** What the engine left out of the tables; once. */
  #tellNotes({ unsnapped, notes = [] }) {
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

  /** Everything beside the map. */
  #fill() {
    const { town, shops, seat, info } = this;
    for (const side of ["white", "black"]) {
      const count = shops.filter((shop) => shop.side === side).length;
      seat[side].shops.textContent = `${count} ${count === 1 ? "shop" : "shops"}`;
      seat[side].element.classList.toggle("to-move", side === this.side);
      seat[side].element.setAttribute("aria-pressed", String(side === this.side));
      seat[side].element.title = `Click, then open shops of ${side === "white" ? "yours" : "the rival"}`;
      if (!shops.length) seat[side].share.textContent = SIDES[side];
    }
    empty(
      this.status,
      make(
        "strong",
        {},
        `Click a corner to open ${this.side === "white" ? "your shop" : "a shop of the rival"}`,
      ),
      make("br"),
      "Drag a shop to move it",
    );
    const known = info.boards.filter(({ map }) => map).map(({ arena, title: name }) => [arena, name]);
    known.push([SAMPLE, "A made-up town"]);
    if (town && !known.some(([arena]) => arena === town.arena))
      known.push([town.arena, this.source.name || town.arena]);
    empty(
      this.towns,
      known.map(([arena, name]) => make("option", { value: arena }, name)),
    );
    this.towns.value = town?.arena;
    this.readAs.hidden = !this.source.blob;
    this.openButton.disabled = info.read_only;
    this.directionField.hidden = !town?.oneway;
    [this.undoButtons[0].disabled, this.undoButtons[1].disabled] = [!this.before.length, !this.after.length];
    this.clearButton.disabled = !shops.length;
    this.playButton.disabled = !town;
    for (const button of this.saves.children) button.disabled = !town;
    if (town)
      empty(
        this.townFacts,
        facts([
          ["corners", town.n.toLocaleString("en")],
          ["streets", town.m.toLocaleString("en")],
          ["one-way", town.oneway ? town.oneway.toLocaleString("en") : null],
        ]),
        (this.source.notes || []).map((note) => make("p.help-text", {}, note)),
      );
    this.#fillShops();
    empty(
      this.tables,
      tableList(this, (key) => this.#setTable(key, [])),
    );
    this.questions.update();
  }

  #fillShops() {
    empty(
      this.list,
      shopList(this, (i) => this.#closeShop(i)),
    );
  }

  #showPoints() {
    const { town } = this,
      place = (row) =>
        row.lon !== undefined
          ? town.toXY({ lon: Number(row.lon), lat: Number(row.lat) })
          : [town.x[row.vertex] ?? NaN, town.y[row.vertex] ?? NaN];
    const demands = this.customers.map((row) => Number(row.demand ?? 1)),
      mean = demands.reduce((sum, demand) => sum + demand, 0) / demands.length || 1;
    this.view.setPoints(
      Float32Array.from(
        this.customers.flatMap((row, i) => [
          ...place(row),
          Math.max(2.5, Math.min(9, 4 * Math.sqrt(demands[i] / mean))),
        ]),
      ),
      Float32Array.from(this.candidates.flatMap(place)),
    );
  }

  #setTable(key, rows) {
    this[key] = rows;
    this.questions.clear();
    this.#showPoints();
    this.#fill();
    keep(`tables ${this.town.arena}`, { customers: this.customers, candidates: this.candidates });
    this.#score().catch(fail);
  }

  #write(isNew = false) {
    const list = (side) =>
      this.shops
        .filter((shop) => shop.side === side)
        .map(({ vertex, lon, lat }) => vertex ?? `${lon},${lat}`)
        .join("_");
    const params = {
      arena: this.town.arena,
      mine: list("white"),
      rival: list("black"),
      direction: this.direction.value === "to-site" ? undefined : this.direction.value,
    };
    localStorage.setItem(STATE, JSON.stringify(params));
    this.shell.write(params, [], isNew);
  }

  /** A map, a table of places, or a plan that was saved here. */
  async file(file) {
    const begin = await file.slice(0, 1 << 20).text();
    if (/^\s*\{/.test(begin) && /"(mine|white)"\s*:/.test(begin) && /"arena"\s*:/.test(begin))
      return this.#openPlan(file);
    if (isTable(file.name, begin)) return this.#openTable(file);
    const { file_bytes: most } = this.info.limits;
    if (file.size > most)
      throw new Error(
        `${file.name} has ${Math.ceil(file.size / 1e6)} MB; at most ${Math.floor(most / 1e6)} MB are possible here. Use demesne serve --board ${file.name} instead.`,
      );
    await this.#openFile({
      blob: file,
      name: file.name,
      profile: this.profile.value,
      measure: this.measure.value,
    });
  }

  /** Lets the server read a map, and shows it; if it cannot, the map before stays. */
  async #openFile(source, wanted = {}) {
    const isLeft = this.town && this.shops.length > 0;
    let problem = null;
    try {
      const run = (...job) => this.reading.run(...job, (error) => (problem = error));
      const found = await readMap(source, run);
      if (problem) throw problem;
      await keep(found.arena, { ...source, notes: found.notes });
      await this.#open({ ...wanted, arena: found.arena }, true);
    } catch (error) {
      if (error instanceof Unreachable) throw error;
      const why = error.message.replace(`${source.name}: `, "");
      throw new Error(
        `${source.name} could not be opened: ${why}.${this.town ? " The map before is still here." : ""}`,
      );
    }
    say(`${source.name} is open`);
    if (isLeft) tell(`${source.name} is open. Back returns to the map before.`);
  }

  /** Reads the file again for others who travel; shops stay where they are. */
  #again() {
    const { town, source } = this,
      place = (shop) =>
        shop.vertex === undefined ? shop : town.toLonLat(town.x[shop.vertex], town.y[shop.vertex]),
      list = (side) =>
        this.shops
          .filter((shop) => shop.side === side)
          .map(place)
          .map(({ lon, lat }) => `${lon.toFixed(7)},${lat.toFixed(7)}`)
          .join("_");
    const wanted = { mine: list("white"), rival: list("black") };
    this.#openFile({ ...source, profile: this.profile.value, measure: this.measure.value }, wanted).catch(
      fail,
    );
  }

  async #openTable(file) {
    if (!this.town) throw new Error("Open a map first, then the table.");
    let rows;
    try {
      rows = readTable(await file.text());
    } catch (error) {
      throw new Error(`${file.name} could not be opened: ${error.message}. Nothing has changed.`);
    }
    askAboutTable(file.name, rows, (kind) => this.#useTable(kind, rows));
  }

  /** The engine has the last word on a table: one that it refuses is not taken. */
  async #useTable(kind, rows) {
    const isSites = kind === "white" || kind === "black";
    if (kind !== "candidates") this.#tellNotes(await ask("score", { ...this.terms(), [kind]: rows }));
    if (isSites)
      this.add(
        rows.map(({ vertex, lon, lat, label }) => ({
          side: kind,
          vertex: vertex === undefined ? undefined : Number(vertex),
          lon: Number(lon),
          lat: Number(lat),
          label,
        })),
      );
    else this.#setTable(kind, rows);
  }

  #play() {
    this.shell.go("play", { arena: this.town.arena, rounds: 4 });
  }

  async #openPlan(file) {
    const plan = JSON.parse(await file.text()),
      name = this.town && mapName(this);
    if (plan.arena !== name)
      throw new Error(`${file.name} is a plan for ${plan.arena}. Open that map first, then the plan.`);
    const shops = (side, list) =>
      (list || []).map((site) => ({ side, ...(typeof site === "object" ? site : { vertex: site }) }));
    Object.assign(this, { customers: plan.customers || [], candidates: plan.candidates || [] });
    this.direction.value = plan.direction || "to-site";
    this.#showPoints();
    this.#change([...shops("white", plan.white), ...shops("black", plan.black)], "The plan was opened");
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
