// The plane under a finger: press for a preview under a lens, slide to adjust, lift to place, slide off to cancel.
export const modes = ["touch"];

export default async function touch(t) {
  const { page } = t,
    lens = page.locator(".lens"),
    count = () => page.locator(".plane .cell").count();
  await t.open("#plane?board=square&rounds=2&level=friend&moves=0.25,0.5");
  const at = await t.place([0.6, 0.5]);
  await t.touch("touchStart", at);
  await page.locator(".tip", { hasText: "Black’s point here" }).waitFor();
  t.ok("a press shows the land of a point, magnified", await lens.isVisible());
  await t.shot("plane-finger");
  await t.touch("touchMove", await t.place([0.75, 0.5]));
  await page.locator(".tip", { hasText: "50.0 % of the land" }).waitFor();
  t.ok("sliding chooses another place", true);
  await t.touch("touchMove", [at[0], 40]);
  await lens.waitFor({ state: "hidden" });
  await t.touch("touchEnd");
  t.is("sliding off cancels", await count(), 1);
  await t.touch("touchStart", await t.place([0.75, 0.5]));
  await t.touch("touchEnd");
  await t.until(() => document.querySelectorAll(".plane .cell").length === 2);
  t.ok("lifting places the point", !(await lens.isVisible()));
}
