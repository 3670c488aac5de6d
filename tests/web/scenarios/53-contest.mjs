// A results database: tables as the command line tells them, and a game played back.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";

export default async function contest(t) {
  const { page } = t,
    folder = await mkdtemp(`${tmpdir()}/demesne-`),
    db = `${folder}/results.db`;
  await t.open("#contest");
  await page.getByText("The server was started without results").waitFor();
  t.ok("without a database the page says how to have one", true);
  await t.text(
    "tournament",
    "--players",
    "greedy,random,minimax:depth=1",
    "--arena",
    "grid:5x5",
    "--rounds",
    "3",
    "--games",
    "20",
    "--db",
    db,
    "--json",
  );
  const server = t.serve("--db", db);
  try {
    const url = await server.address;
    await page.goto(`${url}#contest`);
    await page.waitForSelector("html[data-ready]");
    await page.getByRole("region", { name: "Crosstable" }).waitFor();
    t.is(
      "a row a player",
      await page.getByRole("region", { name: "Crosstable" }).locator("tbody tr").count(),
      3,
    );
    await t.shot("contest");
    await page.getByRole("button", { name: "Games of greedy and minimax:depth=1" }).click();
    await page.getByRole("region", { name: "Games" }).waitFor();
    const value = await page
      .getByRole("region", { name: "Games" })
      .locator("tbody tr")
      .nth(3)
      .locator("td")
      .nth(4)
      .innerText();
    await t.shot("contest-games");
    await page.getByRole("button", { name: "Replay game 4" }).click();
    await page.locator("main[data-part=play] .status", { hasText: /wins by|tie/ }).waitFor();
    const status = (await page.locator(".status").innerText()).trim(),
      margin = Number(value.replace("−", "-"));
    t.is(
      "the game has its result",
      status.split("\n")[0],
      margin === 0 ? "A tie" : `${margin > 0 ? "White" : "Black"} wins by ${Math.abs(margin)}`,
    );
    await t.shot("contest-replay");
  } finally {
    server.stop();
    await rm(folder, { recursive: true });
  }
}
