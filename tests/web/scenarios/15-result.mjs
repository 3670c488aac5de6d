// The end of a game: who won, a review with the worst moves, another try, a rematch.
export default async function result(t) {
  const { page } = t,
    card = page.locator(".result");
  await t.open("#play?arena=path:9&rounds=2&white=human&black=minimax&moves=4.3.0");
  await card.waitFor();
  const { moves } = await t.params(),
    [w1, b1, w2, b2] = moves.split(".");
  const truth = await t.cli("score", "path:9", "--white", `${w1},${w2}`, "--black", `${b1},${b2}`);
  const loser = truth.value > 0 ? "You win by" : /(Casual|minimax) wins by/;
  t.ok("the card says who won", (await card.locator("h2").innerText()).match(loser), truth.value);
  t.ok("and by how much", (await card.locator("h2").innerText()).endsWith(` ${Math.abs(truth.value)}`));
  t.ok("with the score over the turns", await card.locator(".chart polyline").first().isVisible());
  await t.button("Review").click();
  await card.locator(".worst").waitFor();
  const worst = await card.locator(".worst li").first().innerText();
  t.ok(
    "the worst move is mine, with what it lost and what was better",
    /^Turn 3, You: .* lost \d points?\. .* was better\./.test(worst),
    worst,
  );
  t.ok("the losses are exact", await card.getByText("All losses are exact").isVisible());
  t.ok(
    "the list of turns shows the loss",
    /−\d/.test(await page.locator(".moves button").nth(2).innerText()),
  );
  await t.shot("review");
  await t.button("Show").first().click();
  await t.until(() => location.hash.includes("at=2"));
  t.ok("the review stays while one looks at it", await card.isVisible());
  await t.button("Try again from here").first().click();
  await t.until(() => !location.hash.includes("at=") && location.hash.endsWith("moves=4.3"));
  t.ok("the game is open again", await card.isHidden());
  await page.goBack();
  await card.waitFor();
  t.is("Back returns to the whole game", (await t.params()).moves, moves);
  t.ok("and its review", await card.locator(".worst").isVisible());
  await t.button("Swap and rematch").click();
  await t.until(() => location.hash.includes("white=minimax") && location.hash.includes("moves="));
  t.is("the sides are swapped and the engine begins", (await t.params()).black, "human");
}
