// Moves made faster than the server answers: they come one after another, and none twice.
export const isServed = true;

export default async function fast(t) {
  const { page } = t;
  await page.route("**/api/game", async (route) => {
    await new Promise((wake) => setTimeout(wake, 150));
    await route.continue();
  });
  await t.open("#play?arena=path:9&rounds=4&white=human&black=human");
  await page.locator(".board").focus();
  for (const key of ["ArrowRight", "Enter", "Enter", "ArrowRight", "Enter", "ArrowRight", "Enter"])
    await page.keyboard.press(key);
  await t.until(() => location.hash.endsWith("moves=4.5.6"));
  t.ok("three moves by keys", true);
  await t.click(0);
  await t.click(0);
  await t.click(8);
  await t.until(() => location.hash.endsWith("moves=4.5.6.0.8"));
  t.is("no move is refused", await page.locator(".toast.bad").allInnerTexts(), []);
}
