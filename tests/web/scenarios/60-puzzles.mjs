// The ladder of puzzles: tries, what counts as solved, undo, typed places, numbers, export.
import { readFile } from "node:fs/promises";

export default async function puzzles(t) {
  const { page } = t,
    task = page.locator(".task"),
    mark = (name) => page.getByRole("button", { name, exact: true });
  const says = (words) => task.filter({ hasText: words }).waitFor();
  const type = async (place) => {
    await page.getByLabel("The move in numbers").fill(place);
    await t.button("Make it").click();
  };

  await t.open("#lines?puzzle=fork");
  await mark("The bridge Cut").click();
  await says("Cut one line so that red owns the most.");
  t.ok("undo does not lead from a fresh puzzle to the one before", await t.button("Undo").isDisabled());

  await page.getByText("Type an exact place").click();
  await type("99:1/3");
  await page.locator(".toast.bad").waitFor();
  t.is(
    "a place that does not exist",
    await page.locator(".toast.bad").innerText(),
    "There is no edge 99: edges are 0 to 8.\n×",
  );
  await page.locator(".toast.bad button").click();

  // A try that fails is over at the next click, without undo.
  await t.click({ edge: 0, at: "1/2" });
  await says("Not solved: blue still owns the most.");
  await t.shot("puzzle-missed");
  await t.button("Try again").focus();
  await page.keyboard.press("Enter");
  await says("1 try so far");
  t.ok("the keys go on on the board", await page.locator(".level-board:focus").isVisible());
  await t.click({ edge: 1, at: "1/2" });
  await says("Not solved");
  await t.click({ edge: 2, at: "1/2" }); // anywhere on the board
  await says("2 tries so far");
  await t.click({ edge: 4, at: "3/4" });
  await says("Solved in 3 tries!");
  t.ok("a winning move after wrong ones solves it", await mark("The bridge Cut solved").isVisible());
  await t.shot("puzzle-solved");
  await t.button("Next: The stile").waitFor();

  await t.open("#lines?puzzle=fork");
  await page.getByText("Type an exact place").click();
  await type("0:1/2");
  await says("Not solved");
  await type("1:99");
  await page.locator(".toast.bad").waitFor();
  t.ok("a refused move leaves the try as it was", await t.button("Try again").isVisible());

  // The engine's move is not the reader's.
  await t.button("Best move").click();
  await t.button("Make this move").click();
  await says("Red wins, with help: it does not count as solved.");
  t.is("the engine’s move does not solve the puzzle", await mark("The fork Cut help seen").count(), 1);
  await t.click({ edge: 1, at: "1/2" });
  await says("You have seen help");
  await mark("The fork Cut help seen").click();
  await mark("The fork Cut").waitFor();
  t.ok("another time it may count", true);

  // Decimals first; the exact number is one hover away, and read aloud.
  await t.open("#lines?puzzle=raft");
  const red = page.locator(".scorebar .p").first();
  t.ok("scores have two decimals", /^(red )?\d+\.\d\d?$/.test(await red.innerText()), await red.innerText());
  t.ok("the title is exact", /: .*, exactly \d+\/\d+$/.test(await red.getAttribute("title")));
  const download = page.waitForEvent("download");
  await t.button("SVG").click();
  const svg = await readFile(await (await download).path(), "utf8");
  t.ok(
    "the picture has its colours, without a style that the page may not set",
    svg.includes('fill="rgb') && !svg.includes("style="),
  );
}
