// A level drawn by hand: vertices, edges, sites; dragging; saving and opening.
import { readFile } from "node:fs/promises";

export default async function level(t) {
  const { page } = t;
  /** The score without its decimals. */
  const exactScore = async () =>
    (await page.locator(".scorebar").getAttribute("aria-label")).replace(/[\d.]+, exactly /g, "");
  await t.open("#lines?puzzle=bridge");
  await page.getByText("Draw a level", { exact: true }).click();
  await t.button("New level").click();
  await page.locator(".verdict", { hasText: "red leads" }).waitFor();
  const json = () =>
    page.evaluate(() => {
      const board = document.querySelector(".level-board");
      return [...board.querySelectorAll(".net .vertex")].length;
    });
  await t.button("Vertex").click();
  await page.mouse.click(...(await t.spot(0.5, 0.2)));
  await t.until(() => document.querySelectorAll(".net .vertex").length === 3);
  await t.button("Edge").click();
  await page.mouse.move(...(await t.place({ vertex: 1 })));
  await page.mouse.down();
  await page.mouse.move(...(await t.place({ vertex: 2 })), { steps: 4 });
  await page.mouse.up();
  await t.until(() => document.querySelectorAll(".net path").length === 2);
  await t.button("Site").click();
  await page.getByLabel("Sites of", { exact: true }).selectOption("blue");
  await page.mouse.click(...(await t.place({ edge: 1, at: "1/2" })));
  await t.until(() => document.querySelectorAll(".sites circle").length === 2);
  await page.getByLabel("Sites of", { exact: true }).selectOption("green");
  await page.mouse.click(...(await t.place({ vertex: 2 })));
  await t.until(() => document.querySelectorAll(".sites circle").length === 3);
  await t.button("Move").click();
  await page.mouse.move(...(await t.place({ vertex: 2 })));
  await page.mouse.down();
  await page.mouse.move(...(await t.spot(0.8, 0.15)), { steps: 5 });
  await page.mouse.up();
  await page.waitForTimeout(300);
  await t.shot("level-drawn");
  const download = page.waitForEvent("download");
  await t.button("JSON").click();
  const path = await (await download).path();
  const saved = JSON.parse(await readFile(path, "utf8"));
  t.is(
    "three vertices, two edges, three sites",
    [saved.vertices.length, saved.edges.length, saved.sites.length, await json()],
    [3, 2, 3, 3],
  );
  t.ok("the vertex was moved", saved.vertices[2].x !== 5, JSON.stringify(saved.vertices));
  const score = await t.cli("lines", "score", path);
  const label = [
    ...score.players.map((p) => `${p.name} ${p.payoff}`),
    `tied ${score.tied}`,
    `unreached ${score.unreached}`,
  ].join(", ");
  t.is("the score is that of the command line", await exactScore(), label);
  // A vertex inserted where blue's site is: the score stays the same.
  await t.button("Vertex").click();
  await page.mouse.click(...(await t.place({ edge: 1, at: "1/4" })));
  await t.until(() => document.querySelectorAll(".net .vertex").length === 4);
  const whole = (text) =>
    text.match(/[\d/.]+/g).map((word) => Number(word.split("/")[0]) / Number(word.split("/")[1] || 1));
  const payoffs = async () => whole(await exactScore());
  t.ok(
    "a vertex is inserted into an edge, and the score stays",
    (await payoffs()).every((value, i) => Math.abs(value - whole(label)[i]) < 1e-9),
    [await payoffs(), label],
  );
  t.is("the edge is split", await page.locator(".net path").count(), 3);
  await t.button("Undo").click();
  await t.until(() => document.querySelectorAll(".net .vertex").length === 3);
  await t.button("Erase").click();
  await page.mouse.click(...(await t.place({ vertex: 1 })));
  await t.until(() => document.querySelectorAll(".net .vertex").length === 2);
  t.is(
    "a vertex is removed with its edges and their sites",
    [await page.locator(".net path").count(), await page.locator(".sites circle").count()],
    [0, 2],
  );
  await t.button("Undo").click();
  await t.until(() => document.querySelectorAll(".net .vertex").length === 3);
  await t.open("#lines");
  await page.locator('input[type="file"]').setInputFiles(path);
  await t.until(() => document.querySelectorAll(".sites circle").length === 3);
  t.is("the saved level is the same", await exactScore(), label);
  await page.locator('input[type="file"]').setInputFiles({
    name: "bad.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"vertices":[{}],"edges":[[0,5]],"sites":[]}'),
  });
  await page.locator(".toast.bad").waitFor();
  t.ok(
    "a bad level is reported, and nothing else changes",
    (await page.locator(".sites circle").count()) === 3,
    await page.locator(".toast.bad").innerText(),
  );

  // A level that was drawn is not lost when a puzzle is opened.
  await page.getByText("Draw a level", { exact: true }).click();
  await t.button("Erase").click();
  await t.click({ vertex: 2 });
  await t.until(() => document.querySelectorAll(".sites circle").length === 2);
  await page.getByRole("button", { name: /^The gate/ }).click();
  await page.locator(".headline", { hasText: "The gate" }).waitFor();
  await t.button("Back to your level").click();
  await t.until(() => document.querySelectorAll(".sites circle").length === 2);
  t.ok("a drawn level can be gone back to", await t.button("Back to your level").isHidden());
}
