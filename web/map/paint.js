// paint.js - the streets of a town as a picture: wider if they matter more, in the colours of their owners, which also
// tint the ground around them.
//
// A canvas needs a second to stroke a hundred thousand streets.  Here each is laid out pixel by pixel: points that
// would fall together are left out, and the ground has one pixel for GROUND of the picture.  What lies where is kept
// as long as the view stays; while a shop is dragged, only colours are looked up.

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
  [3, 0.6, 3],
];
const TINT_METRES = 90; // across what a street colours around it
const between = (low, value, high) => Math.max(low, Math.min(high, value));

const WHOLE = 65535; // the end of a street

/** Which street covers most of each pixel, how much of it, and how far along the street the pixel is. */
class Raster {
  constructor(wide, high) {
    Object.assign(this, {
      wide,
      high,
      image: new ImageData(wide, high),
      canvas: new OffscreenCanvas(wide, high),
    });
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.cover = new Uint8Array(wide * high);
    this.street = new Uint32Array(wide * high);
    this.along = new Uint16Array(wide * high);
  }

  /** An empty one of this size; the one before is used again. */
  static of(before, wide, high) {
    if (before?.wide !== wide || before.high !== high) return new Raster(wide, high);
    before.cover.fill(0);
    return before;
  }

  #put(x, y, cover, s, t) {
    if (x < 0 || y < 0 || x >= this.wide || y >= this.high) return;
    const i = y * this.wide + x,
      part = cover >= 1 ? 255 : (cover * 255) | 0;
    if (part < this.cover[i]) return;
    this.cover[i] = part;
    this.street[i] = s;
    this.along[i] = t;
  }

  /** A piece of street s between two places along it. */
  line(x1, y1, x2, y2, width, s, t1, t2) {
    if (Math.abs(y2 - y1) > Math.abs(x2 - x1)) this.#lay(y1, x1, y2, x2, width, s, t1, t2, true);
    else this.#lay(x1, y1, x2, y2, width, s, t1, t2, false);
  }

  /** A line that is longer in the first direction than in the second. */
  #lay(x1, y1, x2, y2, width, s, t1, t2, isSteep) {
    if (x1 > x2) return this.#lay(x2, y2, x1, y1, width, s, t2, t1, isSteep);
    const long = x2 - x1 || 1,
      slope = (y2 - y1) / long,
      half = (width / 2) * Math.sqrt(1 + slope * slope),
      end = Math.min((isSteep ? this.high : this.wide) - 1, Math.round(x2));
    for (let a = Math.max(0, Math.round(x1)); a <= end; a++) {
      const gone = between(0, a - x1, x2 - x1),
        t = t1 + ((t2 - t1) * gone) / long,
        low = y1 + gone * slope - half + 0.5,
        high = low + 2 * half;
      for (let b = Math.floor(low); b < high; b++) {
        const cover = Math.min(1, b + 1 - low, high - b, high - low);
        if (isSteep) this.#put(b, a, cover, s, t);
        else this.#put(a, b, cover, s, t);
      }
    }
  }

  /** Rounds the bend of a wide line. */
  disc(x, y, radius, s, t) {
    for (let row = Math.ceil(y - radius); row <= y + radius; row++) {
      const half = Math.sqrt(radius * radius - (row - y) ** 2);
      for (let column = Math.ceil(x - half); column <= x + half; column++) this.#put(column, row, 1, s, t);
    }
  }

  /** Colours the pixels, except those at the rim; `inks` by owner, null for none. */
  show({ limit, begin, end }, inks, rim) {
    const { pixels, cover, street, along, wide, high } = this;
    for (let y = rim; y < high - rim; y++)
      for (let i = y * wide + rim, last = i + wide - 2 * rim; i < last; i++) {
        const s = street[i],
          colour = cover[i] ? inks[along[i] < limit[s] ? begin[s] : end[s]] : null;
        pixels[i] = colour === null ? 0 : colour | (cover[i] << 24);
      }
    const context = this.canvas.getContext("2d");
    context.putImageData(this.image, 0, 0, rim, rim, wide - 2 * rim, high - 2 * rim);
    return this.canvas;
  }
}

/** A colour as a pixel without its cover. */
function pixel(colour) {
  const [r, g, b] = colour.match(/[\d.]+/g).map(Number);
  return (b << 16) | (g << 8) | r;
}

/** Streets from the least important to the most. */
export function orderOf({ m, kind }) {
  return Uint32Array.from({ length: m }, (_, s) => s).sort((a, b) => kind[b] - kind[a] || a - b);
}

/** state: { camera, ratio, rim, colours, isFromShop, customers, candidates }; look: { owner, distance } by vertex, or
 *  null.  The picture lacks `rim` pixels of the camera's on each side. */
