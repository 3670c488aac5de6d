// A game against the engine on a level: whole games, undo, rematch, a reload.

export default async function duel(t) {
  const { page } = t,
    task = page.locator(".task");
  const says = (words) => task.filter({ hasText: words }).waitFor();
  const sites = () => page.locator("svg.level .sites circle").count();
  const leads = async () => (await page.locator(".scorebar").getAttribute("aria-label")).split(", ");
  const owns = async (name) => {
    const words = (await leads()).find((one) => one.startsWith(`${name} `)) || `${name} 0`;
    return Number(words.split(" ")[1]);
  };

  await t.open("#lines?puzzle=lamp");
  await page.getByLabel("Rounds").selectOption("2");
  await page.getByLabel("Engine", { exact: true }).selectOption("easy");
  await t.button("Play this level").click();
  await says("You are red: add a site. Round 1 of 2 against the engine (easy).");
  t.is("the level’s sites stay", await sites(), 2);
  t.is("the tool is Add", await t.button("Add").getAttribute("aria-pressed"), "true");

  // Careless moves: the engine takes more.
  await t.click({ edge: 0, at: "1/2" });
  await says("Round 2 of 2");
  t.is("both have added a site", await sites(), 4);
  await t.shot("lines-duel");
  await t.button("Undo").click();
  await says("Round 1 of 2");
  t.is("undo takes back the answer too", await sites(), 2);
  await t.button("Redo").click();
  await says("Round 2 of 2");
  t.is("redo brings both back", await sites(), 4);
  await t.soon("the address has the moves", () => page.evaluate(() => location.hash.includes("moves=")));
  await page.reload();
  await says("Round 2 of 2 against the engine (easy)");
  t.is("a reload goes on with the game", await sites(), 4);
  await t.click({ edge: 1, at: "1/3" });
  await says("The game is over: the engine wins by");
  t.is("six sites at the end", await sites(), 6);
  t.ok("the bar shows it", (await owns("blue")) > (await owns("red")), (await leads()).join());
  await t.shot("lines-duel-over");
  await t.click({ edge: 2, at: "1/2" });
  t.is("nothing more is added", await sites(), 6);

  // The other one begins, and plays better.
  await page.getByLabel("Engine", { exact: true }).selectOption("medium");
  await t.button("Rematch").click();
  await says("You are red: add a site. Round 1 of 2 against the engine (medium).");
  t.is("the engine has begun", await sites(), 3);
  t.is("its first site is blue", await page.locator("svg.level .sites title").last().textContent(), "site 2, blue’s");
  await t.click({ edge: 0, at: "1/2" });
  await says("Round 2 of 2");
  await t.click({ edge: 1, at: "1/2" });
  await says("The game is over");

  // A level of three: the third player stands still, and does not count.
  await t.open("#lines?puzzle=needle");
  await page.getByLabel("Rounds").selectOption("1");
  await page.getByLabel("Engine", { exact: true }).selectOption("easy");
  await t.button("Play this level").click();
  await says("You are red: add a site. Round 1 of 1 against the engine (easy). The engine is blue; green does not move.");
  await t.click({ edge: 2, at: "1/2" });
  await says("The game is over:");
  const hasWon = (await task.textContent()).includes("you win");
  t.is("its colour says who won", await page.locator(hasWon ? ".task.won" : ".task.missed").count(), 1);

  // Careless first sites lose to one answer.
  for (const at of ["1/5", "2/5", "3/5"]) {
    await t.open("#lines?puzzle=lamp");
    await page.getByLabel("Rounds").selectOption("1");
    await page.getByLabel("Engine", { exact: true }).selectOption("hard");
    await t.button("Play this level").click();
    await says("You are red");
    await t.click({ edge: 1, at });
    await says("The game is over");
    t.ok(`a site at ${at} of edge 1 loses`, (await owns("red")) < (await owns("blue")), await task.innerText());
  }
}
