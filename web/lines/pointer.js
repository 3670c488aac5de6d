// pointer.js - moves and drawing by mouse, finger and keys.
//
// host: { view, level, state, tool, isEditing, marks, label, player, closed, move(move), open(level),
// refresh() }.  The engine says what a move would bring, and whether it is one.
import { fail, make, say } from "../dom.js";
import { ask } from "../engine.js";
import { addEdge, addVertex, erase, moveVertex, placed, putSite } from "./edit.js";
import { Level, shortly } from "./level.js";
import { placeOf } from "./view.js";

const STEP = 16; // parts of an edge, by keys

export class Pointer {
  constructor(host) {
    this.host = host;
    this.held = null; // the vertex that is dragged
    this.reset();
  }

  /** Another level is shown: nothing is pointed at, and an answer that comes late goes by. */
  leave() {
    this.from = null;
    this.hovered = null;
    this.host.view.setTip(null);
    this.host.view.setMarks([], null);
  }

  /** Begins anew: no rope is begun, no cursor shown. */
  reset() {
    this.from = null;
    this.cursor = null; // of the keys: { edge, step, site }
  }

  /** What a press of the tool there would be: a move, null where it is none yet. */
  #moveAt(target) {
    if (!target || this.host.isEditing) return null;
    if (this.host.tool === "remove") return target.site;
    if (this.host.tool === "rope") return this.from ? { from: this.from, to: placeOf(target) } : null;
    if (this.host.tool === "cut") return this.#cutAt(target);
    return placeOf(target);
  }

  /** A cut names an edge: at a vertex it is an end of one there. */
  #cutAt(target) {
    if (target.vertex === null || target.vertex === undefined) return placeOf(target);
    const edge = this.host.level.edges.findIndex(({ u, v }) => u === target.vertex || v === target.vertex);
    return edge < 0 ? null : { edge, at: this.host.level.edges[edge].u === target.vertex ? "0" : "1" };
  }

  point(target, byKey) {
    const move = this.#moveAt(target),
      isMove = move !== null && move !== undefined;
    const shown = isMove ? [{ op: this.host.tool, move }] : this.from ? [{ op: "add", move: this.from }] : [];
    const place =
      target && (this.host.tool === "remove" ? target.site !== null : true) ? placeOf(target) : null;
    this.host.view.setMarks([...this.host.marks, ...shown], place);
    this.hovered = target;
    if (!isMove) {
      this.host.view.setTip(null);
      if (target && byKey) say(this.host.level.words(placeOf(target)));
      return;
    }
    this.#preview(target, move, byKey).catch(() =>
      this.host.view.setTip(this.host.level.at(placeOf(target)), "not a move"),
    );
  }

  /** One question at a time: a pointer that went on is answered where it is by then. */
  async #preview(target, move, byKey) {
    if (this.asking) return;
    this.asking = true;
    const state = this.host.state,
      op = this.host.tool;
    try {
      const answer = await ask("lines/apply", { level: state.json, op, move, player: state.json.me });
      if (this.hovered !== target || this.host.state !== state || this.host.tool !== op || this.host.closed)
        return;
      const rows = answer.players.flatMap(({ name, payoff }) => [make("br"), `${name} ${shortly(payoff)}`]);
      this.host.view.setTip(
        this.host.level.at(placeOf(target)),
        make("b", {}, this.host.level.words(placeOf(target))),
        ...rows,
      );
      if (byKey)
        say(
          `${this.host.level.words(placeOf(target))}: ${answer.players.map(({ name, payoff }) => `${name} ${payoff}`).join(", ")}`,
        );
    } finally {
      this.asking = false;
      if (this.hovered && this.hovered !== target && this.host.state === state)
        this.point(this.hovered, byKey);
    }
  }

  press(target, point) {
    if (this.host.isEditing) return this.#editPress(target, point);
    if (this.host.tool === "rope" && target && !this.from) this.from = placeOf(target);
  }

  drag(point, target) {
    if (this.host.tool === "move" && this.held !== null && this.held !== undefined) {
      const { state, level, view, label } = this.host;
      this.dragged = moveVertex(placed(state.json, level.points), this.held, point);
      view.set(new Level(this.dragged), { stretches: [], marks: [], label });
    } else if (this.host.tool === "rope" && this.from) this.point(target, false);
    else if (this.host.tool === "edge" && this.held !== null && this.held !== undefined)
      this.host.view.setMarks([{ op: "rope", move: { from: { vertex: this.held }, toPoint: point } }], null);
  }

  drop(target, point, moved) {
    if (this.host.isEditing) return this.#editDrop(target, point);
    if (this.host.tool === "rope" && this.from && !moved && target && same(this.from, placeOf(target)))
      return this.point(target, false);
    const move = this.#moveAt(target);
    if (move === null || move === undefined) return undefined;
    this.host.view.setTip(null);
    return this.host.move(move).catch((error) => {
      this.from = null;
      this.host.view.setMarks(this.host.marks, null);
      fail(error);
    });
  }

  // --- Drawing

  #editPress(target) {
    this.held = (this.host.tool === "move" || this.host.tool === "edge") && target ? target.vertex : null;
    if (this.host.tool === "move" && this.held !== null) this.host.view.freeze(true);
  }

  #editDrop(target, point) {
    const { held, dragged } = this,
      { json } = this.host.state;
    this.held = this.dragged = null;
    this.host.view.freeze(false);
    const change = () => {
      if (this.host.tool === "move") return dragged;
      if (this.host.tool === "vertex") return point && addVertex(placed(json, this.host.level.points), point);
      if (!target) return null;
      if (this.host.tool === "edge")
        return held === null || target.vertex === null || target.vertex === undefined
          ? null
          : addEdge(json, held, target.vertex);
      return this.host.tool === "site" ? putSite(json, target, this.host.player) : erase(json, target);
    };
    Promise.resolve()
      .then(() => {
        const level = change();
        return level ? this.host.open(level) : this.host.refresh();
      })
      .catch(async (error) => {
        fail(error);
        await this.host.refresh();
      });
  }

  // --- Keys

  key({ key }) {
    const along = { ArrowRight: 1, ArrowLeft: -1 }[key],
      across = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (key === "Escape") {
      this.from = null;
      this.cursor = null;
      this.point(null, false);
    } else if (along || across) this.#moveCursor(along, across);
    else if (key === "Enter" || key === " ") this.#pressCursor();
    else return false;
    return true;
  }

  #moveCursor(along, across) {
    const { sites, edges } = this.host.state.json,
      cycle = (value, n) => (n ? (value + n) % n : 0);
    const cursor = this.cursor || { edge: 0, step: STEP / 2, site: -1 };
    if (this.host.tool === "remove") cursor.site = cycle(cursor.site + (along || across), sites.length);
    else if (!this.cursor) cursor.step = STEP / 2;
    else if (along) cursor.step = Math.max(0, Math.min(STEP, cursor.step + along));
    else cursor.edge = cycle(cursor.edge + across, edges.length);
    this.cursor = cursor;
    const target = this.#cursorTarget();
    if (target) this.point(target, true);
  }

  #cursorTarget() {
    const { sites, edges } = this.host.state.json,
      { edge, step, site } = this.cursor;
    if (this.host.tool === "remove") return sites[site] ? { ...placeOf(sites[site]), site } : null;
    if (!edges[edge]) return null;
    const vertex = step === 0 ? edges[edge][0] : step === STEP ? edges[edge][1] : null;
    return vertex !== null
      ? { vertex, site: null }
      : { edge, at: sixteenths(step), site: null, vertex: null };
  }

  #pressCursor() {
    const target = this.cursor && this.#cursorTarget();
    if (!target) return;
    if (this.host.tool === "rope" && !this.from) {
      this.from = placeOf(target);
      this.point(target, true);
      say(`The rope begins on ${this.host.level.words(this.from)}.`);
    } else if (this.host.isEditing) this.#editKey(target);
    else this.drop(target, null, true);
  }

  /** With keys sites are put and things erased; vertices and edges are for the pointer, or a file. */
  #editKey(target) {
    if (this.host.tool === "site" || this.host.tool === "erase") this.#editDrop(target, null);
    else say("With keys: Site and Erase.");
  }
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** step/16 in lowest terms. */
function sixteenths(step) {
  let [above, below] = [step, STEP];
  while (above % 2 === 0) [above, below] = [above / 2, below / 2];
  return `${above}/${below}`;
}
