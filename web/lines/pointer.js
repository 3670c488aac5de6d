// pointer.js - moves by mouse, finger and keys.
//
// host: { view, level, state, tool, marks, isBlind, closed, move(move) }.  The engine says what a move would
// bring, and whether it is one; on a puzzle that is not solved yet its result is kept from the reader.
import { fail, make, say } from "../dom.js";
import { ask } from "../engine.js";
import { arrowOf } from "../view/moving.js";
import { Cursor } from "./cursor.js";
import { rounded, spoken } from "./level.js";
import { HERE } from "./tools.js";
import { placeOf } from "./view.js";

export class Pointer {
  constructor(host) {
    this.host = host;
    this.reset();
  }

  /** Another level is shown: nothing is pointed at, and an answer that comes late goes by. */
  leave() {
    this.from = null;
    this.hovered = null;
  }

  /** Begins anew: no rope is begun, no cursor shown. */
  reset() {
    this.from = null;
    this.cursor = new Cursor();
    this.site = -1; // of the keys, where sites go
  }

  /** What a press of the tool there would be: a move, null where it is none yet. */
  #moveAt(target) {
    if (!target) return null;
    if (this.host.tool === "remove") return target.site;
    if (this.host.tool === "rope") return this.#ropeTo(placeOf(target));
    if (this.host.tool === "cut" && target.vertex !== null) return target.end; // a cut names an edge
    return placeOf(target);
  }

  #ropeTo(to) {
    const isRope = this.from && JSON.stringify(this.from) !== JSON.stringify(to);
    return isRope ? { from: this.from, to } : null;
  }

  point(target, byKey) {
    const { host } = this,
      move = this.#moveAt(target);
    const shown =
      move !== null ? [{ op: host.tool, move }] : this.from ? [{ op: "add", move: this.from }] : [];
    const place = target && (host.tool !== "remove" || target.site !== null) ? placeOf(target) : null;
    host.view.setMarks([...host.marks, ...shown], place);
    this.hovered = target;
    if (move === null) {
      host.view.setTip(null);
      if (target && byKey) say(host.level.words(placeOf(target)));
      return;
    }
    this.#preview(target, move, byKey).catch(() => {
      if (this.hovered === target) host.view.setTip(host.level.at(placeOf(target)), "Not possible here");
      if (byKey) say(`${host.level.words(placeOf(target))}: not possible`);
    });
  }

  /** One question at a time: a pointer that went on is answered where it is by then. */
  async #preview(target, move, byKey) {
    if (this.asking) return;
    this.asking = true;
    const { host } = this,
      { state, tool: op } = host;
    try {
      const answer = await ask("lines/apply", { level: state.json, op, move, player: state.json.me });
      if (this.hovered !== target || host.state !== state || host.tool !== op || host.closed) return;
      this.#show(target, answer.players, byKey);
    } finally {
      this.asking = false;
      if (this.hovered && this.hovered !== target && host.state === state) this.point(this.hovered, byKey);
    }
  }

  #show(target, players, byKey) {
    const { view, level, tool, isBlind } = this.host,
      words = level.words(placeOf(target));
    const rows = players.flatMap(({ name, payoff }) => [make("br"), `${name} ${rounded(payoff)}`]);
    view.setTip(level.at(placeOf(target)), make("b", {}, HERE[tool]), ...(isBlind ? [] : rows));
    const payoffs = players.map(({ name, payoff }) => `${name} ${spoken(payoff)}`);
    if (byKey) say(isBlind ? words : `${words}: ${payoffs.join(", ")}`);
  }

  press(target) {
    if (!target || (this.host.tool === "remove" && target.site === null)) return false;
    this.hasBegun = this.host.tool === "rope" && !this.from;
    if (this.hasBegun) this.from = placeOf(target);
    this.point(target, false);
    return true;
  }

  drag(target, point) {
    const { host, from } = this;
    this.point(target, false);
    if (!target && from)
      host.view.setMarks([...host.marks, { op: "rope", move: { from, toPoint: point } }], null);
  }

  /** A rope's first place is kept where it was pressed alone. */
  drop(target, point, hasMoved) {
    if (this.hasBegun && !hasMoved) return this.point(target, false);
    return this.#make(target);
  }

  cancel() {
    if (this.from) say("The rope is let go.");
    this.from = null;
    this.point(null, false);
  }

  click() {
    this.cancel();
  }

  #make(target) {
    const { host } = this,
      move = this.#moveAt(target);
    if (move === null) return this.cancel();
    host.view.setTip(null);
    return host.move(move).catch((error) => {
      this.from = null;
      host.view.setMarks(host.marks, null);
      fail(error);
    });
  }

  key(event) {
    const arrow = arrowOf(event);
    if (arrow) this.#step(arrow[0], -arrow[1]);
    else if (event.key === "Escape") {
      this.reset();
      this.cancel();
    } else if (event.key === "Enter" || event.key === " ") this.#press();
    else return false;
    return true;
  }

  #step(along, across) {
    const { sites } = this.host.state.json;
    if (this.host.tool !== "remove") this.cursor.step(this.host.state.json, along, across);
    else if (sites.length) this.site = (this.site + (along || across) + sites.length) % sites.length;
    const target = this.#target();
    if (!target) return;
    this.host.view.follow(placeOf(target));
    this.point(target, true);
  }

  #target() {
    const { json } = this.host.state,
      { site } = this;
    if (this.host.tool !== "remove") return this.cursor.isShown ? this.cursor.target(json) : null;
    return json.sites[site] ? { ...placeOf(json.sites[site]), site } : null;
  }

  #press() {
    const target = this.#target();
    if (!target) return;
    if (this.host.tool !== "rope" || this.from) return void this.#make(target);
    this.from = placeOf(target);
    this.point(target, true);
    say(`The rope begins on ${this.host.level.words(this.from)}.`);
  }
}
