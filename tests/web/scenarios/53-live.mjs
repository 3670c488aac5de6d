// A tournament that goes on: its tables change by themselves, and nothing under the hands moves.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";

export const isServed = true;

export default async function live(t) {
  const { page } = t,
    folder = await mkdtemp(`${tmpdir()}/demesne-`),
    db = `${folder}/results.db`;
  const play = (players, games) =>
    t.text("tournament", "--players", players, "--arena", "grid:5x5", "--rounds", "3", "--games", games, "--db", db);
  await play("greedy,random", "4");
  const server = t.serve("--db", db);
  try {
    await page.goto(`${await server.address}#contest`);
    const table = page.locator(".scroll[aria-label=Crosstable]"),
      games = (count) => page.locator("dd", { hasText: new RegExp(`^${count}$`) }).first().waitFor();
    await games(4);
    const cell = table.getByRole("button", { name: /greedy against random/ });
    await cell.focus();
    await play("greedy,random", "8");
    await games(8);
    t.ok("more games are counted", (await cell.getAttribute("title")).endsWith("8 games"));
    const held = await page.evaluate(() => document.activeElement.title);
    t.ok("the focus stays", held.includes("greedy against random"), held);
    t.ok("the page tells when", await page.getByText("new games seen at").isVisible());
    await play("greedy,random,minimax:depth=1,enhanced", "8");
    await games(48);
    t.is("new players appear", await table.locator("tbody tr").count(), 4);
    await cell.click();
    await page.locator(".scroll[aria-label=Games]").waitFor();
    await play("greedy,random,minimax:depth=1,enhanced", "10");
    await games(60);
    t.ok("open games stay open", await page.locator(".scroll[aria-label=Games]").isVisible());
    await t.shot("contest-live");
  } finally {
    server.stop();
    await rm(folder, { recursive: true });
  }
}
