// view.js - a level as an SVG: land, sites, marks; what is pointed at, by mouse and by keys.
//
// Coordinates are the level's, y upwards; `scale` is pixels a unit.
import { draw, empty, make } from "../dom.js";
import { pictureOf } from "../view/picture.js";
import { decimal, simplest } from "./level.js";

const MARGIN = 44,
  NEAR = 14,
  SNAP = 9; // pixels

export class LevelView {
  /** calls: { point(target, byKey), press(target), drag(point), drop(target), key(event) }.  A target is a
   *  place {vertex} or {edge, at}, with `site` where one lies there and `point`; null: nothing is near. */
  constructor(root, calls) {
    this.calls = calls;
    this.level = null;
    this.layers = Object.fromEntries(
      ["glow", "net", "land", "bounds", "marks", "sites", "labels", "cursor"].map((name) => [
        name,
        draw("g", { class: name }),
      ]),
    );
    this.svg = draw("svg", { class: "level", role: "img" }, Object.values(this.layers));
    this.tip = make("div.tip", { hidden: true });
    this.element = make(
      "div.board.level-board",
      { tabindex: "0", role: "application", "aria-label": "Level" },
      this.svg,
      this.tip,
    );
    root.append(this.element);
    this.element.placeOf = (place) => this.toScreen(this.level.at(place)); // for tests
    this.#listen();
    this.watcher = new ResizeObserver(() => this.#fit());
    this.watcher.observe(this.element);
  }

  close() {
    this.watcher.disconnect();
    cancelAnimationFrame(this.frame);
  }

  // --- Where things are

  #fit() {
    if (!this.level) return;
    const { clientWidth: wide, clientHeight: high } = this.element;
    if (!wide || !high) return;
    const [left, bottom, width, height] = this.frozen || this.level.box();
    this.scale = Math.min((wide - 2 * MARGIN) / width, (high - 2 * MARGIN) / height);
    this.origin = [wide / 2 - (left + width / 2) * this.scale, high / 2 + (bottom + height / 2) * this.scale];
    this.svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    this.#paint();
  }

  /** While a vertex is dragged the view stays. */
  freeze(isFrozen) {
    this.frozen = isFrozen ? this.level.box() : null;
    if (!isFrozen) this.#fit();
  }

  toScreen([x, y]) {
    return [this.origin[0] + x * this.scale, this.origin[1] - y * this.scale];
  }

  toLevel([x, y]) {
    return [(x - this.origin[0]) / this.scale, (this.origin[1] - y) / this.scale];
  }

  #pointer(event) {
    const box = this.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** What lies near a point of the screen: a site, a vertex, a place on an edge. */
  find(point) {
    const distance = (at) => Math.hypot(at[0] - point[0], at[1] - point[1]);
    const near = (list, places) => {
      let best = -1,
        least = NEAR;
      places.forEach((at, i) => {
        const far = distance(this.toScreen(at));
        if (far < least) [best, least] = [i, far];
      });
      return best < 0 ? null : list[best];
    };
    const { sites, vertices } = this.level.json;
    const site = near(
      sites.map((_, i) => i),
      sites.map((one) => this.level.at(one)),
    );
    const vertex = near(
      vertices.map((_, i) => i),
      this.level.points,
    );
    const place = site !== null ? placeOf(sites[site]) : vertex !== null ? { vertex } : this.#onEdge(point);
    return place && { ...place, site, vertex, point: this.toLevel(point) };
  }

