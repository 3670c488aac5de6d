// A dropped town appears; two shops divide its streets as the command line says; a dragged shop changes that; a wrong
// file changes nothing; a reload and Back keep everything.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { drop, townXml } from "../town.mjs";

export default async function map(t) {
  const { page } = t,
    folder = await mkdtemp(`${tmpdir()}/demesne-`),
    file = `${folder}/hill.osm`;
  await writeFile(file, townXml());
  const shares = () => page.locator(".seats .name").allInnerTexts();
  const percent = (value) => `${(100 * value).toFixed(1)} %`;
  const told = async (mine, rival) => {
    const { share } = await t.cli(
      "score",
      file,
      "--largest",
      "--white",
      mine.join(),
      "--black",
      rival.join(),
    );
    return [`You ${percent(share.white)}`, `Rival ${percent(share.black)}`];
  };
  const agrees = async (what, mine, rival) => {
    const want = await told(mine, rival);
    await t.soon(what, async () => JSON.stringify(await shares()) === JSON.stringify(want));
  };
  const choose = (side) => page.locator(`button.seat.${side}`).click();

  await t.open("#map");
  await page.locator(".side option", { hasText: "A made-up town" }).waitFor({ state: "attached" });
  await page.getByText("corners").waitFor();
  t.ok("without a map there is a made-up town", (await t.params()).arena.startsWith("town:"));
  await page.locator("#tabs a", { hasText: "Play" }).click();
  await page.locator("main[data-part=play] .board").waitFor();
  await drop(page, "hill.osm", townXml()); // also on another tab
  await page.locator(".side .facts", { hasText: "81" }).waitFor();
  t.is(
    "a dropped town appears",
    await page.locator(".side select").first().inputValue(),
    (await t.params()).arena,
  );
  t.is("its source is named", await page.locator(".credit").innerText(), "© OpenStreetMap contributors");
  t.ok("a scale is shown", /\d+ m/.test(await page.locator(".scalebar").innerText()));

  await t.click(20);
  await agrees("one shop has all", [20], []);
  await choose("black");
  await t.click(60);
  await agrees("two shops share the streets as the command line says", [20], [60]);
  t.is("the address has both", [(await t.params()).mine, (await t.params()).rival], ["20", "60"]);
  const counts = () => page.evaluate(() => document.querySelector(".board").counts);
  const sum = async () => (await page.locator(".scorebar span:not([hidden])").allInnerTexts()).map(Number);
  await t.soon(
    "the page itself finds the same owners",
    async () => String((await counts()).filter(Boolean)) === String(await sum()),
  );
  await t.shot("map-shops");

  const [from, to] = [await t.place(60), await t.place(43)];
  if (t.mode === "mouse") {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  } else {
    await t.touch("touchStart", from);
    await t.touch("touchMove", [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  }
  const before = await told([20], [60]);
  await t.soon("shares follow while a shop is dragged", async () => (await shares())[0] !== before[0]);
  t.is("the address waits for the end", (await t.params()).rival, "60");
  if (t.mode === "mouse") {
    await page.mouse.move(...to);
    await page.mouse.up();
  } else {
    await t.touch("touchMove", to);
    await t.touch("touchEnd");
  }
  await agrees("and are the engine’s once it is put down", [20], [43]);
  t.is("the address follows", (await t.params()).rival, "43");

  await drop(page, "cut.osm", townXml().slice(0, 3000));
  const toast = page.locator(".toast.bad", { hasText: "cut.osm could not be opened" });
  await toast.waitFor();
  t.ok(
    "a file that was cut gets its message",
    /map before is still here/.test(await toast.innerText()),
    await toast.innerText(),
  );
  await drop(page, "noise.pbf", "this is not a map");
  await page.locator(".toast.bad", { hasText: "noise.pbf could not be opened" }).waitFor();
  await agrees("and nothing is lost", [20], [43]);

  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await agrees("a reload keeps the shops", [20], [43]);
  await t.button("Undo").isDisabled();
  await page.locator(".side select").first().selectOption({ label: "A made-up town" });
  await t.until(() => location.hash.includes("arena=town"));
  await page.goBack();
  await agrees("Back returns to the town", [20], [43]);

  if (t.mode === "mouse") await keys(t, agrees);
  const { arena } = await t.params();
  await page.evaluate(
    (name) => (location.hash = `#map?arena=${name}&mine=7.4031,43.7052&rival=60&direction=from-site`),
    arena,
  );
  await page.locator(".seats .clock", { hasText: "1 shop" }).first().waitFor();
  await t.until(() => document.querySelector(".shops")?.textContent.includes("7.40310"));
  await t.soon(
    "the same for a shop in the middle of a street, and for deliveries",
    async () => String((await counts()).filter(Boolean)) === String(await sum()),
  );
  await rm(folder, { recursive: true });
}

/** The same without a mouse. */
async function keys(t, agrees) {
  const { page } = t,
    board = page.locator(".board");
  await board.focus();
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  await page.locator(".tip", { hasText: "and" }).waitFor();
  await page.keyboard.press("Enter");
  await t.until(() => /mine=20_\d+/.test(location.hash));
  const vertex = Number((await t.params()).mine.split("_")[1]);
  await agrees("Enter opens a shop at the corner", [20, vertex], [43]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await t.until((was) => !location.hash.includes(`_${was}&`), vertex);
  const moved = Number((await t.params()).mine.split("_")[1]);
  await agrees("Enter and arrows move it", [20, moved], [43]);
  await page.keyboard.press("Delete");
  await agrees("Delete closes it", [20], [43]);
  await page.keyboard.press("u");
  await agrees("u has it back", [20, moved], [43]);
}
