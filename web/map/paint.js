// paint.js - the streets of a town as a picture: wider if they matter more, in the colours of their owners, which also
// tint the ground around them.
//
// A canvas needs a second to stroke a hundred thousand streets.  Here each is drawn pixel by pixel: points that would
// fall together are left out, and the ground has one pixel for GROUND of the picture.

const GROUND = 4;
const LANDS = ["unreached", "white-land", "black-land", "tied"]; // by owner
const TINTS = [null, "white-tint", "black-tint", "tied-tint"];
/** By kind: metres across, and the least and most pixels. */
const WIDTHS = [
  [16, 2.4, 15],
  [13, 2.2, 14],
  [12, 2.1, 13],
  [11, 1.8, 12],
  [9, 1.5, 11],
  [7, 1.2, 9],
  [5, 1, 7],
  [4, 0.9, 5],
  [3, 0.8, 4],
  [6, 1.1, 8],
];
const TINT_METRES = 90; // across what a street colours around it
const between = (low, value, high) => Math.max(low, Math.min(high, value));

/** Pixels on which lines are drawn; each keeps the colour that covers most of it. */
class Raster {
  constructor(wide, high) {
    Object.assign(this, {
      wide,
      high,
      image: new ImageData(wide, high),
      canvas: new OffscreenCanvas(wide, high),
    });
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  /** An empty one of this size; the one before is used again. */
  static of(before, wide, high) {
    if (before?.wide !== wide || before.high !== high) return new Raster(wide, high);
    before.pixels.fill(0);
    return before;
  }

  #put(x, y, cover, colour) {
    if (x < 0 || y < 0 || x >= this.wide || y >= this.high) return;
    const i = y * this.wide + x,
      alpha = cover >= 1 ? 255 : (cover * 255) | 0;
    if (alpha >= this.pixels[i] >>> 24) this.pixels[i] = colour | (alpha << 24);
  }

  line(x1, y1, x2, y2, width, colour) {
    if (Math.abs(y2 - y1) > Math.abs(x2 - x1)) this.#along(y1, x1, y2, x2, width, colour, true);
    else this.#along(x1, y1, x2, y2, width, colour, false);
  }

  /** A line that is longer in the first direction than in the second. */
  #along(x1, y1, x2, y2, width, colour, isSteep) {
    if (x1 > x2) return this.#along(x2, y2, x1, y1, width, colour, isSteep);
    const slope = x2 > x1 ? (y2 - y1) / (x2 - x1) : 0,
      half = (width / 2) * Math.sqrt(1 + slope * slope),
      end = Math.min((isSteep ? this.high : this.wide) - 1, Math.round(x2));
    for (let a = Math.max(0, Math.round(x1)); a <= end; a++) {
      const middle = y1 + (between(x1, a, x2) - x1) * slope,
        low = middle - half + 0.5,
        high = middle + half + 0.5;
      for (let b = Math.floor(low); b < high; b++) {
        const cover = Math.min(1, b + 1 - low, high - b, high - low);
        if (isSteep) this.#put(b, a, cover, colour);
        else this.#put(a, b, cover, colour);
      }
    }
  }

  /** Rounds the bend of a wide line. */
  disc(x, y, radius, colour) {
    for (let row = Math.ceil(y - radius); row <= y + radius; row++) {
      const half = Math.sqrt(radius * radius - (row - y) ** 2);
      for (let column = Math.ceil(x - half); column <= x + half; column++) this.#put(column, row, 1, colour);
    }
  }

  show() {
    this.canvas.getContext("2d").putImageData(this.image, 0, 0);
    return this.canvas;
  }
}

const kept = {};

/** A colour as a pixel without its cover. */
function pixel(colour) {
  const [r, g, b] = colour.match(/[\d.]+/g).map(Number);
  return (b << 16) | (g << 8) | r;
}

/** Streets from the least important to the most. */
export function orderOf({ m, kind }) {
  return Uint32Array.from({ length: m }, (_, s) => s).sort((a, b) => kind[b] - kind[a] || a - b);
}

