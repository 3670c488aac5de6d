// The window for a new game says beside Start what stands against the game, and can be read there.
export default async function newgame(t) {
  const { page } = t,
    dialog = page.locator("dialog"),
    problem = dialog.locator(".problem");
  await t.open("#play?arena=grid:7x7&rounds=4&white=human&black=human");
  await t.button("New game …").click();
  await dialog.getByLabel("Rounds").fill("30");
  await problem.getByText("the board has 49").waitFor();
  t.ok("too many rounds are noticed before Start", true);
  await t.button("Start").click();
  await t.until(() => document.activeElement.matches(".problem"));
  const isSeen = await problem.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(box.left + 20, box.top + box.height / 2));
  });
  t.ok("Start puts the focus on the reason, and nothing covers it", isSeen);
  await t.shot("new-game-problem");
  await dialog.getByLabel("Rounds").fill("4");
  await problem.waitFor({ state: "hidden" });
  t.ok("the reason goes once it is mended", true);

  await dialog.getByRole("radio", { name: "Other …" }).check();
  await dialog.getByLabel("Kind").selectOption("path");
  await dialog.getByLabel("Vertices").fill("30000");
  await dialog
    .getByRole("radiogroup", { name: "Black’s player" })
    .getByRole("radio", { name: "Champion" })
    .check();
  await problem.getByText("cannot play here").waitFor();
  t.ok("a board too large for the engine is noticed before Start", true);
  await page.keyboard.press("Escape");

  // By link the same board opens, and the status says why nobody moves.
  await t.open("#play?arena=path:30000&rounds=2&white=champion&black=human");
  await page.locator(".status", { hasText: "cannot play here" }).waitFor();
  t.ok("a link to such a game says why the engine does not move", true);

  const server = t.serve("--read-only");
  try {
    await page.goto(`${await server.address}#play`);
    await page.waitForSelector("html[data-ready]");
    t.is(
      "on a read-only server people play both sides",
      [(await t.params()).white, (await t.params()).black],
      ["human", "human"],
    );
    await t.click(24);
    await t.until(() => location.hash.includes("moves=24"));
    await t.button("New game …").click();
    await dialog
      .getByRole("radiogroup", { name: "Black’s player" })
      .getByRole("radio", { name: "Strong" })
      .check();
    await problem.getByText("read-only").waitFor();
    t.ok("its window says that it has no computer players", true);
  } finally {
    server.stop();
  }
}
