// A read-only server: Lines and Circle offer nothing that it would refuse.
export default async function looking(t) {
  const { page } = t,
    server = t.serve("--read-only");
  try {
    const url = await server.address;
    await page.goto(`${url}#lines?puzzle=meadow`);
    await page.waitForSelector("html[data-ready]");
    t.is("no advice", await t.button("Best move").count(), 0);
    t.is("no daily puzzle", await page.locator("button.daily").count(), 0);
    t.is("no button to make levels", await t.button("Make a level …").count(), 0);
    await page.keyboard.press("b");
    const before = await page.locator(".sites circle").count();
    await page.locator(".level-board").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await t.until((n) => document.querySelectorAll(".sites circle").length === n, before + 1);
    t.ok("moves are made", true);
    await page.goto(`${url}#circle?stones=3`);
    await page.locator('[aria-label="Circle and segment: panel"]:not([inert])').waitFor();
    t.ok("no attack", await t.button("Attack Red").isDisabled());
    await page.getByLabel("An exact place").fill("1/7");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash.includes("moves=1/7,10/21"));
    t.ok("a player answers", true);
    t.is("nothing was refused", await page.locator(".toast.bad").count(), 0);
  } finally {
    server.stop();
  }
}
