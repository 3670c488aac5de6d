// A long job is cancelled, and the page still works.
export const isServed = true;

export default async function cancel(t) {
  await t.open("#analyse?arena=grid:9x9&rounds=6&white=human&black=human");
  await t.button("Solve every move").click();
  const card = t.page.getByRole("region", { name: "Moves" });
  await card.locator(".progress").waitFor();
  t.ok("it cannot be started twice", await t.button("Solve every move").isDisabled());
  await card.locator(".progress", { hasText: /from -\d+ to \d+/ }).waitFor();
  t.ok("it shows its bounds", true);
  await t.shot("solving");
  await card.getByRole("button", { name: "Cancel" }).click();
  await card.locator(".progress").waitFor({ state: "hidden" });
  const words = await card.innerText();
  t.ok("it says that it was cancelled, or has bounds", /Cancelled|between/.test(words), words);
  t.ok("it can be started again", await t.button("Solve every move").isEnabled());
  const [started] = await Promise.all([
    t.page.waitForResponse((response) => response.url().endsWith("/api/jobs")),
    t.button("Solve every move").click(),
  ]);
  const { job } = await started.json();
  const state = async () => (await (await fetch(`${t.url}api/jobs/${job}`)).json()).state;
  await card.locator(".progress", { hasText: /from -\d+ to \d+/ }).waitFor();
  t.is("it runs again", await state(), "running");
  await t.page.goto("about:blank");
  await t.soon("a page that is left takes its work along", async () => (await state()) === "cancelled");
  await t.open("#analyse?arena=grid:9x9&rounds=6&white=human&black=human");
  await t.click(40);
  await t.until(() => location.hash.includes("moves=40"));
  t.ok("the board still works", true);
}
