// A record keeps its players: an engine goes on with the game, by Open and by drop alike.
import { readFile } from "node:fs/promises";

export default async function open(t) {
  const { page } = t;
  await t.open("#play?arena=path:9&rounds=2&white=minimax&black=random&moves=4.3.6.1&at=3");
  const [download] = await Promise.all([page.waitForEvent("download"), t.button("JSON").click()]);
  const path = await download.path();
  const drop = async (file = path) => {
    const text = await readFile(file, "utf8");
    const dataTransfer = await page.evaluateHandle((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], "game.json"));
      return data;
    }, text);
    await page.dispatchEvent("body", "drop", { dataTransfer });
  };
  const choose = () => page.locator('.side input[type="file"]').setInputFiles(path);
  for (const [how, give] of [
    ["Open", choose],
    ["drop", drop],
  ]) {
    await t.open("#play?arena=grid:5x5&rounds=3&white=human&black=human&moves=12.6.18.2.3");
    await give(path);
    await page.locator(".result").waitFor();
    const { white, black, moves } = await t.params();
    t.is(`${how}: the players of the record`, [white, black], ["minimax", "random"]);
    t.ok(`${how}: they go on with the game`, moves.startsWith("4.3."), moves);
    t.is(`${how}: the chart is of this game`, await page.locator(".chart .dot-w").count(), 5);
  }
  await drop("../../examples/levels/bridge.json");
  await page.locator(".level .net path").nth(8).waitFor({ state: "attached" });
  t.is("a level opens in Lines", await page.locator(".level .net path").count(), 9);
}
