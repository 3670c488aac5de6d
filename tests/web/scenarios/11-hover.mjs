// The preview of a stone under the pointer agrees with the command line.
export default async function hover(t) {
  const number = (text, side) => Number(new RegExp(`${side} (\\d+) \\(`).exec(text)[1]);
  await t.open("#play?arena=grid:5x5&rounds=4&white=human&black=human&moves=12.6.18");
  for (const vertex of [0, 7, 16, 24]) {
    await t.point(vertex);
    const tip = t.page.locator(".tip", { hasText: await t.name(vertex) });
    const text = await tip.innerText();
    const truth = await t.cli("score", "grid:5x5", "--white", "12,18", "--black", `6,${vertex}`);
    t.is(
      `on ${vertex}`,
      [number(text, "White"), number(text, "Black")],
      [truth.white_score, truth.black_score],
    );
  }
  await t.shot("hover");
  await t.away();
  await (t.mode === "touch" ? t.click(12) : t.point(12));
  await t.page.locator(".tip", { hasText: "c3, White’s stone 1" }).waitFor();
  t.ok("a stone is named", true);
}