/** state: { camera, ratio, colours, isFromShop, customers, candidates }; look: { owner, distance } by vertex, or null. */
export function paintTown(town, state, look) {
  const { camera, ratio, colours } = state,
    wide = Math.ceil(camera.width * ratio),
    high = Math.ceil(camera.height * ratio),
    scale = camera.scale * ratio;
  const brush = {
    town,
    scale,
    dx: wide / 2 - camera.x * scale,
    dy: high / 2 + camera.y * scale,
    streets: (kept.streets = Raster.of(kept.streets, wide, high)),
    ground:
      look && (kept.ground = Raster.of(kept.ground, Math.ceil(wide / GROUND), Math.ceil(high / GROUND))),
    tint: between(7, TINT_METRES * camera.scale, 70) * ratio,
    widths: WIDTHS.map(([metres, least, most]) => between(least, metres * camera.scale, most) * ratio),
    lands: LANDS.map((name) => pixel(colours[look ? name : "plain"])),
    tints: TINTS.map((name) => name && pixel(colours[name])),
  };
  const { box, order } = town,
    left = -brush.dx / scale,
    right = left + wide / scale,
    top = brush.dy / scale,
    low = top - high / scale;
  for (const s of order)
    if (box[4 * s] < right && box[4 * s + 2] > left && box[4 * s + 1] < top && box[4 * s + 3] > low)
      paintStreet(brush, s, look, state.isFromShop);
  const canvas = new OffscreenCanvas(wide, high),
    context = canvas.getContext("2d");
  if (look)
    context.drawImage(brush.ground.show(), 0, 0, brush.ground.wide * GROUND, brush.ground.high * GROUND);
  context.drawImage(brush.streets.show(), 0, 0);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (camera.scale >= READABLE) {
    paintArrows(context, town, state);
    paintNames(context, town, state);
  }
  paintPoints(context, state);
  return canvas;
}

/** How much of a street, from its beginning, is of the owner there.  On a one-way street one can only go on. */
function shareOf({ from, to, travel, length }, { owner, distance }, s, isFromShop) {
  const u = from[s],
    v = to[s];
  if (travel[s] !== 3) return (travel[s] === 1) === isFromShop ? 1 : 0;
  if (owner[u] === owner[v]) return 1;
  if (owner[u] % 3 === 0 || owner[v] % 3 === 0) return 0.5;
  return between(0, 0.5 + (distance[v] - distance[u]) / (2 * length[s]), 1);
}

function paintStreet(brush, s, look, isFromShop) {
  const { from, to } = brush.town;
  if (!look) return paintPart(brush, s, 0, 1, 0);
  const share = shareOf(brush.town, look, s, isFromShop);
  if (share > 0) paintPart(brush, s, 0, share, look.owner[from[s]]);
  if (share < 1) paintPart(brush, s, share, 1, look.owner[to[s]]);
}

/** The part of a street between two shares of its drawn length. */
function paintPart(brush, s, begin, end, owner) {
  const { scale, dx, dy, streets, ground, tint, widths, lands, tints } = brush,
    { px, py, start, kind } = brush.town,
    first = start[s],
    last = start[s + 1] - 1,
    width = widths[kind[s]],
    whole = begin > 0 || end < 1 ? brush.town.drawn[s] : 0;
  let x = 0,
    y = 0,
    gone = 0,
    isOn = false;
  const to = (ax, ay) => {
    if (isOn) {
      streets.line(x, y, ax, ay, width, lands[owner]);
      if (width > 3) streets.disc(ax, ay, width / 2, lands[owner]);
      if (ground && owner)
        ground.line(x / GROUND, y / GROUND, ax / GROUND, ay / GROUND, tint / GROUND, tints[owner]);
    } else if (width > 3) streets.disc(ax, ay, width / 2, lands[owner]);
    if (ground && owner && tint > 12) ground.disc(ax / GROUND, ay / GROUND, tint / GROUND / 2, tints[owner]);
    x = ax;
    y = ay;
    isOn = true;
  };
  for (let i = first; i <= last; i++) {
    const ax = px[i] * scale + dx,
      ay = dy - py[i] * scale;
    if (!whole) {
      if (i === first || i === last || Math.abs(ax - x) + Math.abs(ay - y) >= 1.5) to(ax, ay);
      continue;
    }
    if (i === last) break;
    const long = Math.hypot(px[i + 1] - px[i], py[i + 1] - py[i]) || 1e-9,
      a = (begin * whole - gone) / long,
      b = (end * whole - gone) / long,
      bx = px[i + 1] * scale + dx - ax,
      by = dy - py[i + 1] * scale - ay;
    gone += long;
    if (a >= 1 || b <= 0) continue;
    if (!isOn) to(ax + Math.max(0, a) * bx, ay + Math.max(0, a) * by);
    to(ax + Math.min(1, b) * bx, ay + Math.min(1, b) * by);
  }
}

