// drawing.js - levels drawn by mouse, finger and keys.
//
// host: { view, level, state, tool, player, draw(level), refresh() }.  With keys vertices are chosen by the
// arrows and carried in steps that depend on how near one looks; sites and what goes are on the cursor
// of the edges.
import { fail, say } from "../dom.js";
import { arrowOf } from "../view/moving.js";
import { towards } from "../view/geometry.js";
import { Cursor } from "./cursor.js";
import { addEdge, addVertex, erase, moveVertex, placed, putSite, splitEdge } from "./edit.js";
import { Level, pointWords } from "./level.js";
import { placeOf } from "./view.js";

const STEP = 20; // pixels at least, of a step by keys
const FINEST = 0.01; // of a step, as coordinates are kept

export class Drawing {
  constructor(host) {
    this.host = host;
    this.reset();
  }

  leave() {
    this.held = null; // the vertex that is dragged or carried, or where an edge begins
    this.dragged = null; // the level with it
  }

  reset() {
    this.leave();
    this.#leaveKeys();
  }

  #leaveKeys() {
    this.cursor = new Cursor();
    this.vertex = -1; // of the keys
    this.spot = null; // where the keys are, beside the level
  }

  get #isOfVertices() {
    return this.host.tool === "move" || this.host.tool === "edge";
  }

  point(target) {
    const place = this.#shownAt(target);
    this.host.view.setTip(null);
    this.host.view.setMarks(this.#edgeTo(place), place);
  }

  /** What the tool is for, of what lies there. */
  #shownAt(target) {
    if (!target || this.host.tool === "vertex") return null;
    if (!this.#isOfVertices) return placeOf(target);
    return target.vertex === null ? null : { vertex: target.vertex };
  }

  /** The edge that is begun, as a mark. */
  #edgeTo(to, toPoint) {
    if (this.host.tool !== "edge" || this.held === null) return [];
    const from = { vertex: this.held };
    return to || toPoint ? [{ op: "rope", move: { from, to, toPoint } }] : [{ op: "add", move: from }];
  }

  press(target) {
    const { tool } = this.host;
    this.#leaveKeys();
    if (!target || tool === "vertex") return false;
    if (!this.#isOfVertices) return true;
    if (target.vertex === null) return false;
    this.hasBegun = this.held === null;
    if (this.hasBegun || tool === "move") this.held = target.vertex;
    this.point(target);
    return true;
  }

  drag(target, point) {
    const { tool, view } = this.host;
    if (tool === "move") this.#carry(point);
    else if (tool === "edge" && !(target && target.vertex !== null))
      view.setMarks(this.#edgeTo(null, point), null);
    else this.point(target);
  }

  drop(target, point, hasMoved) {
    const { tool } = this.host;
    if (tool === "move") return this.#putDown();
    if (tool !== "edge") return target ? this.#act(target) : undefined;
    if (this.hasBegun && !hasMoved) return this.point(target); // the other end is clicked next
    return this.#endEdge(target ? target.vertex : null, hasMoved ? point : null);
  }

  cancel() {
    const wasDragged = this.dragged;
    this.leave();
    if (wasDragged) this.host.refresh().catch(fail);
    else this.point(null);
  }

  click(point, target) {
    if (this.host.tool !== "vertex") this.cancel();
    else if (target && target.vertex !== null) fail(new Error(`vertex ${target.vertex} is there already`));
    else if (target) this.#split(target);
    else this.#addVertex(point);
  }

  /** Draws what `change` makes of the level, and tells of it. */
  #draw(change, words) {
    this.leave();
    return Promise.resolve()
      .then(() => this.host.draw(change(this.host.state.json)))
      .then(() => {
        this.#showKeys();
        say(words());
      })
      .catch(async (error) => {
        fail(error);
        await this.host.refresh();
      });
  }

  #addVertex(point) {
    const { points } = this.host.level;
    const at = points.findIndex((other) => pointWords(other) === pointWords(point));
    if (at >= 0) return fail(new Error(`vertex ${at} is there already`));
    return this.#draw(
      (json) => addVertex(placed(json, points), point),
      () => `${this.host.level.vertexWords(points.length)} is new.`,
    );
  }

  /** A vertex comes into the edge there. */
  #split({ edge, at }) {
    const { level } = this.host;
    return this.#draw(
      (json) => splitEdge(placed(json, level.points), edge, at, level.at({ edge, at })),
      () => `${this.host.level.vertexWords(level.points.length)} is new, in edge ${edge}.`,
    );
  }

  /** Ends it on a vertex, or on a new one where there is ground. */
  #endEdge(vertex, point) {
    const { held: from } = this,
      { points } = this.host.level;
    const isNew = vertex === null,
      to = isNew ? points.length : vertex;
    if (to === from || (isNew && !point)) return this.cancel();
    return this.#draw(
      (json) => addEdge(isNew ? addVertex(placed(json, points), point) : json, from, to),
      () => `An edge from vertex ${from} to ${isNew ? "the new vertex" : "vertex"} ${to}.`,
    );
  }

  #carry(point) {
    const { state, level, view, label } = this.host;
    this.dragged = moveVertex(placed(state.json, level.points), this.held, point);
    view.set(new Level(this.dragged), { stretches: [], marks: [], label });
  }

  #putDown() {
    const { held, dragged } = this;
    if (!dragged) return this.cancel();
    return this.#draw(
      () => dragged,
      () => `${this.host.level.vertexWords(held)}.`,
    );
  }

  /** Puts a site there, or takes away what is there. */
  #act(target) {
    const { tool, player, level } = this.host;
    if (tool !== "site") return this.#erase(target);
    return this.#draw(
      (json) => putSite(json, target, player),
      () => `${player}’s site on ${level.words(placeOf(target))}.`,
    );
  }

  #erase(target) {
    const words = this.#what(target);
    return this.#draw(
      (json) => erase(json, target),
      () => `Gone: ${words}.`,
    );
  }

  /** What would go there. */
  #what({ site, vertex, edge }) {
    const { level } = this.host;
    if (site !== null) return `site ${site}, ${level.json.sites[site].player}’s`;
    if (vertex !== null) return `vertex ${vertex} and its edges`;
    return `edge ${edge} (${level.edges[edge].u}–${level.edges[edge].v})`;
  }

  key(event) {
    const arrow = arrowOf(event),
      page = { PageDown: 1, PageUp: -1 }[event.key];
    if (arrow) this.#step(...arrow);
    else if (page && this.#isOfVertices) this.#choose(Math.max(this.vertex, page > 0 ? -1 : 0) + page);
    else if (event.key === "Escape") {
      this.reset();
      this.host.refresh().catch(fail);
      say("Nothing is held.");
    } else if (event.key === "Enter" || event.key === " ") this.#press();
    else if (event.key === "Delete" || event.key === "Backspace") this.#delete();
    else if (event.key === "i") this.#insert();
    else return false;
    return true;
  }

  #step(dx, dy) {
    const { tool, state, level, view } = this.host;
    if (tool === "vertex") return this.#goTo(this.spot && this.#near(this.spot, dx, dy));
    if (tool === "move" && this.held !== null) return this.#carryTo(this.#near(this.spot, dx, dy));
    if (this.#isOfVertices) {
      const [x, y] = [level.points.map(([px]) => px), level.points.map(([, py]) => py)];
      return this.#choose(this.vertex < 0 ? 0 : towards({ n: x.length, x, y }, this.vertex, dx, dy));
    }
    const target = this.cursor.step(state.json, dx, -dy);
    if (!target) return undefined;
    view.follow(placeOf(target));
    this.point(target);
    const words = level.words(placeOf(target)),
      site = target.site === null ? "" : `, ${state.json.sites[target.site].player}’s site`;
    return this.#tell(level.at(placeOf(target)), tool === "erase" ? this.#what(target) : words + site);
  }

  /** Shows words where the keys are, and says them. */
  #tell(point, words) {
    this.host.view.setTip(point, words);
    say(words);
  }

  #choose(to) {
    const { level, view } = this.host,
      n = level.points.length;
    if (!n || (this.host.tool === "move" && this.held !== null)) return;
    this.vertex = (to + n) % n;
    view.follow({ vertex: this.vertex });
    this.point({ vertex: this.vertex });
    const begun = this.held === null ? "" : `, an edge from vertex ${this.held}`;
    this.#tell(level.points[this.vertex], `${level.vertexWords(this.vertex)}${begun}`);
  }

  get #grid() {
    return gridOf(STEP / this.host.view.camera.scale);
  }

  /** A step from a point to the next of a grid, which is finer the nearer one looks. */
  #near([x, y], dx, dy) {
    const grid = this.#grid;
    const next = (value, by) =>
      by ? grid * (by > 0 ? Math.floor(value / grid + 1 + 1e-6) : Math.ceil(value / grid - 1 - 1e-6)) : value;
    return [next(x, dx), next(y, dy)].map((value) => Number(value.toFixed(2)));
  }

  /** The keys are at a point beside the level; at first in the middle of what is seen. */
  #goTo(point) {
    const { view } = this.host,
      { x, y } = view.camera,
      grid = this.#grid;
    this.spot = point || [x, y].map((value) => Number((grid * Math.round(value / grid)).toFixed(2)));
    view.follow({ point: this.spot });
    view.setMarks([], { point: this.spot });
    this.#tell(this.spot, pointWords(this.spot));
  }

  #carryTo(point) {
    this.#carry(point);
    this.#goTo(point);
  }

  #press() {
    const { tool, level, state } = this.host;
    if (tool === "vertex") return this.spot && this.#addVertex(this.spot);
    if (this.#isOfVertices && !level.points[this.vertex]) return undefined;
    if (this.#isOfVertices && this.held === null) return this.#take();
    if (tool === "edge" && this.vertex === this.held) say("No edge: it joins two vertices.");
    if (tool === "edge") return this.#endEdge(this.vertex, null);
    if (tool === "move") return this.#putDown();
    const target = this.cursor.isShown && this.cursor.target(state.json);
    return target ? this.#act(target) : undefined;
  }

  /** Where the keys are, on a level that was drawn again. */
  #showKeys() {
    const { level, state, tool, view } = this.host;
    this.vertex = Math.min(this.vertex, level.points.length - 1);
    if (tool === "vertex") view.setMarks([], this.spot && { point: this.spot });
    else if (this.#isOfVertices) this.point(this.vertex < 0 ? null : { vertex: this.vertex });
    else this.point(this.cursor.isShown ? this.cursor.target(state.json) : null);
  }

  #take() {
    const { level, tool } = this.host;
    this.held = this.vertex;
    this.spot = level.points[this.vertex];
    this.point({ vertex: this.vertex });
    const what =
      tool === "move"
        ? `Vertex ${this.held} is held: arrows move it, Enter puts it down.`
        : `An edge from vertex ${this.held}: choose another, Enter joins them.`;
    this.#tell(this.spot, what);
  }

  /** A vertex comes into the edge that the keys are at. */
  #insert() {
    const target = this.cursor.isShown && this.cursor.target(this.host.state.json);
    if (target && target.vertex === null) this.#split(target);
    else say("Go along an edge first: with Site or Erase.");
  }

  /** What the keys are at goes. */
  #delete() {
    const { state, level } = this.host;
    if (this.host.tool === "vertex" || this.held !== null) return undefined;
    const target = this.#isOfVertices
      ? level.points[this.vertex] && { vertex: this.vertex, site: null }
      : this.cursor.isShown && this.cursor.target(state.json);
    return target ? this.#erase(target) : undefined;
  }
}

/** 1, 2 or 5 times a power of ten, at least that much. */
function gridOf(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return Math.max(
    FINEST,
    [1, 2, 5, 10].map((times) => times * power).find((size) => size >= least * (1 - 1e-9)),
  );
}
