// A game against a computer player, by clicking.
export default async function play(t) {
  await t.open("#play?arena=grid:5x5&rounds=3&white=human&black=minimax:depth=2");
  const moves = async () => ((await t.params()).moves || "").split(".").filter(Boolean).map(Number);
  for (let round = 1; round <= 3; round++) {
    const taken = new Set(await moves());
    const free = [12, 6, 18, 8, 16, 2, 22].find((vertex) => !taken.has(vertex));
    await t.click(free);
    await t.until(
      (n) => (new URLSearchParams(location.hash.split("?")[1]).get("moves") || "").split(".").length === n,
      2 * round,
    );
    const now = await moves();
    t.is(`round ${round}: the stone is where it was clicked`, now[2 * round - 2], free);
    t.ok(
      `round ${round}: the player replied on a free vertex`,
      !taken.has(now[2 * round - 1]) && now[2 * round - 1] !== free,
    );
    if (round === 2) await t.shot("play");
  }
  const made = await moves();
  const white = made.filter((_, i) => i % 2 === 0),
    black = made.filter((_, i) => i % 2 === 1);
  const truth = await t.cli("score", "grid:5x5", "--white", white.join(), "--black", black.join());
  const status = await t.page.locator(".status").innerText();
  const want =
    truth.value === 0 ? "A tie" : `${truth.value > 0 ? "White" : "Black"} wins by ${Math.abs(truth.value)}`;
  t.is("the result is that of the command line", status.trim(), want);
  const bar = await t.page.locator(".scorebar").getAttribute("aria-label");
  t.is(
    "the score is that of the command line",
    bar,
    `White ${truth.white_score}, Black ${truth.black_score}, tied ${truth.tied}, unreached ${truth.unreached}`,
  );
  await t.click(0);
  t.is("no stone after the end", await moves(), made);
}
