// workers.js - the way to the engine as WebAssembly: messages to workers.
//
// The first worker answers questions and reads maps; others, started when they are needed, do long work, so that no question
// waits for it.  Several share an analysis of every move, and one more is left for other work.  A worker hears nothing while it works: a job is cancelled by revoking the blob: address that came with it.
import { Unreachable } from "./server.js";

const MOST = Math.max(2, Math.min(4, (navigator.hardwareConcurrency || 2) - 1)); // workers that share work
const MEMORY = Math.min(1, (navigator.deviceMemory || 4) / 4) * 2 ** 30; // bytes per worker, at most

/** One worker. */
class Line {
  /** wasm: a promise of what the worker starts with, an address or a compiled module. */
  constructor(folder, wasm) {
    this.jobs = new Map(); // by id: { cancel, last, hear }
    this.waiting = []; // questions that were not sent yet
    this.asked = null; // the one that was
    this.problem = null;
    this.isStarted = false;
    this.worker = new Worker(new URL("worker.js", folder), { type: "module" });
    this.module = new Promise((resolve) => (this.ready = resolve));
    this.worker.onmessage = ({ data }) => this.#hear(data);
    this.worker.onerror = (event) => this.#fail(event.message || "the worker did not start");
    wasm.then((given) => this.#start(given));
  }

  #start(wasm) {
    this.worker.postMessage({ type: "start", wasm, memory: MEMORY });
    this.isStarted = true;
    this.#next();
  }

  #fail(why) {
    this.problem = new Unreachable(`The engine could not be loaded: ${why}. Reload the page to try again.`);
    for (const one of [this.asked, ...this.waiting]) one?.refuse(this.problem);
    this.asked = null;
    this.waiting = [];
  }

  /** What it has to do. */
  get load() {
    return this.jobs.size + this.waiting.length + (this.asked ? 1 : 0);
  }

  /** Gives { status, text }.  body: text, or a Blob.  A question that is aborted while it waits is not sent. */
  async send(method, path, body, { signal } = {}) {
    const given = body instanceof Blob ? await body.arrayBuffer() : body;
    if (this.problem) throw this.problem;
    return new Promise((resolve, refuse) => {
      const question = { message: { type: "ask", id: 0, method, path: `/api/${path}`, body: given }, resolve, refuse };
      signal?.throwIfAborted();
      signal?.addEventListener("abort", () => {
        this.waiting = this.waiting.filter((one) => one !== question);
        refuse(signal.reason);
      });
      if (path === "jobs") question.message.cancel = URL.createObjectURL(new Blob(["1"]));
      this.waiting.push(question);
      this.#next();
    });
  }

  #next() {
    if (!this.isStarted || this.asked || !this.waiting.length) return;
    this.asked = this.waiting.shift();
    const { message } = this.asked;
    this.worker.postMessage(message, message.body instanceof ArrayBuffer ? [message.body] : []);
  }

  #hear(data) {
    if (data.type === "ready") this.ready(data.module);
    else if (data.type === "failed") this.#fail(data.error);
    else if (data.type === "answer") this.#take(data);
    else if (data.type === "event") this.#tell(data);
  }

  #take({ status, body }) {
    if (!this.asked) return; // it failed
    const { message, resolve } = this.asked;
    this.asked = null;
    if (message.cancel && status < 300) this.jobs.set(String(JSON.parse(body).job), { cancel: message.cancel });
    else if (message.cancel) URL.revokeObjectURL(message.cancel);
    resolve({ status, text: body });
    this.#next();
  }

  #tell({ job: id, event, data }) {
    const job = this.jobs.get(String(id));
    if (!job) return;
    job.last = { isEnd: event === "end", data: JSON.parse(data) };
    job.hear?.(job.last);
    if (event === "end") URL.revokeObjectURL(job.cancel);
  }

  cancel(id) {
    URL.revokeObjectURL(this.jobs.get(String(id))?.cancel);
  }

  /** The job at its end. */
  watch(id, onProgress) {
    const job = this.jobs.get(String(id));
    return new Promise((resolve) => {
      job.hear = ({ isEnd, data }) => {
        if (!isEnd) return onProgress(data);
        this.jobs.delete(String(id));
        return resolve(data);
      };
      if (job.last) job.hear(job.last);
    });
  }
}

export class Workers {
  isLocal = true;

  /** folder: the address of the engine's files. */
  constructor(folder) {
    this.folder = new URL(folder, document.baseURI);
    this.questions = new Line(this.folder, Promise.resolve(new URL("demesne.wasm", this.folder).href));
    this.work = [];
  }

  /** How many jobs share a piece of long work. */
  partsOf(call) {
    return call === "moves" ? MOST : 1;
  }

  /** Which line takes a call: an endpoint, or a job by its name if `isJob`. */
  lineFor(call, isJob = false) {
    if (!isJob || call === "map") return this.questions;
    let line = this.work.find(({ load }) => !load);
    if (!line && this.work.length <= MOST) {
      line = new Line(this.folder, this.questions.module);
      this.work.push(line);
    }
    return line ?? this.work.reduce((best, one) => (one.load < best.load ? one : best));
  }
}
