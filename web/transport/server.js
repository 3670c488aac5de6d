// server.js - the way to the engine of `demesne serve`: HTTP.

export class Unreachable extends Error {}

const GONE =
  "The server does not answer. Start demesne serve again, then repeat this; your game is still here.";

export class Server {
  isLocal = false;

  /** How many jobs share a piece of long work: the server has threads for it. */
  partsOf() {
    return 1;
  }

  /** Which line takes a call: there is one. */
  lineFor() {
    return this;
  }

  /** Gives { status, text }.  body: text, or a Blob. */
  async send(method, path, body, { signal, keepalive } = {}) {
    const type = body instanceof Blob ? "application/octet-stream" : "application/json";
    const headers = body === undefined ? {} : { "Content-Type": type };
    try {
      const response = await fetch(`api/${path}`, { method, headers, body, signal, keepalive });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Unreachable(GONE);
    }
  }

  cancel(id) {
    return this.send("DELETE", `jobs/${id}`, undefined, { keepalive: true });
  }

  /** The job at its end, or null if the stream of events broke. */
  watch(id, onProgress) {
    return new Promise((resolve) => {
      const source = new EventSource(`api/jobs/${id}/events`);
      const close = (job) => {
        source.close();
        resolve(job);
      };
      source.addEventListener("progress", (event) => onProgress(JSON.parse(event.data)));
      source.addEventListener("end", (event) => close(JSON.parse(event.data)));
      source.onerror = () => close(null);
    });
  }
}
