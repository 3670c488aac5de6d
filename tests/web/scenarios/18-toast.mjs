// A message covers no button.
const covered = () => {
  const box = document.querySelector(".toast").getBoundingClientRect();
  return [...document.querySelectorAll("button, a, select, input")]
    .filter((control) => !control.closest(".toast, [hidden]"))
    .filter((control) => {
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      return width && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    })
    .map((control) => control.textContent);
};

export default async function toast(t) {
  const { page } = t;
  await t.open("#play?arena=grid:5x5&rounds=2&white=human&black=human&moves=12");
  await t.button("Hint").click();
  await page.locator(".toast", { hasText: /[a-e][1-5]/ }).waitFor();
  t.is("a hint", await page.evaluate(covered), []);
  await t.shot("toast");
  await t.open("#play?arena=nosuch:3");
  await page.locator(".toast.bad").waitFor();
  t.is("a long message", await page.evaluate(covered), []);
  t.is("no words of the API", (await page.locator(".toast.bad").innerText()).includes("/api"), false);
  await page.evaluate(() => (location.hash = "#play?arena=nosuch:3&rounds=2"));
  await page.waitForTimeout(300);
  t.is("the same message is there once", await page.locator(".toast.bad").count(), 1);
  await page.evaluate(() => (location.hash = "#lines"));
  await page.locator(".toast").waitFor({ state: "detached" });
  t.ok("and goes with its tab", true);
  // A game that is solved in a moment, on any machine.
  await t.open("#play?arena=grid:5x5&rounds=1&white=human&black=human");
  await t.button("Hint").click();
  const hint = await page.locator(".toast", { hasText: /Hint/ }).innerText(),
    { value, moves } = await t.cli("solve", "grid:5x5", "--rounds", "1", "--moves");
  const nameOf = (vertex) => `${"abcde"[vertex % 5]}${5 - Math.floor(vertex / 5)}`,
    best = moves.filter((one) => one.value === value).map(({ move }) => nameOf(move[0]));
  t.ok("a hint on a small board is a best move", best.includes(/Hint: (\w+)/.exec(hint)?.[1]), [hint, best]);
}
