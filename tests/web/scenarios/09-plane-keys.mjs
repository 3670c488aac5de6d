// The plane by keys alone; its land flows unless the system asks for less motion.
export const modes = ["mouse"];
export const context = { reducedMotion: "no-preference" };

export default async function keys(t) {
  const { page } = t,
    count = () => page.locator(".plane .point").count();
  await t.open("#plane?board=ngon:6&rounds=2&level=friend");
  await page.evaluate(() => {
    window.flows = 0;
    new MutationObserver(
      (changes) => (window.flows += changes.some((one) => one.addedNodes.length) ? 1 : 0),
    ).observe(document.querySelector("#plane-picture"), { childList: true, subtree: true });
  });
  await page.locator(".plane-board").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".tip", { hasText: "White’s point here: 100.0 %" }).waitFor();
  await page.keyboard.press("Enter");
  await t.until(() => document.querySelectorAll(".plane .point").length === 1);
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowLeft");
  await page.locator("#live", { hasText: "Black’s point here" }).waitFor({ state: "attached" });
  t.ok("the preview is read aloud", true);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#plane-picture clipPath", { state: "attached" });
  t.ok("the land flows", true);
  await t.until(() => !document.querySelector("#plane-picture clipPath"));
  t.is("until it is there", await page.locator(".plane .cell").count(), 2);
  await page.keyboard.press("u");
  t.is("u takes a point back", await count(), 1);
  await page.keyboard.press("y");
  t.is("y brings it back", await count(), 2);
  await page.keyboard.press("h");
  await page.locator(".plane .ghost").waitFor({ state: "attached" });
  t.ok("h shows a good place", true);
  await page.keyboard.press("n");
  const dialog = page.locator("dialog[open]");
  await dialog.getByRole("radio", { name: "Triangle" }).check();
  await dialog.getByRole("radio", { name: "One round" }).check();
  await dialog.getByLabel("Points each").fill("2");
  await t.shot("plane-new");
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.waitFor({ state: "detached" });
  const { board, rounds, per_turn: each } = await t.params();
  t.is("n begins a new game", [board, rounds, each], ["triangle", "1", "2"]);
}
