// view.js - the map that one looks at and touches: streets by the worker, shops and marks above them.
//
// The worker's picture is larger than what is in sight.  While the map is moved, the last picture is shifted, and the
// worker paints the next one; of several wishes only the last counts.
import { make } from "../dom.js";
import { ink, onTheme } from "../theme.js";
import { Camera, toX, toY } from "../view/camera.js";
import { nearest, prepare, towards } from "../view/geometry.js";
import { arrowOf, BUTTONS, Moving } from "../view/moving.js";
import { paintStone } from "../view/paint.js";
import { cornerName } from "./town.js";

const MARGIN = 160; // pixels around what is in sight
const STONE = 12; // pixels, the radius of a shop
const REACH = 36; // pixels from a click to the corner that it means
const CLOSEST = 12; // pixels per metre
const INKS = "plain unreached tied white-land black-land white-tint black-tint tied-tint text paper".split(
  " ",
);

export class MapView {
  /** calls: { open(vertex), pick(shop), moving(), moved(), cancelled(), point(vertex, byKey) } */
  constructor(host, calls) {
    Object.assign(this, { calls, town: null, shops: [], ghosts: [], cursor: -1, pointed: -1, held: -1 });
    this.streets = make("canvas.streets", { "aria-hidden": "true" });
    this.above = make("canvas", { "aria-hidden": "true" });
    this.wait = make("div.wait", { hidden: true });
    this.tip = make("div.tip", { hidden: true });
    this.credit = make("div.credit");
    this.bar = make("div.scalebar", { "aria-hidden": "true" });
    const label =
      "Map. Arrow keys move over its corners. Enter opens a shop there, or takes hold of one; Delete closes it.";
    this.element = make(
      "div.board.map",
      {
        ...{ tabindex: "0", role: "application", "aria-roledescription": "map", "aria-label": label },
        onkeydown: (event) => this.#key(event),
        onblur: () => this.#setCursor(-1),
      },
      ...[this.streets, this.above, this.wait, this.bar, this.credit, this.tip],
    );
    host.append(this.element);
    this.element.placeOf = (vertex) => this.#at(this.town.x[vertex], this.town.y[vertex]); // for scripts
    this.element.nameOf = (vertex) => cornerName(this.town, vertex);
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.#show(data);
    this.moving = new Moving(this.element, [this.streets], this);
    this.camera = this.moving.camera;
    this.endTheme = onTheme(() => this.paint());
  }

  close() {
    this.worker.terminate();
    this.moving.close();
    this.endTheme();
    cancelAnimationFrame(this.frame);
    this.element.remove();
  }

  setTown(town) {
    this.town = prepare(town);
    Object.assign(this, { shops: [], ghosts: [], cursor: -1, pointed: -1, held: -1 });
    const { toXY: _, toLonLat: __, ...sent } = town;
    this.worker.postMessage({ town: sent });
    this.setPoints([], []);
    this.credit.textContent = town.attribution;
    this.credit.hidden = !town.attribution;
    this.moving.fit();
  }

  /** Words in place of the map, or none. */
  say(...words) {
    this.wait.replaceChildren(...words);
    this.wait.hidden = !words.length;
  }

  /** shops: [{ side, vertex } or { side, x, y, seeds }, ..] */
  setShops(shops, isFromShop = false) {
    Object.assign(this, { shops, isFromShop });
    this.paint();
  }

  /** Shops that might be opened. */
  setGhosts(ghosts) {
    this.ghosts = ghosts;
    this.#soon();
  }

  /** Customers as x, y, radius, owner in turn; candidates as x, y. */
  setPoints(customers, candidates) {
    this.worker.postMessage({ points: { customers, candidates } });
    this.element.customers = customers.length / 4; // for scripts
    this.asked = "";
    this.paint();
  }

  get isSmall() {
    return false;
  }

  fit(camera) {
    if (!this.town) return;
    const { bounds } = this.town;
    camera.fit(bounds, 1e-9, 16, BUTTONS);
    camera.most = Math.max(CLOSEST, camera.scale);
  }

