// The static pages of a tournament, from the file system: valid, accessible, whole games step by step, and
// text of programs that stays text.
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { HtmlValidate } from "html-validate";

const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const EVIL = `<img src=x onerror=window.evil=1><script>window.evil=2</script>"'&amp;`;

/** Answers as it should until it is asked for a move. */
const BOT = `#!/bin/sh
# ${EVIL}
echo '${EVIL.replaceAll("'", "")}' >&2
while read -r word rest; do
  case $word in
  protocol_version) printf '= 1\\n\\n' ;;
  genmove) printf '= 12345 ${EVIL.replaceAll("'", "")}\\n\\n' ;;
  arena) set -- $rest; for _ in $(seq $(($1 + $2))); do read -r _; done; printf '=\\n\\n' ;;
  quit) printf '=\\n\\n'; exit ;;
  *) printf '=\\n\\n' ;;
  esac
done
`;

async function validate(t, folder) {
  const checker = new HtmlValidate({
    root: true,
    extends: ["html-validate:recommended"],
    rules: { "long-title": "off" }, // players choose their names
  });
  const pages = (await readdir(folder)).filter((name) => name.endsWith(".html"));
  const report = await checker.validateMultipleFiles(pages.map((name) => `${folder}/${name}`));
  const found = report.results.flatMap(({ filePath, messages }) =>
    messages.map((one) => `${filePath.split("/").at(-1)}:${one.line} ${one.ruleId} ${one.message}`),
  );
  t.is(`${pages.length} pages are valid HTML`, found, []);
}

/** axe-core, light and dark; nothing but contrast depends on the colours. */
async function access(t, what) {
  await t.page.evaluate(axe);
  for (const [colorScheme, rules] of [["light"], ["dark", { runOnly: ["color-contrast"] }]]) {
    await t.page.emulateMedia({ colorScheme });
    const found = await t.page.evaluate(async (only) => {
      const options = { resultTypes: ["violations"], preload: false, ...only };
      const { violations } = await window.axe.run(document, options);
      return violations.flatMap(({ id, nodes }) => nodes.map((one) => `${id} ${one.target}`));
    }, rules);
    t.is(`${what}, ${colorScheme}: no finding of axe-core`, found, []);
  }
}

const numbers = (text) => text.match(/White (\S+)\s+Black (\S+)(?:\s+tied (\S+))?/).slice(1).map((n) => Number(n ?? 0));

/** A whole game, each turn as the command line scores it. */
async function replay(t, site, folder) {
  const { page } = t;
  await page.goto(`${site}game.html#1-2`);
  await page.locator("#replay:not([hidden])").waitFor();
  const game = JSON.parse((await readFile(`${folder}/data/g1.js`, "utf8")).replace(/^[^,]*,|\);\s*$/g, "")).games[1];
  const board = `${folder}/board.json`,
    moves = game.m.split(" ");
  t.is("as many turns as the game had", await page.locator("#moves li").count(), moves.length);
  for (let turn = 1; turn <= moves.length; turn++) {
    if (turn % 2) await page.keyboard.press("ArrowRight");
    else await page.locator("#next").click();
    const white = moves.slice(0, turn).filter((_, i) => i % 2 === 0),
      black = moves.slice(0, turn).filter((_, i) => i % 2 === 1);
    const stones = ["--white", white.join(), ...(black.length ? ["--black", black.join()] : [])];
    const truth = await t.cli("score", board, ...stones);
    t.is(`turn ${turn} has the score of the command line`, numbers(await page.textContent("#score")), [
      truth.white_score,
      truth.black_score,
      truth.tied,
    ]);
    t.is(`turn ${turn} shows its stones`, await page.locator("#board .stone").count(), turn);
  }
  const [white, black] = numbers(await page.textContent("#score"));
  t.is("the end is the result", white - black, game.v);
  t.ok("there is no further turn", await page.locator("#next").isDisabled());
  await page.locator("h1").click({ position: { x: 1, y: 1 } });
  await page.keyboard.press("Home");
  t.ok("Home goes to the start", await page.locator("#back").isDisabled());
  await page.locator("#moves a").nth(2).click();
  await t.soon("a move of the list is a link", async () => (await page.textContent("#turn")).startsWith("3 of"));
  await page.keyboard.press("End");
  t.is("End goes to the end", await page.inputValue("#at"), String(moves.length));
  await t.shot("site-game");
}

async function playIt(t, site) {
  const { page } = t;
  await page.goto(`${site}index.html`);
  await page.locator("table.cross td a").first().click();
  await page.locator("#replay:not([hidden])").waitFor();
  await page.getByRole("button", { name: "Play" }).click();
  await t.soon("Play steps by itself", async () => (await page.inputValue("#at")) === "2");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.locator("#games a").nth(3).click();
  await t.soon("another game of the pairing opens", async () => (await page.title()).endsWith("game 4"));
}

/** A player's page, with faults; nothing of a program became markup. */
async function hostile(t, site) {
  const { page } = t;
  await page.goto(`${site}index.html`);
  await page.locator("th a", { hasText: "evil" }).first().click();
  await page.getByText("its standard error").first().click();
  t.ok("the name is text", (await page.textContent("h1")).includes("<script>window.evil=2</script>"));
  t.ok("its standard error is text", (await page.textContent("pre")).includes("<img src=x"));
  await access(t, "a player");
  await t.shot("site-player");
  await page.locator("tbody a", { hasText: /^game 1, turn/ }).first().click();
  await page.locator("#moves small").first().waitFor();
  t.ok("a fault is told beside its turn", (await page.textContent("#moves small")).length > 5);
  t.is("no script of a program ran", await page.evaluate(() => window.evil ?? null), null);
}

export const isServed = true;
export const context = {}; // files have no origin to clear

export default async function site(t) {
  const folder = await mkdtemp(`${tmpdir()}/demesne-`),
    out = `${folder}/pages`,
    asked = [];
  t.page.on("request", (request) => asked.push(request.url()));
  try {
    await writeFile(`${folder}/bot`, BOT);
    for (const path of [folder, `${folder}/bot`]) await chmod(path, 0o755); // also for nobody, as whom root runs it
    const bot = `cmd:${folder}/bot '${EVIL.replaceAll("'", "")}'`.replaceAll(",", "\\,");
    const event = ["--arena", "gnp:20,0.2", "--rounds", "3", "--games", "4", "--db", `${folder}/r.db`];
    await t.text("tournament", "--players", `greedy,random,minimax:depth=1,${bot}`, ...event, "--html", out, "--review-time", "0.2");
    await t.text("tournament", "--players", "greedy,random", ...event, "--game", "1,2", "--record", `${out}/r.json`);
    const record = JSON.parse(await readFile(`${out}/r.json`, "utf8"));
    await writeFile(`${out}/board.json`, await t.text("arena", "gnp:20,0.2", "--seed", String(record.seed), "--to", "-", "--format", "json"));
    await validate(t, out);
    const pages = `file://${out}/`;
    await t.page.goto(`${pages}index.html`);
    await access(t, "the first page");
    await t.shot("site-index");
    await replay(t, pages, out);
    await access(t, "a game");
    await playIt(t, pages);
    await hostile(t, pages);
    t.is("nothing was loaded from elsewhere", asked.filter((url) => !url.startsWith("file:")), []);
    const wide = await t.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    t.ok("the page does not scroll sideways", wide <= 0, wide);
  } finally {
    await rm(folder, { recursive: true });
  }
}
