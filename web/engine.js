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

function post(endpoint, body, signal) {
  return reach(`/api/${endpoint}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

const sent = new Map(); // boards that were sent, by the name they got: the server may forget them

/** Sends a board; gives its name, "@..".  `format` may be missing: the content tells. */
export async function sendBoard(text, format) {
  const answer = await answerOf(await post("board", { text, format }));
  sent.set(answer.arena, { text, format });
  return answer.arena;
}

/** Asks; a board that the server has forgotten is sent once more. */
async function insist(endpoint, body, signal) {
  const response = await post(endpoint, body, signal);
  const arena = (body.with || body).arena;
  if (response.status !== 404 || !sent.has(arena)) return response;
  const { text, format } = sent.get(arena);
  await sendBoard(text, format);
  return post(endpoint, body, signal);
}

/** Asks an endpoint: ask("score", {arena: "path:9", white: [1]}). */
export async function ask(endpoint, body, signal) {
  return answerOf(await insist(endpoint, body, signal));
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

/** A picture, an SVG as a Blob. */
export async function picture(body) {
  return new Blob([(await ask("draw", body)).svg], { type: "image/svg+xml" });
}

/** Long work.  `onProgress` hears of bounds and nodes; cancel() ends it.  `done` gives the job: its
 *  `state` is done, or stopped or cancelled with the best result so far, if there is one. */
export function startJob(call, given, onProgress = () => {}) {
  const state = { id: null, cancelled: false };
  const done = follow(state, call, given, onProgress);
  done.catch(() => {}); // whoever waits for it hears of it
  return {
    done,
    cancel() {
      state.cancelled = true;
      if (state.id !== null) drop(state.id);
    },
  };
}

const running = new Set(); // jobs by id

addEventListener("pagehide", () => {
  for (const id of running) drop(id);
});

async function drop(id) {
  try {
    await reach(`/api/jobs/${id}`, { method: "DELETE", keepalive: true });
  } catch {
    // The server is gone, and the job with it.
  }
}

async function follow(state, call, given, onProgress) {
  const started = await ask("jobs", { call, with: given });
  state.id = started.job;
  running.add(state.id);
  if (state.cancelled) await drop(state.id);
  return new Promise((resolve, reject) => {
    const source = new EventSource(`/api/jobs/${state.id}/events`);
    const end = (job) => {
      source.close();
      running.delete(state.id);
      if (job.error && !state.cancelled) reject(new Error(job.error));
      else resolve(job);
    };
    source.addEventListener("progress", (event) => onProgress(JSON.parse(event.data)));
    source.addEventListener("end", (event) => end(JSON.parse(event.data)));
    source.onerror = () =>
      lookAfter(state.id, end, (error) => {
        source.close();
        running.delete(state.id);
        reject(error);
      });
  });
}

/** The flow of events broke: the job itself may still be asked. */
async function lookAfter(id, end, give) {
  try {
    const job = await read(`jobs/${id}`);
    if (!["queued", "running"].includes(job.state)) end(job);
  } catch (error) {
    give(error);
  }
}
