// engine.js - the server's questions, as functions.  Nothing here knows a rule of the game.

async function answerOf(response) {
  let answer;
  try {
    answer = await response.json();
  } catch {
    throw new Error(`the server answered ${response.status} without saying why`);
  }
  if (!response.ok) throw new Error(answer.error || `the server answered ${response.status}`);
  return answer;
}

async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the server does not answer; is demesne serve still running?");
  }
}

/** Asks an endpoint: ask("score", {arena: "path:9", white: [1]}). */
export async function ask(endpoint, body, signal) {
  return answerOf(await reach(`/api/${endpoint}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  }));
}

export async function read(endpoint, signal) {
  return answerOf(await reach(`/api/${endpoint}`, { signal }));
}

let facts = null;

/** What the server can do; asked once. */
export function info() {
  if (!facts) {
    facts = read("info");
    facts.catch(() => (facts = null));
  }
  return facts;
}

/** A picture: an SVG text or a PNG as a Blob. */
export async function picture(body) {
  const response = await reach("/api/draw", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) await answerOf(response);
  return response.blob();
}

/** Long work.  `onProgress` hears of bounds and nodes; cancel() ends it, and `done` then still gives
 *  what was found so far, where the work has something to say. */
export function startJob(call, given, onProgress = () => {}) {
  const state = { id: null, cancelled: false, source: null };
  const done = follow(state, call, given, onProgress);
  return {
    done,
    cancel() {
      state.cancelled = true;
      if (state.id !== null) drop(state.id);
    },
  };
}

async function drop(id) {
  try {
    await reach(`/api/jobs/${id}`, { method: "DELETE" });
  } catch {
    // The server is gone, and the job with it.
  }
}

async function follow(state, call, given, onProgress) {
  const started = await ask("jobs", { call, with: given });
  state.id = started.job;
  if (state.cancelled) await drop(state.id);
  return new Promise((resolve, reject) => {
    const source = new EventSource(`/api/jobs/${state.id}/events`);
    const end = (settle, value) => {
      source.close();
      settle(value);
    };
    source.addEventListener("progress", (event) => onProgress(JSON.parse(event.data)));
    source.addEventListener("result", (event) => {
      const answer = JSON.parse(event.data);
      if (answer.error) end(reject, new Error(answer.error));
      else end(resolve, answer);
    });
    source.onerror = () => lookAfter(state, (answer) => end(resolve, answer), (error) => end(reject, error));
  });
}

/** The flow of events broke: the job itself may still be asked. */
async function lookAfter(state, resolve, reject) {
  try {
    const job = await read(`jobs/${state.id}`);
    if (job.result) resolve(job.result);
    else if (job.error) reject(new Error(job.error));
    else if (job.state === "cancelled") reject(new DOMException("cancelled", "AbortError"));
  } catch (error) {
    reject(error);
  }
}
