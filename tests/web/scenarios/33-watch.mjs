// Two computer players play; a game is started from its dialog.
export default async function watch(t) {
  const { page } = t;
  await t.open("#play");
  await t.button("New game …").click();
  const dialog = page.locator("dialog");
  await t.until(
    () => document.querySelectorAll(".tile path").length === document.querySelectorAll(".tile").length,
  );
  await t.shot("new-game");
  await dialog.getByRole("radio", { name: "Other …" }).check();
  await dialog.getByLabel("Kind").selectOption("tree");
  await dialog.getByLabel("Rounds").fill("3");
  await dialog.getByText("More rules").click();
  await dialog.getByLabel("Stones per turn").fill("2");
  for (const [side, player] of [
    ["White", "greedy"],
    ["Black", "enhanced"],
  ]) {
    const group = dialog.getByRole("radiogroup", { name: `${side}’s player` });
    await group.getByRole("radio", { name: "More …" }).check();
    await group.locator("..").getByLabel("Player", { exact: true }).selectOption(player);
  }
  await dialog.getByRole("button", { name: "Start" }).click();
  await t.until(
    () => (new URLSearchParams(location.hash.split("?")[1]).get("moves") || "").split(".").length === 6,
  );
  const { moves } = await t.params();
  const stones = (from) =>
    moves
      .split(".")
      .filter((_, i) => i % 2 === from)
      .join();
  const truth = await t.cli("score", "tree:2,4", "--white", stones(0), "--black", stones(1));
  const bar = await page.locator(".scorebar").getAttribute("aria-label");
  t.ok(
    "they play to the end",
    bar.startsWith(`White ${truth.white_score}, Black ${truth.black_score},`),
    bar,
  );
  await t.shot("watch");
  await t.button("New game …").click();
  await dialog.getByLabel("Rounds").fill("99");
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.getByText("vertices; the board has").waitFor();
  t.ok("a game that cannot be played is refused", true);
}
