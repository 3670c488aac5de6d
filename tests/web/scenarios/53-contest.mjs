// A results database: tables as on the command line, and a game replayed.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";

export default async function contest(t) {
  const { page } = t,
    folder = await mkdtemp(`${tmpdir()}/demesne-`),
    db = `${folder}/results.db`;
  await t.open("#contest");
  await page.getByText("The server was started without results").waitFor();
  t.ok("without a database the page says how to make one", true);
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
  // Boards of a file, with a test that ends early.
  await writeFile(`${folder}/streets.edges`, "0 1 2\n1 2 1\n2 3 2.5\n3 4 1\n4 0 3\n1 4 1\n4 5 2\n5 6 1\n");
  const sequential = JSON.parse(
    (
      await t.text(
        "tournament",
        ...["--players", "minimax:depth=3,random", "--arena", `${folder}/streets.edges`, "--rounds", "2"],
        ...["--games", "400", "--threads", "2", "--sequential", "--db", db, "--json"],
      )
    ).split("\n")[0],
  );
  const server = t.serve("--db", db);
  try {
    const url = await server.address;
    await page.goto(`${url}#contest?event=1`);
    await page.waitForSelector("html[data-ready]");
    await page.getByRole("region", { name: "Crosstable" }).waitFor();
    t.is(
      "one row per player",
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
      .nth(5)
      .innerText();
    await t.shot("contest-games");
    await t.button("Replay game 4").click();
    await page.locator("main[data-part=play] .status", { hasText: /wins by|tie/ }).waitFor();
    const status = (await page.locator(".status").innerText()).trim(),
      margin = Number(value.replace("−", "-"));
    t.is(
      "the game has its result",
      status.split("\n")[0],
      margin === 0 ? "A tie" : `${margin > 0 ? "White" : "Black"} wins by ${Math.abs(margin)}`,
    );
    await t.shot("contest-replay");
    await page.goto(`${url}#contest?event=2`);
    const pairings = page.getByRole("region", { name: "Pairings" });
    await pairings.getByText(`minimax:depth=3 is better, after ${sequential.games} games`).waitFor();
    t.is(
      "a pairing that ended early counts its games",
      (await pairings.locator("tbody tr td").allInnerTexts()).slice(3, 6).map(Number),
      [sequential.games, sequential.first_wins, sequential.second_wins],
    );
    await page.getByRole("button", { name: "Games of minimax:depth=3 and random" }).click();
    await t.shot("contest-sequential");
    const second = page.getByRole("region", { name: "Games" }).locator("tbody tr").nth(1);
    const margin2 = Number((await second.locator("td").nth(5).innerText()).replace("−", "-"));
    await t.button("Replay game 2").click();
    await page.locator("main[data-part=play] .status", { hasText: /wins by|tie/ }).waitFor();
    t.is(
      "a game on a board from a file is replayed",
      (await page.locator(".status").innerText()).trim().split("\n")[0],
      margin2 === 0 ? "A tie" : `${margin2 > 0 ? "White" : "Black"} wins by ${Math.abs(margin2)}`,
    );
    await t.shot("contest-file");
  } finally {
    server.stop();
    await rm(folder, { recursive: true });
  }
}