  #onEdge(point) {
    let best = null,
      least = NEAR;
    for (let edge = 0; edge < this.level.edges.length; edge++)
      for (let i = 0; i < 40; i++) {
        const [x1, y1] = this.toScreen(this.level.on(edge, i / 40)),
          [x2, y2] = this.toScreen(this.level.on(edge, (i + 1) / 40));
        const [dx, dy] = [x2 - x1, y2 - y1],
          size = dx * dx + dy * dy;
        const along = size
          ? Math.max(0, Math.min(1, ((point[0] - x1) * dx + (point[1] - y1) * dy) / size))
          : 0;
        const far = Math.hypot(point[0] - x1 - along * dx, point[1] - y1 - along * dy);
        if (far < least) [best, least] = [{ edge, at: (i + along) / 40 }, far];
      }
    if (!best) return null;
    const { u, v } = this.level.edges[best.edge],
      [x1, y1] = this.toScreen(this.level.points[u]),
      [x2, y2] = this.toScreen(this.level.points[v]);
    const slack = 1.5 / Math.max(20, Math.hypot(x2 - x1, y2 - y1)); // a pixel or two
    return { edge: best.edge, at: simplest(Math.max(0, best.at - slack), Math.min(1, best.at + slack)) };
  }

  // --- Pointing

  #listen() {
    const on = (name, act) => this.element.addEventListener(name, act);
    on("pointermove", (event) => {
      const point = this.#pointer(event);
      if (this.held) this.calls.drag(this.toLevel(point), this.find(point));
      else this.calls.point(this.find(point), false);
    });
    on("pointerleave", () => !this.held && this.calls.point(null, false));
    on("pointerdown", (event) => {
      if (event.button !== 0 || !this.level) return;
      this.held = this.#pointer(event);
      this.element.setPointerCapture(event.pointerId);
      this.calls.press(this.find(this.held), this.toLevel(this.held));
    });
    on("pointerup", (event) => {
      if (!this.held) return;
      const point = this.#pointer(event),
        moved = Math.hypot(point[0] - this.held[0], point[1] - this.held[1]) > 6;
      this.held = null;
      this.calls.drop(this.find(point), this.toLevel(point), moved);
    });
    on("pointercancel", () => {
      this.held = null;
      this.calls.drop(null, null, true);
    });
    on("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && this.calls.key(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
  }

  // --- Painting

  /** look: { stretches, winning, winningSites, marks, time }.  `time` null: the end. */
  set(level, look) {
    this.level = level;
    this.look = look;
    this.end = Math.max(0, ...look.stretches.map((s) => (s.ends ? decimal(s.ends) : 0)));
    this.element.setAttribute("aria-label", look.label || "Level");
    this.#fit();
  }

  setTime(time) {
    this.look = { ...this.look, time };
    if (this.origin) this.#paintLand();
  }

  setMarks(marks, pointed) {
    this.look = { ...this.look, marks };
    this.pointed = pointed;
    if (this.origin) this.#paintMarks();
  }

  setTip(place, ...words) {
    this.tip.hidden = !place;
    if (!place) return;
    empty(this.tip, ...words);
    const [x, y] = this.toScreen(place),
      { clientWidth: wide, clientHeight: high } = this.element;
    const { offsetWidth: width, offsetHeight: height } = this.tip;
    this.tip.style.left = `${Math.max(4, Math.min(x + 16, wide - width - 4))}px`;
    this.tip.style.top = `${y + 16 + height > high ? Math.max(4, y - height - 16) : y + 16}px`;
  }

  #path(edge, from, to) {
    const { bend, looseU, looseV, u, v } = this.level.edges[edge];
    const back =
      7 /
      Math.max(
        14.1,
        this.scale *
          Math.hypot(
            this.level.points[u][0] - this.level.points[v][0],
            this.level.points[u][1] - this.level.points[v][1],
          ),
      );
    const kept = (at) => Math.max(looseU ? back : 0, Math.min(looseV ? 1 - back : 1, at));
    const [a, b] = [kept(from), kept(to)],
      parts = bend ? 16 : 1;
    return Array.from({ length: parts + 1 }, (_, i) =>
      this.toScreen(this.level.on(edge, a + ((b - a) * i) / parts)),
    )
      .map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`)
      .join("");
  }

  #paint() {
    const { winning = [], winningSites = [] } = this.look,
      { json } = this.level;
    empty(
      this.layers.glow,
      winning.map(({ edge, from, to }) => {
        const [a, b] = [decimal(from), decimal(to)];
        return a === b
          ? this.#dot(this.level.on(edge, a), 11, "glow-dot")
          : draw("path", { d: this.#path(edge, a, b) });
      }),
      winningSites.map((site) => this.#dot(this.level.at(json.sites[site]), 20, "glow-dot")),
    );
    empty(
      this.layers.net,
      this.level.edges.map((_, edge) => draw("path", { d: this.#path(edge, 0, 1) })),
      this.level.points.map((at, v) => (this.level.loose[v] ? null : this.#dot(at, 4, "vertex"))),
    );
    empty(
      this.layers.sites,
      json.sites.map((site, i) => this.#site(site, i)),
    );
    this.#paintLand();
    this.#paintMarks();
    this.#paintLabels();
  }

  #dot([x, y], r, name) {
    const [left, top] = this.toScreen([x, y]);
    return draw("circle", { cx: left.toFixed(1), cy: top.toFixed(1), r, class: name });
  }

  #site(site, index) {
    const player = this.level.players.indexOf(site.player),
      at = this.level.at(site),
      [x, y] = this.toScreen(at);
    const dot = this.#dot(at, 11, "site");
    dot.style.fill = this.level.colour(player);
    const name = draw(
      "text",
      { x: x.toFixed(1), y: (y + 4.5).toFixed(1) },
      site.player.slice(0, 1).toUpperCase(),
    );
    return draw("g", {}, draw("title", {}, `site ${index}, ${site.player}’s`), dot, name);
  }

  #paintLand() {
    const { stretches, time = null } = this.look,
      parts = [],
      bounds = [];
    for (const s of stretches) {
      const from = decimal(s.from),
        to = decimal(s.to);
      if (!s.players.length) {
        parts.push(draw("path", { d: this.#path(s.edge, from, to), class: "unreached" }));
        continue;
      }
      const begins = decimal(s.begins),
        ends = decimal(s.ends);
      const share =
        time === null
          ? 1
          : ends > begins
            ? Math.max(0, Math.min(1, (time - begins) / (ends - begins)))
            : time >= begins
              ? 1
              : 0;
      if (share === 0) continue;
      const path = draw("path", {
        d: this.#path(s.edge, from, from + (to - from) * share),
        class: s.players.length > 1 ? "tied" : "land",
      });
      if (s.players.length === 1) path.style.stroke = this.level.colour(s.players[0]);
      parts.push(path);
      if (share === 1 && to > 0 && to < 1) bounds.push(this.#dot(this.level.on(s.edge, to), 3.5, "bound"));
    }
    empty(this.layers.land, parts);
    empty(this.layers.bounds, bounds);
  }

  /** marks: [{op, move} of moves shown], and what is pointed at. */
  #paintMarks() {
    const { marks = [] } = this.look,
      ring = (place, name) => this.#dot(this.level.at(place), 15, name);
    const shapes = marks.flatMap(({ op, move, kind = "shown" }) => {
      if (op === "remove") return [this.#dot(this.level.at(this.level.json.sites[move]), 17, `mark ${kind}`)];
      if (op !== "rope") return [op === "cut" ? this.#cross(move, kind) : ring(move, `mark ${kind}`)];
      const [a, b] = [
        this.toScreen(this.level.at(move.from)),
        this.toScreen(move.toPoint || this.level.at(move.to)),
      ];
      return [draw("path", { d: `M${a}L${b}`, class: `mark rope ${kind}` }), ring(move.from, `mark ${kind}`)];
    });
    empty(this.layers.marks, shapes);
    empty(this.layers.cursor, this.pointed ? this.#dot(this.level.at(this.pointed), 7, "pointed") : null);
  }

  #cross(place, kind) {
    const [x, y] = this.toScreen(this.level.at(place));
    return draw("path", { d: `M${x - 9} ${y - 9}l18 18M${x + 9} ${y - 9}l-18 18`, class: `mark ${kind}` });
  }

  setNumbers(isShown) {
    this.numbered = isShown;
    if (this.origin) this.#paintLabels();
  }

  #paintLabels() {
    const text = ([x, y], words, name) =>
      draw("text", { x: (x + 9).toFixed(1), y: (y - 9).toFixed(1), class: name }, words);
    empty(
      this.layers.labels,
      this.numbered
        ? [
            ...this.level.points.map((at, v) => text(this.toScreen(at), String(v), "number")),
            ...this.level.edges.map((_, e) =>
              text(this.toScreen(this.level.on(e, 0.5)), `e${e}`, "number edge"),
            ),
          ]
        : null,
    );
  }

  picture() {
    return pictureOf(this.svg, this.element);
  }
}

/** Only what names the place. */
export function placeOf({ vertex, edge, at }) {
  return edge !== undefined && edge >= 0 && at !== undefined ? { edge, at: String(at) } : { vertex };
}
