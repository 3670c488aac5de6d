// Puzzles solved by mouse, with a cut and with a rope; advice; the expansion.
export default async function lines(t) {
  const { page } = t;
  const verdict = () => page.locator(".verdict").innerText();
  const file = (name) => new URL(`../../../examples/levels/${name}.json`, import.meta.url).pathname;
  await t.open("#lines?puzzle=bridge");
  const before = await t.cli("lines", "score", file("bridge"));
  t.is("the winner is that of the command line", (await verdict()).toLowerCase(), `${before.winner} leads`);
  await page.mouse.move(...(await t.place({ edge: 4, at: "3/4" })));
  await page.locator(".level-board .tip", { hasText: "Cut here" }).waitFor();
  t.ok("the preview does not give the answer", !(await page.locator(".tip").innerText()).includes("red"));
  await t.shot("lines-preview");
  await page.mouse.click(...(await t.place({ edge: 4, at: "3/4" })));
  await page.locator(".verdict", { hasText: "red leads" }).waitFor();
  t.is(
    "the score is that of the command line",
    await page.locator(".scorebar").getAttribute("aria-label"),
    "red 15, blue 13, tied 0, unreached 0",
  );
  t.ok(
    "the cut solves it",
    (await page.getByRole("button", { name: "The bridge Cut solved" }).count()) === 1,
  );
  t.is(
    "solved puzzles are counted",
    await page.getByText(/^\d+ of \d+ solved$/).innerText(),
    "1 of 17 solved",
  );
  await t.soon("what was pointed at is gone", async () => !(await page.locator(".level-board .tip").isVisible()));
  await t.shot("lines-cut");
  const link = await page.evaluate(() => location.href);
  await t.button("Undo").click();
  await page.locator(".verdict", { hasText: "blue leads" }).waitFor();
  await t.until((cut) => location.href !== cut, link);
  await t.button("Redo").click();
  await page.locator(".verdict", { hasText: "red leads" }).waitFor();
  await t.until((cut) => location.href === cut, link);
  await page.goto("about:blank");
  await page.goto(link);
  await page.locator(".verdict", { hasText: "red leads" }).waitFor();
  t.ok("the address holds the level and its moves", true);
  t.ok("a solved puzzle stays marked", (await page.getByRole("button", { name: "The bridge Cut solved" }).count()) === 1);

  await t.open("#lines?puzzle=bridge");
  await t.button("Winning places").click();
  const odds = await t.cli("lines", "odds", file("bridge"), "--op", "cut");
  await page.locator(`.facts [title="${odds.winning_fraction}"]`).waitFor();
  t.ok("the grade is that of the command line", (await page.locator(".facts").innerText()).includes(odds.grade));
  t.is(
    "every winning region is shaded",
    await page.locator(".level .glow > *").count(),
    odds.winning_moves.length,
  );
  await t.shot("lines-odds");
  await t.button("Best move").click();
  const best = await t.cli("lines", "best", file("bridge"), "--op", "cut");
  await page.locator(`.facts dt:text-is("gain") + dd`, { hasText: Number(best.gain).toString() }).waitFor();
  await t.button("Make this move").click();
  await page.locator(".verdict", { hasText: `${best.winner} leads` }).waitFor();
  t.ok("the best move can be made", true);

  await t.open("#lines?puzzle=raft");
  const rope = await t.cli("lines", "best", file("raft"), "--op", "rope");
  await page.mouse.move(...(await t.place(rope.move.from)));
  await page.mouse.down();
  const [x, y] = await t.place(rope.move.to);
  await page.mouse.move(x - 20, y, { steps: 3 });
  await page.mouse.move(x, y, { steps: 3 });
  await t.shot("lines-rope");
  await page.mouse.up();
  await page.locator(".verdict", { hasText: "red leads" }).waitFor();
  await t.button("Next: The pond").waitFor();
  t.ok(
    "the rope solves it",
    (await page.getByRole("button", { name: "The raft Rope solved" }).count()) === 1,
  );

  await t.button("Next: The pond").click();
  await page.locator(".headline", { hasText: "Remove one site" }).waitFor();
  t.is("the next puzzle is offered", (await t.params()).puzzle, "pond");

  await t.open("#lines?puzzle=labyrinth");
  await t.button("▶ Watch").click();
  const share = async () => Number(await page.locator('input[aria-label="Time since the colours began to spread"]').inputValue());
  await t.soon("the expansion grows", async () => (await share()) > 0);
  await t.shot("lines-film");

  const make = async (op, grade, vertices) => {
    const [, ops, grades] = await page.locator("dialog[open] select").all();
    await ops.selectOption(op);
    await grades.selectOption(grade);
    await page.getByLabel("Vertices", { exact: true }).fill(vertices);
    await t.button("Make it").last().click();
  };
  await t.button("Make a level …").click();
  await make("remove", "fiendish", "4");
  await page.locator("dialog [role=alert]", { hasText: "such removals need 17 sites" }).waitFor();
  const sites = page.getByLabel("Sites per player", { exact: true });
  await sites.fill("4"); // one of eight is 12.5 %
  await make("remove", "hard", "12");
  await page.locator("dialog [role=alert]", { hasText: "None of 1000 random levels is like that" }).waitFor();
  t.ok("if no level has the wanted grade, it says what to do", true);
  await sites.fill("1");
  await make("cut", "hard", "12");
  await page.locator("dialog").waitFor({ state: "detached" });
  t.ok(
    "a new level states its task",
    (await page.locator(".headline").innerText()).includes("Cut one line so that red owns the most"),
    await page.locator(".headline").innerText(),
  );
  await t.button("Winning places").click();
  await page.locator(".facts", { hasText: "hard" }).waitFor();
  t.ok("a level of the wanted grade is made", true);
  t.is("its link is a puzzle, too", (await t.params()).win, "cut");
  await t.shot("lines-made");
  await t.button("Best move").click();
  await t.button("Make this move").click();
  await page.locator(".headline", { hasText: "Red wins, with help" }).waitFor();
  t.ok("the engine’s move wins it", true);
  await t.button("Make a level …").click();
  await make("rope", "medium", "10");
  await page.locator("dialog").waitFor({ state: "detached" });
  await t.button("Winning share").click();
  await page.locator(".facts", { hasText: "medium" }).waitFor();
  t.ok("the same for ropes", true);

  await t.button("Make a level …").click();
  await page.getByLabel("Moves", { exact: true }).fill("2");
  await make("cut", "medium", "10");
  await page.locator(".task", { hasText: "Cut two lines so that red owns the most." }).waitFor();
  await page.reload();
  await page.locator(".task", { hasText: "Cut two lines so that red owns the most." }).waitFor();
  t.is("two moves, and its link is a puzzle, too", (await t.params()).win, "moves");
}
