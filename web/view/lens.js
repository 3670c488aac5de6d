// lens.js - a magnifier beside the finger, which hides what it points at.
import { draw, make } from "../dom.js";
import { ink } from "../theme.js";

const SIZE = 124, // pixels across
  AWAY = 96, // from the finger to the middle
  ZOOM = 1.7;

export class Lens {
  constructor() {
    this.element = make("canvas.lens", { hidden: true, "aria-hidden": "true" });
  }

  /** Puts it above a finger, or beside one at the top of the board. */
  place(px, py, camera) {
    const half = SIZE / 2,
      isHigh = py < AWAY + half,
      aside = px < camera.width / 2 ? AWAY : -AWAY;
    const within = (at, size) => Math.max(half + 2, Math.min(size - half - 2, at));
    this.x = within(isHigh ? px + aside : px, camera.width);
    this.y = within(isHigh ? py : py - AWAY, camera.height);
    this.element.hidden = false;
    this.element.style.left = `${this.x - half}px`;
    this.element.style.top = `${this.y - half}px`;
  }

  /** Shows what lies around a pixel of the board. */
  draw(layers, x, y, camera, ratio) {
    const { element } = this,
      context = element.getContext("2d"),
      side = SIZE * ratio;
    if (element.width !== Math.round(side)) element.width = element.height = Math.round(side);
    context.fillStyle = ink("paper");
    context.fillRect(0, 0, side, side);
    for (const layer of layers) {
      const part = layer.width / camera.width,
        seen = (SIZE / ZOOM) * part;
      context.drawImage(layer, x * part - seen / 2, y * part - seen / 2, seen, seen, 0, 0, side, side);
    }
  }

  /** Where words beside it begin: to its right, or to the left of it `wide` pixels further. */
  beside(wide, camera) {
    const half = SIZE / 2 + 6;
    return this.x + half + wide <= camera.width ? this.x + half : this.x - half - wide;
  }

  hide() {
    this.element.hidden = true;
  }
}

/** The same for an SVG: shows its element `id` once more, magnified. */
export class PictureLens extends Lens {
  constructor(id) {
    super();
    this.svg = draw("svg", {}, draw("use", { href: `#${id}` }));
    this.element = make("div.lens", { hidden: true, "aria-hidden": "true" }, this.svg);
  }

  /** Shows what lies around a pixel. */
  draw(x, y) {
    const seen = SIZE / ZOOM;
    this.svg.setAttribute("viewBox", `${x - seen / 2} ${y - seen / 2} ${seen} ${seen}`);
  }
}
