// Large boards: 2000 vertices under the pointer, 100000 on the page.  Times are reported, not checked;
// 41-times.mjs measures previews.
export default async function large(t) {
  const { page } = t;
  await t.open("#play?arena=geometric:2000,6&rounds=5&white=human&black=human");
  await t.click(100);
  await t.until(() => location.hash.includes("moves=100"));
  await t.point(700);
  await page.locator(".tip", { hasText: /vertex 700\s*White/ }).waitFor();
  t.ok("a preview comes", true);
  await t.shot("large-2000");
  const begun = Date.now();
  await t.open("#play?arena=road:100000&rounds=5&white=human&black=human&moves=5.77777.1234.4321");
  const bar = await page.locator(".scorebar").getAttribute("aria-label");
  t.note(`100000 vertices: on the page after ${Date.now() - begun} ms`);
  t.ok("100000 vertices are coloured", /White \d{4,}, Black \d{4,}/.test(bar), bar);
  const box = await page.locator(".board").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  const moved = await page.evaluate(() => performance.now());
  for (let i = 1; i <= 20; i++)
    await page.mouse.move(box.x + box.width / 2 + 6 * i, box.y + box.height / 2 + 3 * i);
  t.note(`a drag of 20 steps: ${((await page.evaluate(() => performance.now())) - moved).toFixed(0)} ms`);
  await page.mouse.up();
  await page.waitForTimeout(800);
  await t.shot("large-100000");
}
