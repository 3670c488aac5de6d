// A phone on its side, and a window at 200 %: the board is seen whole and can be scrolled past; the tab that is open is seen.
export const modes = ["touch"];

export default async function landscape(t) {
  const { page } = t;
  for (const [width, height] of [
    [844, 390],
    [640, 400],
  ]) {
    await page.setViewportSize({ width, height });
    await t.open("#play");
    await page.locator(".board").waitFor();
    const box = await page.locator(".board").boundingBox();
    t.ok(`${width} x ${height}: the board is not below the fold`, box.y < 80 && box.y + box.height <= height + 8, box);
    t.ok("and uses the height", box.height > 0.7 * height, box);
    const side = await page.locator(".side").boundingBox();
    t.ok("a panel beside it can be swiped", side.y < 100 && side.x >= box.x + box.width && side.width > 150, side);
    t.is("no scrolling sideways", await page.evaluate(() => document.documentElement.scrollWidth), width);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ["contest", "study", "play"]) {
    await t.open(`#${name}`);
    const tab = await page.locator("#tabs a[aria-current]").boundingBox();
    t.ok(`the tab of ${name} is in sight`, tab.x >= 0 && tab.x + tab.width <= 390, tab);
  }
}
