// ring.js - the circle or the segment as an SVG: land, stones, key points, and where one points.
import { draw, empty, make } from "../dom.js";
import { decimal, simplest } from "../lines/level.js";
import { pictureOf } from "./picture.js";

export class RingView {
  /** calls: { point(place), press(place), key(event) }; a place is a fraction as text, or null. */
  constructor(root, calls) {
    this.svg = draw("svg", { class: "ring", role: "img" });
    this.tip = make("div.tip", { hidden: true });
    this.element = make("div.board.ring-board", { tabindex: "0", role: "application" }, this.svg, this.tip);
    root.append(this.element);
    this.element.placeOf = (share) => this.#at(share); // for tests
    const find = (event) => {
      const box = this.element.getBoundingClientRect();
      return this.#find([event.clientX - box.left, event.clientY - box.top]);
    };
    this.element.addEventListener("pointermove", (event) => calls.point(find(event)));
    this.element.addEventListener("pointerleave", () => calls.point(null));
    this.element.addEventListener("click", (event) => {
      const place = find(event);
      if (place !== null) calls.press(place);
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !calls.key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.watcher = new ResizeObserver(() => this.#fit());
    this.watcher.observe(this.element);
  }

  close() {
    this.watcher.disconnect();
  }

  #fit() {
    const { clientWidth: wide, clientHeight: high } = this.element;
    if (!wide || !high) return;
    [this.wide, this.high] = [wide, high];
    this.radius = Math.max(40, Math.min(wide, high) / 2 - 48);
    this.svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    if (this.game) this.#paint();
  }

  /** Where a share (0..1) of the arena lies; `out` pixels away from it. */
  #at(share, out = 0) {
    if (this.game.arena === "segment") return [40 + share * (this.wide - 80), this.high / 2 - out];
    const turn = 2 * Math.PI * share,
      far = this.radius + out;
    return [this.wide / 2 + far * Math.sin(turn), this.high / 2 - far * Math.cos(turn)];
  }

  #find([x, y]) {
    if (!this.game) return null;
    const isRing = this.game.arena === "circle",
      long = isRing ? 2 * Math.PI * this.radius : this.wide - 80;
    const far = isRing
      ? Math.abs(Math.hypot(x - this.wide / 2, y - this.high / 2) - this.radius)
      : Math.abs(y - this.high / 2);
    if (far > 40) return null;
    const turn = Math.atan2(x - this.wide / 2, this.high / 2 - y) / (2 * Math.PI);
    const share = isRing ? (turn + 1) % 1 : (x - 40) / (this.wide - 80),
      slack = 2.5 / long;
    if (share < -slack || share > 1 + slack) return null;
    const key = this.keys.find((point) => Math.abs(decimal(point) - share) < 3 * slack);
    return key || simplest(Math.max(0, share - slack), Math.min(1, share + slack));
  }

  /** game: the engine's answer; keys: whether key points are shown. */
  set(game, showKeys) {
    this.game = game;
    this.keys = showKeys ? game.key_points : [];
    this.pointed = null;
    this.element.setAttribute(
      "aria-label",
      `${game.arena} with ${game.moves.length} stones. Arrow keys move along it, Enter places a stone.`,
    );
    if (this.wide) this.#paint();
    else this.#fit();
  }

  setPointed(place, words) {
    this.pointed = place;
    this.tip.hidden = place === null;
    this.#paint();
    if (place === null) return;
    const [x, y] = this.#at(decimal(place));
    empty(this.tip, words);
    this.tip.style.left = `${Math.max(4, Math.min(x + 14, this.wide - this.tip.offsetWidth - 4))}px`;
    this.tip.style.top = `${Math.max(4, Math.min(y + 14, this.high - this.tip.offsetHeight - 4))}px`;
  }

  #arc({ from, to }, name) {
    const isRing = this.game.arena === "circle",
      a = isRing ? from : Math.max(0, from),
      b = isRing ? to : Math.min(1, to);
    if (isRing && b - a > 0.9999)
      return draw("circle", { cx: this.wide / 2, cy: this.high / 2, r: this.radius, class: name });
    const flat = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
    const way = isRing ? `A${this.radius} ${this.radius} 0 ${b - a > 0.5 ? 1 : 0} 1 ` : "L";
    return draw("path", { d: `M${flat(this.#at(a))}${way}${flat(this.#at(b))}`, class: name });
  }

  #paint() {
    const { game } = this,
      colour = (stone) => game.moves[stone][0];
    const line = (place, from, to, name) => {
      const [[x1, y1], [x2, y2]] = [this.#at(place, from), this.#at(place, to)];
      return draw("line", { x1, y1, x2, y2, class: name });
    };
    const outs = this.#outs();
    const stones = game.places.map((place, i) => {
      const [cx, cy] = this.#at(place, outs[i]),
        [x, y] = [cx, cy + 4];
      return draw(
        "g",
        {},
        outs[i] ? line(place, 0, outs[i], "key") : draw("g"),
        draw("title", {}, `${colour(i)} ${i + 1}: ${game.moves[i][1]}`),
        draw("circle", { cx, cy, r: 11, class: `stone-${colour(i)}` }),
        draw("text", { x, y }, String(i + 1)),
      );
    });
    const base = { from: 0, to: 1 };
    empty(
      this.svg,
      this.#arc(base, "base"),
      game.cells.map((cell) => this.#arc(cell, `cell ${colour(cell.stone)}`)),
      this.keys.map((place) => line(decimal(place), -16, 16, "key")),
      stones,
      this.pointed === null
        ? null
        : (() => {
            const [cx, cy] = this.#at(decimal(this.pointed));
            return draw("circle", { cx, cy, r: 8, class: "pointed" });
          })(),
      this.#ends(),
    );
  }

  /** How far out each stone is drawn: those that would cover another stand beside it. */
  #outs() {
    const { game } = this,
      outs = game.places.map(() => 0),
      long = game.arena === "circle" ? 2 * Math.PI * this.radius : this.wide - 80;
    let last = null,
      level = 0;
    for (const { stone } of game.cells) {
      const place = game.places[stone],
        isNear = last !== null && (place - last) * long < 24;
      level = isNear ? (level + 1) % 3 : 0;
      outs[stone] = [0, 26, -26][level];
      if (level === 0) last = place;
    }
    return outs;
  }

  #ends() {
    const ends = this.game.arena === "segment" ? [0, 1] : [0];
    return ends.map((share) => {
      const [x, y] = this.#at(share, 30);
      return draw(
        "text",
        { x, y: y + 4, class: "note" },
        this.game.arena === "segment" ? String(share) : "0",
      );
    });
  }

  picture() {
    return pictureOf(this.svg, this.element);
  }
}
