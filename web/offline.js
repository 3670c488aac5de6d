// offline.js - the page without a server: kept by the browser for times without a network, and brought up to date; as a
// frame in another page.
import { make, tell } from "./dom.js";

/** A version that waits is used from the next start on; then the page starts again, which loses nothing. */
export async function keepOffline() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || window !== window.top) return;
  const kept = await serviceWorker.register("service_worker.js", { updateViaCache: "none" });
  if (kept.waiting && kept.active) {
    serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    kept.waiting.postMessage("use");
  }
  kept.addEventListener("updatefound", () => {
    const coming = kept.installing;
    coming.addEventListener("statechange", () => {
      if (coming.state === "installed" && kept.active)
        tell("A new version of this page is here.", false, { text: "Reload", act: () => location.reload() });
    });
  });
}

/** Whether the address asks for the part alone, for a frame in another page: "?embed". */
export const isEmbedded = new URLSearchParams(location.search).has("embed");

/** No tabs; a link opens the same state in the whole page. */
export function showEmbedded() {
  document.documentElement.dataset.embed = "";
  const link = make("a.whole", { target: "_blank", rel: "noopener" }, "Open in Demesne ↗");
  const update = () => (link.href = `${location.pathname}${location.hash}`);
  for (const event of ["pointerenter", "focus", "click"]) link.addEventListener(event, update);
  update();
  document.body.append(link);
}
