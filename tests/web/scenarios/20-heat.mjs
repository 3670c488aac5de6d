// The heat map has the values of the command line, and so has the effect of each stone.
const valuesOf = async (t) => {
  const rows = await t.page.locator(".table-view tbody tr").all();
  const heads = await t.page.locator(".table-view thead th").allInnerTexts();
  const at = heads.indexOf("Value");
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
  const value = await t.page.locator(".facts dd").first().innerText();
  t.is("the value", Number(value.split(" ")[0].replace("−", "-")), truth.value);
  await t.button("Best line").click();
  await t.shot("analyse");
  await t.button("Clear").click();
  await t.button("Effect of each stone").click();
  await t.page.locator(".table-view thead", { hasText: "Value" }).waitFor();
  const effects = new Map(await valuesOf(t));
  for (const vertex of [0, 6, 15]) {
    const after = await t.cli("score", "grid:4x4", "--white", "5", "--black", String(vertex));
    t.is(`effect of a stone on ${vertex}`, effects.get(vertex), after.value);
  }
  // At the last stone nothing is random any more: the mean is the score.
  await t.open("#analyse?arena=grid:4x4&rounds=1&white=human&black=human&moves=5");
  await t.page.getByLabel("Board as a table").check();
  const view = t.page.getByLabel("A player’s view");
  t.is("players that have a view", await view.getByLabel("Player").locator("option").allInnerTexts(), [
    "monte-carlo",
    "minimax",
    "expectation",
    "mcts",
  ]);
  for (const player of ["expectation", "monte-carlo", "minimax"]) {
    await t.button("Clear").click();
    await view.getByLabel("Player").selectOption(player);
    if (player === "monte-carlo") {
      await view.getByText("Parameters").click();
      await view.getByLabel("exact-rules").fill("1");
    }
    await t.button("Evaluation").click();
    await t.page.locator(".table-view thead", { hasText: "Value" }).waitFor();
    const values = new Map(await valuesOf(t));
    t.is(
      `${player} after the last stone`,
      [0, 6, 15].map((vertex) => values.get(vertex)),
      [0, 6, 15].map((vertex) => effects.get(vertex)),
    );
  }
  await t.page.getByText("as minimax sees it").waitFor();
  await t.open("#analyse?arena=grid:7x7&rounds=4&white=human&black=human&moves=24.16.32");
  await t.button("Evaluation").click();
  await t.page.getByText("as expectation sees it").waitFor();
  await t.shot("analyse-view");
}