  resized(wide, high, ratio) {
    this.above.width = Math.round(wide * ratio);
    this.above.height = Math.round(high * ratio);
    this.above.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  moved() {
    this.tip.hidden = true;
    this.#wish();
    this.#soon();
  }

  paint() {
    this.#wish();
    this.#soon();
  }

  /** Asks the worker for a picture of what is to be seen now, unless it has been asked for. */
  #wish() {
    if (!this.town || this.camera.width <= 1) return;
    this.isWished = this.isBusy;
    if (this.isBusy) return;
    const { x, y, scale, width, height } = this.camera;
    const state = {
      camera: { x, y, scale, width: width + 2 * MARGIN, height: height + 2 * MARGIN },
      ratio: this.moving.ratio,
      rim: this.held < 0 ? 0 : MARGIN, // of the larger picture, while only colours change
      colours: Object.fromEntries(INKS.map((name) => [name, ink(name)])),
      shops: this.shops.map(({ side, vertex, seeds }) => ({ side, seeds: seeds || [[vertex, 0]] })),
      held: this.held,
      isFromShop: this.isFromShop,
    };
    const key = JSON.stringify(state);
    if (key === this.asked) return;
    this.asked = key;
    this.isBusy = true;
    this.worker.postMessage({ state });
  }

  #show({ picture, camera, counts, times }) {
    this.isBusy = false;
    this.streets.context ??= this.streets.getContext("bitmaprenderer");
    this.streets.context.transferFromImageBitmap(picture);
    Object.assign(this.streets.style, { width: `${camera.width}px`, height: `${camera.height}px` });
    this.moving.show(Object.assign(new Camera(), camera));
    if (this.isWished) this.#wish();
    this.element.counts = counts; // for scripts
    this.calls.painted(counts);
    this.element.dispatchEvent(new CustomEvent("painted", { detail: times })); // for scripts
  }

  #soon() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.#paintAbove();
    });
  }

  #at(x, y) {
    return [toX(this.camera, x), toY(this.camera, y)];
  }

  #placeOf({ vertex, x, y }) {
    return vertex === undefined ? this.#at(x, y) : this.#at(this.town.x[vertex], this.town.y[vertex]);
  }

  #paintAbove() {
    const { town, camera } = this,
      context = this.above.getContext("2d");
    context.clearRect(0, 0, camera.width, camera.height);
    if (!town) return;
    const counts = { white: 0, black: 0 };
    this.shops.forEach((shop, i) => {
      paintStone(
        context,
        ...this.#placeOf(shop),
        i === this.held ? STONE + 3 : STONE,
        shop.side,
        String(++counts[shop.side]),
      );
    });
    for (const ghost of this.ghosts) {
      const at = this.#placeOf(ghost);
      paintStone(context, ...at, STONE, ghost.side, "?", 0.85);
      this.#ring(context, ...at, STONE + 6, "land-3", 3);
    }
    const here = this.cursor >= 0 ? this.cursor : this.pointed;
    if (here >= 0 && this.held < 0)
      this.#ring(
        context,
        ...this.#at(town.x[here], town.y[here]),
        8,
        this.cursor >= 0 ? "focus" : "faint",
        2.5,
      );
    if (this.cursor >= 0 && this.held >= 0)
      this.#ring(context, ...this.#placeOf(this.shops[this.held]), STONE + 7, "focus", 3);
    this.#scaleBar();
  }

  #ring(context, x, y, radius, colour, width) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    Object.assign(context, { strokeStyle: ink(colour), lineWidth: width });
    context.stroke();
  }

  #scaleBar() {
    const most = 110 / this.camera.scale,
      ten = 10 ** Math.floor(Math.log10(most)),
      metres = ten * [5, 2, 1].find((times) => times * ten <= most);
    this.bar.style.width = `${metres * this.camera.scale}px`;
    this.bar.textContent = metres < 1000 ? `${metres} m` : `${metres / 1000} km`;
  }

  /** The corner that a pixel means, or -1. */
  #cornerAt(px, py, reach = REACH) {
    return this.town ? nearest(this.town, ...this.camera.under(px, py), reach / this.camera.scale) : -1;
  }

  #shopAt(px, py, reach) {
    let best = -1,
      least = reach;
    this.shops.forEach((shop, i) => {
      const [x, y] = this.#placeOf(shop),
        far = Math.hypot(x - px, y - py);
      if (far < least) [best, least] = [i, far];
    });
    return best;
  }

  get pointers() {
    return {
      move: (px, py) =>
        this.#point(this.#shopAt(px, py, STONE + 3) < 0 ? this.#cornerAt(px, py) : -1, px, py),
      leave: () => this.#point(-1),
      click: (px, py) => {
        const vertex = this.#cornerAt(px, py);
        this.element.focus({ preventScroll: true });
        if (vertex >= 0) this.calls.open(vertex);
      },
      grab: (px, py, kind) => {
        this.#hold(this.#shopAt(px, py, kind === "touch" ? 26 : STONE + 4));
        return this.held >= 0;
      },
      drag: (px, py) => this.#drag(this.#cornerAt(px, py, Infinity)),
      drop: (px, py, hasWandered) => {
        const shop = this.held;
        this.element.focus({ preventScroll: true });
        if (hasWandered) return this.#drop();
        this.#letGo();
        this.calls.pick(shop);
      },
      cancel: () => this.#letGo(),
    };
  }

  #hold(shop) {
    this.held = shop;
    this.was = shop >= 0 ? this.shops[shop] : null;
    this.element.classList.toggle("held", shop >= 0);
    if (shop >= 0 && this.cursor < 0) this.#point(-1);
    this.#soon();
  }

  /** The shop that is held stands at this corner for now. */
  #drag(vertex) {
    const { shops, held } = this;
    if (vertex < 0 || shops.some((shop) => shop.vertex === vertex)) return;
    this.shops = shops.with(held, { side: shops[held].side, vertex });
    this.paint();
    this.calls.moving(this.shops);
  }

  #drop() {
    const { shops, held, was } = this;
    this.#hold(-1);
    if (shops[held] !== was) this.calls.moved(shops, held);
  }

  /** Puts the shop back. */
  #letGo() {
    if (this.held < 0) return;
    this.shops = this.shops.with(this.held, this.was);
    this.#hold(-1);
    this.paint();
    this.calls.moving(this.shops);
  }

  #point(vertex) {
    if (vertex === this.pointed && this.cursor < 0) return;
    this.cursor = -1;
    this.pointed = vertex;
    this.element.classList.toggle("can-play", vertex >= 0);
    this.#tell(vertex, false);
  }

  #setCursor(vertex) {
    if (vertex === this.cursor) return;
    if (vertex < 0) this.#letGo();
    this.cursor = vertex;
    this.#tell(vertex, true);
  }

  /** Words beside a corner. */
  #tell(vertex, byKey) {
    const words = vertex < 0 ? "" : this.calls.point(vertex, byKey);
    this.#soon();
    this.tip.hidden = !words;
    if (!words) return;
    this.tip.textContent = words;
    const [x, y] = this.element.placeOf(vertex),
      wide = this.tip.offsetWidth;
    this.tip.style.left = `${Math.max(4, Math.min(this.camera.width - wide - 4, x + 16))}px`;
    this.tip.style.top = `${y < 60 ? y + 16 : y - this.tip.offsetHeight - 14}px`;
  }

  #key(event) {
    if (!this.town || event.ctrlKey || event.metaKey || event.altKey || event.target !== this.element) return;
    const arrow = arrowOf(event),
      at = this.cursor >= 0 ? this.shops.findIndex((shop) => shop.vertex === this.cursor) : -1;
    if (this.moving.key(event)) return event.preventDefault();
    if (arrow) this.#step(...arrow);
    else if (event.key === "Escape" && this.held >= 0) this.#letGo();
    else if (event.key === "Escape" && this.cursor >= 0) this.#setCursor(-1);
    else if ((event.key === "Delete" || event.key === "Backspace") && at >= 0) this.calls.close(at);
    else if ((event.key === "Enter" || event.key === " ") && this.cursor >= 0) this.#enter(at);
    else return;
    event.preventDefault();
  }

  #enter(shop) {
    if (this.held >= 0) this.#drop();
    else if (shop >= 0) this.#hold(shop);
    else this.calls.open(this.cursor);
  }

  #step(dx, dy) {
    const { town, camera } = this;
    const far = Math.hypot(camera.width, camera.height) / camera.scale;
    const vertex =
      this.cursor < 0
        ? nearest(town, camera.x, camera.y, far) // in the middle of what is seen
        : towards(town, this.cursor, dx, dy);
    if (vertex < 0) return;
    if (this.held >= 0) this.#drag(vertex);
    this.#setCursor(vertex);
    this.moving.follow(town.x[vertex], town.y[vertex]);
  }
}
