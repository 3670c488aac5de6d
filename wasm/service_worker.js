// service_worker.js - keeps the files of one version of the page, so that it works without a network.
//
// A new version is loaded beside the old one and waits until the page says "use" (web/offline.js).
const VERSION = "";
const FILES = ["./"];
const name = `demesne-${VERSION}`;

async function load() {
  const cache = await caches.open(name);
  await cache.add(new Request("./", { cache: "no-cache" }));
  await cache.addAll(FILES.slice(1));
}

async function start() {
  for (const other of await caches.keys())
    if (other.startsWith("demesne-") && other !== name) await caches.delete(other);
  await clients.claim();
}

/** The file of this version, or what the network gives. */
async function answer(request) {
  const cache = await caches.open(name),
    { pathname } = new URL(request.url),
    isPage = pathname.replace(/index\.html$/, "") === new URL("./", location).pathname;
  return (await cache.match(isPage ? "./" : request)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(load()));
addEventListener("activate", (event) => event.waitUntil(start()));
addEventListener("message", (event) => event.data === "use" && skipWaiting());
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(new URL("./", location).href)) event.respondWith(answer(event.request));
});
