// Without a server and without a network: after the first visit the page works; a new version replaces the old one.
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";

export const isSite = true;
export const modes = ["touch"];

/** A copy of the site whose version has another name. */
async function copyOf(site, to) {
  await cp(site, to, { recursive: true });
  const version = (await readdir(to)).find((name) => /^[0-9a-f]{12}$/.test(name));
  await rename(`${to}/${version}`, `${to}/other`);
  for (const name of ["index.html", "service_worker.js"])
    await writeFile(`${to}/${name}`, (await readFile(`${to}/${name}`, "utf8")).replaceAll(version, "other"));
}

export default async function siteOffline(t) {
  const { page } = t,
    folder = await mkdtemp(`${tmpdir()}/demesne-`),
    server = t.serveFolder(t.site, "/deep/down/here/");
  const url = await server.address;
  const ready = () => page.waitForSelector("html[data-ready]");
  const version = () => page.evaluate(() => document.documentElement.dataset.engine);
  try {
    await page.goto(`${url}#play?arena=path:9&rounds=2&white=human&black=greedy`);
    await ready();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await t.until(() => navigator.serviceWorker.controller !== null);
    const before = await version();
    t.is(
      "no file is loaded a second time for the service worker but the page itself",
      server.asked.filter((path) => path.endsWith(".wasm")).length,
      1,
    );

    await page.context().setOffline(true);
    await page.reload();
    await ready();
    await t.click(4);
    await t.until(() => location.hash.includes("moves=4."));
    t.ok("a game is played without a network", true);
    await page.goto(`${url}?embed#lines?puzzle=bridge`);
    await ready();
    t.ok("frames work, too", await page.locator(".whole").isVisible());
    await page.context().setOffline(false);

    await copyOf(t.site, `${folder}/next`);
    server.use(`${folder}/next`);
    await page.goto(`${url}#play`);
    await ready();
    await page.locator(".toast", { hasText: "A new version" }).waitFor();
    t.is("a page that is open keeps its version", await version(), before);
    await page.locator(".toast", { hasText: "A new version" }).getByRole("button", { name: "Reload" }).click();
    await t.until(() => document.documentElement.dataset.engine?.startsWith("other/"));
    await ready();
    t.is("the new one is used after a reload", await version(), "other/wasm/");
    t.is(
      "and the old files are gone",
      await page.evaluate(() => caches.keys()),
      ["demesne-other"],
    );
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}