export function paintTown(town, state, look) {
  const { camera, ratio, colours } = state,
    { streets, ground } = laidOut(town, camera, ratio),
    rim = Math.round(state.rim * ratio),
    shares = sharesOf(town, look, state.isFromShop),
    canvas = new OffscreenCanvas(streets.wide - 2 * rim, streets.high - 2 * rim),
    context = canvas.getContext("2d"),
    inks = (names) => names.map((name) => name && pixel(colours[name]));
  context.translate(-rim, -rim);
  if (look) {
    const tinted = ground.show(shares, inks(TINTS), Math.floor(rim / GROUND));
    context.drawImage(tinted, 0, 0, ground.wide * GROUND, ground.high * GROUND);
  }
  context.drawImage(streets.show(shares, inks(look ? LANDS : ["plain"]), rim), 0, 0);
  context.scale(ratio, ratio);
  if (camera.scale >= READABLE) {
    paintArrows(context, town, state);
    paintNames(context, town, state);
  }
  paintPoints(context, state);
  return canvas;
}

/** Whose each street is: up to `limit` that of its begin, then that of its end.  On a one-way street one can only go
 *  on. */
function sharesOf({ m, from, to, travel, length }, look, isFromShop) {
  const limit = new Uint32Array(m).fill(WHOLE + 1),
    begin = new Uint8Array(m),
    end = new Uint8Array(m);
  if (!look) return { limit, begin, end };
  const { owner, distance } = look;
  for (let s = 0; s < m; s++) {
    const u = from[s],
      v = to[s];
    begin[s] = owner[u];
    end[s] = owner[v];
    let part = 0.5;
    if (travel[s] !== 3) part = (travel[s] === 1) === isFromShop ? 1 : 0;
    else if (owner[u] % 3 && owner[v] % 3)
      part = between(0, 0.5 + (distance[v] - distance[u]) / (2 * length[s]), 1);
    limit[s] = part * (WHOLE + 1);
  }
  return { limit, begin, end };
}

let kept = {};

/** What lies where in this view. */
function laidOut(town, camera, ratio) {
  const key = [...Object.values(camera), ratio].join();
  if (kept.key === key && kept.town === town) return kept;
  const wide = Math.ceil(camera.width * ratio),
    high = Math.ceil(camera.height * ratio),
    scale = camera.scale * ratio;
  const brush = {
    ...{ key, town, scale, dx: wide / 2 - camera.x * scale, dy: high / 2 + camera.y * scale },
    streets: Raster.of(kept.streets, wide, high),
    ground: Raster.of(kept.ground, Math.ceil(wide / GROUND), Math.ceil(high / GROUND)),
    tint: between(7, TINT_METRES * camera.scale, 70) * ratio,
    widths: WIDTHS.map(([metres, least, most]) => between(least, metres * camera.scale, most) * ratio),
  };
  const { box, order } = town,
    left = -brush.dx / scale,
    right = left + wide / scale,
    top = brush.dy / scale,
    low = top - high / scale;
  for (const s of order)
    if (box[4 * s] < right && box[4 * s + 2] > left && box[4 * s + 1] < top && box[4 * s + 3] > low)
      layStreet(brush, s);
  return (kept = brush);
}

function layStreet({ town, scale, dx, dy, streets, ground, tint, widths }, s) {
  const { px, py, start, kind, drawn } = town,
    first = start[s],
    last = start[s + 1] - 1,
    width = widths[kind[s]],
    rate = WHOLE / (drawn[s] || 1);
  let x = 0,
    y = 0,
    t = 0,
    gone = 0;
  for (let i = first; i <= last; i++) {
    const ax = px[i] * scale + dx,
      ay = dy - py[i] * scale;
    if (i > first) gone += Math.sqrt((px[i] - px[i - 1]) ** 2 + (py[i] - py[i - 1]) ** 2);
    if (i > first && i < last && Math.abs(ax - x) + Math.abs(ay - y) < 1.5) continue;
    const at = Math.min(WHOLE, gone * rate);
    if (i > first) {
      streets.line(x, y, ax, ay, width, s, t, at);
      ground.line(x / GROUND, y / GROUND, ax / GROUND, ay / GROUND, tint / GROUND, s, t, at);
    }
    if (width > 3) streets.disc(ax, ay, width / 2, s, at);
    if (tint > 12) ground.disc(ax / GROUND, ay / GROUND, tint / GROUND / 2, s, at);
    x = ax;
    y = ay;
    t = at;
  }
}

/** Customers as dots, sized by their demand and coloured by who has them, through which the streets are seen; candidates as
 *  squares. */
function paintPoints(context, { camera, customers, candidates, colours }) {
  const { x, y, scale, width, height } = camera,
    at = (list, i) => [(list[i] - x) * scale + width / 2, height / 2 - (list[i + 1] - y) * scale];
  context.globalAlpha = 0.5;
  for (const [owner, name] of LANDS.entries()) {
    context.fillStyle = colours[owner ? name : "text"];
    context.beginPath();
    for (let i = 0; i < customers.length; i += 4) {
      if (customers[i + 3] !== owner) continue;
      const [cx, cy] = at(customers, i),
        radius = customers[i + 2];
      context.moveTo(cx + radius, cy);
      context.arc(cx, cy, radius, 0, 7);
    }
    context.fill();
  }
  Object.assign(context, { globalAlpha: 1, lineWidth: 1.5 });
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
