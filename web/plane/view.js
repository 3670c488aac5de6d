// view.js - the board as an SVG: land, points, the land that a point would get.
//
// A mouse previews on hover and places on click.  A finger previews while it is down, under a lens, and places where it
// is lifted; lifted away from the board it places nothing.  When a point is placed its land flows out from it.
import { draw, empty, make } from "../dom.js";
import { PictureLens } from "../view/lens.js";
import { pictureOf } from "../view/picture.js";
import { boxOf, holds, nearestOf } from "./cells.js";

const MARGIN = 26, // pixels around the board
  NEAR = 14, // pixels beside the board that count as its border
  FLOW = 420, // milliseconds
  LARGEST = 11, // radius of a point
  READABLE = 7, // radius of a point with a number
  STEPS = 24; // of the arrow keys across the board

export class PlaneView {
  /** calls: { point(at or null, byKey), press(at), key(event) }; `at` is a point of the board, [x, y]. */
  constructor(root, calls) {
    this.calls = calls;
    this.land = draw("g");
    this.flows = draw("g");
    this.previewPath = draw("path", { class: "would" });
    this.cross = draw("path", { class: "cross" });
    this.border = draw("path", { class: "border" });
    this.ghostLand = draw("g");
    this.ghosts = draw("g");
    this.points = draw("g");
    const layers = draw("g", { id: "plane-picture", class: "plane" }, this.land, this.flows, this.ghostLand);
    layers.append(this.previewPath, this.border, this.points, this.ghosts, this.cross); // ghosts may lie beside points
    this.svg = draw(
      "svg",
      { class: "plane-view", role: "img", "aria-label": "The board" },
      draw("defs", {}, hatch("white"), hatch("black")),
      layers,
    );
    this.tip = make("div.tip", { hidden: true });
    this.lens = new PictureLens("plane-picture");
    this.element = make(
      "div.board.plane-board",
      { tabindex: "0", role: "application" },
      this.svg,
      this.lens.element,
      this.tip,
    );
    root.append(this.element);
    this.element.placeOf = (at) => (this.wide ? this.#toScreen(at) : null); // for tests
    this.#listen();
    this.watcher = new ResizeObserver(() => this.#fit());
    this.watcher.observe(this.element);
  }

  close() {
    this.watcher.disconnect();
    cancelAnimationFrame(this.frame);
  }

  #listen() {
    const { element, calls } = this,
      on = (name, act) => element.addEventListener(name, act);
    on("pointerdown", (event) => {
      this.isDown = event.isPrimary && event.button === 0; // a second finger places nothing
      this.#hover(event);
    });
    on("pointermove", (event) => this.#hover(event));
    on("pointerleave", () => this.#leave());
    on("pointercancel", () => this.#leave());
    on("pointerup", (event) => {
      const at = this.isDown ? this.#find(event) : null;
      this.isDown = false;
      if (event.pointerType === "touch") this.#leave();
      if (at) calls.press(at);
    });
    on("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.#key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    on("blur", () => this.cursor && calls.point((this.cursor = null), true));
  }

  #hover(event) {
    this.isFinger = event.pointerType === "touch" && this.isDown;
    this.cursor = null;
    this.calls.point(event.pointerType === "touch" && !this.isDown ? null : this.#find(event), false);
  }

  #leave() {
    this.isDown = this.isFinger = false;
    this.calls.point(null, false);
  }

  /** Arrows move a cross, Enter places a point there. */
  #key(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key === "Enter" && this.cursor) this.calls.press(this.cursor);
    else if (way) {
      const { left, right, low, high } = this.box,
        step = Math.max(right - left, high - low) / STEPS / (event.shiftKey ? 8 : 1);
      const from = this.cursor ?? nearestOf(this.outline, [(left + right) / 2, (low + high) / 2]);
      this.cursor = nearestOf(this.outline, [from[0] + step * way[0], from[1] + step * way[1]]);
      this.calls.point(this.cursor, true);
    } else if (event.key === "Escape" && this.cursor) this.calls.point((this.cursor = null), true);
    else return this.calls.key(event);
    return true;
  }

  #fit() {
    const { clientWidth: wide, clientHeight: high } = this.element;
    if (!wide || !high) return;
    [this.wide, this.high] = [wide, high];
    for (const [name, value] of Object.entries({ width: wide, height: high, viewBox: `0 0 ${wide} ${high}` }))
      this.svg.setAttribute(name, value);
    if (this.outline) this.#place();
  }

  /** Chooses the scale, and paints all. */
  #place() {
    const { left, right, low, high } = (this.box = boxOf(this.outline));
    this.scale = Math.min((this.wide - 2 * MARGIN) / (right - left), (this.high - 2 * MARGIN) / (high - low));
    this.x = this.wide / 2 - (this.scale * (left + right)) / 2;
    this.y = this.high / 2 + (this.scale * (low + high)) / 2;
    const room = Math.sqrt(((right - left) * (high - low)) / Math.max(1, this.state.sites.length));
    this.radius = Math.max(2.5, Math.min(LARGEST, 0.22 * this.scale * room));
    this.#paint();
  }

  #toScreen([x, y]) {
    return [this.x + this.scale * x, this.y - this.scale * y];
  }

