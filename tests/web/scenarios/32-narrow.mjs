// On a phone nothing is too wide, in both themes.
export const modes = ["touch"];
export const context = { deviceScaleFactor: 2 };

/** Elements that reach beyond the page, or text that is cut. */
const outside = () =>
  [...document.querySelectorAll("body *")]
    .filter((element) => {
      const box = element.getBoundingClientRect();
      return (
        box.width &&
        box.height &&
        !element.closest("[hidden], .unseen, .skip, nav, .table-view, canvas") &&
        (box.right > innerWidth + 1 || box.left < -1)
      );
    })
    .map((element) => element.className || element.tagName);

export default async function narrow(t) {
  const { page } = t;
  await t.open("#play?arena=grid:7x7&rounds=4&white=human&black=champion:nodes=200&moves=24.10.30.38");
  t.is("play fits", await page.evaluate(outside), []);
  t.is("no scrolling sideways", await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await t.shot("phone-play");
  await page.touchscreen.tap(...(await t.place(12)));
  await t.until(() => location.hash.includes("moves=24.10.30.38.12"));
  t.ok("a tap places a stone", true);
  await t.button("New game …").click();
  await page.locator("dialog[open]").waitFor();
  t.is("the window for a new game fits", await page.evaluate(outside), []);
  await t.shot("phone-new");
  await page.keyboard.press("Escape");
  await page.emulateMedia({ colorScheme: "dark" });
  await t.open("#analyse?arena=grid:4x4&rounds=2&white=human&black=human&moves=5");
  await t.button("Solve every move").click();
  await page.getByText("proven", { exact: true }).waitFor();
  t.is("analyse fits", await page.evaluate(outside), []);
  await page.evaluate(() => scrollTo(0, 0));
  await t.shot("phone-analyse-dark");
}
