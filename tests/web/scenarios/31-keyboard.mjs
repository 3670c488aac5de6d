// A game without a mouse, the help, the tabs, the table.
export default async function keyboard(t) {
  const { page } = t,
    press = (key) => page.keyboard.press(key);
  await t.open("#play?arena=grid:3x3&rounds=2&white=human&black=human");
  for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement.matches(".board"))); i++)
    await press("Tab");
  t.ok("Tab reaches the board", await page.evaluate(() => document.activeElement.matches(".board")));
  await press("ArrowRight"); // the cursor appears in the middle
  await page.locator(".tip", { hasText: /White 9/ }).waitFor();
  t.ok(
    "the preview is announced",
    (await page.locator("#live").innerText()).includes("White 9"),
    await page.locator("#live").innerText(),
  );
  await t.shot("keyboard");
  await press("Enter");
  await t.until(() => location.hash.includes("moves=4"));
  await press("ArrowLeft");
  await press("ArrowUp");
  await page.evaluate(() => {
    window.spoken = []; // all that is announced: the vertex under the cursor comes right after the move
    new MutationObserver(() => window.spoken.push(document.querySelector("#live").textContent)).observe(
      document.querySelector("#live"),
      { childList: true, characterData: true, subtree: true },
    );
  });
  await press("Enter");
  await t.until(() => location.hash.includes("moves=4.0"));
  await t.until(() => window.spoken.some((text) => text.includes("Black on a3")));
  t.ok("the move is announced", true);
  await press("u");
  await t.until(() => location.hash.includes("at=1"));
  await press("y");
  await t.until(() => !location.hash.includes("at="));
  await press("?");
  await page.locator("dialog[open]").waitFor();
  await t.shot("help");
  await press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await press("t");
  await page.locator(".table-view").waitFor();
  const row = await page.locator(".table-view tbody tr").nth(4).innerText();
  t.ok("the table shows the stone", row.includes("White 1"), row);
  await page.locator('.table-view button[aria-label="Place a stone on c1"]').focus();
  await press("Enter");
  await t.until(() => location.hash.includes("moves=4.0.8"));
  t.ok("the table can be played on", true);
  await press("5");
  await page.locator("main[data-part=analyse]").waitFor();
  await t.until(() => location.hash.startsWith("#analyse?") && location.hash.includes("moves=4.0.8"));
  t.ok("another tab has the same position", true);
}
