// Without a server: what only a server can do says so; results of a tournament come as a file; work is cancelled and keeps what
// it found; the page answers meanwhile.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { drop } from "../town.mjs";

export const isSite = true;

export default async function siteWords(t) {
  const { page } = t;
  await t.open("#play?arena=grid:4x4&rounds=2");
  await t.button("Play a friend …").click();
  await page.locator(".toast", { hasText: "needs a server" }).waitFor();
  t.ok("a game with a friend needs a server", true);
  await t.open("#play?friend=abcdef");
  await page.locator(".toast", { hasText: "needs a server" }).waitFor();
  t.ok("and so does its link", true);

  await results(t);
  await work(t);
}

async function results(t) {
  const { page } = t,
    folder = await mkdtemp(`${tmpdir()}/demesne-`),
    file = `${folder}/results.json`;
  const players = ["--players", "greedy,random,neighbour", "--arena", "grid:4x4", "--rounds", "2", "--games", "6"];
  await t.text("tournament", ...players, "--db", `${folder}/contest.db`, "--results", file);
  await t.open("#contest");
  await page.getByText("works without a server").waitFor();
  await drop(page, "level.json", '{"vertices":[]}');
  await page.locator(".toast.bad", { hasText: "no results of a tournament" }).waitFor();
  t.ok("another file gets its message", true);
  await drop(page, "results.json", await readFile(file));
  await page.locator("[aria-label=Crosstable]").first().waitFor();
  t.ok("a file of results is shown", (await page.locator("main").innerText()).includes("18"));
  await t.shot("site-contest");
  await page.getByRole("button", { name: /greedy against random/ }).click();
  await page.getByRole("button", { name: "Replay game 1", exact: true }).click();
  await page.locator("main[data-part=play] .board").waitFor();
  await t.until(() => location.hash.includes("moves="));
  t.ok("its games are replayed", true);
  await rm(folder, { recursive: true });
}

async function work(t) {
  const { page } = t;
  await t.open("#analyse?arena=road:100&rounds=9&white=human&black=human");
  await t.button("Solve every move").click();
  await page.locator(".progress", { hasText: /\d s/ }).first().waitFor();
  await t.button("Score after each move").click();
  await page.getByText("Score after each move").nth(1).waitFor();
  t.ok("other questions are answered meanwhile", await page.locator(".progress").first().isVisible());
  await page.locator(".progress").getByRole("button", { name: "Cancel" }).first().click();
  await page.getByText(/Cancelled (early|before)/).waitFor();
  t.ok("work that is cancelled ends with what it found", await t.button("Solve every move").isEnabled());
}
