// One round: all best replies one by one, and the best opening.  Both are told as White minus Black.
export default async function round(t) {
  await t.open("#analyse?arena=grid:4x4&rounds=3&white=human&black=human&moves=5");
  const { page } = t,
    card = page.getByRole("region", { name: "Best reply or opening" }),
    find = card.getByRole("button", { name: "Find" }),
    banner = page.locator(".banner");
  const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)}:`;
  await card.getByLabel("Black’s stones").fill("1");
  await find.click();
  await card.getByText("equally good", { exact: true }).waitFor();
  const truth = await t.cli("reply", "grid:4x4", "--white", "5", "--count", "1", "--all");
  const value = async () => (await card.locator("strong").innerText()).split(" ")[0];
  t.is("a reply's value is White minus Black", await value(), signed(-truth.value));
  await banner.waitFor();
  t.ok("the page says that the board shows an answer", await banner.isVisible());
  const shown = card.getByText(/^\d+ of \d+: White/),
    seen = [];
  for (let i = 0; i < truth.optima_count; i++) {
    await card.getByText(`${i + 1} of ${truth.optima_count}: White`).waitFor();
    seen.push(/Black (\w+)/.exec(await shown.innerText())[1]);
    await card.getByRole("button", { name: "The next answer" }).click();
  }
  const name = ([vertex]) => page.evaluate((v) => document.querySelector(".board").nameOf(v), vertex);
  t.is("all of them", seen.sort(), (await Promise.all(truth.optima.map(name))).sort());
  await t.shot("reply");
  await card.getByRole("button", { name: "Back to the position" }).click();
  await banner.waitFor({ state: "hidden" });
  await card.getByLabel("Question").selectOption("lead");
  const note = await card.locator(".note").innerText();
  t.ok("a question that ignores the stone on the board says so", note.includes("ignores the stone"), note);
  await find.click();
  await card.locator("strong").waitFor();
  const lead = await t.cli("lead", "grid:4x4", "--count", "1", "--reply", "1");
  t.is("the opening's value", await value(), signed(lead.value));
  t.ok("the position is kept", (await t.params()).moves === "5");
  await t.open("#analyse?arena=grid:4x4&rounds=3");
  t.ok("without a stone of White there is no reply to find", await find.isDisabled());
  t.ok("and the card says why", (await card.innerText()).includes("Place a stone of White first"));
}
