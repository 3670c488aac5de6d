// engine.js - the server's questions, as functions.  Nothing here knows a rule of the game.
import { kept } from "./map/store.js";

/** JSON whose seeds are text: they have 64 bits, and JavaScript's numbers 53. */
export function readJson(text) {
  return JSON.parse(text.replace(/("seed"\s*:\s*)(\d+)/g, '$1"$2"'));
}

/** The same with seeds as numbers again. */
export function writeJson(value) {
  return JSON.stringify(value).replace(/("seed":)"(\d+)"/g, "$1$2");
}

async function answerOf(response) {
  let answer;
  try {
    answer = readJson(await response.text());
  } catch {
    throw new Error(`the server answered ${response.status} without saying why`);
  }
  if (response.ok) return answer;
  const why = answer.error || `the server answered ${response.status}`;
  throw Object.assign(new Error(why), { status: response.status });
}

export class Unreachable extends Error {}

async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable(
      "The server does not answer. Start demesne serve again, then repeat this; your game is still here.",
    );
  }
}

function post(endpoint, body, signal) {
  return reach(`/api/${endpoint}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: writeJson(body),
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

/** Sends a map and lets the server read it: { blob, name, profile, measure }.  Gives the job's result; `run` shows the
 *  work. */
export async function readMap({ blob, name, profile, measure }, run = (...job) => startJob(...job).done) {
  const headers = { "Content-Type": "application/octet-stream" },
    { file } = await answerOf(await reach("/api/file", { method: "POST", headers, body: blob }));
  const job = await run("map", { file, name, profile, measure, largest: true });
  if (job && !job.result)
    throw new Error(job.state === "cancelled" ? "the reading was cancelled" : job.error || "the time ran out");
  return job?.result;
}

/** Asks; a board that the server has forgotten is sent once more. */
async function insist(endpoint, body, signal) {
  const response = await post(endpoint, body, signal);
  const arena = (body.with || body).arena;
  if (response.status !== 404 || !arena?.startsWith("@")) return response;
  const { text, format } = sent.get(arena) ?? {},
    map = text === undefined ? await kept(arena) : null;
  if (text !== undefined) await sendBoard(text, format);
  else if (map?.blob) await readMap(map);
  else return response;
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
const tab = Math.random().toString(36).slice(2); // the server is fair between tabs

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

const LOST =
  "The server was stopped during this work. Start it again, then repeat this; your game is still here.";
const PAUSE = 500; // milliseconds between two questions
const MOST_MISSED = 4; // answers, before the server counts as gone

async function follow(state, call, given, onProgress) {
  const { job: id } = await ask("jobs", { call, with: given, client: tab });
  state.id = id;
  running.add(id);
  try {
    if (state.cancelled) await drop(id);
    const job = (await listen(id, onProgress)) || (await poll(id, onProgress));
    if (job.state === "failed") throw new Error(job.error);
    if (job.state === "cancelled" && !state.cancelled) throw new Error(LOST);
    return job;
  } finally {
    running.delete(id);
  }
}

/** The job at its end, or null if the stream of events broke. */
function listen(id, onProgress) {
  return new Promise((resolve) => {
    const source = new EventSource(`/api/jobs/${id}/events`);
    const close = (job) => {
      source.close();
      resolve(job);
    };
    source.addEventListener("progress", (event) => onProgress(JSON.parse(event.data)));
    source.addEventListener("end", (event) => close(JSON.parse(event.data)));
    source.onerror = () => close(null);
  });
}

/** The job at its end, by asking again and again. */
async function poll(id, onProgress) {
  for (let missed = 0; ; await new Promise((wake) => setTimeout(wake, PAUSE))) {
    try {
      const job = await read(`jobs/${id}`);
      if (!["queued", "running"].includes(job.state)) return job;
      onProgress(job);
      missed = 0;
    } catch (error) {
      if (error.status === 404) throw new Error(LOST);
      if (++missed === MOST_MISSED) throw error;
    }
  }
}
