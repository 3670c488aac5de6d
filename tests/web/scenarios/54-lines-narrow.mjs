// Lines, circle and contest on a phone, and with keys only.
export const modes = ["touch"];
export const context = { deviceScaleFactor: 2 };

const outside = () =>
  [...document.querySelectorAll("body *")]
    .filter((element) => {
      const box = element.getBoundingClientRect();
      return (
        box.width &&
        box.height &&
        !element.closest("[hidden], .unseen, .skip, nav, .table-view, .scroll, svg") &&
        (box.right > innerWidth + 1 || box.left < -1)
      );
    })
    .map((element) => element.className || element.tagName);

export default async function narrow(t) {
  const { page } = t,
    press = (key) => page.keyboard.press(key);
  for (const [part, name] of [
    ["lines?puzzle=orchard", "lines"],
    ["circle?stones=5&moves=0,1/5,1/2,2/5", "circle"],
    ["contest", "contest"],
  ]) {
    await t.open(`#${part}`);
    await page.waitForTimeout(300);
    t.is(`${name} fits`, await page.evaluate(outside), []);
    t.is(
      `${name}: no scrolling sideways`,
      await page.evaluate(() => document.documentElement.scrollWidth),
      390,
    );
    await t.shot(`phone-${name}`);
  }
  await t.open("#lines?puzzle=bridge");
  await page.touchscreen.tap(...(await t.place({ edge: 4, at: "3/4" })));
  await page.locator(".verdict", { hasText: "red leads" }).waitFor();
  t.ok("a tap cuts", true);
  await t.button("Undo").click();
  await t.button("Best move").click();
  await page.locator(".level .mark.best").waitFor();
  t.ok(
    "the best move is visible",
    await page.evaluate(() => {
      const box = document.querySelector(".level-board").getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight;
    }),
  );
  await t.shot("phone-lines-best");
  await page.emulateMedia({ colorScheme: "dark" });
  await t.open("#lines?puzzle=bridge");
  await page.locator(".level-board").focus();
  await press("ArrowRight");
  for (let i = 0; i < 4; i++) await press("ArrowDown");
  for (let i = 0; i < 4; i++) await press("ArrowRight");
  await page.locator(".tip", { hasText: "Cut here" }).waitFor();
  await t.shot("phone-lines-dark");
  await press("Enter");
  await page.locator(".verdict", { hasText: "red leads" }).waitFor();
  await t.until(() => document.getElementById("live").textContent.includes("Red leads"));
  t.ok("a cut with keys, announced to screen readers", true);
  await press("u");
  await page.locator(".verdict", { hasText: "blue leads" }).waitFor();
  await page.getByText("Type an exact place").click();
  await page.getByLabel("The move in numbers").fill("4:3/4");
  await press("Enter");
  await page.locator(".verdict", { hasText: "red leads" }).waitFor();
  t.ok("a move typed as numbers", true);
  await page.getByText("Level as a table").click();
  t.ok("the level as a table", (await page.locator(".table-view tbody tr").count()) === 10);
}
