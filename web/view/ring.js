// ring.js - the circle or the segment as an SVG: territory, stones, key points, the place pointed at.
//
// A mouse previews on hover and places on click.  A finger previews while it is down, and places where it is
// lifted; lifted away from the circle it places nothing.
import { draw, empty, make } from "../dom.js";
import { decimal, simplest } from "../lines/level.js";
import { pictureOf } from "./picture.js";

export class RingView {
  /** calls: { point(place), press(place), key(event) }; a place is a fraction as text, or null. */
  constructor(root, calls) {
    this.svg = draw("svg", { class: "ring", role: "img", "aria-label": "The stones" });
    this.tip = make("div.tip", { hidden: true });
    this.element = make("div.board.ring-board", { tabindex: "0", role: "application" }, this.svg, this.tip);
    root.append(this.element);
    this.element.placeOf = (share) => this.#at(share); // for tests
    const find = (event) => {
      const box = this.element.getBoundingClientRect();
      return this.#find([event.clientX - box.left, event.clientY - box.top]);
    };
    this.#listen(calls, find);
    this.watcher = new ResizeObserver(() => this.#fit());
    this.watcher.observe(this.element);
  }

  #listen(calls, find) {
    const on = (name, act) => this.element.addEventListener(name, act);
    on("pointerdown", (event) => {
      this.isDown = event.isPrimary && event.button === 0; // a second finger places nothing
      calls.point(find(event));
    });
    on("pointermove", (event) => calls.point(find(event)));
    on("pointerleave", () => calls.point(null));
    on("pointercancel", () => calls.point(null));
    on("pointerup", (event) => {
      const place = this.isDown ? find(event) : null;
      this.isDown = false;
      if (place !== null) calls.press(place);
    });
    on("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !calls.key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
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
    this.pointed = this.after = null;
    this.tip.hidden = true;
    const stones = game.moves.map(([colour], i) => `${colour} at ${game.places[i].toFixed(3)}`);
    this.svg.setAttribute("aria-label", `${game.arena}: ${stones.join(", ") || "no stones"}`);
    this.element.setAttribute(
      "aria-label",
      `${game.arena} with ${stones.length} stones. Arrow keys move along it, Enter places a stone.`,
    );
    if (this.wide) this.#paint();
    else this.#fit();
  }

  /** Shows a stone at `place` with the game after it, if there is one; null ends that. */
  setPreview(place, after = null, words = []) {
    [this.pointed, this.after] = [place, after];
    this.tip.hidden = place === null;
    if (this.game) this.#paint();
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

  #line(place, from, to, name) {
    const [[x1, y1], [x2, y2]] = [this.#at(place, from), this.#at(place, to)];
    return draw("line", { x1, y1, x2, y2, class: name });
  }

  #stone(i, out) {
    const { game } = this,
      [colour, exact] = game.moves[i],
      [cx, cy] = this.#at(game.places[i], out);
    return draw(
      "g",
      { class: `stone ${colour}` },
      out ? this.#line(game.places[i], 0, out, "key") : draw("g"),
      draw("title", {}, `${colour} ${i + 1}: ${exact}`),
      draw("circle", { cx, cy, r: 11 }),
      draw("text", { x: cx, y: cy + 4 }, String(i + 1)),
    );
  }

  #ghost() {
    if (this.pointed === null) return null;
    const [cx, cy] = this.#at(decimal(this.pointed));
    return draw("circle", { cx, cy, r: 9, class: `ghost ${this.after ? this.game.to_move : ""}` });
  }

  #paint() {
    const { game } = this,
      seen = this.after || game,
      outs = this.#outs();
    empty(
      this.svg,
      this.#arc({ from: 0, to: 1 }, "base"),
      seen.cells.map((cell) => this.#arc(cell, `cell ${seen.moves[cell.stone][0]}`)),
      this.keys.map((place) => this.#line(decimal(place), -16, 16, "key")),
      game.places.map((_, i) => this.#stone(i, outs[i])),
      this.#ghost(),
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
        { x, y: y + 4, class: "end" },
        this.game.arena === "segment" ? String(share) : "0",
      );
    });
  }

  picture() {
    return pictureOf(this.svg, this.element);
  }
}
