// The server is stopped: every tab says so, has no button that goes wrong, and goes on by itself when it is back.
export const isServed = true;
export const modes = ["mouse"];

export default async function noServer(t) {
  const servers = [t.serve("--quiet")];
  try {
    await check(t, servers);
  } finally {
    for (const one of servers) await one.stop();
  }
}

async function check(t, servers) {
  const { page } = t;
  let [own] = servers;
  const url = await own.address,
    { port } = new URL(url);
  await page.goto(`${url}#learn`);
  await page.waitForSelector("html[data-ready]");
  await own.stop();
  await page.getByRole("link", { name: "Plane", exact: true }).click();
  await page.locator(".plane .border").waitFor({ state: "attached" });
  await t.click([0.3, 0.3]);
  await page.waitForFunction(() => document.querySelectorAll(".plane .cell").length === 2);
  t.ok("the plane goes on without the server", true);
  const tabs = [
    ["Play", ".board canvas", "button.seat"],
    ["Analyse", ".board canvas"],
    ["Lines", ".level-board .vertex"],
    ["Circle", ".ring .base"],
    ["Study", ".board canvas"],
    ["Map", ".board.map canvas"],
  ];
  for (const [name] of tabs) {
    await page.getByRole("link", { name, exact: true }).click();
    await page.locator(`main[data-part="${name.toLowerCase()}"]`).waitFor();
    await page.locator("main .trouble").getByText("The server does not answer").waitFor();
    t.ok(`${name} says that the server does not answer`, await t.button("Try again").isVisible());
    t.is(`${name} has no other buttons`, await page.locator("main button").count(), 1);
    for (const key of "hurnp[") await page.keyboard.press(key);
  }
  t.is("nothing else is told", await page.locator(".toast").allInnerTexts(), []);
  own = t.serve("--quiet", "--port", port);
  servers.push(own);
  await own.address;
  await page.locator(".board.map canvas").first().waitFor();
  t.ok("the map comes by itself when the server is back", true);
  for (const [name, shown] of tabs) {
    await page.getByRole("link", { name, exact: true }).click();
    await page.locator(shown).first().waitFor({ state: "attached" });
  }
  t.ok("and so do the others", true);
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.locator(".status", { hasText: "White to move" }).waitFor();
  await page.waitForLoadState("networkidle"); // all that the tab asks has come
  await own.stop();
  await t.button("Hint").click();
  const words = await page.locator(".toast").first().innerText();
  t.ok("a button says in plain words what is wrong", words.includes("The server does not answer"), words);
}
