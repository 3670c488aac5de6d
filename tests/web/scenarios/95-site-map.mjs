// Without a server: Monaco is dropped on the page, three shops are opened by clicks, the best reply is found and saved, and no
// request leaves the page meanwhile.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { drop } from "../town.mjs";

export const isSite = true;
export const modes = ["mouse"];

const CORNERS = [100, 600, 350]; // where two shops of mine and one of the rival's open

/** Monaco's file, or null where npm cannot give it. */
async function monaco() {
  try {
    const tool = new URL("../../../tools/fetch_map.sh", import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(tool, ["monaco.osm.pbf"]);
    return stdout.trim();
  } catch {
    return null;
  }
}

export default async function siteMap(t) {
  const { page } = t,
    file = await monaco();
  if (!file) return t.note("skipped: tools/fetch_map.sh could not fetch Monaco");
  await t.open("#map");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));

  await drop(page, "monaco.osm.pbf", await readFile(file));
  await page.locator(".side .facts", { hasText: /[\d,]+ corners|corners/ }).first().waitFor();
  await t.until(() => location.hash.includes("arena=@"));
  const shops = async () => {
    const { mine = "", rival = "" } = await t.params();
    return [...mine.split("_"), ...rival.split("_")].filter(Boolean);
  };
  for (const [i, near] of CORNERS.entries()) {
    if (i === 2) await page.locator("button.seat.black").click();
    await t.click(near); // or a corner beside it: the town is dense
    await t.soon(`a click opens shop ${i + 1}`, async () => (await shops()).length === i + 1);
  }
  const [mine, other, rival] = await shops();
  const percent = (value) => `${(100 * value).toFixed(1)} %`;
  const { share } = await t.cli("score", file, "--largest", "--white", `${mine},${other}`, "--black", `${rival}`);
  await t.soon("three shops share the streets as the command line says", async () =>
    (await page.locator(".seats .name").first().innerText()).includes(percent(share.white)),
  );
  await t.shot("site-monaco");

  const card = page.locator("section[aria-label='Best sites']");
  await card.locator("select").selectOption("rival");
  await t.button("Find").click();
  await card.locator(".facts", { hasText: "nothing is better" }).waitFor();
  const reply = await t.cli(
    ...["reply", file, "--largest", "--white", `${mine},${other}`, "--black", `${rival}`, "--count", "1"],
  );
  t.ok("the best reply is the tool’s", (await card.innerText()).includes(percent(reply.share.black)));
  await t.button("Open it").click();
  await t.until((vertex) => location.hash.includes(`_${vertex}`), reply.black[0]);

  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), t.button(name).click()]);
    return readFile(await download.path(), "utf8");
  };
  const all = [file, "--largest", "--white", `${mine},${other}`, "--black", `${rival},${reply.black[0]}`];
  const unnamed = (table) => table.replace(/,[^,\n]*(,[^,\n]*)$/gm, "$1"); // the page names sites by their streets
  t.ok(
    "the saved table is the tool’s",
    unnamed(await saved("CSV")) === unnamed(await t.text("score", ...all, "--csv", "-", "--quiet")),
  );
  const outside = asked.filter((url) => !url.startsWith("blob:") && !url.startsWith(t.url));
  t.is("no request leaves the page", outside, []);
  t.is("and none is made at all", asked.filter((url) => url.startsWith("http") && !url.includes("/wasm/")), []);
}
