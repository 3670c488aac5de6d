// A game is not lost by chance: Restart can be undone, a reload and a new visit go on, Back comes back.
export const context = {}; // for the clock

export default async function kept(t) {
  const { page } = t,
    moves = async () => (await t.params()).moves;
  const waitFor = (text) => t.until((want) => location.hash.includes(want), text);
  await page.clock.install();
  await t.open("#play?arena=path:9&rounds=3&white=human&black=human&clock=5");
  await t.click(4);
  await waitFor("moves=4");
  await page.clock.fastForward(65_000);
  await page.locator(".seat.black .clock", { hasText: /3:5\d/ }).waitFor();
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  t.is("a reload goes on with the game", await moves(), "4");
  t.ok("and with its clocks", /3:[345]\d/.test(await page.locator(".seat.black .clock").innerText()));
  await t.open("#play");
  t.is("so does a new visit", [(await t.params()).arena, await moves()], ["path:9", "4"]);
  await t.button("Restart").click();
  await t.until(() => !location.hash.includes("moves="));
  await t.button("Return to the game before").click();
  await waitFor("moves=4");
  t.ok("Restart can be undone", true);
  await page.evaluate(() => (location.hash = "#play?arena=grid:3x3&rounds=1&white=human&black=human"));
  await waitFor("arena=grid:3x3");
  await page.goBack();
  await waitFor("moves=4");
  await t.until(() => document.querySelector(".scorebar").getAttribute("aria-label").startsWith("White 9,"));
  t.ok("Back returns to the game before a link", true);

  await page.locator(".seat.black").click();
  await page.getByRole("radio", { name: "Champion" }).check();
  await t.button("Change").click();
  await t.until(() => /moves=4\.\d/.test(location.hash));
  t.is("a seat is changed without a new game", (await t.params()).black, "champion");

  await t.button("New game …").click();
  await page.getByRole("radio", { name: "Ring" }).check();
  await page.locator("dialog").getByLabel("Rounds").fill("2");
  await t.button("Start").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  await waitFor("arena=cycle:16");
  for (const [vertex, count] of [
    [0, 2],
    [4, 4],
  ]) {
    const taken = ((await moves()) || "").split(".");
    await t.click(taken.includes(String(vertex)) ? vertex + 1 : vertex);
    await t.until((n) => location.hash.split("moves=")[1]?.split(".").length === n, count);
  }
  await t.open("#play");
  const { arena, rounds, white } = await t.params();
  t.is(
    "after a finished game a visit begins one with the last settings",
    [arena, rounds, white, await moves()],
    ["cycle:16", "2", "human", undefined],
  );
}
