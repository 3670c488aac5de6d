// On a map: the best next site is what `reply` proves; tables are dropped; files are saved; a game on the streets is
// played to its end; long work can be cancelled.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { CANDIDATES, CUSTOMERS, drop, townXml } from "../town.mjs";

export const isServed = true;

export default async function questions(t) {
  const folder = await mkdtemp(`${tmpdir()}/demesne-`),
    file = `${folder}/hill.osm`;
  await writeFile(file, townXml());
  const server = t.serve("--board", file, "--largest");
  try {
    await check(t, folder, file, await server.address);
  } finally {
    server.stop();
    await rm(folder, { recursive: true });
  }
}

async function check(t, folder, file, address) {
  const { page } = t;
  await writeFile(`${folder}/customers.csv`, CUSTOMERS);
  await writeFile(`${folder}/candidates.csv`, CANDIDATES);
  const percent = (value) => `${(100 * value).toFixed(1)} %`;
  const found = page.locator("section[aria-label='Best sites'] .facts");
  await page.goto(`${address}#map?mine=20&rival=60`);
  await page.locator(".seats .name", { hasText: "%" }).first().waitFor();
  t.is("a board of --board is open at once", (await t.params()).arena, "@hill");

  const find = async () => {
    await t.button("Find").click();
    await found.locator("text=nothing is better").waitFor();
    return found.innerText();
  };
  const reply = await t.cli("reply", file, "--largest", "--white", "60", "--black", "20", "--count", "1");
  let text = await find();
  t.ok("the best next site is what reply proves", text.includes(percent(reply.share.black)), text);
  await t.shot("map-best");
  await t.button("Open it").click();
  await t.until(
    (vertex) =>
      new URLSearchParams(location.hash).get("mine")?.endsWith(`_${vertex}`) ||
      location.hash.includes(`_${vertex}&`),
    reply.black[0],
  );
  t.ok("and it can be opened", true);
  await page.locator("section[aria-label='Best sites'] select").selectOption("rival");
  const mine = `20,${reply.black[0]}`;
  const answer = await t.cli("reply", file, "--largest", "--white", mine, "--black", "60", "--count", "1");
  text = await find();
  t.ok("the rival’s best answer too", text.includes(percent(answer.share.black)), text);

  await drop(page, "candidates.csv", CANDIDATES);
  await t.button("Use them").click();
  await page.getByText("3 candidates", { exact: false }).first().waitFor();
  await page.locator("dialog").waitFor({ state: "detached" });
  await drop(page, "customers.csv", CUSTOMERS);
  await t.button("Use them").click();
  await page.locator(".toast", { hasText: /far|left out/ }).waitFor();
  const all = ["--largest", "--customers", `${folder}/customers.csv`];
  const { share } = await t.cli("score", file, ...all, "--white", mine, "--black", "60");
  await t.soon("customers count as the command line says", async () =>
    (await page.locator(".seats .name").first().innerText()).includes(percent(share.white)),
  );
  await page.locator("section[aria-label='Best sites'] select").selectOption("lead");
  const lead = await t.cli(
    "lead",
    file,
    ...all,
    "--candidates",
    `${folder}/candidates.csv`,
    "--count",
    "1",
    "--white",
    mine,
    "--black",
    "60",
  );
  text = await find();
  t.ok("the best of the candidates if the rival answers", text.includes(percent(lead.share.white)), text);
  t.ok("by its label", /old mill|station|market/.test(text), text);
  await drop(page, "wrong.csv", "a,b\n1,2\n");
  await page.locator(".toast.bad", { hasText: "row 1 has no place" }).waitFor();
  t.ok("a table without places gets its message", true);

  for (const [name, sign] of [
    ["SVG", "<svg"],
    ["GeoJSON", "FeatureCollection"],
    ["CSV", "demand"],
    ["Report", "<html"],
    ["Plan", '"scenarios"'],
  ]) {
    const [download] = await Promise.all([page.waitForEvent("download"), t.button(name).click()]);
    const content = await readFile(await download.path(), "utf8");
    t.ok(
      `${name} is saved as ${download.suggestedFilename()}`,
      content.includes(sign),
      content.slice(0, 200),
    );
    if (name === "Plan") await writeFile(`${folder}/plan.json`, content);
  }
  const plan = await t.cli("market", `${folder}/plan.json`);
  t.is("market reads the plan", percent(plan.today.share.us), percent(share.white));

  await page.evaluate(() => (location.hash = "#map?arena=town:1500&mine=700&rival=300"));
  await page.locator(".side .facts", { hasText: "1,500" }).waitFor();
  await page.locator("section[aria-label='Best sites'] select").selectOption("lead");
  await page.getByLabel("New shops").fill("3");
  await t.button("Find").click();
  await page.locator(".progress", { hasText: /\d s/ }).waitFor();
  await t.button("Cancel").click();
  await page.locator("section[aria-label='Best sites']", { hasText: /Cancelled (early|before)/ }).waitFor();
  t.ok("long work is cancelled, and what was found is shown", await t.button("Find").isEnabled());
  await page.goBack();
  await page.locator(".side .facts", { hasText: "81" }).first().waitFor();

  await t.button("Play here").click();
  await page.getByText("turn 1 of 8").waitFor();
  await page.evaluate(() => (location.hash = location.hash.replace("rounds=4", "rounds=1")));
  await page.getByText("turn 1 of 2").waitFor();
  await t.click(40);
  await page.locator(".result h2").waitFor();
  const { moves } = await t.params(),
    [white, black] = moves.split(".");
  const end = await t.cli("score", file, "--largest", "--white", white, "--black", black);
  t.is(
    "a game on the streets ends with the score of the command line",
    (await page.locator(".scorebar").getAttribute("aria-label")).match(/\d+/g).slice(0, 2).map(Number),
    [end.white_score, end.black_score],
  );
  await t.shot("map-game");
}
