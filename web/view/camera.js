// camera.js - where one looks, and pointers as drags, pinches and clicks.

const MOST_ZOOM = 400;

/** Pixels of a point of the board. */
export const toX = (camera, x) => (x - camera.x) * camera.scale + camera.width / 2;
export const toY = (camera, y) => (camera.y - y) * camera.scale + camera.height / 2;

export class Camera {
  constructor() {
    Object.assign(this, { x: 0, y: 0, scale: 1, least: 1, most: 0, width: 1, height: 1 });
  }

  /** Shows all of `bounds`, with a margin of pixels, and `below` more of them under it. */
  fit(bounds, spacing, margin, below = 0) {
    const wide = Math.max(bounds.right - bounds.left, 1e-9),
      high = Math.max(bounds.high - bounds.low, 1e-9);
    const room = (size) => Math.max(10, size - 2 * margin);
    this.scale = Math.min(room(this.width) / wide, room(this.height - below) / high, 110 / spacing);
    this.least = this.scale / 2;
    this.x = (bounds.left + bounds.right) / 2;
    this.y = (bounds.low + bounds.high) / 2 - below / 2 / this.scale;
  }

  /** The point of the board under a pixel. */
  under(px, py) {
    return [this.x + (px - this.width / 2) / this.scale, this.y - (py - this.height / 2) / this.scale];
  }

  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  }

  /** Zooms so that what is under the pixel stays there. */
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const [x, y] = this.under(px, py);
    const most = this.most || MOST_ZOOM * this.least;
    this.scale = Math.min(most, Math.max(this.least, this.scale * factor));
    this.x = x - (px - this.width / 2) / this.scale;
    this.y = y + (py - this.height / 2) / this.scale;
  }

  copy() {
    return Object.assign(new Camera(), this);
  }
}

const STILL = 5; // pixels that a click may wander

/** Turns pointers into drags, pinches and clicks.
 *  calls: { move(px, py), leave(kind), click(px, py, kind), pan(dx, dy), zoom(factor, px, py) }, and where
 *  things can be taken hold of { grab(px, py, kind) -> whether, drag(px, py), drop(px, py, hasWandered),
 *  cancel() }; kind is mouse, pen or touch.
 *  What is not grabbed moves the view; a second finger lets go of what was. */
export function watchPointers(element, calls) {
  const down = new Map();
  let wandered = false,
    isHeld = false;
  const place = (event) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const letGo = () => {
    if (isHeld) calls.cancel();
    isHeld = false;
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button > 1 || event.target.closest("button")) return;
    const at = place(event);
    wandered = down.size > 0; // two fingers are no click
    if (wandered) letGo();
    else isHeld = event.button === 0 && Boolean(calls.grab && calls.grab(at.x, at.y, event.pointerType));
    down.set(event.pointerId, { now: at, begin: at });
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    const now = place(event),
      held = down.get(event.pointerId);
    if (!held) return calls.move(now.x, now.y);
    const other = [...down.entries()].find(([id]) => id !== event.pointerId);
    if (Math.hypot(now.x - held.begin.x, now.y - held.begin.y) > STILL) wandered = true;
    if (!wandered) return;
    if (isHeld) calls.drag(now.x, now.y);
    else if (other) pinch(held.now, now, other[1].now, calls);
    else calls.pan(now.x - held.now.x, now.y - held.now.y);
    held.now = now;
  });
  const lift = (event) => {
    const held = down.get(event.pointerId),
      at = place(event);
    if (!held) return;
    down.delete(event.pointerId);
    if (event.type === "pointercancel") letGo();
    else if (isHeld) calls.drop(at.x, at.y, wandered);
    else if (!wandered && event.button === 0) calls.click(held.begin.x, held.begin.y, event.pointerType);
    isHeld = false;
  };
  element.addEventListener("pointerup", lift);
  element.addEventListener("pointercancel", lift);
  element.addEventListener("pointerleave", (event) => down.size === 0 && calls.leave(event.pointerType));
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const at = place(event),
        step = event.deltaMode === 1 ? 30 * event.deltaY : event.deltaY;
      calls.zoom(Math.exp(-step / 400), at.x, at.y);
    },
    { passive: false },
  );
}

/** One of two fingers moved: what was in the middle between them stays there. */
function pinch(before, now, other, calls) {
  const was = Math.hypot(before.x - other.x, before.y - other.y),
    is = Math.hypot(now.x - other.x, now.y - other.y);
  calls.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  if (was > 0 && is > 0) calls.zoom(is / was, (now.x + other.x) / 2, (now.y + other.y) / 2);
}
