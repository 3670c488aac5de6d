// Zooming and moving by wheel, drag and keys, and the theme; none of it places a stone.
export default async function view(t) {
  const { page } = t;
  await t.open("#play?arena=geometric:2000,6&rounds=5&white=human&black=human&moves=100.200");
  const far = async () => {
    const [a, b] = [await t.place(300), await t.place(400)];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  const before = await far(),
    start = await t.place(300);
  await page.mouse.move(...start);
  await page.mouse.wheel(0, -400);
  await t.soon("the wheel zooms", async () => (await far()) > 2 * before);
  const [x, y] = await t.place(300);
  t.ok("around the pointer", Math.hypot(x - start[0], y - start[1]) < 2, [x, y, ...start]);
  const box = await page.locator(".board").boundingBox();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(...middle);
  await page.mouse.down();
  const begun = await page.evaluate(() => performance.now());
  for (let i = 1; i <= 20; i++) await page.mouse.move(middle[0] + 4 * i, middle[1] + 2 * i);
  t.note(
    `2000 vertices: a drag of 20 steps in ${((await page.evaluate(() => performance.now())) - begun).toFixed(0)} ms`,
  );
  await page.mouse.up();
  await t.soon("a drag moves the board", async () => {
    const moved = await t.place(300);
    return Math.hypot(moved[0] - x - 80, moved[1] - y - 40) < 2;
  });
  t.is("dragging places no stone", (await t.params()).moves, "100.200");
  await page.locator(".board").focus();
  await page.keyboard.press("0");
  await t.soon("0 shows all again", async () => Math.abs((await far()) - before) < 1);

  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  const theme = page.locator("#theme");
  for (const want of ["light", "dark"]) {
    await theme.click();
    t.is(`the theme is ${want}`, await page.evaluate(() => document.documentElement.dataset.theme), want);
  }
  t.ok("the dark theme has another background", (await paper()) !== light);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  t.is("the theme is kept", await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await t.shot("dark");
}
