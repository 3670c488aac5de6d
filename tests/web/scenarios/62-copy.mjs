// The link to a puzzle does not give its solution away, the link to a level of one's own has the moves.
export const context = {}; // for the clipboard
export const modes = ["mouse"];

export default async function copy(t) {
  const { page } = t;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await t.open("#lines?puzzle=bridge");
  const packed = await page.evaluate(async () => {
    const { pack } = (await import(document.querySelector("script").src)).load("share.js");
    return pack(JSON.stringify([["cut", { edge: 4, at: "3/4" }]]));
  });
  const copied = async () => {
    await t.button("Copy link").click();
    await page.locator(".toast", { hasText: "Copied" }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await t.open(`#lines?puzzle=bridge&moves=${packed}`);
  t.ok("the move is made", page.url().includes("moves="));
  const link = await copied();
  t.ok("the puzzle's link has no moves", link.includes("#lines?puzzle=bridge") && !link.includes("moves="), link);
}