/** Customers as dots, sized by their demand, and candidates as squares. */
function paintPoints(context, { camera, customers, candidates, colours }) {
  const { x, y, scale, width, height } = camera,
    at = (list, i) => [(list[i] - x) * scale + width / 2, height / 2 - (list[i + 1] - y) * scale];
  Object.assign(context, { fillStyle: colours.text, strokeStyle: colours.paper, lineWidth: 1.5 });
  context.beginPath();
  for (let i = 0; i < customers.length; i += 3) {
    const [cx, cy] = at(customers, i),
      radius = customers[i + 2];
    context.moveTo(cx + radius, cy);
    context.arc(cx, cy, radius, 0, 7);
  }
  context.stroke();
  context.fill();
  Object.assign(context, { fillStyle: colours.paper, strokeStyle: colours.text });
  for (let i = 0; i < candidates.length; i += 2) {
    const [cx, cy] = at(candidates, i);
    context.fillRect(cx - 4, cy - 4, 8, 8);
    context.strokeRect(cx - 4, cy - 4, 8, 8);
  }
}

const READABLE = 0.5; // pixels per metre from which streets have names and arrows
const APART = 260; // pixels between two places of one name
const LONG = 36; // pixels of a street that has room for an arrow

/** The way of one-way streets. */
function paintArrows(context, { m, px, py, start, drawn, travel }, { camera, colours }) {
  const { x, y, scale, width, height } = camera;
  context.fillStyle = colours.paper;
  context.beginPath();
  for (let s = 0; s < m; s++) {
    const i = start[s] + ((start[s + 1] - start[s] - 1) >> 2),
      cx = (0.7 * px[i] + 0.3 * px[i + 1] - x) * scale + width / 2,
      cy = height / 2 - (0.7 * py[i] + 0.3 * py[i + 1] - y) * scale;
    if (travel[s] === 3 || drawn[s] * scale < LONG) continue;
    if (cx < 0 || cy < 0 || cx > width || cy > height) continue;
    const turn = travel[s] === 1 ? 1 : -1,
      angle = Math.atan2(turn * (py[i] - py[i + 1]), turn * (px[i + 1] - px[i]));
    for (const [far, side] of [
      [4.5, 0],
      [3.5, 2.4],
      [3.5, -2.4],
    ])
      context[side ? "lineTo" : "moveTo"](
        cx + far * Math.cos(angle + side),
        cy + far * Math.sin(angle + side),
      );
  }
  context.fill();
}

/** Names along their streets, where there is room: the most important first. */
function paintNames(context, town, { camera, colours }) {
  const { x, y, scale, width, height } = camera,
    { order, name, streetNames, start, px, py } = town,
    placed = [];
  Object.assign(context, {
    strokeStyle: colours.paper,
    fillStyle: colours.text,
    lineWidth: 3,
    lineJoin: "round",
  });
  Object.assign(context, { textAlign: "center", textBaseline: "middle", font: "12px system-ui, sans-serif" });
  for (let i = order.length - 1; i >= 0; i--) {
    const s = order[i],
      middle = (start[s] + start[s + 1] - 1) >> 1;
    if (name[s] < 0) continue;
    const [ax, ay, bx, by] = [px[middle], py[middle], px[middle + 1], py[middle + 1]],
      cx = ((ax + bx) / 2 - x) * scale + width / 2,
      cy = height / 2 - ((ay + by) / 2 - y) * scale;
    if (cx < 0 || cy < 0 || cx > width || cy > height) continue;
    const text = streetNames[name[s]],
      wide = 6.6 * text.length;
    const isNear = (one) =>
      Math.hypot(one.cx - cx, one.cy - cy) < (one.text === text ? APART : (one.wide + wide) / 2);
    if (town.drawn[s] * scale < wide || placed.some(isNear)) continue;
    placed.push({ cx, cy, text, wide });
    const angle = Math.atan2(ay - by, bx - ax);
    context.save();
    context.translate(cx, cy);
    context.rotate(Math.abs(angle) > Math.PI / 2 ? angle + Math.PI : angle);
    context.strokeText(text, 0, 0);
    context.fillText(text, 0, 0);
    context.restore();
  }
}
