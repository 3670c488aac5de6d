// board.js - a board that can be looked at, moved over, pointed at and played on.
//
// Canvases, from the lowest: territory, the position, the picture before while territory flows, and what
// passes (preview, cursor, arrows).
import { make } from "../dom.js";
import { onTheme, ink } from "../theme.js";
import { toX, toY } from "./camera.js";
import { Flow } from "./flow.js";
import { nearest, prepare, towards, vertexName } from "./geometry.js";
import { Lens } from "./lens.js";
import { arrowOf, BUTTONS, Moving } from "./moving.js";
import { paintArrow, paintBoard, paintChange, paintStone, reachOf, sizes } from "./paint.js";
import { Territory } from "./territory.js";

const SMALL = 1500; // vertices and edges that are painted anew in every frame
const FLOWING = 60000; // vertices and edges over which territory flows
const FINGER = 48; // pixels from a finger to the vertex that it means
const LATE = 60; // milliseconds that the mark of a vertex waits for what is said about it
const EMPTY = {
  owner: null,
  distance: null,
  stones: [],
  taken: new Set(),
  last: [],
  heat: null,
  most: 0,
  labels: false,
};

export class BoardView {
  /** calls: { play(vertex), canPlay(vertex), hover(vertex or -1, byKey) }, and perhaps take(vertex) for a
   *  stone that is clicked */
  constructor(host, label, calls) {
    this.calls = calls;
    this.board = null;
    this.look = EMPTY;
    this.preview = null;
    this.marks = []; // rings: { vertex, colour }
    this.ghosts = []; // stones of a line that might be played: { vertex, side, number }
    this.cursor = -1;
    this.pointed = -1;
    this.below = make("canvas", { "aria-hidden": "true" });
    this.above = make("canvas", { "aria-hidden": "true" });
    this.territory = new Territory();
    this.flow = new Flow(this.territory);
    this.lens = new Lens();
    this.tip = make("div.tip", { hidden: true });
    this.wait = make("div.wait", { hidden: true }, "Loading the board …");
    this.credit = make("div.credit", { hidden: true });
    this.element = make(
      "div.board",
      {
        tabindex: "0",
        role: "application",
        "aria-roledescription": "board",
        "aria-label": label,
        onkeydown: (event) => this.#key(event),
        onblur: () => this.#setCursor(-1),
      },
      this.territory.canvas,
      this.below,
      this.flow.canvas,
      this.above,
      this.wait,
      this.credit,
      this.lens.element,
      this.tip,
    );
    host.append(this.element);
    // For scripts: pixels from the corner, null until the board has its size.
    this.element.placeOf = (vertex) => (this.board && this.camera.width > 1 ? this.#at(vertex) : null);
    this.element.nameOf = (vertex) => vertexName(this.board, vertex);
    this.#watch();
  }

  #watch() {
    this.layers = [this.territory.canvas, this.below, this.flow.canvas, this.above];
    this.moving = new Moving(this.element, this.layers, this);
    this.camera = this.moving.camera;
    this.endTheme = onTheme(() => this.paint());
  }

  get pointers() {
    return {
      move: (px, py) => this.#point(this.vertexAt(px, py)),
      leave: (kind) => kind === "touch" || this.#point(-1),
      click: (px, py, kind) => {
        const vertex = this.vertexAt(px, py);
        this.element.focus({ preventScroll: true });
        if (this.look.taken.has(vertex) && this.calls.take) this.calls.take(vertex);
        else if (kind === "touch") this.#point(vertex);
        else if (vertex >= 0 && !this.look.taken.has(vertex)) this.calls.play(vertex);
      },
      grab: (px, py, kind) =>
        kind === "touch" && this.#isOpen(this.vertexAt(px, py)) && this.#hold(px, py),
      drag: (px, py) => this.#hold(px, py),
      drop: () => {
        const vertex = this.pointed;
        this.#letGo();
        if (vertex >= 0 && this.calls.canPlay(vertex)) this.calls.play(vertex);
      },
      cancel: () => this.#letGo(),
    };
  }

  close() {
    this.moving.close();
    this.flow.end();
    this.endTheme();
    clearTimeout(this.late);
    this.element.remove();
  }

  setBoard(board) {
    this.flow.end();
    this.board = prepare(board);
    this.isFresh = true; // its first stones are there already
    this.look = EMPTY;
    this.preview = null;
    this.marks = [];
    this.ghosts = [];
    this.cursor = this.pointed = -1;
    this.wait.hidden = true;
    this.credit.hidden = !board.attribution;
    this.credit.textContent = board.attribution;
    this.moving.fit();
  }

  loading(isLoading) {
    this.wait.hidden = !isLoading;
  }

