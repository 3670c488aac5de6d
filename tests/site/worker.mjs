// worker.mjs - the worker of the page (worker.js) in Node: messages, events, Cancel, memory that ends.  Speaks TAP.
//
//     node worker.mjs FOLDER        with worker.js, engine.js and demesne.wasm
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(`${folder}/demesne.wasm`));
let tests = 0;
function ok(name, good, got) {
  console.log(`${good ? "ok" : "not ok"} ${++tests} - ${name}`);
  if (!good) console.log(`# got: ${String(JSON.stringify(got)).slice(0, 600)}`);
}

/** What a browser's worker has around the script. */
const heard = [],
  revoked = new Set();
let wake = () => {};
globalThis.onmessage = null;
globalThis.postMessage = (message) => {
  heard.push(message);
  wake();
};
globalThis.XMLHttpRequest = class {
  open(method, url, async) {
    this.url = async ? "" : url;
  }
  send() {
    if (revoked.has(this.url)) throw new Error("the URL was revoked");
    this.status = 200;
  }
};
await import(pathToFileURL(`${folder}/worker.js`));
const send = (data) => globalThis.onmessage({ data });

/** The first message that fits, taken out of the list. */
async function hear(fits) {
  for (;;) {
    const at = heard.findIndex(fits);
    if (at >= 0) return heard.splice(at, 1)[0];
    await new Promise((resolve) => (wake = resolve));
  }
}

let number = 0;
async function ask(path, body, more = {}) {
  const id = ++number;
  send({ type: "ask", id, method: "POST", path, body: typeof body === "string" ? body : JSON.stringify(body), ...more });
  return hear((message) => message.type === "answer" && message.id === id);
}

async function job(call, fields, more) {
  const { body } = await ask("/api/jobs", { call, with: fields }, more),
    { job } = JSON.parse(body),
    end = await hear((message) => message.job === job && message.event === "end");
  return JSON.parse(end.data);
}

const path9 = { arena: "path:9", white: [0], black: [8] };
let said = await ask("/api/score", path9);
ok("a question before the start is refused", said.status === 503, said);
send({ type: "start", wasm: module, memory: 256 << 20 });
const ready = await hear(({ type }) => type === "ready" || type === "failed");
ok("the worker is ready", ready.type === "ready" && ready.module === module, ready);
said = await ask("/api/score", path9);
ok("a question is answered", said.status === 200 && JSON.parse(said.body).owner === "WWWW.BBBB", said);
said = await ask("/api/score", "{");
ok("a bad question is refused", said.status === 400 && said.body.includes('"error"'), said);
said = await ask("/api/score", { arena: "@0123456789abcdef" });
ok("a board that was never sent", said.status === 404, said);

let done = await job("solve", { arena: "grid:3x3", rounds: 2 });
ok("a job is done", done.state === "done" && done.result.proven, done);
said = await ask("/api/jobs/0123456789abcdef/events", "");
ok("events are not asked for", said.status === 404 || said.status === 405, said);

// Cancelled from its first progress on, as the page would
const hard = { arena: "grid:9x9", rounds: 12 };
const cancelled = job("solve", hard, { cancel: "blob:one" });
revoked.add("blob:one");
done = await cancelled;
ok("a cancelled job ends, with its best bounds", done.state === "cancelled" && done.result?.proven === false, done);
ok("there was progress", heard.some((message) => message.event === "progress"), heard.length);
heard.length = 0;
done = await job("solve", { arena: "grid:3x3", rounds: 1 }, { cancel: "blob:two" });
ok("the next job is not cancelled", done.state === "done", done);

// Memory that ends: the error is an ordinary one, and the worker goes on
send({ type: "start", wasm: module, memory: 24 << 20 });
await hear(({ type }) => type === "ready");
said = await ask("/api/file", "x".repeat(30 << 20));
ok("a file that is too large for the memory", said.status === 503 && said.body.includes("memory"), said);
done = await job("solve", { arena: "grid:5x5", rounds: 5 });
ok("a job without memory fails and says so", done.state === "failed" && /memory/.test(done.error), done);
said = await ask("/api/score", path9);
ok("the worker goes on", said.status === 200, said);
ok("nothing was lost", !heard.some(({ type }) => type === "lost"), heard);

// A module that breaks is started again
const { Engine } = await import(pathToFileURL(`${folder}/engine.js`));
const once = Engine.prototype.ask;
Engine.prototype.ask = function () {
  Engine.prototype.ask = once;
  throw new Error("broken by the test");
};
said = await ask("/api/score", path9);
ok("the question that broke it gets an answer", said.status === 503 && said.body.includes("broken by the test"), said);
const lost = await hear(({ type }) => type === "lost");
ok("the page hears of it", lost.error === "broken by the test", lost);
said = await ask("/api/score", path9);
ok("the fresh module answers", said.status === 200, said);
send({ type: "start", wasm: module, memory: 1 << 20 });
const failed = await hear(({ type }) => type === "ready" || type === "failed");
ok("without memory to start with it fails and says so", failed.type === "failed" && failed.error !== "", failed);
console.log(`1..${tests}`);
process.exit(0);
