// Every tab and the main windows have no finding of axe-core, light and dark.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";

const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

const STATES = {
  play: ["#play?arena=grid:5x5&rounds=2&white=human&black=human"],
  "a game that has ended": ["#play?arena=grid:3x3&rounds=1&white=human&black=human&moves=4.1"],
  "the board as a table": ["#play?arena=path:4&rounds=1&white=human&black=human&moves=1", "Board as a table"],
  "new game": ["#play?arena=grid:5x5&rounds=2&white=human&black=human", "New game …"],
  analyse: ["#analyse?arena=grid:4x4&rounds=2&white=human&black=human&moves=5.6"],
  lines: ["#lines?puzzle=meadow"],
  circle: ["#circle?stones=3&blue=human&red=human&moves=0,1/2,1/4"],
  "new game on the circle": ["#circle?stones=3&blue=human&red=human", "New game …"],
  contest: ["#contest"],
  learn: ["#learn"],
  "the first lesson": ["#learn?lesson=first"],
  "a lesson on the circle": ["#learn?lesson=keys"],
};

export default async function access(t) {
  const { page } = t;
  const findings = (rules) =>
    page.evaluate(async (runOnly) => {
      const options = runOnly ? { runOnly } : {};
      const { violations } = await window.axe.run(document, {
        resultTypes: ["violations"],
        preload: false,
        ...options,
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          (node) => `${id} ${node.target.join(" ")}: ${[...node.any, ...node.all, ...node.none][0]?.message}`,
        ),
      );
    }, rules);
  const check = async (what) => {
    await page.evaluate(axe);
    const inTheme = async (theme, rules) => {
      await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
      t.is(`${what}, ${theme}`, await findings(rules), []);
    };
    await inTheme("light");
    await inTheme("dark", ["color-contrast"]); // nothing else depends on the theme
  };
  for (const [what, [hash, press]] of Object.entries(STATES)) {
    await t.open(hash);
    if (press) await page.getByText(press, { exact: true }).click();
    await check(what);
    if (!["play", "lines", "circle"].includes(what)) continue;
    await page.getByRole("button", { name: /^Help/ }).click();
    await check(`help of ${what}`);
  }
  await checkContest(t, check);
}

async function checkContest(t, check) {
  const folder = await mkdtemp(`${tmpdir()}/demesne-`),
    db = `${folder}/results.db`,
    players = "greedy,random,minimax:depth=1";
  await t.text(
    "tournament",
    ...["--players", players, "--arena", "path:5", "--rounds", "1", "--games", "2", "--db", db],
  );
  const server = t.serve("--db", db);
  try {
    await t.page.goto(`${await server.address}#contest?event=1&pairing=1`);
    await t.page.getByRole("region", { name: "Games" }).waitFor();
    await check("a tournament");
  } finally {
    server.stop();
    await rm(folder, { recursive: true });
  }
}
