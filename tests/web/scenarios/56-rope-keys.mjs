// A rope and a removal with keys only; tools chosen by letter.
export const context = { reducedMotion: "no-preference" };

export default async function ropeKeys(t) {
  const { page } = t,
    press = (key) => page.keyboard.press(key);
  await t.open("#lines?puzzle=raft");
  const edges = () => page.locator(".level .net path").count();
  const before = await edges();
  await page.locator(".level-board").focus();
  await press("ArrowRight");
  await press("Enter");
  await t.until(() => document.getElementById("live").textContent.includes("The rope begins"));
  for (let i = 0; i < 3; i++) await press("ArrowDown");
  await press("ArrowRight");
  await page.locator(".tip", { hasText: "Rope to here" }).waitFor();
  await t.shot("rope-keys");
  await press("Enter");
  await t.until((n) => document.querySelectorAll(".level .net path").length > n, before);
  t.ok("a rope between two places", (await edges()) > before);
  await press("u");
  await t.until((n) => document.querySelectorAll(".level .net path").length === n, before);
  await press("d");
  const sites = await page.locator(".sites circle").count();
  await page.locator(".level-board").focus();
  await press("ArrowRight");
  await press("Enter");
  await t.until(() => document.getElementById("live").textContent.includes("removed")); // by then its own film has begun
  t.is("a site is removed", await page.locator(".sites circle").count(), sites - 1);
  await press("y");
  await press("c");
  t.is(
    "the tool is pressed",
    await page.getByRole("button", { name: "Cut", exact: true }).getAttribute("aria-pressed"),
    "true",
  );
  await press("p");
  t.ok("the expansion plays", await page.getByRole("button", { name: "❚❚ Stop" }).isVisible());
}
