// One round against a row of centres: the theorem beside it, which switches at the threshold, and the best reply.
export default async function row(t) {
  const { page } = t,
    verdict = page.locator(".verdict"),
    card = page.getByRole("region", { name: "One round against a row" });
  await t.open("#plane?board=square&level=friend");
  await t.button("Beat a row of centres").click();
  await verdict.filter({ hasText: "You can win" }).waitFor();
  t.is("White’s row lies there", (await t.params()).moves, "1/4,9/20~3/4,9/20");
  const found = async () =>
    Number((await card.getByText("The best reply found has").textContent()).match(/[\d.]+/)[0]);
  t.ok("above the threshold the best reply has more than half", (await found()) > 50);
  t.is("it is on the board", await page.locator(".plane .ghost").count(), 2);
  await t.shot("plane-row");
  const height = card.getByLabel("Height");
  await height.fill("0.87");
  await verdict.filter({ hasText: "You can win" }).waitFor();
  await height.fill("0.86");
  await verdict.filter({ hasText: "The row wins" }).waitFor();
  t.is("between 0.87 and 0.86 the winner changes", await verdict.getAttribute("data-winner"), "row");
  t.ok("below it comes near to half", (await found()) > 49.9 && (await found()) <= 50);
  await card.getByLabel("Points each").fill("4");
  await verdict.filter({ hasText: "You can win" }).waitFor();
  await height.fill("0.4");
  t.ok("four points in a row are beaten, too", (await found()) > 50);
  await height.fill("0.35");
  await verdict.filter({ hasText: "The row wins" }).waitFor();

  // Play it: two points above the threshold.
  await t.open("#plane?board=rect:1x1&rounds=1&per_turn=1&level=row&you=black");
  await card.getByText("The best reply found has").waitFor();
  await t.click([0.5, 0.55]);
  await page.locator(".headline strong", { hasText: "Your opponent wins by" }).waitFor();
  t.ok("a point is placed against the row", true);

  await t.open("#plane?board=rect:1x0.9&rounds=1&per_turn=2&level=row&you=black");
  await page.locator(".plane .ghost").nth(1).waitFor({ state: "attached" });
  await t.click([0.2, 0.2]);
  await t.until(() => document.querySelectorAll(".plane .cell").length === 3);
  t.is("the best reply is gone once you place your own", await page.locator(".plane .ghost").count(), 0);
  await t.button("Undo").click();
  t.is("and comes back with Undo", await page.locator(".plane .ghost").count(), 2);

  // The engine proves what the page found.
  await t.open("#plane?board=rect:1x0.5&rounds=1&per_turn=1&level=row&you=black");
  await t.button("Prove it").click();
  await card.getByText("The best reply has at least").waitFor();
  t.ok("the engine encloses the best reply", true);
}
