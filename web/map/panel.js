// panel.js - everything around the map: whose share is how large, the cards beside it, and their buttons.
import { empty, fail, make } from "../dom.js";
import { choice, facts, field, fileInput, ScoreBar } from "../widgets.js";
import { listOf } from "../words.js";
import { Work } from "../work.js";
import { shopList, tableList } from "./lists.js";
import { percent, QuestionCard } from "./questions.js";
import { saveButtons } from "./saves.js";

export const SIDES = { white: "You", black: "Rival" };
export const SAMPLE = "town:1600"; // a family of the engine

const button = (text, act, more = {}) =>
  make("button", { type: "button", ...more, onclick: () => Promise.resolve(act()).catch(fail) }, text);
const wordOf = (select, value) => [...select.options].find((one) => one.value === value)?.text;
const card = (name, ...children) =>
  make("section.card", { "aria-label": name }, make("h2", {}, name), children);

export class MapPanel {
  /** acts: what the controls do: choose(side), town(arena), again(), direction(), undo(step), clear(), play(),
   *  closeShop(i), clearTable(key), showCustomers(isShown), file(file) */
  constructor(part, acts) {
    Object.assign(this, { part, acts });
    this.bar = new ScoreBar({ white: "You", black: "Rival", none: "No shops yet" });
    this.seat = { white: this.#seat("white"), black: this.#seat("black") };
    this.status = make("div.status", { "aria-live": "off" });
    this.head = [
      make("div.seats", {}, this.seat.white.element, this.status, this.seat.black.element),
      this.bar.element,
    ];
    this.element = make("aside.side", { "aria-label": "Map: panel" });
    this.#makeControls();
    empty(this.element, this.#cards());
  }

  #seat(side) {
    const share = make("div.name"),
      shops = make("div.clock");
    const element = make(
      `button.seat.${side}`,
      { type: "button", onclick: () => this.acts.choose(side) },
      make(`span.stone.${side}`, { "aria-hidden": "true" }),
      make("div.who", {}, share, shops),
    );
    return { element, share, shops };
  }

  #makeControls() {
    const { part, acts } = this;
    this.input = fileInput((file) => acts.file(file), { "aria-label": "A map or a table" });
    this.openButton = button("Open a map …", () => {
      this.input.accept = "";
      this.input.click();
    });
    this.townFacts = make("div");
    this.towns = choice([], "", (arena) => Promise.resolve(acts.town(arena)).catch(fail));
    this.towns.setAttribute("aria-label", "Town");
    this.profile = choice(listOf(part.info, "profile"), "car", () => acts.again());
    this.measure = choice(listOf(part.info, "measure"), "metres", () => acts.again());
    this.readAs = make("div", {}, field("Who travels", this.profile), field("Lengths in", this.measure));
    this.reading = new Work(this.openButton);
    this.direction = choice(listOf(part.info, "direction"), "to-site", () => acts.direction());
    this.directionField = make("div", {}, field("On the road", this.direction));
    this.list = make("div");
    this.tables = make("div");
    const box = make("input", { type: "checkbox", checked: true, onchange: () => acts.showCustomers(box.checked) });
    this.customersBox = make("label.check", {}, box, "Customers on the map");
    this.questions = new QuestionCard(part);
    this.undoButtons = [button("Undo", () => acts.undo(-1)), button("Redo", () => acts.undo(1))];
    this.clearButton = button("Close all", () => acts.clear());
    this.playButton = button("Play here", () => acts.play());
    this.saves = saveButtons(part);
  }

  #cards() {
    const mark = (name, text) => make("span", {}, make(`i.${name}`), text);
    return [
      card(
        "Town",
        this.towns,
        this.townFacts,
        this.readAs,
        make("div.buttons", {}, this.openButton, this.input),
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
        this.customersBox,
        make(
          "div.buttons",
          {},
          button("Open a table …", () => this.input.click()),
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
    ];
  }

  fill() {
    const { town, shops } = this.part;
    this.#fillHead();
    this.#fillTown();
    this.openButton.disabled = this.part.info.read_only;
    this.directionField.hidden = !town?.oneway;
    [this.undoButtons[0].disabled, this.undoButtons[1].disabled] = [
      !this.part.before.length,
      !this.part.after.length,
    ];
    this.clearButton.disabled = !shops.length;
    this.playButton.disabled = !town;
    for (const one of this.saves.children) one.disabled = !town;
    this.fillShops();
    empty(
      this.tables,
      tableList(this.part, (key) => this.acts.clearTable(key)),
    );
    this.customersBox.hidden = !this.part.customers.length;
    this.questions.update();
  }

  /** Who opens shops, and how many there are. */
  #fillHead() {
    const { shops, side: mover } = this.part;
    for (const side of ["white", "black"]) {
      const count = shops.filter((shop) => shop.side === side).length,
        { element, share, shops: text } = this.seat[side];
      text.textContent = `${count} ${count === 1 ? "shop" : "shops"}`;
      element.classList.toggle("to-move", side === mover);
      element.setAttribute("aria-pressed", String(side === mover));
      element.title = `Click, then open shops of ${side === "white" ? "yours" : "the rival"}`;
      if (!shops.length) share.textContent = SIDES[side];
    }
    empty(
      this.status,
      make("strong", {}, `Click a corner to open ${mover === "white" ? "your shop" : "a shop of the rival"}`),
      make("br"),
      "Drag a shop to move it",
    );
  }

  #fillTown() {
    const { town, source, info } = this.part;
    const known = info.boards.filter(({ map }) => map).map(({ arena, title: name }) => [arena, name]);
    known.push([SAMPLE, "A made-up town"]);
    if (town && !known.some(([arena]) => arena === town.arena))
      known.push([town.arena, source.name || town.arena]);
    empty(
      this.towns,
      known.map(([arena, name]) => make("option", { value: arena }, name)),
    );
    this.towns.value = town?.arena;
    this.readAs.hidden = !source.blob;
    if (!town) return;
    empty(
      this.townFacts,
      facts([
        ["corners", town.n.toLocaleString("en")],
        ["streets", town.m.toLocaleString("en")],
        ["one-way", town.oneway ? town.oneway.toLocaleString("en") : null],
        ...(source.blob || !town.profile
          ? []
          : [
              ["who travels", wordOf(this.profile, town.profile)],
              ["lengths in", wordOf(this.measure, town.measure)],
            ]),
      ]),
      (source.notes || []).map((note) => make("p.help-text", {}, note)),
    );
  }

  fillShops() {
    empty(
      this.list,
      shopList(this.part, (i) => this.acts.closeShop(i)),
    );
  }

  /** The engine's answer, or null without shops. */
  showScore(answer) {
    const number = (value) => Number(value) || 0,
      score = Object.fromEntries(
        ["white_score", "black_score", "tied", "unreached"].map((key) => [key, number(answer?.[key])]),
      );
    this.bar.set(score, !answer);
    for (const side of ["white", "black"]) {
      const share = answer?.share?.[side];
      this.seat[side].share.textContent = `${SIDES[side]}${share == null ? "" : ` ${percent(share)}`}`;
    }
  }
}
