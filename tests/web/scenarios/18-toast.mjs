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
}
