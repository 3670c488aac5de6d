// view.js - a level as an SVG: land, sites, marks; what is pointed at, by mouse and by keys.
//
// Coordinates are the level's, y upwards; widths and marks are pixels however near one looks.  A drag that
// begins on something that the tool takes is the tool's; any other moves the view.
import { draw, empty, make } from "../dom.js";
import { toX, toY } from "../view/camera.js";
import { PictureLens } from "../view/lens.js";
import { BUTTONS, Moving } from "../view/moving.js";
import { pictureOf } from "../view/picture.js";
import { decimal, simplest } from "./level.js";

const MARGIN = 44, // pixels
  NEAR = 14,
  FINGER = 40, // from a finger to the line that it means
  FINGER_SITE = 22, // to a site or a vertex
  BESIDE = 20,
  RING = 15,
  APART = 21, // sites that are nearer are drawn side by side
  SMALL = 400; // edges that are painted anew in every frame

export class LevelView {
  /** calls: { point(target, byKey), press(target) -> whether it is taken, drag(target, point),
   *  drop(target, point, hasMoved), cancel(), click(point, target), key(event) -> whether it was one,
   *  isForSites() -> whether sites alone are pointed at }.  A target is a place {vertex} or {edge, at}, with
   *  `site` and `vertex` where they lie there; null: nothing is near. */
  constructor(root, calls) {
    this.calls = calls;
    this.level = null;
    this.layers = Object.fromEntries(
      ["glow", "net", "land", "bounds", "sites", "marks", "labels", "cursor"].map((name) => [
        name,
        draw("g", { class: name }),
      ]),
    );
    this.svg = draw(
      "svg",
      { class: "level", role: "img", "aria-label": "Picture of the level" },
      draw("g", { id: "level-picture", class: "level" }, Object.values(this.layers)),
    );
    this.lens = new PictureLens("level-picture");
    this.tip = make("div.tip", { hidden: true });
    this.element = make(
      "div.board.level-board",
      { tabindex: "0", role: "application", "aria-label": "Level" },
      this.svg,
      this.lens.element,
      this.tip,
    );
    root.append(this.element);
    this.element.placeOf = (place) => this.toScreen(this.level.at(place)); // for tests
    this.moving = new Moving(this.element, [this.svg], this);
    this.camera = this.moving.camera;
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  close() {
    this.moving.close();
  }

  fit(camera) {
    if (!this.level) return;
    const [left, low, width, height] = this.level.box();
    camera.fit({ left, low, right: left + width, high: low + height }, 1e-9, MARGIN, BUTTONS);
  }

  get isSmall() {
    return !this.level || this.level.edges.length <= SMALL;
  }

  resized(wide, high) {
    this.svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  }

  moved() {
    this.tip.hidden = true;
  }

  toScreen([x, y]) {
    return [toX(this.camera, x), toY(this.camera, y)];
  }

  toLevel([px, py]) {
    return this.camera.under(px, py);
  }

  /** What lies near a point of the screen: a site, a vertex, a place on an edge.  A finger is less exact. */
  find(point) {
    const [px, py] = point,
      { json, points } = this.level;
    if (px < 0 || py < 0 || px > this.camera.width || py > this.camera.height) return null;
    const near = (places, least) => {
      let best = null;
      places.forEach((at, i) => {
        const [x, y] = this.toScreen(at),
          far = Math.hypot(x - px, y - py);
        if (far < least) [best, least] = [i, far];
      });
      return best;
    };
    const reach = this.isFinger ? FINGER_SITE : NEAR,
      siteReach = this.isFinger && this.calls.isForSites() ? FINGER : reach;
    const site = near(
        json.sites.map((one) => this.level.at(one)),
        siteReach,
      ),
      corner = near(points, reach),
      on = this.#onEdge(point);
    const place = site !== null ? placeOf(json.sites[site]) : corner !== null ? { vertex: corner } : on,
      vertex = place?.vertex ?? corner;
    return place && { ...place, site, vertex, end: vertex === null ? null : this.#endAt(vertex, on) };
  }

  /** The end of an edge at a vertex: of the edge that is pointed at, if it is one there. */
  #endAt(vertex, on) {
    const { edges } = this.level,
      isThere = ({ u, v }) => u === vertex || v === vertex;
    const edge = on && isThere(edges[on.edge]) ? on.edge : edges.findIndex(isThere);
    return edge < 0 ? null : { edge, at: edges[edge].u === vertex ? "0" : "1" };
  }

  /** The nearest place on an edge: the simplest fraction within a pixel or two. */
  #onEdge(point) {
    let best = null,
      least = this.isFinger ? FINGER : NEAR;
    for (let edge = 0; edge < this.level.edges.length; edge++) {
      const parts = this.level.edges[edge].bend ? 40 : 1;
      for (let i = 0; i < parts; i++) {
        const [x1, y1] = this.toScreen(this.level.on(edge, i / parts)),
          [x2, y2] = this.toScreen(this.level.on(edge, (i + 1) / parts));
        const [dx, dy] = [x2 - x1, y2 - y1],
          size = dx * dx + dy * dy;
        const along = size
          ? Math.max(0, Math.min(1, ((point[0] - x1) * dx + (point[1] - y1) * dy) / size))
          : 0;
        const far = Math.hypot(point[0] - x1 - along * dx, point[1] - y1 - along * dy);
        if (far < least) [best, least] = [{ edge, at: (i + along) / parts }, far];
      }
    }
    if (!best) return null;
    const { u, v } = this.level.edges[best.edge],
      [x1, y1] = this.toScreen(this.level.points[u]),
      [x2, y2] = this.toScreen(this.level.points[v]);
    const slack = 1.5 / Math.max(20, Math.hypot(x2 - x1, y2 - y1)); // a pixel or two
    return { edge: best.edge, at: simplest(Math.max(0, best.at - slack), Math.min(1, best.at + slack)) };
  }

