// Study, formulas: typed in, as a board; an assignment as stones and back; solved as a game.
export default async function formulas(t) {
  const { page } = t,
    side = page.getByRole("complementary", { name: "Formula: panel" }),
    words = page.locator(".arena .status"),
    pressed = () => side.locator(".variable [aria-pressed=true]").allInnerTexts();
  await t.open("#study?view=formulas");
  await words.getByText("Black has placed 0 of 4 stones").waitFor();
  for (const [name, value] of [
    ["x1", "true"],
    ["x2", "false"],
    ["x3", "false"],
    ["x4", "true"],
  ])
    await side.getByRole("button", { name: `${name} ${value}` }).click();
  await words.getByText("A clause is false and stays White’s: White wins by 1.").waitFor();
  t.is("the false clause", await side.locator(".clauses li:not(.true)").count(), 1);
  t.is("the stones are in the address", (await t.params()).black, "1,10,18,25");
  await t.click(2); // x1-
  await words.getByText("The formula is true, and Black wins by 1.").waitFor();
  t.is("a stone on the board changes the assignment", await pressed(), ["false", "false", "false", "true"]);
  await t.shot("study-formulas");
  await t.click(2);
  await words.getByText("Black has placed 3 of 4 stones").waitFor();
  await t.click(3);
  await words.getByText("These stones are no assignment").waitFor();
  t.ok("other stones are no assignment", true);

  await side.getByRole("textbox").fill("(rain or snow) and (not rain or snow) and not snow");
  await t.button("Make the board").click();
  await words.getByText("Black has placed 0 of 2 stones").waitFor();
  t.ok("own names are kept", await side.getByText("snow (x2)").isVisible());
  await t.button("Solve the board").click();
  await side.getByText("Black cannot win, so the formula is never true.").waitFor();
  await t.button("Figure 3").click();
  await words.getByText("of 4 stones").waitFor();
  await t.button("Solve the board").click();
  await side.getByText("Black can win, so the formula can be true").waitFor();
  await words.getByText("The formula is true").waitFor();
  t.ok("the board's best reply is an assignment", (await pressed()).length === 4);

  await side.getByRole("textbox").fill("x1 or or x2");
  await t.button("Make the board").click();
  await side.getByText("expected a variable instead of “or”").waitFor();
  await words.getByText("The formula is true").waitFor();
  t.ok("a bad formula says what is wrong, and the board stays", true);

  await t.button("Figure 4").click();
  await side.getByText("189 vertices, 5 rounds").waitFor();
  await t.button("Solve the board").click();
  await side.getByText("White cannot win the board, so the second player stops the first.").waitFor();
  await t.shot("study-figure4");
  // The formula game on the board: x6, and the engine answers with x8.
  await words.getByText("Your turn: take a variable. With best play the second player wins.").waitFor();
  await t.click(7);
  await t.until(() => location.hash.includes("taken=6,8"));
  t.ok("the engine answers on the board", await side.getByText("x6 and x8: can no longer be completed").isVisible());
  await t.button("Take back").click();
  await t.until(() => !location.hash.includes("taken="));
  await side.getByRole("textbox").fill("(a and b) or (b and c)");
  await t.button("Make the board").click();
  await words.getByText("With best play the first player wins.").waitFor();
  await t.click(3);
  await t.until(() => location.hash.includes("taken=2,1"));
  await t.click(4);
  await words.getByText("The first player has all variables of one pair of parentheses and wins: you; White wins the board").waitFor();
  t.ok("a pair of parentheses is complete", await side.locator(".clauses li.true").count(), 1);
  await t.button("The engine begins").click();
  await t.until(() => location.hash.includes("taken=2") && location.hash.includes("begins=engine"));
  await t.button("Figure 4").click();
  await side.getByText("189 vertices, 5 rounds").waitFor();
  await t.button("Play this").click();
  await page.locator("main[data-part=play]").waitFor();
  await t.until(() => location.hash.includes("rounds=5"));
  t.ok("Play this opens the board", true);

  await t.open("#study?view=formulas&formula=%28a%20or&black=7,x");
  await side.getByText("expected a variable at the end").waitFor();
  await words.getByText("Black has placed 0 of 4 stones").waitFor();
  t.ok("a damaged link says what is wrong and shows the usual formula", true);
}
