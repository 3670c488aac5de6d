// clocks.js - the time of both sides: used, or left of the minutes that each was given.
import { say, tell } from "../dom.js";

const SIDES = ["white", "black"];
const OFTEN = 200; // milliseconds

export class Clocks {
  /** running() gives the side whose clock runs, or null; minutes() what each side has, 0: no limit. */
  constructor(running, minutes) {
    this.minutes = minutes;
    this.faces = { white: document.createElement("span"), black: document.createElement("span") };
    this.reset();
    let before = performance.now();
    this.timer = setInterval(() => {
      const now = performance.now(),
        side = running();
      if (side) this.#add(side, now - before);
      before = now;
    }, OFTEN);
  }

  close() {
    clearInterval(this.timer);
  }

  reset(used = { white: 0, black: 0 }) {
    this.used = { ...used };
    this.show();
  }

  #add(side, past) {
    const before = this.#left(side);
    this.used[side] += past;
    this.show();
    if (!(before > 0 && this.#left(side) <= 0)) return;
    const words = `${side === "white" ? "White" : "Black"}’s time is up. The game goes on.`;
    tell(words);
    say(words);
  }

  /** Milliseconds that a side has left; NaN if clocks count up. */
  #left(side) {
    const minutes = this.minutes();
    return minutes ? 60000 * minutes - this.used[side] : NaN;
  }

  show() {
    for (const side of SIDES) {
      const left = this.#left(side),
        isOut = left <= 0,
        face = this.faces[side];
      const seconds = Math.floor((isOut ? -left : left > 0 ? left + 999 : this.used[side]) / 1000);
      face.textContent = `${isOut ? "−" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      face.classList.toggle("out", isOut);
      face.title = isOut ? "over its time" : left > 0 ? "time left" : "time used";
    }
  }
}
