// The plane: the first tab.  Click, and the land changes; hover tells; a whole game against an opponent; a reload keeps it.
const shares = (page) =>
  page
    .locator(".scorebar span")
    .evaluateAll((parts) =>
      parts.filter((one) => !one.hidden).map((one) => parseFloat(one.title.match(/[\d.]+/)[0])),
    );

export default async function plane(t) {
  const { page } = t,
    status = page.locator(".headline strong");
  const moves = async () => ((await t.params()).moves || "").split("~").filter(Boolean);
  await t.open("");
  await page.locator("main[data-part=plane] .plane-board").waitFor();
  t.is("it is the first tab", await page.locator("#tabs a").first().textContent(), "Plane");
  await t.shot("plane-first");

  // Two people at one page.
  await t.open("#plane?board=square&rounds=2&level=friend");
  await t.click([0.25, 0.5]);
  await t.until(() => document.querySelectorAll(".plane .cell").length === 1);
  t.is("one point has all the land", await shares(page), [100]);
  await t.point([0.75, 0.5]);
  await page.locator(".tip", { hasText: "Black’s point here: 50.0 %" }).waitFor();
  t.ok(
    "pointing tells what a point would take",
    await page.locator(".tip", { hasText: "50.0 % from White" }).isVisible(),
  );
  t.ok("and shows its land", (await page.locator(".plane .would").getAttribute("d")).length > 10);
  t.is("the bar follows", await shares(page), [50, 50]);
  await t.click([0.75, 0.5]);
  await t.until(() => document.querySelectorAll(".plane .cell").length === 2);
  await t.click([0.55, 0.2]);
  await t.soon("the areas change with every click", async () => (await shares(page))[0] > 60);
  const [, [x, y]] = (await moves()).map((point) => point.split(",").map(Number));
  t.ok("a point lies where it was placed", Math.abs(x - 0.75) < 0.01 && Math.abs(y - 0.5) < 0.01);
  await t.click([0.3, 0.8]);
  await status.filter({ hasText: /^(White|Black) wins by [\d.]+ % of the land$/ }).waitFor();
  const all = (await moves()).join(";").split(";"),
    of = (parity) => all.filter((_, i) => i % 2 === parity).join(";");
  const truth = await t.cli("plane", "score", "square", "--white", of(0), "--black", of(1));
  t.is(
    "the exact areas are those of the command line",
    await page.locator(".scorebar .w, .scorebar .b").evaluateAll((parts) => parts.map((one) => one.title)),
    [`exactly ${truth.white_score}`, `exactly ${truth.black_score}`],
  );
  await page.locator(".review tbody tr").nth(3).waitFor();
  t.is("the review has every point", await page.locator(".review tbody tr").count(), 4);
  await page.getByRole("button", { name: "Show" }).first().click();
  await page.locator(".plane .ghost").waitFor();
  t.ok("and shows a better place", true);
  await t.shot("plane-review");

  // Undo, redo, a reload.
  await t.open("#plane?board=square&rounds=3&level=friend&moves=0.2,0.2~0.7,0.7~0.4,0.6");
  await t.button("Undo").click();
  t.is("undo takes one point back", (await moves()).length, 2);
  await t.button("Redo").click();
  t.is("redo brings it back", (await moves()).length, 3);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  t.is("a reload keeps the game", await page.locator(".plane .cell").count(), 3);
  await t.open("");
  t.is("so does a new visit", await page.locator(".plane .cell").count(), 3);

  // A game of three rounds against an opponent.
  await t.open("#plane?board=triangle&rounds=3&level=easy");
  for (const [turn, at] of [
    [0.3, 0.3],
    [0.1, 0.6],
    [0.6, 0.1],
  ].entries()) {
    await status.filter({ hasText: /^(Your turn|Click anywhere)/ }).waitFor();
    await t.click(at);
    await t.until((count) => document.querySelectorAll(".plane .cell").length === count, 2 * turn + 2);
  }
  await status.filter({ hasText: /^(You win|Your opponent wins|A tie)/ }).waitFor();
  t.is("a whole game against an opponent", (await moves()).length, 6);
  await t.shot("plane-end");
  await t.button("Swap sides").click();
  await t.until(() => document.querySelectorAll(".plane .cell").length === 1);
  t.ok("the sides are exchanged: the opponent begins", (await t.params()).you === "black");

  await t.open("#plane?board=nowhere");
  await page.locator(".toast.bad", { hasText: "This link is damaged" }).waitFor();
  t.is("a damaged link gives a new game", await page.locator(".plane .cell").count(), 0);
}
