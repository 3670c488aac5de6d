// work.js - long work in sight: a bar, the engine's own words about how far it is, and Cancel.
import { empty, fail, make } from "./dom.js";
import { startJob } from "./engine.js";

export class Work {
  /** button: what asks for the work; it rests meanwhile.  `changed` is called when it begins and ends. */
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

  /** Gives the job once it is over (its `result` may be missing), or null where it failed: `failed` hears why. */
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
    const { phase, note, done, total } = job.progress || {};
    if (total > 0) [this.bar.max, this.bar.value] = [total, done];
    else this.bar.removeAttribute("value");
    const count = total > 0 ? `${done} of ${total}` : done > 0 ? `${done.toLocaleString("en")} steps` : null;
    this.words.textContent = [phase, note, count, `${Math.round(job.seconds)} s`].filter(Boolean).join(", ");
  }
}

/** Says so where a job ended with nothing; gives whether it did. */
export function endedEmpty(job, place) {
  if (job.result) return false;
  const words = job.state === "cancelled" ? "Cancelled." : "Stopped before anything was found.";
  empty(place, make("p", {}, words));
  return true;
}
