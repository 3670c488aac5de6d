// Seeds of 64 bits: links, records and the games of a tournament show the board that they mean.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";

export const isServed = true;

export default async function seeds(t) {
  const { page } = t;
  const bar = () => page.locator(".scorebar").getAttribute("aria-label");
  const words = (s) =>
    `White ${s.white_score}, Black ${s.black_score}, tied ${s.tied}, unreached ${s.unreached}`;
  for (const seed of ["0", "12345678901", "9223372036854775807"]) {
    await t.open(`#play?arena=road:60&seed=${seed}&rounds=2&white=human&black=human&moves=3.40`);
    const truth = await t.cli("score", "road:60", "--seed", seed, "--white", "3", "--black", "40");
    t.is(`seed ${seed}: the board of the command line`, await bar(), words(truth));
    t.is(`seed ${seed}: the link keeps it`, (await t.params()).seed, seed);
  }
  const [download] = await Promise.all([page.waitForEvent("download"), t.button("JSON").click()]);
  const path = await download.path();
  t.ok("a record has the whole seed", (await readFile(path, "utf8")).includes('"seed":9223372036854775807'));
  await t.open("#play?arena=path:5&rounds=1&white=human&black=human");
  await page.locator('.side input[type="file"]').setInputFiles(path);
  await t.until(() => location.hash.includes("arena=road:60"));
  t.is("the page reads it back", (await t.params()).seed, "9223372036854775807");

  const folder = await mkdtemp(`${tmpdir()}/demesne-`);
  await t.text(
    ...["tournament", "--players", "minimax,random", "--arena", "road:60", "--rounds", "2", "--games", "4"],
    ...["--db", `${folder}/results.db`, "--json"],
  );
  const server = t.serve("--db", `${folder}/results.db`);
  try {
    await page.goto(`${await server.address}#contest?event=1&pairing=1`);
    const listed = await page.evaluate(async () => {
      const headers = { "Content-Type": "application/json" },
        body = JSON.stringify({ pairing: 1, from: 3, count: 1 });
      return (await (await fetch("/api/contest/games", { method: "POST", headers, body })).json()).games[0]
        .value;
    });
    await page.getByRole("button", { name: "Replay game 4" }).click();
    await page.locator("main[data-part=play] .status strong").waitFor();
    const shown = await page.locator(".status strong").innerText();
    const value = Number(shown.match(/\d+/) || 0) * (shown.startsWith("Black") ? -1 : 1);
    t.is("a game of a tournament is replayed on its own board", value, listed);
  } finally {
    server.stop();
    await rm(folder, { recursive: true });
  }
}
