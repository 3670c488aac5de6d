// moving.js - a picture that can be moved about: wheel, drags, pinches, keys and buttons.
//
// While a large picture is moved, what was painted is shifted and stretched; it is painted again once
// it rests.
import { make } from "../dom.js";
import { Camera, toX, toY, watchPointers } from "./camera.js";

const REST = 90; // milliseconds without movement
const STEP = 40; // pixels that a key moves the view
const ZOOM = 1.5;
const EDGE = 30; // pixels around the picture where what is looked for is not yet in sight
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Pixels that the buttons need below the picture. */
export const BUTTONS = 38;

export const movingKeys = [
  ["Shift + arrows", "move the view"],
  ["+  -  0", "zoom in, zoom out, show all"],
];

/** Where an arrow key points, y upwards, or undefined. */
export const arrowOf = (event) => ARROWS[event.key];

export class Moving {
  /** layers: what is painted on.  host: { fit(camera), paint(), isSmall, moved(), resized(), pointers }:
   *  `pointers` as of watchPointers(), `moved` before the picture follows. */
  constructor(element, layers, host) {
    this.camera = new Camera();
    this.element = element;
    this.layers = layers;
    this.host = host;
    element.append(this.#buttons());
    watchPointers(element, {
      ...host.pointers,
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (factor, px, py) => this.zoom(factor, px, py),
    });
    this.sizes = new ResizeObserver(() => this.#resize());
    this.sizes.observe(element);
  }

  close() {
    this.sizes.disconnect();
    clearTimeout(this.rest);
    cancelAnimationFrame(this.asked);
  }

  #buttons() {
    const button = (text, title, act) =>
      make("button.icon", { type: "button", title, "aria-label": title, onclick: act }, text);
    return make(
      "div.zoom",
      {},
      button("+", "Zoom in (+)", () => this.zoom(ZOOM)),
      button("−", "Zoom out (-)", () => this.zoom(1 / ZOOM)),
      button("⤢", "Show all (0)", () => this.fit()),
    );
  }

  /** Shows all. */
  fit() {
    this.touched = false;
    this.host.moved();
    this.host.fit(this.camera);
    this.host.paint();
  }

  zoom(factor, px, py) {
    this.camera.zoom(factor, px, py);
    this.#moved();
  }

  pan(dx, dy) {
    this.camera.pan(dx, dy);
    this.#moved();
  }

  /** Whether the key moved the picture. */
  key(event) {
    const arrow = event.shiftKey && arrowOf(event);
    if (arrow) this.pan(-STEP * arrow[0], STEP * arrow[1]);
    else if (event.key === "+" || event.key === "=") this.zoom(ZOOM);
    else if (event.key === "-") this.zoom(1 / ZOOM);
    else if (event.key === "0") this.fit();
    else return false;
    return true;
  }

  /** Brings a point of the board into sight. */
  follow(x, y) {
    const { camera } = this,
      off = (at, size) => (at < EDGE ? EDGE - at : Math.min(0, size - EDGE - at));
    const dx = off(toX(camera, x), camera.width),
      dy = off(toY(camera, y), camera.height);
    if (dx || dy) this.pan(dx, dy);
  }

  /** The host paints: everything is where it belongs. */
  painting() {
    clearTimeout(this.rest);
    this.#place("");
    this.painted = this.camera.copy();
  }

  /** A picture painted for another view than the present one is put where it belongs. */
  show(camera) {
    this.painted = camera;
    this.#shift();
  }

  #resize() {
    const { camera, element } = this,
      wide = Math.max(1, element.clientWidth),
      high = Math.max(1, element.clientHeight);
    if (wide === camera.width && high === camera.height && this.ratio === devicePixelRatio) return;
    if (!element.getBoundingClientRect().width) return;
    const wasEmpty = camera.width <= 1;
    Object.assign(camera, { width: wide, height: high });
    this.ratio = devicePixelRatio;
    this.host.resized(wide, high, this.ratio);
    if (wasEmpty || !this.touched) this.fit();
    else this.host.paint();
  }

  #moved() {
    this.touched = true;
    this.host.moved();
    if (this.host.isSmall) return this.#soon();
    this.#shift();
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.host.paint(), REST);
  }

  #soon() {
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      this.host.paint();
    });
  }

  /** Moves what was painted to where it belongs by now. */
  #shift() {
    const was = this.painted,
      now = this.camera;
    if (!was) return;
    const [left, top] = was.under(0, 0);
    this.#place(`translate(${toX(now, left)}px, ${toY(now, top)}px) scale(${now.scale / was.scale})`);
  }

  #place(transform) {
    this.isShifted = transform !== "";
    for (const layer of this.layers)
      Object.assign(layer.style, { transform, willChange: transform ? "transform" : "" });
  }
}
