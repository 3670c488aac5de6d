// Undo, redo, steps, restart and swap, against a player and alone.
export default async function undo(t) {
  const state = async () => {
    const { moves = "", at } = await t.params();
    return [moves, at ?? "end"];
  };
  const shows = (at) =>
    t.until((want) => (new URLSearchParams(location.hash.split("?")[1]).get("at") ?? "end") === want, at);
  await t.open("#play?arena=path:9&rounds=4&white=human&black=human&moves=4.2.6.8");
  const bar = () => t.page.locator(".scorebar").getAttribute("aria-label");
  const full = await bar();
  await t.button("Undo").click();
  await shows("3");
  t.is("undo keeps the turns", await state(), ["4.2.6.8", "3"]);
  t.ok("undo shows another score", (await bar()) !== full, await bar());
  await t.button("Redo").click();
  await shows("end");
  t.is("redo restores the score", await bar(), full);
  await t.page.keyboard.press("[");
  await shows("3");
  await t.page.keyboard.press("[");
  await shows("2");
  await t.click(0);
  await shows("end");
  t.is("a move after undo starts a new line", await state(), ["4.2.0", "end"]);
  await t.button("Restart").click();
  await t.until(() => !location.hash.includes("moves="));
  t.is("restart", (await t.params()).arena, "path:9");

  await t.open("#play?arena=path:9&rounds=3&white=human&black=greedy");
  await t.click(4);
  await t.until(() => location.hash.includes("moves=4."));
  await t.button("Undo").click();
  await shows("0");
  t.ok(
    "undo goes back to the human's turn",
    (await t.page.locator(".status").innerText()).startsWith("White to move"),
  );
  await t.button("Swap sides").click();
  await t.until(() => location.hash.includes("white=greedy"));
  t.is("swap", [(await t.params()).white, (await t.params()).black], ["greedy", "human"]);
}
