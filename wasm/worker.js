// worker.js - the engine in a worker: questions come as messages, answers and events of jobs go back.
//
//     { type: "start", wasm, memory }                 -> { type: "ready", module } or { type: "failed", error }
//     { type: "ask", id, method, path, body, cancel } -> { type: "answer", id, status, body }
//                                                        { type: "event", job, event, data } for each job
//                                                        { type: "lost", error } if the module had to be started again
//
// A job begins when all messages before it are answered.  While it runs no message arrives, so Cancel works in another
// way: the page revokes the blob: URL `cancel` that came with the job, and the worker looks at it now and then.
import { Engine } from "./engine.js";

let engine = null,
  started = null; // the message that started it
const jobs = new Map(); // those that have not ended: the URL of each, or undefined

function exists(url) {
  if (!url) return true;
  const look = new XMLHttpRequest();
  look.open("GET", url, false);
  try {
    look.send();
    return look.status === 200;
  } catch {
    return false;
  }
}

const page = {
  onEvent(job, event, data) {
    if (event === "end") jobs.delete(job);
    postMessage({ type: "event", job, event, data });
  },
  isCancelled: (job) => !exists(jobs.get(job)),
};

async function load(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  const response = await fetch(wasm);
  if (!response.ok) throw new Error(`${wasm}: status ${response.status}`);
  return response.arrayBuffer();
}

async function start(message) {
  try {
    started = message;
    engine = await Engine.start(await load(message.wasm), { memory: message.memory, ...page });
    postMessage({ type: "ready", module: engine.module });
  } catch (error) {
    postMessage({ type: "failed", error: error.message });
  }
}

/** A fresh module in place of one that broke; the page hears that boards, files and jobs are gone. */
async function restart(why) {
  const { module } = engine;
  engine = null;
  for (const job of jobs.keys()) page.onEvent(job, "end", JSON.stringify({ job, state: "failed", error: why }));
  try {
    engine = await Engine.start(module, { memory: started.memory, ...page });
    postMessage({ type: "lost", error: why });
  } catch (error) {
    postMessage({ type: "failed", error: error.message });
  }
}

function answer({ id, method, path, body, cancel }) {
  const said = engine.ask(method, path, body);
  if (method === "POST" && path === "/api/jobs" && said.status === 200) {
    jobs.set(JSON.parse(said.body).job, cancel);
    wake.port2.postMessage(null);
  }
  postMessage({ type: "answer", id, ...said });
}

const last = { done: Promise.resolve() }; // one message after another, also while the module starts

async function handle(message) {
  if (message.type === "start") return start(message);
  if (!engine) return postMessage({ type: "answer", id: message.id, status: 503, body: '{"error":"there is no engine"}' });
  try {
    if (message.type === "work") engine.work();
    else answer(message);
  } catch (error) {
    if (message.type === "ask")
      postMessage({ type: "answer", id: message.id, status: 503, body: JSON.stringify({ error: error.message }) });
    await restart(error.message);
  }
}

function queue(message) {
  last.done = last.done.then(() => handle(message));
}

const wake = new MessageChannel(); // a job's turn comes after the messages that are waiting
wake.port1.onmessage = () => queue({ type: "work" });
onmessage = ({ data }) => queue(data);
