// Study, trees: the paper's numbers as the command line has them, T_i on the board, and a game of it.
export default async function trees(t) {
  const { page } = t,
    side = page.getByRole("complementary", { name: "Complete tree: panel" });
  await t.open("#study?view=trees");
  const promise = side.getByRole("region", { name: "What the paper promises" });
  await promise.getByText("White wins", { exact: true }).waitFor();
  const truth = await t.cli("arena", "tree:3,4", "--rounds", "3");
  t.is("the promised winner", truth.promised, "white");
  t.is(
    "T of every level",
    (await side.locator("tbody tr td:last-child").allInnerTexts()).map(Number),
    truth.subtrees,
  );
  t.is("the key level", await side.locator("tr.key th").innerText(), `${truth.key_level} (key)`);
  t.ok("the size bound", (await promise.innerText()).includes(`N ≥ ${truth.size_bound}`));
  await t.shot("study-trees");
  await t.click(4);
  await page.getByText("White’s stone keeps 13 vertices: T₂ = 13").waitFor();
  t.ok("a vertex shows how much a stone there can hold", true);
  await side.getByLabel("Children k").fill("2");
  await promise.getByText("Not settled by the paper").waitFor();
  await promise.getByText(/This program has solved it/).waitFor();
  t.is("the choice is in the address", (await t.params()).k, "2");
  await side.getByLabel("Levels H").fill("40");
  await side.getByText(/at most 4000 are shown/).waitFor();
  t.ok("a tree that is too large is refused", true);
  await t.open("#study?view=trees&k=2&h=7&n=4");
  await promise.getByText("A tie", { exact: true }).waitFor();
  await t.button("Play this").click();
  await page.locator("main[data-part=play]").waitFor();
  const { arena, rounds } = await t.params();
  t.is("Play this opens the game", [arena, rounds], ["tree:2,7", "4"]);
}