  /** look: { owner, distance, stones, last, heat, most, labels }, each may be missing. */
  setLook(look) {
    const before = this.look,
      landed = this.#landed(look);
    if (landed.length) this.flow.keep(this.layers.slice(0, 2));
    this.look = { ...EMPTY, ...look };
    this.look.taken = new Set(this.look.stones.map((stone) => stone.vertex));
    this.preview = null;
    this.isFresh = false;
    this.paint(landed.length > 0);
    if (landed.length) this.#flow(landed, before);
  }

  /** The vertices of stones that are added to those shown; none where nothing is to flow. */
  #landed({ owner, stones = [] }) {
    const { board, look, moving, isFresh } = this;
    const isNext =
      stones.length > look.stones.length && look.stones.every((s, i) => s.vertex === stones[i].vertex);
    const isShown = board && this.camera.width > 1 && !isFresh && !moving.isShifted && !this.flow.isOff;
    if (!isNext || !isShown || !owner || board.n + board.from.length > FLOWING) return [];
    return stones.slice(look.stones.length).map((stone) => stone.vertex);
  }

  #flow(landed, before) {
    const { owner, distance } = this.look,
      reached = new Float64Array(this.board.n).fill(Infinity);
    for (let v = 0; v < reached.length; v++)
      if (!before.owner || owner[v] !== before.owner[v] || distance[v] !== before.distance[v])
        reached[v] = Math.max(0, distance[v]);
    const radius = 1.1 * sizes(this.board, this.camera).stone + 6;
    const bare = [...landed, ...before.last].map((vertex) => this.#at(vertex));
    this.flow.begin(bare, radius, reached, this.camera);
  }

  /** What a stone would make of it: { vertex, side, owner, distance } or null. */
  setPreview(preview) {
    this.preview = preview;
    if (preview) this.flow.end();
    this.#paintTerritory();
    this.#paintAbove();
  }

  setMarks(marks) {
    this.marks = marks;
    this.#paintAbove();
  }

  /** A line that might be played, as pale stones with arrows from each to the next. */
  setLine(ghosts) {
    this.ghosts = ghosts;
    this.#paintAbove();
  }

  /** Words beside a vertex; none hide them. */
  setTip(vertex, ...words) {
    this.tip.hidden = !words.length || !this.board;
    if (this.tip.hidden) return;
    this.tip.replaceChildren(...words);
    const x = toX(this.camera, this.board.x[vertex]),
      y = toY(this.camera, this.board.y[vertex]);
    const { gap } = sizes(this.board, this.camera),
      away = Math.min(26, 12 + gap / 3);
    const wide = this.tip.offsetWidth,
      high = this.tip.offsetHeight;
    const isHeld = !this.lens.element.hidden;
    const left = isHeld
      ? this.lens.beside(wide, this.camera)
      : x + away + wide > this.camera.width
        ? x - away - wide
        : x + away;
    const top = isHeld ? this.lens.y - high / 2 : y - high - away < 0 ? y + away : y - high - away;
    this.tip.style.left = `${Math.max(4, Math.min(this.camera.width - wide - 4, left))}px`;
    this.tip.style.top = `${Math.max(4, Math.min(this.camera.height - high - 4, top))}px`;
  }

  fit(camera) {
    if (!this.board) return;
    const { bounds, spacing, lattice } = this.board,
      pad = reachOf(this.board) * spacing;
    const all = {
      left: bounds.left - pad,
      right: bounds.right + pad,
      low: bounds.low - pad,
      high: bounds.high + pad,
    };
    camera.fit(all, spacing, lattice ? 22 : 14, BUTTONS);
  }

  get isSmall() {
    return !this.board || this.board.n + this.board.from.length <= SMALL;
  }

  resized(wide, high, ratio) {
    this.territory.resized(wide, high);
    for (const canvas of this.layers.slice(1)) {
      canvas.width = Math.round(wide * ratio);
      canvas.height = Math.round(high * ratio);
      canvas.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
    }
  }

  moved() {
    this.tip.hidden = true;
  }

  paint(isFlowing = false) {
    if (!this.board || this.camera.width <= 1) return;
    if (!isFlowing) this.flow.end();
    this.moving.painting();
    this.#paintTerritory();
    paintBoard(this.below.getContext("2d"), this.board, this.camera, this.look);
    this.#paintAbove();
  }

  #paintTerritory() {
    const { board, camera, territory, look, preview } = this;
    if (!board || camera.width <= 1 || this.moving.isShifted) return;
    territory.canvas.classList.toggle("pale", Boolean(look.heat));
    territory.canvas.classList.toggle("coarse", !this.isSmall); // smooth borders cost a large board time
    if (look.owner || preview?.owner) territory.find(board, camera, sizes(board, camera).reach);
    if (preview?.owner) territory.paint(preview, look);
    else territory.paint(look);
  }

  #paintAbove() {
    clearTimeout(this.late);
    this.late = undefined;
    if (!this.board || this.moving.isShifted) return;
    const context = this.above.getContext("2d"),
      size = sizes(this.board, this.camera);
    context.clearRect(0, 0, this.camera.width, this.camera.height);
    if (this.preview) this.#paintPreview(context, size);
    this.ghosts.forEach(({ vertex, side }, i) => {
      if (i)
        paintArrow(
          context,
          ...this.#at(this.ghosts[i - 1].vertex),
          ...this.#at(vertex),
          ink(`${side}-land`),
          size.stone + 3,
        );
    });
    for (const { vertex, side, number } of this.ghosts)
      paintStone(context, ...this.#at(vertex), size.stone, side, String(number), 0.9);
    for (const { vertex, colour } of this.marks) this.#ring(context, vertex, size.stone + 5, ink(colour), 3);
    const here = this.cursor >= 0 ? this.cursor : this.pointed;
    if (here >= 0)
      this.#ring(
        context,
        here,
        size.stone + 4,
        ink(this.cursor >= 0 ? "focus" : "faint"),
        this.cursor >= 0 ? 3 : 1.5,
      );
    this.#drawLens();
  }

  #drawLens() {
    if (this.lens.element.hidden || this.pointed < 0) return;
    this.lens.draw(this.layers, ...this.#at(this.pointed), this.camera, this.moving.ratio);
  }

  #paintPreview(context, size) {
    const { vertex, side, owner, distance } = this.preview;
    if (owner)
      paintChange(context, this.board, this.camera, { ...this.look, heat: null, owner, distance }, this.look);
    paintStone(context, ...this.#at(vertex), size.stone, side, "");
  }

  #at(vertex) {
    return [toX(this.camera, this.board.x[vertex]), toY(this.camera, this.board.y[vertex])];
  }

  #ring(context, vertex, radius, colour, width) {
    context.beginPath();
    context.arc(...this.#at(vertex), radius, 0, 2 * Math.PI);
    Object.assign(context, { strokeStyle: colour, lineWidth: width });
    context.stroke();
  }

  vertexAt(px, py) {
    if (!this.board) return -1;
    const size = sizes(this.board, this.camera),
      reach = Math.max(size.stone + 4, 12);
    return nearest(this.board, ...this.camera.under(px, py), reach / this.camera.scale);
  }

  /** Whether a finger may place a stone there or nearby: not on a stone, also not on one that is on its way. */
  #isOpen(vertex) {
    return vertex < 0 || this.calls.canPlay(vertex);
  }

  /** A finger is down: what it means is under the lens.  Gives whether it means anything. */
  #hold(px, py) {
    const { camera } = this,
      isOut = px < 0 || py < 0 || px > camera.width || py > camera.height;
    const vertex =
      isOut || !this.board
        ? -1
        : nearest(this.board, ...camera.under(px, py), FINGER / camera.scale, this.calls.canPlay);
    if (vertex < 0) this.lens.hide();
    else this.lens.place(px, py, camera);
    this.#point(vertex);
    this.#drawLens();
    return vertex >= 0;
  }

  #letGo() {
    this.lens.hide();
    this.#point(-1);
  }

  #point(vertex) {
    if (vertex === this.pointed && this.cursor < 0) return;
    this.cursor = -1;
    this.pointed = vertex;
    this.#paintLate();
    this.calls.hover(vertex, false);
  }

  /** Paints the mark and the preview together: the preview comes through setPreview() before that. */
  #paintLate() {
    this.late ??= setTimeout(() => this.#paintAbove(), LATE);
  }

  #setCursor(vertex) {
    if (vertex === this.cursor) return;
    this.cursor = vertex;
    this.#paintLate();
    this.calls.hover(vertex, true);
  }

  #key(event) {
    if (!this.board || event.ctrlKey || event.metaKey || event.altKey || event.target !== this.element)
      return;
    const arrow = arrowOf(event);
    if (this.moving.key(event)) return event.preventDefault();
    if (arrow) this.#step(...arrow);
    else if (event.key === "Escape" && this.cursor >= 0) this.#setCursor(-1);
    else if ((event.key === "Enter" || event.key === " ") && this.cursor >= 0) this.calls.play(this.cursor);
    else return;
    event.preventDefault();
  }

  #step(dx, dy) {
    if (this.cursor < 0) {
      const middle = this.pointed >= 0 ? this.pointed : this.vertexNearest(this.camera.x, this.camera.y);
      return this.#setCursor(middle);
    }
    this.#setCursor(towards(this.board, this.cursor, dx, dy));
    this.moving.follow(this.board.x[this.cursor], this.board.y[this.cursor]);
  }

  vertexNearest(x, y) {
    const { bounds } = this.board;
    const reach = Math.hypot(bounds.right - bounds.left, bounds.high - bounds.low) + 1;
    return nearest(this.board, x, y, reach);
  }
}
