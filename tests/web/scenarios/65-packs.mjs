// Packs of levels: the budget counts down, undo, hints, what stays after a reload, files that are good or damaged.
import { readFile } from "node:fs/promises";

const SAMPLE = new URL("../../../web/samples/pack.json", import.meta.url);

export default async function packs(t) {
  const { page } = t,
    card = page.getByRole("region", { name: "Packs" });
  const says = (words) => page.locator(".task").filter({ hasText: words }).waitFor();
  const chips = async () => (await page.locator(".headline .chip").allTextContents()).map((text) => text.trim());
  const level = (name) => card.getByRole("button", { name, exact: true });
  const { levels } = JSON.parse(await readFile(SAMPLE, "utf8"));

  // Two moves of two kinds: a wrong one is undone, and the right one solves the level.
  await t.open("#lines");
  await t.button("Twelve levels").click();
  await says("Add one site so that red owns the most.");
  await level("Level 5 Cut Remove").click();
  await says("Cut one line and remove one site of any colour so that red owns the most.");
  t.is("what is to be spent", await chips(), ["cuts left: 1", "removals left: 1", "medium"]);
  t.ok("other kinds of moves are not offered", await t.button("Add").isDisabled());
  await t.button("Remove").click();
  await t.click({ vertex: 3 });
  await says("Move 2 of 2. Cut one line.");
  t.is("the budget counts down", await chips(), ["cuts left: 1", "removals left: 0", "medium"]);
  t.is("the tool is what is left", await t.button("Cut").getAttribute("aria-pressed"), "true");
  await t.shot("pack-middle");
  await t.click({ edge: 1, at: "1/2" });
  await says("Not solved: blue still owns the most.");
  t.is("nothing is left", await chips(), ["cuts left: 0", "removals left: 0", "medium"]);
  t.is("it is not solved", await level("Level 5 Cut Remove solved").count(), 0);
  await t.shot("pack-missed");
  await t.button("Undo the last move").click();
  await says("Move 2 of 2");
  t.is("the cut is there again", await chips(), ["cuts left: 1", "removals left: 0", "medium"]);
  const { moves } = await t.params();
  await t.click({ edge: 3, at: "1/2" });
  await says("Solved in 2 tries!");
  await t.shot("pack-solved");
  await t.until((before) => new URLSearchParams(location.hash.split("?")[1]).get("moves") !== before, moves);
  await page.reload();
  await says("Solved in 2 tries!");
  t.is("the mark stays", await level("Level 5 Cut Remove solved").count(), 1);
  t.ok("the list counts it", /^1 of 12 solved/m.test(await card.innerText()), await card.innerText());
  await t.button("Next: Level 6").click();
  await says("Cut two lines so that red owns the most.");
  t.is("the next level has its own budget", await chips(), ["cuts left: 2", "medium"]);

  await hints(t, { says, level, chips });
  await files(t, { says, card, level, levels });
}

async function hints(t, { says, level, chips }) {
  const { page } = t;
  await t.button("Hint").click();
  await t.button("Make this move").click();
  await says("Move 2 of 2");
  t.is("the engine’s move is one of the budget", await chips(), ["cuts left: 1", "medium"]);
  await t.button("Hint").click();
  await t.button("Make this move").click();
  await says("Red wins, with help: it does not count as solved.");
  t.is("it is marked as seen", await level("Level 6 Cut × 2 help seen").count(), 1);

  // A first move after which nothing wins.
  await level("Level 12 Cut Remove").click();
  await says("Cut one line and remove one site");
  await t.button("Cut").click();
  await t.click({ edge: 8, at: "1/2" });
  await says("Move 2 of 2");
  await t.button("Hint").click();
  await page.getByText("From here red cannot win any more: undo a move.").waitFor();
  t.ok("the engine knows when it is too late", true);
}

/** Opens what was written by `lines pack -o`, and files that are no packs. */
async function files(t, { says, card, level, levels }) {
  const { page } = t;
  const open = (name, content) =>
    page.locator('input[type="file"]').setInputFiles({
      name,
      mimeType: "application/json",
      buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
    });
  const pack = { demesne: "pack", version: 1, seed: 4, levels: [levels[4], levels[11]] };
  const broken = structuredClone(pack);
  broken.levels[1].level.edges.push([0, 99]);
  await open("mine.json", pack);
  await says("Cut one line and remove one site");
  t.ok("the list is the file’s", /mine\n+0 of 2 solved/.test(await card.innerText()), await card.innerText());
  for (const [name, content, words] of [
    ["half.json", JSON.stringify(pack).slice(0, 500), /^half.json is neither a level nor a pack/],
    ["none.json", { ...pack, levels: [] }, /^none.json is a pack without levels/],
    ["new.json", { ...pack, version: 9 }, /^new.json is a pack of version 9; this page reads version 1/],
    ["bad.json", broken, /^bad.json, level 2: .*99/],
    ["moves.json", { ...pack, levels: [{ level: { ...levels[4].level, moves: "x" } }] }, /^moves.json, level 1: .*moves/],
  ]) {
    await open(name, content);
    const toast = page.locator(".toast.bad").last();
    await toast.filter({ hasText: name }).waitFor();
    t.ok(`${name} is refused with a reason`, words.test(await toast.innerText()), await toast.innerText());
  }
  await says("Cut one line and remove one site");
  t.ok("and nothing is lost", /mine\n+0 of 2 solved/.test(await card.innerText()), await card.innerText());

  // Another browser does not have the file, but the link has the level.
  await level("Level 2 Cut Remove").waitFor();
  await page.reload();
  await says("Cut one line and remove one site");
  t.is("the pack is kept", await level("Level 2 Cut Remove").count(), 1);
  const { hash } = new URL(page.url());
  await page.evaluate(() => localStorage.removeItem("demesne.pack"));
  await t.open(hash);
  await says("Cut one line and remove one site");
  t.is("the level of a link stands alone", await page.locator(".headline strong").innerText(), "A level");
}
