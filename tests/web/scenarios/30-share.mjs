// A link, a record and a board file restore a position; pictures and records can be saved.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";

const edges = "vertices 6\n0 1 2\n1 2 1.5\n2 3\n3 4\n4 5 2\n5 0\n1 4 3\n";

export default async function share(t) {
  const bar = () => t.page.locator(".scorebar").getAttribute("aria-label");
  await t.open(
    "#play?arena=random-tree:30&seed=7&rounds=3&ties=earlier&white=human&black=human&moves=3.9.14&at=2",
  );
  const before = [await bar(), await t.params()];
  const link = await t.page.evaluate(() => location.href);
  await t.page.goto("about:blank");
  await t.page.goto(link);
  await t.page.waitForSelector("html[data-ready]");
  t.is("the link shows the same", [await bar(), await t.params()], before);

  await t.page
    .locator('.side input[type="file"]')
    .setInputFiles({ name: "ring.edges", mimeType: "text/plain", buffer: Buffer.from(edges) });
  await t.until(() => location.hash.includes("board="));
  await t.page.evaluate(() => document.querySelector(".board").focus());
  await t.open((await t.page.evaluate(() => location.hash)).replace("rounds=3", "rounds=2"));
  await t.click(1);
  await t.until(() => location.hash.includes("moves=1"));
  const carried = await t.page.evaluate(() => location.hash);
  await t.open(carried);
  t.is(
    "the address holds the user's own board",
    [(await t.params()).moves, await bar()],
    ["1", "White 6, Black 0, tied 0, unreached 0"],
  );

  await t.open("#play?arena=grid:4x4&rounds=2&white=human&black=human&moves=5.10");
  const saved = {};
  for (const kind of ["SVG", "PNG", "JSON"]) {
    const [download] = await Promise.all([t.page.waitForEvent("download"), t.button(kind).click()]);
    saved[kind] = await download.path();
  }
  t.ok("an SVG", readFileSync(saved.SVG, "utf8").includes("<svg"));
  t.is(
    "a PNG",
    [...readFileSync(saved.PNG).subarray(1, 4)],
    [..."PNG"].map((c) => c.charCodeAt(0)),
  );
  const record = JSON.parse(readFileSync(saved.JSON, "utf8"));
  t.is("a record", [record.arena, record.moves], ["grid:4x4", [[5], [10]]]);
  const replayed = await t.cli("replay", saved.JSON);
  t.is("the command line replays it", replayed.value, 0);

  await t.open("#play?arena=path:5&rounds=1&white=human&black=human");
  await t.page.locator('.side input[type="file"]').setInputFiles(saved.JSON);
  await t.until(() => location.hash.includes("arena=grid:4x4"));
  t.is("the page opens it", (await t.params()).moves, "5.10");
  const given = await t.page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.edges"));
    return data;
  }, edges);
  await t.page.dispatchEvent("body", "drop", { dataTransfer: given });
  await t.until(() => location.hash.includes("name=dropped.edges"));
  t.ok("a board can be dropped", true);
  await t.page.dispatchEvent("body", "drop", {
    dataTransfer: await t.page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(["0 1 -3"], "bad.edges"));
      return data;
    }),
  });
  await t.page.locator(".toast.bad").waitFor();
  t.ok(
    "a bad file is reported",
    (await t.page.locator(".toast.bad").innerText()).includes("length"),
    await t.page.locator(".toast.bad").innerText(),
  );

  // A record made by the command line, on a board from a file.
  const folder = mkdtempSync(`${tmpdir()}/demesne-`);
  writeFileSync(`${folder}/ring.edges`, edges);
  await t.text(
    ...["play", `${folder}/ring.edges`, "--rounds", "2", "--white", "greedy", "--black", "greedy"],
    ...["--record", `${folder}/game.json`, "--quiet"],
  );
  const told = await t.cli("replay", `${folder}/game.json`);
  await t.page.locator('.side input[type="file"]').setInputFiles(`${folder}/game.json`);
  await t.until(() => location.hash.includes("name=ring.json"));
  t.ok(
    "a record on a board from a file",
    (await bar()).startsWith(`White ${told.white_score}, Black ${told.black_score},`),
    await bar(),
  );
  rmSync(folder, { recursive: true });
}
