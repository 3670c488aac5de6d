// The numbers on the board are those of the command line, all White minus Black, and explained in words.
const valuesOf = async (t) => {
  const rows = await t.page.locator(".table-view tbody tr").all();
  const heads = await t.page.locator(".table-view thead th").allInnerTexts();
  const at = heads.indexOf("White minus Black");
  const cells = await Promise.all(rows.map((row) => row.locator("th, td").allInnerTexts()));
  const pairs = cells
    .filter((cell) => cell[at])
    .map((cell) => [Number(cell[0]), Number(cell[at].replace("−", "-"))]);
  return pairs.sort((a, b) => a[0] - b[0]);
};

export default async function heat(t) {
  await t.open("#analyse?arena=grid:4x4&rounds=2&white=human&black=human&moves=5");
  await t.page.getByLabel("Board as a table").check();
  await t.button("Solve every move").click();
  await t.page.getByText("proven", { exact: true }).waitFor();
  const truth = await t.cli("solve", "grid:4x4", "--rounds", "2", "--white", "5", "--moves");
  const want = truth.moves.map(({ move, value }) => [move[0], value]).sort((a, b) => a[0] - b[0]);
  t.is("values of every move", await valuesOf(t), want);
  const value = await t.page.getByRole("region", { name: "Moves" }).locator("strong").innerText();
  t.is("the value", Number(value.split(":")[0].replace("−", "-")), truth.value);
  await t.button("Best line").click();
  await t.shot("analyse");
  await t.button("Clear").click();
  await t.button("Score after each move").click();
  await t.page.locator(".table-view thead", { hasText: "White minus Black" }).waitFor();
  const effects = new Map(await valuesOf(t));
  for (const vertex of [0, 6, 15]) {
    const after = await t.cli("score", "grid:4x4", "--white", "5", "--black", String(vertex));
    t.is(`effect of a stone on ${vertex}`, effects.get(vertex), after.value);
  }
  await t.point(15);
  const told = `Then ${effects.get(15) > 0 ? "White" : "Black"} is ahead by ${Math.abs(effects.get(15))}`;
  await t.page.locator(".tip", { hasText: told }).waitFor();
  t.ok("pointing at a number says what it means", true);
  const panel = await t.page.getByRole("region", { name: "Position" }).innerText();
  t.ok("the sign is explained at the top", panel.includes("White’s score minus Black’s"), panel);
  // A finished game has no moves to judge.
  await t.open("#analyse?arena=path:5&rounds=1&white=human&black=human&moves=2.1");
  t.ok("a finished game has no score after a move", await t.button("Score after each move").isDisabled());
  const moves = await t.page.getByRole("region", { name: "Moves" }).innerText();
  t.ok("and the page says why", moves.includes("The game is over"), moves);
  await t.page.keyboard.press("e");
  await t.page.locator(".toast", { hasText: "The game is over" }).waitFor();
  // At the last stone nothing is random any more: the mean is the score.
  await t.open("#analyse?arena=grid:4x4&rounds=1&white=human&black=human&moves=5");
  await t.page.getByLabel("Board as a table").check();
  const view = t.page.getByLabel("Engine’s opinion", { exact: true });
  t.is("players that have a view", await view.getByLabel("Player").locator("option").allInnerTexts(), [
    "glance",
    "monte-carlo",
    "minimax",
    "expectation",
    "mcts",
    "champion",
    "solver",
  ]);
  for (const player of ["expectation", "monte-carlo", "minimax"]) {
    await view.getByLabel("Player").selectOption(player);
    if (player === "monte-carlo") {
      await view.getByText("Parameters").click();
      await view.getByLabel("exact-rules").fill("1");
    }
    await t.button("Ask").click();
    await t.page.getByText(`Opinion of ${player}`).waitFor();
    const values = new Map(await valuesOf(t));
    t.is(
      `${player} after the last stone`,
      [0, 6, 15].map((vertex) => values.get(vertex)),
      [0, 6, 15].map((vertex) => effects.get(vertex)),
    );
  }
  await t.page.getByText("as minimax sees it").waitFor();
  await t.open("#analyse?arena=grid:7x7&rounds=4&white=human&black=human&moves=24.16.32");
  await t.button("Ask").click();
  await t.page.getByText("as expectation sees it").waitFor();
  await t.shot("analyse-view");
}
