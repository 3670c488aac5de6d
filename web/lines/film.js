// film.js - the expansion from the sites: a button and the time.
import { make } from "../dom.js";

const LENGTH = 3500, // milliseconds
  QUICK = 800;

export class Film {
  constructor(view) {
    this.view = view;
    this.time = make("input", {
      type: "range",
      min: "0",
      max: "1000",
      value: "1000",
      "aria-label": "Time since the colours began to spread",
      oninput: () => this.#seek(Number(this.time.value) / 1000),
    });
    this.button = make(
      "button",
      { type: "button", title: "Watch the colours spread (p)", onclick: () => this.play() },
      "▶ Watch",
    );
    this.element = make("div.scrub", {}, this.button, this.time);
  }

  /** Ends it where it is; the view shows the end when it is painted next. */
  stop() {
    cancelAnimationFrame(this.frame);
    this.isPlaying = false;
    this.button.textContent = "▶ Watch";
  }

  rewind() {
    this.stop();
    this.time.value = "1000";
  }

  #show(share) {
    this.view.setTime(share >= 1 ? null : share * this.view.end);
  }

  #seek(share) {
    this.stop();
    this.#show(share);
  }

  play() {
    const wasPlaying = this.isPlaying;
    this.stop();
    if (!wasPlaying) this.#run(LENGTH);
  }

  /** After a move. */
  playQuickly() {
    this.stop();
    this.#run(QUICK);
  }

  #run(usual) {
    const length = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : usual;
    let begun = null;
    const frame = (now) => {
      begun ??= now;
      const share = length ? Math.min(1, (now - begun) / length) : 1;
      this.time.value = String(Math.round(1000 * share));
      this.#show(share);
      if (share < 1) this.frame = requestAnimationFrame(frame);
      else this.stop();
    };
    this.isPlaying = usual === LENGTH;
    if (this.isPlaying) this.button.textContent = "❚❚ Stop";
    this.frame = requestAnimationFrame(frame);
  }
}
