// A finger: press for a preview under a lens, slide to adjust, lift to play, slide off to cancel.
export const modes = ["touch"];

export default async function touch(t) {
  const { page } = t,
    lens = page.locator(".lens"),
    tip = (text) => page.locator(".tip", { hasText: text });
  await t.open("#play?arena=grid:7x7&rounds=4&white=human&black=human&moves=24");
  const [x, y] = await t.place(10);
  await t.touch("touchStart", [x + 14, y + 17]);
  await tip("d6").waitFor();
  t.ok("a press shows the preview of the nearest vertex, magnified", await lens.isVisible());
  await t.shot("finger");
  const slid = await t.place(38);
  await t.touch("touchMove", [slid[0] + 10, slid[1] + 10]);
  await tip("d2").waitFor();
  t.ok("sliding chooses another one", await lens.isVisible());
  await t.touch("touchMove", [x, 20]);
  await lens.waitFor({ state: "hidden" });
  await t.touch("touchEnd");
  t.is("sliding off cancels", [(await t.params()).moves, await page.locator(".tip").isVisible()], ["24", false]);
  await t.touch("touchStart", slid);
  await t.touch("touchEnd");
  await t.until(() => location.hash.endsWith("moves=24.38"));
  t.ok("lifting plays", !(await lens.isVisible()));
  await page.touchscreen.tap(...(await t.place(24)));
  await tip("d4, White’s stone 1").waitFor();
  t.is("a tap on a stone tells about it", (await t.params()).moves, "24.38");

  const far = async () => (await t.place(1))[0] - (await t.place(0))[0];
  const before = await far();
  await t.touch("touchStart", [x, y]);
  await t.touch("touchStart", [x, y], [x - 60, y]);
  for (let i = 1; i <= 5; i++) await t.touch("touchMove", [x + 6 * i, y], [x - 60 - 6 * i, y]);
  await t.touch("touchEnd");
  await t.soon("two fingers zoom", async () => (await far()) > 1.5 * before);
  t.is("and place nothing", [(await t.params()).moves, await lens.isVisible()], ["24.38", false]);
}
