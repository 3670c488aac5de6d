// A finger on a level: press to see where the move goes, slide, lift to make it, slide off to cancel.
export const modes = ["touch"];

export default async function linesTouch(t) {
  const { page } = t,
    lens = page.locator(".lens"),
    tip = (text) => page.locator(".tip", { hasText: text });
  await t.open("#lines?puzzle=bridge");
  const [x, y] = await t.place({ edge: 4, at: "1/2" });
  await t.touch("touchStart", [x, y + 30]);
  await tip("Cut here").waitFor();
  t.ok("a press beside a line shows where it would be cut, magnified", await lens.isVisible());
  await t.shot("lines-finger");
  const box = await page.locator(".board").boundingBox();
  await t.touch("touchMove", [x, box.y + box.height - 20]);
  await lens.waitFor({ state: "hidden" });
  await t.touch("touchEnd");
  t.is("sliding off makes no move", (await t.params()).moves, undefined);
  await t.touch("touchStart", [x, y + 25]);
  const [right] = await t.place({ edge: 4, at: "3/4" });
  await t.touch("touchMove", [right, y + 25]);
  await t.touch("touchEnd");
  await page.locator(".task", { hasText: "Solved in 1 try!" }).waitFor();
  t.ok("sliding chooses the place, lifting makes the move", !(await lens.isVisible()));

  await t.open("#lines?puzzle=pond");
  const site = await t.place({ vertex: 3 });
  await t.touch("touchStart", [site[0] + 24, site[1] + 18]);
  await tip("Remove this site").waitFor();
  t.ok("a site is found from further away", await page.locator(".mark").isVisible());
  await t.touch("touchEnd");
  await page.locator(".task:is(.won, .missed)").waitFor();
}
