// The share of winning ropes: with its error, finer, cancelled, and by random ropes.
import { readFile } from "node:fs/promises";

export default async function ropeShare(t) {
  const { page } = t;
  const file = (name) => new URL(`../../../examples/levels/${name}.json`, import.meta.url).pathname;
  const fact = (name) => page.locator(`.facts dt:text-is("${name}") + dd`);
  /** "28.952 % ± 0.011 %" as shares. */
  const told = async () =>
    (await fact("winning ropes").innerText()).split("±").map((part) => Number.parseFloat(part) / 100);

  await t.open("#lines?puzzle=raft");
  await t.button("Winning share").click();
  await fact("winning ropes").waitFor();
  const engine = await t.cli("lines", "odds", file("raft"), "--op", "rope", "--epsilon", "1e-5");
  const [share, error] = await told();
  t.ok(
    "the share is that of the command line, within its error",
    Math.abs(share - engine.winning_decimal) <= error,
    share,
  );
  t.ok("the error is stated and small", error > 0 && error < 2e-4, error);
  t.is(
    "grade and margin are those of the command line",
    [await fact("grade").innerText(), await fact("best lead").locator("[title]").getAttribute("title")],
    [engine.grade, String(engine.best_margin)],
  );
  await t.shot("rope-share");
  await t.button("Ten times finer").click();
  await t.until(() => document.querySelector(".facts dd")?.textContent.match(/± 0\.00\d/));
  const [finer, less] = await told();
  t.ok("a finer search is more exact", Math.abs(finer - engine.winning_decimal) <= less && less < error / 5, [
    finer,
    less,
  ]);
  await t.button("Draw at random").click();
  await fact("of ropes drawn").waitFor();
  const drawn = await t.cli("lines", "odds", file("raft"), "--op", "rope", "--samples", "4000");
  t.ok(
    "random ropes on request, as on the command line",
    (await fact("of ropes drawn").innerText()).includes(`${drawn.wins} of ${drawn.samples}`),
  );
  await t.shot("rope-share-drawn");

  await t.open("#lines?puzzle=labyrinth&tool=rope");
  await t.button("Winning share").click();
  await fact("winning ropes").waitFor();
  t.is(
    "if the best rope does not win, none does",
    [await fact("winning ropes").innerText(), await fact("winnable").innerText()],
    ["none", "no"],
  );

  // With ropes that stop at edges the bounds stay wide, so random ropes are used.
  const take = async (name, crossings) => {
    const level = { ...JSON.parse(await readFile(file(name), "utf8")), rope: { crossings } };
    await page.locator('input[type="file"]').setInputFiles({
      name: `${crossings}.json`,
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(level)),
    });
    await page.locator(".facts").waitFor({ state: "detached" });
  };
  await take("orchard", "stop");
  await t.button("Winning share").click();
  await fact("of ropes drawn").waitFor();
  t.is(
    "if the share is not known, the bounds and random ropes are shown",
    [(await fact("winning ropes").innerText()).includes(" to "), await fact("proven").innerText()],
    [true, "the bounds alone"],
  );
  await t.shot("rope-share-wide");
  // The page gives up after 20 seconds: here the bounds come at once and then improve for long.
  await take("orchard", "join");
  await t.button("Winning share").click();
  await page.locator(".progress", { hasText: "% win" }).waitFor();
  t.ok("the bounds are shown meanwhile", true);
  await page.locator(".progress:visible").getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled. These are the bounds so far.").waitFor();
  t.ok(
    "a cancelled search shows its bounds",
    / to | ± /.test(await fact("winning ropes").innerText()) &&
      (await fact("proven").innerText()) === "the bounds alone",
  );
}
