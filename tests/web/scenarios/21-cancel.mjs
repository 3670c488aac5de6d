// A job that would take long is cancelled, and the page goes on.
export default async function cancel(t) {
  await t.open("#analyse?arena=grid:9x9&rounds=6&white=human&black=human");
  await t.button("Solve every move").click();
  await t.page.locator(".progress").waitFor();
  t.ok("it cannot be asked twice", await t.button("Solve every move").isDisabled());
  await t.page.locator(".progress", { hasText: "from -81 to 81" }).waitFor();
  t.ok("it tells of its bounds", true);
  await t.shot("solving");
  await t.page.getByRole("region", { name: "Moves" }).getByRole("button", { name: "Cancel" }).click();
  await t.page.locator(".progress").waitFor({ state: "hidden" });
  const words = await t.page.getByRole("region", { name: "Moves" }).innerText();
  t.ok("it says that it was cancelled, or has bounds", /Cancelled|between/.test(words), words);
  t.ok("and can be asked again", await t.button("Solve every move").isEnabled());
  await t.click(40);
  await t.until(() => location.hash.includes("moves=40"));
  t.ok("the board goes on", true);
}