  get pointers() {
    return {
      move: (px, py) => {
        this.isFinger = false;
        if (this.level) this.calls.point(this.find([px, py]), false);
      },
      leave: () => this.calls.point(null, false),
      grab: (px, py, kind) => Boolean(this.level) && this.#grab(px, py, kind),
      drag: (px, py) => this.calls.drag(this.#magnify(px, py), this.toLevel([px, py])),
      drop: (px, py, hasMoved) => {
        this.lens.hide();
        this.calls.drop(this.find([px, py]), this.toLevel([px, py]), hasMoved);
      },
      cancel: () => {
        this.lens.hide();
        this.calls.cancel();
      },
      click: (px, py) => this.calls.click(this.toLevel([px, py]), this.find([px, py])),
    };
  }

  #grab(px, py, kind) {
    this.isFinger = kind === "touch";
    const isTaken = this.calls.press(this.#magnify(px, py));
    if (!isTaken) this.lens.hide();
    return isTaken;
  }

  /** What is under a pixel; where a finger hides it, the lens shows it. */
  #magnify(px, py) {
    const target = this.find([px, py]);
    if (!target || !this.isFinger) this.lens.hide();
    else {
      this.lens.place(px, py, this.camera);
      this.lens.draw(...this.toScreen(this.level.at(placeOf(target))));
    }
    return target;
  }

