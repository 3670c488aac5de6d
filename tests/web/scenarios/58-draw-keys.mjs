// A level drawn with keys only, announced to screen readers: vertices, edges, sites; then played.
import { readFile } from "node:fs/promises";

export const modes = ["mouse"]; // a phone has no keys

export default async function drawKeys(t) {
  const { page } = t,
    live = () => page.evaluate(() => document.getElementById("live").textContent.trim());
  /** The score without its decimals. */
  const exactScore = async () =>
    (await page.locator(".scorebar").getAttribute("aria-label")).replace(/[\d.]+, exactly /g, "");
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Presses keys until the announcement comes. */
  const hear = async (words, ...keys) => {
    await press(...keys);
    await t.until((wanted) => document.getElementById("live").textContent.includes(wanted), words);
  };
  const saved = async () => {
    const download = page.waitForEvent("download");
    await t.button("JSON").click();
    const path = await (await download).path();
    return { path, level: JSON.parse(await readFile(path, "utf8")) };
  };

  await t.open("#lines?puzzle=bridge");
  await page.getByText("Draw a level", { exact: true }).click();
  await t.button("New level").click();
  await page.locator(".verdict", { hasText: "red leads" }).waitFor();
  await page.locator(".level-board").focus();
  await hear("Vertex.", "n");
  await hear("5, 0", "ArrowUp"); // the middle, from where steps go
  await hear("5, 0.5", "ArrowUp");
  await hear("5, 1", "ArrowUp");
  await hear("5, 2", "ArrowUp", "ArrowUp");
  await t.shot("draw-keys-vertex");
  await hear("vertex 2 at 5, 2 is new", "Enter");
  await press("Enter");
  await page.locator(".toast.bad", { hasText: "vertex 2 is there already" }).waitFor();
  t.ok("no vertex on another vertex", true);

  await hear("Edge.", "j");
  await hear("vertex 0 at 0, 0", "ArrowUp");
  await hear("An edge from vertex 0: choose another", "Enter");
  await hear("vertex 2 at 5, 2", "ArrowRight");
  await hear("An edge from vertex 0 to vertex 2", "Enter");
  await hear("An edge from vertex 2: choose another", "Enter");
  await hear("vertex 1 at 10, 0", "ArrowRight");
  await hear("An edge from vertex 2 to vertex 1", "Enter");
  t.is("two edges more", await page.locator(".net path").count(), 3);

  await hear("Move.", "m");
  await hear("vertex 2 at 5, 2", "PageUp");
  await hear("Vertex 2 is held", "Enter");
  await hear("5, 3", "ArrowUp", "ArrowUp");
  await t.shot("draw-keys-move");
  await hear("vertex 2 at 5, 3.", "Enter");
  await hear("Vertex 2 is held", "Enter");
  await hear("4.5, 3", "ArrowLeft");
  await hear("Nothing is held", "Escape");
  await page.waitForTimeout(100);

  await hear("Site.", "s");
  await hear("Sites of blue", "k");
  await hear("edge 0 (0–1) at 1/2", "ArrowRight");
  await hear("edge 0 (0–1) at 3/4", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight");
  await hear("blue’s site on edge 0 (0–1) at 3/4", "Enter");
  await hear("edge 1 (0–2) at 3/4", "ArrowDown");
  await hear("blue’s site on edge 1 (0–2) at 3/4", "Enter");

  const { path, level } = await saved();
  t.is(
    "the level is as it was drawn",
    [level.vertices, level.edges.map(([u, v]) => [u, v]), level.sites.map(({ player }) => player)],
    [
      [
        { x: 0, y: 0 },
        { x: 10, y: 0 },
        { x: 5, y: 3 },
      ],
      [
        [0, 1],
        [0, 2],
        [2, 1],
      ],
      ["red", "blue", "blue"],
    ],
  );
  const score = await t.cli("lines", "score", path);
  const label = [
    ...score.players.map((p) => `${p.name} ${p.payoff}`),
    `tied ${score.tied}`,
    `unreached ${score.unreached}`,
  ].join(", ");
  t.is("the score is that of the command line", await exactScore(), label);
  await t.shot("draw-keys");

  await page.locator(".level-board").focus();
  await hear("Erase.", "x");
  await hear("edge 0 (0–1)", "ArrowRight");
  await hear("site 1, blue’s", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight");
  await hear("Gone: site 1, blue’s", "Enter");
  await hear("edge 1 (0–2)", "ArrowDown", "ArrowRight");
  await hear("is new, in edge 1", "i");
  await press("u");
  await t.until(() => document.querySelectorAll(".net .vertex").length === 3);
  await t.until(() => !document.getElementById("live").textContent.includes("is new")); // undo has spoken
  await hear("edge 0 (0–1)", "ArrowUp");
  await hear("edge 2 (2–1)", "ArrowUp");
  await hear("Gone: edge 2 (2–1)", "Delete");
  await hear("vertex 1 at 10, 0", "m", "PageDown", "PageDown");
  await hear("Gone: vertex 1 and its edges", "Delete");
  t.is(
    "a site, an edge and a vertex were erased",
    [await page.locator(".net .vertex").count(), await page.locator(".net path").count()],
    [2, 1],
  );
  await press("u");
  await t.until(() => document.querySelectorAll(".net .vertex").length === 3);
  await t.until(() => !document.getElementById("live").textContent.includes("Gone"));
  t.ok("undo brings it back", true);
  await hear("red", "c", "ArrowRight");
  t.ok("played with keys: the preview is announced", (await live()).includes("blue"), await live());
}
