// The daily puzzle: made from the date, tries kept, a result to send, a streak, and help that ends it.
export const context = {}; // for the clock and the clipboard

export default async function daily(t) {
  const { page } = t,
    task = page.locator(".task"),
    says = (words) => task.filter({ hasText: words }).waitFor(),
    card = page.getByRole("region", { name: "Daily puzzle" });
  const onDay = async (date) => {
    await page.clock.setFixedTime(new Date(`${date}T12:00`));
    await t.open("#lines");
  };
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);

  await onDay("2026-11-16");
  const wish = await page.evaluate(async () =>
    (await import(document.querySelector("script").src)).load("lines/daily.js").wishOf("2026-11-16"),
  );
  const level = await t.cli(
    ...[
      "lines",
      "generate",
      `${wish.kind}:${wish.vertices}`,
      "--op",
      wish.op,
      "--share",
      wish.share.join("-"),
    ],
    ...["--unique", "--seed", String(wish.seed), "--to", "/dev/null"],
  );
  t.is("the date decides the level, on every machine", level.players, [
    { name: "red", payoff: "19/2" },
    { name: "blue", payoff: "119/2" },
  ]);
  await card.getByRole("button", { name: "Monday, 16 November 2026" }).click();
  const isOpen = (title) => page.locator(".headline", { hasText: title }).waitFor();
  await isOpen("Daily puzzle, 16 November 2026");
  t.is(
    "the puzzle is the level of the engine",
    await page.locator(".scorebar").getAttribute("aria-label"),
    "red 9.5, exactly 19/2, blue 59.5, exactly 119/2, tied 0, unreached 0",
  );
  await t.shot("daily");
  await t.click({ edge: 3, at: "1/2" });
  await says("Not solved");
  await t.open("#lines?daily=2026-11-16");
  await says("1 try so far.");
  t.ok("a try is kept when the page is left", true);
  await t.click({ edge: 4, at: "1/2" });
  await says("Solved in 2 tries!");
  t.ok("the result is in sight", (await page.locator(".headline").boundingBox()).y >= 0);
  await t.shot("daily-solved");
  await t.button("Copy result").click();
  const text = () => page.evaluate(() => navigator.clipboard.readText());
  await t.soon("the result to send", async () =>
    (await text()).startsWith("Demesne daily 2026-11-16, solved in 2 tries\n"),
  );

  await onDay("2026-11-17");
  t.ok("the streak is kept until the day is over", (await card.innerText()).includes("Streak: 1 day"));
  await card.getByRole("button", { name: "Tuesday, 17 November 2026" }).click();
  await isOpen("Daily puzzle, 17 November");
  await t.button("Best move").click();
  const dialog = page.locator("dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  t.is("help asks first", await page.locator(".mark.best").count(), 0);
  await t.button("Best move").click();
  await dialog.getByRole("button", { name: "Show help" }).click();
  await t.button("Make this move").click();
  await says("it does not count as solved");
  await onDay("2026-11-18");
  t.ok(
    "a day with help ends the streak",
    !(await card.innerText()).includes("Streak"),
    await card.innerText(),
  );
}