  #key(event) {
    if (!this.level || event.ctrlKey || event.metaKey || event.altKey || event.target !== this.element)
      return;
    if (!this.moving.key(event) && !this.calls.key(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** look: { stretches, winning, winningSites, marks, time }.  `time` null: the end. */
  set(level, look) {
    this.level = level;
    this.look = look;
    this.end = Math.max(0, ...look.stretches.map((s) => (s.ends ? decimal(s.ends) : 0)));
    this.element.setAttribute("aria-label", look.label || "Level");
    this.paint();
  }

  /** Brings a place into sight, or {point} beside the level. */
  follow(place) {
    this.moving.follow(...(place.point || this.level.at(place)));
  }

  /** Shows all of the level. */
  showAll() {
    this.moving.fit();
  }

  /** Whether it is painted where it belongs, and parts of it can be painted again. */
  get #isReady() {
    return this.isPainted && !this.moving.isShifted;
  }

  setTime(time) {
    this.look = { ...this.look, time };
    if (this.#isReady) this.#paintLand();
  }

  setMarks(marks, pointed) {
    this.look = { ...this.look, marks };
    this.pointed = pointed;
    if (this.#isReady) this.#paintMarks();
  }

  setTip(place, ...words) {
    this.tip.hidden = !place;
    if (!place) return;
    empty(this.tip, ...words);
    const [x, y] = this.toScreen(place),
      { clientWidth: wide, clientHeight: high } = this.element;
    const { offsetWidth: width, offsetHeight: height } = this.tip,
      isHeld = !this.lens.element.hidden;
    const left = isHeld ? this.lens.beside(width, this.camera) : x + 16,
      top = isHeld ? this.lens.y - height / 2 : y + 16 + height > high ? y - height - 16 : y + 16;
    this.tip.style.left = `${Math.max(4, Math.min(left, wide - width - 4))}px`;
    this.tip.style.top = `${Math.max(4, top)}px`;
  }

  #path(edge, from, to) {
    const { bend, backU, backV } = this.level.edges[edge],
      long = Math.max(1, this.camera.scale * this.level.span(edge));
    const kept = (at) => Math.max(Math.min(0.4, backU / long), Math.min(1 - Math.min(0.4, backV / long), at));
    const [a, b] = [kept(from), kept(to)],
      parts = bend ? 16 : 1;
    return Array.from({ length: parts + 1 }, (_, i) =>
      this.toScreen(this.level.on(edge, a + ((b - a) * i) / parts)),
    )
      .map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`)
      .join("");
  }

  paint() {
    if (!this.level || this.camera.width <= 1) return;
    this.moving.painting();
    this.isPainted = true;
    this.line = Math.max(1.2, Math.min(5, 0.13 * this.camera.scale * this.level.spacing));
    this.svg.firstChild.style.setProperty("--line", `${this.line}px`);
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
      this.level.edges.map((_, edge) => this.#isSeen(edge) && draw("path", { d: this.#path(edge, 0, 1) })),
      this.level.points.map((at, v) =>
        this.level.loose[v] || !this.#isNear(at) ? null : this.#dot(at, Math.min(4, this.line), "vertex"),
      ),
    );
    const taken = [];
    empty(
      this.layers.sites,
      json.sites.map((site, i) => this.#site(site, i, taken)),
    );
    this.#paintLand();
    this.#paintMarks();
    this.#paintLabels();
  }

  /** Whether a point is in sight, or nearly. */
  #isNear(at, more = MARGIN) {
    const [x, y] = this.toScreen(at);
    return x > -more && y > -more && x < this.camera.width + more && y < this.camera.height + more;
  }

  /** Whether any of an edge may be in sight; most of a large level is not, when one looks nearer. */
  #isSeen(edge) {
    const { u, v, bend } = this.level.edges[edge],
      [x1, y1] = this.toScreen(this.level.points[u]),
      [x2, y2] = this.toScreen(this.level.points[v]);
    const { width, height } = this.camera,
      more = MARGIN + Math.abs(bend) * Math.hypot(x2 - x1, y2 - y1);
    return (
      Math.max(x1, x2) > -more &&
      Math.max(y1, y2) > -more &&
      Math.min(x1, x2) < width + more &&
      Math.min(y1, y2) < height + more
    );
  }

  #dot([x, y], r, name) {
    const [left, top] = this.toScreen([x, y]);
    return draw("circle", { cx: left.toFixed(1), cy: top.toFixed(1), r, class: name });
  }

  /** Where a site is drawn: beside another one that would hide it. */
  #asideOf([x, y], taken) {
    for (const [left, top] of taken) {
      const [dx, dy] = [x - left, y - top],
        far = Math.hypot(dx, dy);
      if (far < APART) [x, y] = far > 0 ? [left + (dx / far) * APART, top + (dy / far) * APART] : [x + APART, y];
    }
    taken.push([x, y]);
    return [x, y];
  }

  #site(site, index, taken) {
    const player = this.level.players.indexOf(site.player),
      [x, y] = this.#asideOf(this.toScreen(this.level.at(site)), taken);
    const dot = draw("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: 11, class: "site" });
    dot.style.fill = this.level.colour(player);
    const name = draw(
      "text",
      { x: x.toFixed(1), y: (y + 4.5).toFixed(1) },
      site.player.slice(0, 1).toUpperCase(),
    );
    name.style.fill = this.level.paint(player).color;
    return draw("g", {}, draw("title", {}, `site ${index}, ${site.player}’s`), dot, name);
  }

  #paintLand() {
    const { stretches, time = null } = this.look,
      parts = [],
      bounds = [];
    for (const s of stretches) {
      if (!this.#isSeen(s.edge)) continue;
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
      if (share === 1 && to > 0 && to < 1)
        bounds.push(this.#dot(this.level.on(s.edge, to), Math.min(3.5, this.line), "bound"));
    }
    empty(this.layers.land, parts);
    empty(this.layers.bounds, bounds);
  }

  /** marks: [{op, move} of moves shown], and what is pointed at: a place, or {point} beside the level. */
  #paintMarks() {
    const { marks = [] } = this.look,
      ring = (place, name) => this.#dot(this.level.at(place), RING, name);
    const shapes = marks.flatMap(({ op, move, kind = "shown" }) => {
      if (op === "remove") return [this.#dot(this.level.at(this.level.json.sites[move]), 17, `mark ${kind}`)];
      if (op !== "rope") return [op === "cut" ? this.#cross(move, kind) : ring(move, `mark ${kind}`)];
      return [...this.#rope(move, kind), ring(move.from, `mark ${kind}`)];
    });
    empty(this.layers.marks, shapes);
    const { pointed } = this;
    empty(
      this.layers.cursor,
      pointed
        ? this.#dot(pointed.point || this.level.at(pointed), this.#isOnSite(pointed) ? RING : 8, "pointed")
        : null,
    );
  }

  /** From ring to ring, so that what lies there is seen; the pointer's end has none. */
  #rope({ from, to, toPoint }, kind) {
    const [x1, y1] = this.toScreen(this.level.at(from)),
      [x2, y2] = this.toScreen(toPoint || this.level.at(to));
    const long = Math.max(1, Math.hypot(x2 - x1, y2 - y1)),
      [a, b] = [Math.min(0.5, RING / long), toPoint ? 1 : 1 - Math.min(0.5, RING / long)];
    const at = (part) => `${(x1 + (x2 - x1) * part).toFixed(1)} ${(y1 + (y2 - y1) * part).toFixed(1)}`;
    const line = draw("path", { d: `M${at(a)}L${at(b)}`, class: `mark rope ${kind}` });
    return toPoint ? [line] : [line, this.#dot(this.level.at(to), RING, `mark ${kind}`)];
  }

  #isOnSite(pointed) {
    const key = (place) => JSON.stringify(placeOf(place));
    return !pointed.point && this.level.json.sites.some((site) => key(site) === key(pointed));
  }

  /** At an end it is drawn on its edge, beside what lies there. */
  #cross({ edge, at }, kind) {
    const off = Math.min(0.4, BESIDE / Math.max(1, this.camera.scale * this.level.span(edge)));
    const part = decimal(at) === 0 ? off : decimal(at) === 1 ? 1 - off : decimal(at);
    const [x, y] = this.toScreen(this.level.on(edge, part));
    return draw("path", { d: `M${x - 9} ${y - 9}l18 18M${x + 9} ${y - 9}l-18 18`, class: `mark ${kind}` });
  }

  setNumbers(isShown) {
    this.numbered = isShown;
    if (this.#isReady) this.#paintLabels();
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

  /** All of the level, wherever one looks. */
  picture() {
    const was = this.camera.copy();
    this.fit(this.camera);
    this.paint();
    const picture = pictureOf(this.svg, this.element);
    Object.assign(this.camera, was);
    this.paint();
    return picture;
  }
}

/** Only what names the place. */
export function placeOf({ vertex, edge, at }) {
  return edge !== undefined && edge >= 0 && at !== undefined ? { edge, at: String(at) } : { vertex };
}
