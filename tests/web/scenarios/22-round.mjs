// One round: all best replies one by one, and the best lead.
export default async function round(t) {
  await t.open("#analyse?arena=grid:4x4&rounds=3&white=human&black=human&moves=5");
  const card = t.page.getByRole("region", { name: "One round" });
  await card.getByLabel("Stones").fill("1");
  await card.getByRole("button", { name: "Find" }).click();
  await card.getByText("optima", { exact: true }).waitFor();
  const truth = await t.cli("reply", "grid:4x4", "--white", "5", "--count", "1", "--all");
  const words = await card.innerText();
  t.ok("the number of optima", words.includes(`1 of ${truth.optima_count}`), words);
  const seen = [];
  for (let i = 0; i < truth.optima_count; i++) {
    seen.push(/Black ([\d, ]+)/.exec(await card.locator(".buttons span").innerText())[1].replace(/ /g, ""));
    await card.getByRole("button", { name: "The next optimum" }).click();
    await card.locator(".buttons span", { hasText: `${((i + 1) % truth.optima_count) + 1} of` }).waitFor();
  }
  t.is("all of them", seen.sort(), truth.optima.map((set) => set.join()).sort());
  await t.shot("reply");
  await card.getByRole("button", { name: "Back to the position" }).click();
  await card.getByLabel("Question").selectOption("lead");
  await card.getByRole("button", { name: "Find" }).click();
  await card.getByText("White minus Black").waitFor();
  const lead = await t.cli("lead", "grid:4x4", "--count", "1", "--reply", "1");
  t.ok(
    "the lead's value",
    (await card.innerText()).includes(`${lead.value > 0 ? "+" : ""}${lead.value}`.replace("-", "−")),
    await card.innerText(),
  );
}
