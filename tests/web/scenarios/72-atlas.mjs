// Study, atlas: solved games by family, rounds and outcome, in pages; a row opens in Analyse.
export default async function atlas(t) {
  const { page } = t,
    summary = page.locator("p[aria-live]"),
    rows = page.locator(".atlas tbody tr");
  await t.open("#study?view=atlas");
  await summary.getByText("Games 1 to 25 of 4,503: White wins").waitFor();
  await page.getByLabel("Boards").selectOption("trees");
  await page.getByLabel("Outcome").selectOption("black");
  await summary
    .getByText("Games 1 to 25 of 71 (the atlas has 4,503): White wins 0, tie 0, Black wins 71.")
    .waitFor();
  t.ok(
    "counts of all trees are there",
    await page.getByRole("region", { name: "Counts", exact: true }).isVisible(),
  );
  await rows.nth(0).locator("img").waitFor();
  t.ok("boards have pictures", true);
  await t.shot("study-atlas");
  for (let i = 0; i < 2; i++) await page.getByRole("button", { name: "More" }).click();
  await summary.getByText("Games 51 to 71 of 71").waitFor();
  t.ok("the last page ends", await page.getByRole("button", { name: "More" }).isDisabled());
  await page.getByLabel("Rounds").fill("2");
  await page.getByLabel("Vertices").fill("11");
  await page.getByLabel("Vertices").press("Tab");
  await summary.getByText("Games 1 to 4 of 4").waitFor();
  t.is("the choice is in the address", (await t.params()).vertices, "11");
  const name = await rows.nth(1).getByRole("button").innerText();
  await rows.nth(1).getByRole("button").click();
  await page.locator("main[data-part=analyse]").waitFor();
  await t.button("Solve every move").click();
  await page.locator("strong", { hasText: "−1: with best play Black wins by 1" }).waitFor();
  t.ok(`${name} has the value that the atlas says`, true);
  await page.goBack();
  await summary.getByText("Games 1 to 4 of 4").waitFor();
  t.ok("Back returns to the list", true);
  await t.open("#study?view=atlas&table=nosuch&rounds=x&from=-5&winner=9");
  await summary.getByText("of 4,503").waitFor();
  t.ok("a damaged link shows the whole atlas", true);
}
