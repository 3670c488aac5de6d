// territory.js - whose ground is whose, as an area, and how it flows out from a stone.
//
// Each point of the canvas has the colour of the nearest point of an edge, if one is near enough; on boards
// whose edges cross a lot, of the nearest vertex.  What is nearest is found once per view; a preview then
// only looks up colours.
import { make } from "../dom.js";
import { ink } from "../theme.js";
import { toX, toY } from "./camera.js";
import { boundary, eachLine, UNREACHED } from "./geometry.js";

const CELL = 2; // pixels per cell and side
const HATCH = 6; // cells from one line to the next
const TINTS = ["white-tint", "black-tint", "tied-tint", "paper"];

/** A colour as a pixel of ImageData. */
function pixel(colour) {
  const [r, g, b] = colour.match(/[\d.]+/g).map(Number);
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

export class Territory {
  constructor() {
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.mask = make("canvas");
  }

  resized(wide, high) {
    this.columns = Math.ceil(wide / CELL);
    this.rows = Math.ceil(high / CELL);
    const count = this.columns * this.rows;
    this.across = this.columns / wide;
    this.down = this.rows / high;
    this.near = new Int32Array(count); // an edge, or a vertex, or -1
    this.part = new Float32Array(count); // how far along the edge
    this.far = new Float32Array(count);
    this.due = null; // when the flow uncovers a cell
    for (const canvas of [this.canvas, this.mask]) {
      canvas.width = this.columns;
      canvas.height = this.rows;
    }
    this.image = new ImageData(this.columns, this.rows);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  /** Finds what is nearest to each cell, at most `reach` pixels away.  The same view is kept. */
  find(board, camera, reach) {
    const { n, x, y, from, to } = board,
      cells = reach * this.across,
      view = [camera.x, camera.y, camera.scale, this.columns, this.rows].join();
    if (board === this.board && view === this.view) return;
    Object.assign(this, { board, view });
    this.near.fill(-1);
    this.far.fill(cells * cells);
    const column = (ax) => toX(camera, ax) * this.across - 0.5,
      row = (ay) => toY(camera, ay) * this.down - 0.5,
      px = Float32Array.from(x, column),
      py = Float32Array.from(y, row);
    if (board.isTangled) for (let v = 0; v < n; v++) this.#claim(v, px[v], py[v], px[v], py[v], cells);
    else if (board.start)
      for (let e = 0; e < from.length; e++)
        eachLine(board, e, (x1, y1, x2, y2, low, high) =>
          this.#claim(e, column(x1), row(y1), column(x2), row(y2), cells, low, high),
        );
    else
      for (let e = 0; e < from.length; e++)
        this.#claim(e, px[from[e]], py[from[e]], px[to[e]], py[to[e]], cells);
  }

  /** Gives an edge, or a piece of it between two shares of its length, the cells to which it is nearest so far. */
  #claim(id, x1, y1, x2, y2, reach, begin = 0, end = 1) {
    const { columns, rows, near, part, far } = this,
      dx = x2 - x1,
      dy = y2 - y1,
      square = dx * dx + dy * dy || 1;
    const low = Math.max(0, Math.ceil(Math.min(y1, y2) - reach)),
      high = Math.min(rows - 1, Math.floor(Math.max(y1, y2) + reach));
    for (let row = low; row <= high; row++) {
      const one = dy ? (row - reach - y1) / dy : 0,
        two = dy ? (row + reach - y1) / dy : 1;
      const a = x1 + dx * Math.max(0, Math.min(one, two)),
        b = x1 + dx * Math.min(1, Math.max(one, two));
      const left = Math.max(0, Math.ceil(Math.min(a, b) - reach)),
        right = Math.min(columns - 1, Math.floor(Math.max(a, b) + reach));
      for (let column = left, i = row * columns + left; column <= right; column++, i++) {
        const t = Math.max(0, Math.min(1, ((column - x1) * dx + (row - y1) * dy) / square));
        const d = (x1 + t * dx - column) ** 2 + (y1 + t * dy - row) ** 2;
        if (d >= far[i]) continue;
        far[i] = d;
        near[i] = id;
        part[i] = begin + t * (end - begin);
      }
    }
  }

  /** Colours the cells by `look`; with `before`, what would change is hatched. */
  paint(look, before = null) {
    const { pixels, columns, rows } = this,
      context = this.canvas.getContext("2d"),
      tints = TINTS.map((name) => pixel(ink(name)));
    if (!look.owner) return context.clearRect(0, 0, columns, rows);
    if (before) this.#hatch(tints, this.#kinds(look), before.owner ? this.#kept(before) : null);
    else {
      const kinds = this.#kept(look);
      for (let i = 0; i < kinds.length; i++) pixels[i] = tints[kinds[i]];
    }
    context.putImageData(this.image, 0, 0);
  }

  /** Whose each cell is in a position, which is asked for again with every preview. */
  #kept(look) {
    if (this.known?.look !== look || this.known.view !== this.view)
      this.known = { look, view: this.view, kinds: this.#kinds(look) };
    return this.known.kinds;
  }

  #hatch(tints, kinds, were) {
    const { pixels, columns, rows } = this;
    for (let row = 0, i = 0; row < rows; row++)
      for (let column = 0; column < columns; column++, i++) {
        const was = were ? were[i] : UNREACHED;
        pixels[i] = tints[was !== kinds[i] && (row + column) % HATCH < 2 ? was : kinds[i]];
      }
  }

  /** Whose each cell is. */
  #kinds({ owner, distance }) {
    const { near, part } = this,
      { from, to, isTangled } = this.board,
      kinds = new Uint8Array(near.length);
    if (isTangled) for (let i = 0; i < near.length; i++) kinds[i] = near[i] < 0 ? UNREACHED : owner[near[i]];
    else {
      const look = { owner, distance },
        { board } = this,
        ends = new Uint8Array(2 * from.length), // owners by edge
        split = new Float32Array(from.length);
      for (let e = 0; e < from.length; e++) {
        ends[2 * e] = owner[from[e]];
        ends[2 * e + 1] = owner[to[e]];
        split[e] = ends[2 * e] === ends[2 * e + 1] ? 2 : boundary(board, e, look);
      }
      for (let i = 0; i < near.length; i++) {
        const e = near[i];
        kinds[i] = e < 0 ? UNREACHED : ends[part[i] < split[e] ? 2 * e : 2 * e + 1];
      }
    }
    return kinds;
  }

  /** A front sets out at `now` and is everywhere after `time`; it runs `reached` far to each vertex. */
  flow(reached, now, time) {
    const { near, part } = this,
      { from, to, length, isTangled } = this.board;
    let most = 1e-9;
    for (const way of reached) if (way < Infinity && way > most) most = way;
    this.due ??= new Float64Array(near.length).fill(Infinity);
    for (let i = 0; i < near.length; i++) {
      const id = near[i];
      if (id < 0) continue;
      const way = isTangled
        ? reached[id]
        : Math.min(reached[from[id]] + part[i] * length[id], reached[to[id]] + (1 - part[i]) * length[id]);
      this.due[i] = Math.min(this.due[i], now + (time * way) / most);
    }
  }

  /** Erases what fronts have reached from a canvas of the whole board. */
  uncover(context, wide, high, now) {
    const { pixels, due } = this;
    for (let i = 0; i < due.length; i++) pixels[i] = due[i] <= now ? 0xff000000 : 0;
    this.mask.getContext("2d").putImageData(this.image, 0, 0);
    context.globalCompositeOperation = "destination-out";
    context.drawImage(this.mask, 0, 0, wide, high);
    context.globalCompositeOperation = "source-over";
  }
}
