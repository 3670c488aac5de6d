// work.js - shows long work: a bar, the engine's words about its progress, and Cancel.
import { empty, fail, make } from "./dom.js";
import { startJob } from "./engine.js";

export class Work {
  /** button: starts the work, and is disabled meanwhile.  `changed` is called when it begins and ends. */
  constructor(button, changed = () => {}) {
    this.button = button;
    this.changed = changed;
    this.job = null;
    this.bar = make("progress", { "aria-label": "Working" });
    this.words = make("div");
    this.stop = make("button", { type: "button", onclick: () => this.cancel() }, "Cancel");
    this.element = make("div.progress", { hidden: true }, this.bar, this.words, this.stop);
  }

  get isBusy() {
    return this.job !== null;
  }

  cancel() {
    if (this.job) this.job.cancel();
  }

  /** Gives the job at its end (its `result` may be missing), or null if it failed: `failed` gets the error. */
  async run(call, given, failed = fail) {
    const mine = startJob(call, given, (job) => this.#tell(job));
    this.job = mine;
    this.button.disabled = true;
    this.element.hidden = false;
    this.bar.removeAttribute("value");
    this.words.textContent = "working …";
    this.changed();
    try {
      return await mine.done;
    } catch (error) {
      failed(error);
      return null;
    } finally {
      this.job = null;
      this.button.disabled = false;
      this.element.hidden = true;
      this.changed();
    }
  }

  #tell(job) {
    if (job.state === "queued") return void (this.words.textContent = "waiting for other work to end …");
    const { phase, note, done, total } = job.progress || {};
    if (total > 0) [this.bar.max, this.bar.value] = [total, done];
    else this.bar.removeAttribute("value");
    const count = total > 0 ? `${done} of ${total}` : done > 0 ? `${done.toLocaleString("en")} steps` : null;
    this.words.textContent = [phase, note, count, `${Math.round(job.seconds)} s`].filter(Boolean).join(", ");
  }
}

/** Whether a job ended without a result; then explains why in `place`. */
export function endedEmpty(job, place) {
  if (job.result) return false;
  const words =
    job.state === "cancelled"
      ? "Cancelled before anything was found."
      : "The time ran out before anything was found. Try a smaller board or fewer stones.";
  empty(place, make("p", {}, words));
  return true;
}
