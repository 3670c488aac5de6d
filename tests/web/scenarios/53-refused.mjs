// What cannot be done says why, at once and in words: a database in place of results, a bot that crashes, a board too large
// for a player, a server that is read-only.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { drop } from "../town.mjs";

export const isServed = true;
export const modes = ["mouse"];

export default async function refused(t) {
  const folder = await mkdtemp(`${tmpdir()}/demesne-`);
  await writeFile(`${folder}/bots`, "crasher /bin/false\n");
  const servers = [t.serve("--bots", `${folder}/bots`), t.serve("--read-only")];
  try {
    await check(t, folder, await Promise.all(servers.map(({ address }) => address)));
  } finally {
    for (const one of servers) await one.stop();
    await rm(folder, { recursive: true });
  }
}

async function check(t, folder, [withBots, readOnly]) {
  const { page } = t,
    db = `${folder}/contest.db`,
    status = page.locator(".seats .status");
  await t.text("tournament", "--players", "greedy,random", "--arena", "path:5", "--rounds", "1", "--games", "2", "--db", db);
  await t.open("#contest");
  await drop(page, "contest.db", await readFile(db));
  await page.locator(".toast", { hasText: "contest.db is a database" }).waitFor();
  const results = `${folder}/results.json`;
  await t.text("tournament", "--db", db, "--results", results);
  await drop(page, "results.json", await readFile(results));
  await page.locator("section", { hasText: "Crosstable" }).first().waitFor();
  t.ok("a database is called one, and the command that it names makes what the page reads", true);

  await page.goto(`${withBots}#play?arena=path:9&rounds=2&white=human&black=bot:crasher`);
  await status.getByText("White to move").waitFor();
  await t.click(4);
  await status.getByText("lost its turn").waitFor();
  const words = await status.innerText();
  t.ok("a bot that crashes says so", /crasher lost its turn: it ended with status 1 before/.test(words), words);

  await t.open("#play?arena=road:30000&white=human&black=glance");
  await status.getByText("cannot play here").waitFor();
  const widths = await page.locator(".seats .name").evaluateAll((all) => all.map((one) => one.clientWidth));
  t.ok("a board too large for a player is refused before a stone is placed", !(await t.params()).moves);
  t.ok("and both names can be read", Math.min(...widths) > 40, widths);
  const clock = page.locator(".seat.white .clock span").first();
  await page.waitForTimeout(1300);
  t.is("no clock runs", await clock.innerText(), "0:00");

  await page.goto(`${readOnly}#play`);
  await page.getByText("This server is read-only: it has no computer players").waitFor();
  t.ok("a read-only server says what it lacks", true);
}
