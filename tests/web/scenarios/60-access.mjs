// Every tab and the main windows have no finding of axe-core, light and dark.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";

const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

const HUMANS = "white=human&black=human";
/** What is checked: the address, what shows that it is there, and a control to press then. */
const STATES = {
  plane: ["#plane?board=square&level=friend&rounds=2&moves=0.25,0.5~0.75,0.5", ".plane .point"],
  "the plane at the end": ["#plane?level=friend&rounds=1&moves=0.2,0.5~0.7,0.5", ".review th"],
  "the plane, one round": ["#plane?board=rect:1x0.9&rounds=1&per_turn=2&level=row&you=black", ".verdict"],
  "new game in the plane": ["#plane?board=square&level=friend&rounds=2", ".plane", "New game …"],
  play: [`#play?arena=grid:5x5&rounds=2&${HUMANS}`, ".seat.to-move"],
  "new game": [`#play?arena=grid:5x5&rounds=2&${HUMANS}`, ".board", "New game …"],
  "a game that has ended": [`#play?arena=grid:3x3&rounds=1&${HUMANS}&moves=4.1`, ".status"],
  "the board as a table": [`#play?arena=path:4&rounds=1&${HUMANS}&moves=1`, ".board", "Board as a table"],
  map: ["#map?arena=town:400&mine=20&rival=300", ".shops"],
  analyse: [`#analyse?arena=grid:4x4&rounds=2&${HUMANS}&moves=5.6`, ".board"],
  lines: ["#lines?puzzle=meadow", ".level .site"],
  "a level of a pack": ["#lines?pack=first&number=12", ".level .site"],
  circle: ["#circle?stones=3&blue=human&red=human&moves=0,1/2,1/4", ".ring .stone"],
  "new game on the circle": ["#circle?stones=3&blue=human&red=human", ".ring", "New game …"],
  documents: ["#study?doc=lines", ".told .verdict"],
  trees: ["#study?view=trees", ".board"],
  formulas: ["#study?view=formulas", ".board"],
  atlas: ["#study?view=atlas", "table"],
  proofs: ["#study?view=proofs", "h2"],
  contest: ["#contest", ".page pre"],
  learn: ["#learn", ".lessons"],
  "the first lesson": ["#learn?lesson=first", ".coach"],
  "a lesson on lines": ["#learn?lesson=cut", ".level .site", "Hint"],
  "a lesson on the circle": ["#learn?lesson=keys", ".ring .stone"],
};

export default async function access(t) {
  const { page } = t;
  const findings = (rules) =>
    page.evaluate(async (runOnly) => {
      const options = { resultTypes: ["violations"], preload: false, ...(runOnly ? { runOnly } : {}) };
      const { violations } = await window.axe.run(document, options);
      // A tab that is scrolled out of the narrow bar looks like a hidden link that skips to a place.
      const isTab = ({ target }) => document.querySelector(target[0])?.parentElement.id === "tabs";
      return violations.flatMap(({ id, nodes }) =>
        nodes.filter((one) => id !== "skip-link" || !isTab(one)).map((one) => `${id} ${one.target}: ${[...one.any, ...one.all, ...one.none][0]?.message}`),
      );
    }, rules);
  const check = async (what) => {
    const inTheme = async (theme, rules) => {
      await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
      t.is(`${what}, ${theme}`, await findings(rules), []);
    };
    await inTheme("light");
    await inTheme("dark", ["color-contrast"]); // nothing else depends on the theme
  };
  await t.open("#play");
  await page.evaluate(axe);
  await check("the first visit");
  for (const [what, [hash, sign, press]] of Object.entries(STATES)) {
    await page.evaluate((to) => (location.hash = to), hash);
    await page
      .locator(`main[data-part=${hash.match(/\w+/)}] ${sign}`)
      .first()
      .waitFor();
    if (press) await page.getByText(press, { exact: true }).click();
    await check(what);
    if (["plane", "play", "lines", "circle"].includes(what)) {
      await page.getByRole("button", { name: /^Help/ }).click();
      await check(`help of ${what}`);
    }
    await page.keyboard.press("Escape");
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
    await t.page.getByRole("region", { name: "Games", exact: true }).waitFor();
    await t.page.evaluate(axe);
    await check("a tournament");
  } finally {
    server.stop();
    await rm(folder, { recursive: true });
  }
}