  #path(polygon) {
    if (!polygon?.length) return "";
    const points = polygon.map((at) => {
      const [x, y] = this.#toScreen(at);
      return `${x.toFixed(2)} ${y.toFixed(2)}`;
    });
    return `M${points.join("L")}Z`;
  }

  /** The point of the board under a pointer, or null. */
  #find(event) {
    if (!this.outline || !this.scale) return null;
    const box = this.element.getBoundingClientRect();
    const at = [
      (event.clientX - box.left - this.x) / this.scale,
      (this.y - event.clientY + box.top) / this.scale,
    ];
    if (holds(this.outline, at)) return at;
    const near = nearestOf(this.outline, at);
    return Math.hypot(near[0] - at[0], near[1] - at[1]) * this.scale <= NEAR ? near : null;
  }

  /** state: { outline, sites, sides, cells, ghosts: [{ at, cell, side }], last, words }; the land of the last `fresh` points
   *  flows out. */
  set(state, fresh = 0) {
    const before = this.state;
    this.#endFlow();
    this.state = state;
    this.outline = state.outline;
    this.svg.setAttribute("aria-label", state.words);
    this.element.setAttribute(
      "aria-label",
      `${state.words} Arrow keys move a cross over it, Enter places a point.`,
    );
    this.preview(null);
    if (!this.wide) this.#fit();
    if (!this.wide) return;
    const isFlowing = fresh > 0 && before && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isFlowing) this.state = { ...state, cells: before.cells, after: state };
    this.#place();
    if (isFlowing) this.#flow(state, fresh);
  }

  #paint() {
    const { sites, sides, cells, ghosts } = this.state,
      outline = this.#path(this.outline);
    this.border.setAttribute("d", outline);
    empty(
      this.land,
      draw("path", { d: outline, class: "open" }),
      cells.map((cell, i) => draw("path", { d: this.#path(cell), class: `cell ${sides[i]}` })),
    );
    empty(
      this.ghostLand,
      ghosts.map(({ cell, side }) => draw("path", { d: this.#path(cell), class: `would ${side}` })),
    );
    empty(
      this.ghosts,
      ghosts.map(({ at, side }) => {
        const [cx, cy] = this.#toScreen(at);
        return draw("circle", { cx, cy, r: Math.min(6, 0.6 * this.radius), class: `ghost ${side}` });
      }),
    );
    const shown = this.#apart(sites.map((at) => this.#toScreen(at)));
    empty(
      this.points,
      sites.map((at, i) => this.#aside(at, shown[i])),
      shown.map((place, i) => this.#point(place, sides[i], i)),
    );
  }

  /** Where points are drawn: those that would cover others stand beside them. */
  #apart(places) {
    const least = 2 * this.radius + 3,
      shown = [];
    for (const place of places) {
      let here = [...place];
      for (let tries = 0; this.radius >= READABLE && tries < 6; tries++) {
        const near = shown.findIndex(([x, y]) => Math.hypot(here[0] - x, here[1] - y) < least - 0.5);
        if (near < 0) break;
        const dx = place[0] - places[near][0] || 1e-9,
          dy = place[1] - places[near][1],
          far = Math.hypot(dx, dy);
        here = [shown[near][0] + (least * dx) / far, shown[near][1] + (least * dy) / far];
      }
      shown.push(here);
    }
    return shown;
  }

  /** The line from a point that stands aside to its place. */
  #aside(at, [cx, cy]) {
    const [x, y] = this.#toScreen(at);
    return Math.hypot(x - cx, y - cy) > 2
      ? draw("path", { d: `M${x} ${y}L${cx} ${cy}`, class: "aside" })
      : null;
  }

  #point([cx, cy], side, i) {
    const { radius } = this;
    return draw(
      "g",
      { class: `point ${side}` },
      i === this.state.last ? draw("circle", { cx, cy, r: radius + 4, class: "last" }) : [],
      draw("circle", { cx, cy, r: radius }),
      radius >= READABLE ? draw("text", { x: cx, y: cy + 4 }, String(i + 1)) : [],
    );
  }

  /** The land of the last points spreads over the picture before. */
  #flow({ sites, sides, cells }, fresh) {
    const begun = performance.now(),
      fronts = [];
    for (let i = sites.length - fresh; i < sites.length; i++) {
      const [cx, cy] = this.#toScreen(sites[i]),
        corners = cells[i].map((at) => this.#toScreen(at)),
        circle = draw("circle", { cx, cy, r: 0 });
      fronts.push({ circle, reach: Math.max(...corners.map(([x, y]) => Math.hypot(x - cx, y - cy))) });
      this.flows.append(
        draw("clipPath", { id: `flow-${i}` }, circle),
        draw("path", { d: this.#path(cells[i]), class: `cell ${sides[i]}`, "clip-path": `url(#flow-${i})` }),
      );
    }
    const next = (now) => {
      const part = Math.min(1, Math.max(0, now - begun) / FLOW);
      for (const { circle, reach } of fronts) circle.setAttribute("r", reach * (1 - (1 - part) ** 2));
      if (part < 1) this.frame = requestAnimationFrame(next);
      else this.#endFlow();
    };
    next(begun);
  }

  #endFlow() {
    cancelAnimationFrame(this.frame);
    empty(this.flows);
    if (!this.state?.after) return;
    this.state = this.state.after;
    this.#place();
  }

  /** Shows the land that a point would get; null ends that. */
  preview(at, cell = null, side = "", words = []) {
    this.previewPath.setAttribute("d", at ? this.#path(cell) : "");
    this.previewPath.setAttribute("class", `would ${side}`);
    this.tip.hidden = at === null || !words.length;
    this.ghostLand.classList.toggle("unseen-land", at !== null);
    this.cross.setAttribute("d", "");
    if (at === null) return void this.lens.hide();
    const [x, y] = this.#toScreen(at);
    this.cross.setAttribute("d", `M${x - 9} ${y}H${x + 9}M${x} ${y - 9}V${y + 9}`);
    const camera = { width: this.wide, height: this.high };
    if (this.isFinger) {
      this.lens.place(x, y, camera);
      this.lens.draw(x, y);
    } else this.lens.hide();
    if (!words.length) return;
    const beside = Math.max(this.lens.x, this.wide - this.lens.x) - 74; // pixels
    this.tip.style.maxWidth = this.isFinger ? `${beside}px` : "";
    empty(this.tip, words);
    const { offsetWidth: wide, offsetHeight: high } = this.tip,
      isHeld = !this.lens.element.hidden;
    const left = isHeld ? this.lens.beside(wide, camera) : x + 16 + wide > this.wide ? x - wide - 16 : x + 16,
      top = isHeld ? this.lens.y - high / 2 : y + 16 + high > this.high ? y - high - 16 : y + 16;
    this.tip.style.left = `${Math.max(4, Math.min(left, this.wide - wide - 4))}px`;
    this.tip.style.top = `${Math.max(4, Math.min(top, this.high - high - 4))}px`;
  }

  picture() {
    return pictureOf(this.svg, this.element);
  }
}

/** A pattern of stripes in a side's colour. */
function hatch(side) {
  return draw(
    "pattern",
    {
      id: `hatch-${side}`,
      width: 8,
      height: 8,
      patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(45)",
    },
    draw("rect", { width: 8, height: 8, class: `ground ${side}` }),
    draw("path", { d: "M0 0V8", class: `stripe ${side}` }),
  );
}
