// A newcomer: the invitation, the guided first game, the lessons with their goals, the rules in the help.
const BRIDGE = new URL("../../../examples/levels/bridge.json", import.meta.url).pathname;

export default async function learn(t) {
  const { page } = t;
  const words = page.locator(".coach .words");
  const says = (pattern) => words.filter({ hasText: pattern }).waitFor();
  await t.open("#play");
  await page.getByRole("link", { name: "Learn the game in a minute" }).click();
  await guidedGame(t, says);
  await t.button("Start over").click();
  await says(/You are Black/);
  await page.getByRole("link", { name: "Skip" }).click();
  await page.getByRole("heading", { name: "The rules" }).waitFor();
  t.is("three pictures of the rules", await page.locator("svg.rule").count(), 3);
  t.ok(
    "the first game is done",
    await page.getByRole("link", { name: "Your first game (done)" }).isVisible(),
  );
  await middle(t, says);
  await mirror(t, says);
  await keyPoints(t, says);
  await lastWord(t, says);
  await follow(page);
  await cut(t, says);
  await page.reload();
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await t.soon("all six are kept as done", async () => (await page.locator(".lessons .done").count()) === 6);
  await t.open("#play");
  t.is("who has learned is not invited again", await page.locator(".invite").count(), 0);
  await help(t);
}

async function guidedGame(t, says) {
  await says(/You are Black/);
  if (t.mode === "mouse") {
    await t.point(12);
    await says(/would own 9 places.*12 grey places are equally near to both/);
    t.ok("the preview is explained, with its ties", true);
  }
  await t.click(12);
  await says(/White took some back.*White \d+, you \d+/);
  await t.click(17);
  await says(/last stone of the game is yours/);
  await t.click(5);
  await says(/You win, 14 to 7/);
  t.ok("the game was real", true);
}

const follow = (page) => page.locator(".coach").getByRole("link", { name: /^Next/ }).click();

async function middle(t, says) {
  await t.page.getByRole("link", { name: /^The middle/ }).click();
  await says(/Goal/);
  await t.click(2);
  await says(/Black wins, 6 to 3/);
  t.ok("a goal that is missed is not done", (await t.page.locator(".lessons .done").count()) === 1);
  await t.button("Start over").click();
  await says(/Goal/);
  await t.click(4);
  await says(/You win, 5 to 4/);
  await follow(t.page);
}

async function mirror(t, says) {
  const live = t.page.locator("#live");
  for (const text of [/Goal: do not lose/, /second stone/, /last stone/]) {
    await says(text);
    await t.button("Hint").click();
    await t.soon("a hint is told", async () => /^Hint/.test(await live.textContent()));
    await t.click(Number((await live.textContent()).match(/\d+/)));
  }
  await says(/A tie, 5 to 5/);
  t.ok("mirroring ties", true);
  await follow(t.page);
}

async function keyPoints(t, says) {
  await says(/Take one that is free/);
  await t.click(1 / 3);
  await says(/Break that interval/);
  await t.click(5 / 6);
  await says(/Your last stone/);
  await t.click(0.64);
  await says(/You win/);
  t.ok("key points win", true);
  await follow(t.page);
}

async function lastWord(t, says) {
  await says(/Goal: win as Black/);
  await t.click(29);
  await says(/The last stone is yours/);
  await t.click(17);
  await says(/You win, \d+ to \d+/);
  const { value } = await t.cli("solve", "grid:8x8", "--rounds", "2", "--white", "18");
  t.is("Black wins by 2 there", value, -2);
}

/** The engine explains its best cut. */
async function cut(t, says) {
  const { page } = t,
    chart = page.locator(".profile");
  await says(/You are Red, 12.5 to 15.5. Goal/);
  await t.click({ edge: 0, at: "1/2" });
  await says(/Blue still owns more/);
  t.ok("a lost cut is not explained away", await chart.isHidden());
  await t.button("Start over").click();
  await says(/Goal/);
  await t.button("Hint").click();
  await says(/The cross marks the best cut/);
  const { explain } = await t.cli("lines", "best", BRIDGE, "--op", "cut", "--explain");
  t.ok("the type is the engine’s", (await chart.innerText()).includes(`Type ${explain.type}: ${explain.reason}.`));
  t.is("so is the profile", await chart.locator("svg").getAttribute("aria-label"), "Lead after a cut, from 0 to 1: -4 to 4");
  t.is("the profile has no cut of the reader’s yet", await chart.locator("circle").count(), 1);
  await t.shot("learn-cut-hint");
  await t.click({ edge: 4, at: "3/4" });
  await says(/You win, 15 to 13.*leads by 4/);
  t.is("the reader’s cut is in the chart", await chart.locator("circle").count(), 2);
  await t.shot("learn-cut");
}

async function help(t) {
  const { page } = t,
    dialog = page.locator("dialog.help");
  for (const [hash, has, hasNot] of [
    ["#play", /White and Black take turns/, /Red/],
    ["#circle", /Blue and Red take turns/, /White|Black/],
    ["#lines", /Colours spread/, /White|Black/],
  ]) {
    await t.open(hash);
    await page.getByRole("button", { name: /^Help/ }).click();
    const text = await dialog.innerText();
    t.ok(`the help of ${hash} has its own rules`, has.test(text) && !hasNot.test(text), text);
    t.ok(`they come first there`, text.indexOf("The rules") < text.indexOf("Keys"));
  }
}
