// engine.js - the engine's questions, as functions.  Nothing here knows a rule of the game, nor where the engine runs.
import { kept } from "./map/store.js";
import { startParts } from "./transport/parts.js";
import { Server } from "./transport/server.js";
import { Workers } from "./transport/workers.js";

/** JSON whose seeds are text: they have 64 bits, and JavaScript's numbers 53. */
export function readJson(text) {
  return JSON.parse(text.replace(/("seed"\s*:\s*)(\d+)/g, '$1"$2"'));
}

/** The same with seeds as numbers again. */
export function writeJson(value) {
  return JSON.stringify(value).replace(/("seed":)"(\d+)"/g, "$1$2");
}

/** Where the engine is: in workers if the page names their folder, else behind the server. */
const folder = document.documentElement.dataset.engine;
const transport = folder ? new Workers(folder) : new Server();

/** Whether the engine runs in this browser. */
export const isLocal = transport.isLocal;

/** A message without what only a program that asks the API can do. */
const plain = (message) => message?.replace(/; send [a-z ]+ to \/api\/board$/, "");

function answerOf({ status, text }) {
  let answer;
  try {
    answer = readJson(text);
  } catch {
    throw new Error(`the server answered ${status} without saying why`);
  }
  if (status < 300) return answer;
  throw Object.assign(new Error(plain(answer.error) || `the server answered ${status}`), { status });
}

function post(line, endpoint, body, signal) {
  return line.send("POST", endpoint, writeJson(body), { signal });
}

const sent = new Map(); // boards and maps that were sent, by the name they got: the engine may forget them

/** Sends a board; gives its name, "@..".  `format` may be missing: the content tells. */
export async function sendBoard(text, format, line = transport.lineFor("board")) {
  const answer = answerOf(await post(line, "board", { text, format }));
  sent.set(answer.arena, { text, format });
  return answer.arena;
}

/** Sends a map and lets the engine read it: { blob, name, profile, measure }.  Gives the job's result; `run` shows the
 *  work. */
export async function readMap(
  { blob, name, profile, measure },
  run = (...job) => startJob(...job).done,
  line = transport.lineFor("map", true),
) {
  const { file } = answerOf(await line.send("POST", "file", blob)),
    job = await run("map", { file, name, profile, measure, largest: true });
  if (job && !job.result)
    throw new Error(job.state === "cancelled" ? "the reading was cancelled" : job.error || "the time ran out");
  if (job) sent.set(job.result.arena, { map: { blob, name, profile, measure } });
  return job?.result;
}

/** Sends a board once more to a line that does not have it; gives whether it was possible. */
async function sendAgain(line, arena) {
  if (!arena?.startsWith("@")) return false;
  const { text, format, map } = sent.get(arena) ?? { map: await kept(arena) };
  if (text !== undefined) await sendBoard(text, format, line);
  else if (map?.blob) await readMap(map, (...job) => startOn(line, ...job, () => {}).done, line);
  else return false;
  return true;
}

/** Asks; a board that the engine has forgotten is sent once more. */
async function insist(line, endpoint, body, signal) {
  const answer = await post(line, endpoint, body, signal);
  if (answer.status !== 404) return answer;
  await needServer(body.call ?? endpoint);
  const isThere = await sendAgain(line, (body.with || body).arena);
  return isThere ? post(line, endpoint, body, signal) : answer;
}

const NEEDS_SERVER =
  "This needs a server, and this page works without one. Install Demesne and run demesne serve: its page can do it.";

/** Throws if the engine in the browser leaves a question to the server. */
export async function needServer(name) {
  const { endpoints } = await info();
  if (isLocal && !endpoints.some((one) => one.name === name)) throw new Error(NEEDS_SERVER);
}

/** Asks an endpoint: ask("score", {arena: "path:9", white: [1]}). */
export async function ask(endpoint, body, signal) {
  return answerOf(await insist(transport.lineFor(endpoint), endpoint, body, signal));
}

export async function read(endpoint, signal) {
  return answerOf(await transport.lineFor(endpoint).send("GET", endpoint, undefined, { signal }));
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

/** Lets the server keep a value; gives its name, or undefined if it keeps nothing. */
export async function keepThere(value) {
  if (isLocal || (await info()).read_only) return undefined;
  const blob = new Blob([JSON.stringify(value)]);
  return answerOf(await transport.lineFor("file").send("POST", "file", blob)).file;
}

/** A value that the server keeps; throws if it does not have it any more. */
export function keptThere(name) {
  return read(`file/${encodeURIComponent(name)}`);
}

/** A picture, an SVG as a Blob. */
export async function picture(body) {
  return new Blob([(await ask("draw", body)).svg], { type: "image/svg+xml" });
}

/** Long work.  `onProgress` hears of bounds and nodes; cancel() ends it.  `done` gives the job: its
 *  `state` is done, or stopped or cancelled with the best result so far, if there is one. */
export function startJob(call, given, onProgress = () => {}) {
  const parts = transport.partsOf(call);
  if (parts === 1) return startOn(transport.lineFor(call, true), call, given, onProgress);
  const start = (part, hear) => startOn(transport.lineFor(call, true), call, { ...given, part }, hear);
  return startParts(parts, start, onProgress);
}

function startOn(line, call, given, onProgress) {
  const state = { id: null, cancelled: false, line };
  const done = follow(state, call, given, onProgress);
  done.catch(() => {}); // those who await `done` get the error
  return {
    done,
    cancel() {
      state.cancelled = true;
      if (state.id !== null) drop(state);
    },
  };
}

const running = new Set(); // the states of jobs
const tab = Math.random().toString(36).slice(2); // the server is fair between tabs

addEventListener("pagehide", () => {
  for (const state of running) drop(state);
});

async function drop({ line, id }) {
  try {
    await line.cancel(id);
  } catch {
    // The server is gone, and the job with it.
  }
}

const LOST =
  "The server was stopped during this work. Start it again, then repeat this; your game is still here.";
const PAUSE = 500; // milliseconds between two questions
const MOST_MISSED = 4; // answers, before the server counts as gone

const isUnknown = ({ state, reason }) => state === "failed" && reason === "end"; // its board is not there

/** Does a job; one that lacks its board gets it, or goes where the questions go: there the board was made. */
async function follow(state, call, given, onProgress) {
  const body = { call, with: given, client: tab };
  let job = await begin(state, body, onProgress);
  if (isUnknown(job) && (await sendAgain(state.line, given.arena))) job = await begin(state, body, onProgress);
  else if (isUnknown(job) && state.line !== transport.lineFor("jobs")) {
    state.line = transport.lineFor("jobs");
    job = await begin(state, body, onProgress);
  }
  if (job.state === "failed") throw new Error(plain(job.error));
  if (job.state === "cancelled" && !state.cancelled) throw new Error(LOST);
  return job;
}

async function begin(state, body, onProgress) {
  const { line } = state,
    { job: id } = answerOf(await insist(line, "jobs", body));
  state.id = id;
  running.add(state);
  try {
    if (state.cancelled) await drop(state);
    return (await line.watch(id, onProgress)) || (await poll(id, onProgress));
  } finally {
    running.delete(state);
    state.id = null;
  }
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
