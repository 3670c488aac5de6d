// A results database: tables as on the command line, at 20 players too, and games replayed.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";

const CROWD = [...Array(20).keys()].map((i) => `monte-carlo:playouts=${i + 1}`).join();
const resultOf = (words) => words.trim().split("\n")[0].replace(/^a tie/i, "A tie").replace(" wins ", " won ");

/** Replays a game of the list; both must show the same result. */
async function replay(t, number, what) {
  const { page } = t,
    row = page.getByRole("region", { name: "Games", exact: true }).locator("tbody tr").nth(number - 1);
  const listed = resultOf(await row.locator("td").first().innerText());
  await t.button(`Replay game ${number}`).click();
  const status = page.locator("main[data-part=play] .status", { hasText: /wins by|tie/i });
  t.is(what, resultOf(await status.innerText()), listed);
}

async function small(t, url) {
  const { page } = t;
  await page.goto(`${url}#contest?event=1&pairing=zzz&from=-7`);
  await page.waitForSelector("html[data-ready]");
  const table = page.locator(".scroll[aria-label=Crosstable]");
  t.is("one row per player", await table.locator("tbody tr").count(), 3);
  await t.shot("contest");
  await page.getByRole("button", { name: /greedy against minimax:depth=1/ }).click();
  await page.locator(".scroll[aria-label=Games]").waitFor();
  await t.shot("contest-games");
  await replay(t, 4, "the game has its result");
  await t.shot("contest-replay");
}

async function sequential(t, url, truth) {
  const { page } = t;
  await page.goto(`${url}#contest?event=2`);
  const pairings = page.locator(".scroll[aria-label=Pairings]");
  await pairings.getByText(`minimax:depth=3 is better, after ${truth.games} games`).waitFor();
  t.is(
    "a pairing that ended early counts its games",
    (await pairings.locator("tbody tr td").allInnerTexts()).slice(0, 4).map(Number),
    [truth.games, Math.round(1000 * truth.rate) / 10, truth.first_wins, truth.second_wins],
  );
  await page.getByRole("button", { name: "games of minimax:depth=3 and random" }).click();
  await t.shot("contest-sequential");
  await replay(t, 2, "a game on a board from a file is replayed");
  await t.shot("contest-file");
}

/** 20 players on random boards. */
async function crowd(t, url) {
  const { page } = t;
  await page.goto(`${url}#contest?event=3`);
  const table = page.locator(".scroll[aria-label=Crosstable]");
  await table.getByText("20. ").waitFor();
  await table.evaluate((element) => (element.scrollLeft = element.scrollWidth));
  const [row, box] = [await table.locator("tbody th").last().boundingBox(), await table.boundingBox()];
  t.ok("names stay in sight when the table scrolls", row.x >= box.x && row.width < box.width / 2, [row, box]);
  const heads = await page.locator(".page th[scope=col]").allInnerTexts();
  t.is("every column has a heading", heads.filter((text) => !text.trim()).length, 0);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  t.ok("the page itself does not scroll sideways", wide <= 0, wide);
  await table.scrollIntoViewIfNeeded();
  await t.shot("contest-crowd");
  // Every game has a board of its own, with a seed of up to 16 digits.
  await table.locator("tbody button").first().click();
  await page.locator(".scroll[aria-label=Games]").waitFor();
  await replay(t, 2, "a game on a random board is replayed on that board");
  const { seed } = await t.params();
  t.ok("its seed is long", /^\d{14,16}$/.test(seed), seed);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  t.is("and stays the same when the page is loaded again", (await t.params()).seed, seed);
}

/** Programs with names: two versions of one, which crash, with what they wrote. */
async function named(t, url) {
  const { page } = t;
  await page.goto(`${url}#contest?event=4`);
  await page.locator(".scroll[aria-label=Faults] pre").first().waitFor();
  const rows = page.locator(".scroll[aria-label=Faults] tbody tr");
  t.is("every lost turn is listed", await rows.count(), 2);
  t.ok("with its kind and reason", /greedy\s+2\s+crash\s+SIGSEGV/.test(await rows.first().innerText()), await rows.first().innerText());
  t.is("and what the program wrote, made visible", await rows.first().locator("pre").innerText(), "before\nit \\x1b[31mhurts");
  const names = await page.locator(".scroll[aria-label=Crosstable] tbody th").allInnerTexts();
  t.is("versions have labels of their own", names.filter((name) => /Zed \([0-9a-f]{7}\)/.test(name)).length, 2);
  await page.getByRole("heading", { name: "Faults" }).scrollIntoViewIfNeeded();
  await rows.last().scrollIntoViewIfNeeded();
  await t.shot("contest-faults");
  await page.getByRole("region", { name: "Faults", exact: true }).getByRole("button").first().click();
  await page.locator("main[data-part=play] .status", { hasText: /wins by|tie/i }).waitFor();
}

export const isServed = true;

export default async function contest(t) {
  const folder = await mkdtemp(`${tmpdir()}/demesne-`),
    db = `${folder}/results.db`;
  await t.open("#contest");
  await t.page.getByText("This server was started without results").waitFor();
  t.ok("without a database the page says how to make one", true);
  const play = (players, arena, ...more) =>
    t.text("tournament", "--players", players, "--arena", arena, "--db", db, "--json", ...more);
  await play("greedy,random,minimax:depth=1", "grid:5x5", "--rounds", "3", "--games", "20");
  // Boards of a file, with a test that ends early.
  await writeFile(`${folder}/streets.edges`, "0 1 2\n1 2 1\n2 3 2.5\n3 4 1\n4 0 3\n1 4 1\n4 5 2\n5 6 1\n");
  const truth = await play(
    ...["minimax:depth=3,random", `${folder}/streets.edges`, "--rounds", "2"],
    ...["--games", "400", "--threads", "2", "--sequential"],
  );
  await play(CROWD, "road:10", "--rounds", "2", "--games", "2");
  const lowest = await readFile(new URL("../../bots/lowest.sh", import.meta.url), "utf8");
  await mkdir(`${folder}/zed`);
  await writeFile(`${folder}/players.csv`, "name,command\nZed,sh zed/bot.sh crash\n");
  for (const version of [1, 2]) {
    await writeFile(`${folder}/zed/bot.sh`, `${lowest}# ${version}\n`);
    await play("greedy", "path:9", "--players-file", `${folder}/players.csv`, "--rounds", "1", "--games", "2");
  }
  const server = t.serve("--db", db);
  try {
    const url = await server.address;
    await small(t, url);
    await sequential(t, url, JSON.parse(truth.split("\n")[0]));
    await crowd(t, url);
    await named(t, url);
  } finally {
    server.stop();
    await rm(folder, { recursive: true });
  }
}
