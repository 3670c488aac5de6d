// Study, documents: an algorithm of each document, step by step, as the tool's --explain has it.
export default async function documents(t) {
  const { page } = t,
    side = page.getByRole("complementary", { name: "Document: panel" }),
    steps = side.locator(".moves button"),
    told = side.locator(".told");
  const shortOf = (trace) => trace.map(({ step, move }, i) => `${i + 1}. ${step ?? move}`);

  await t.open("#study?doc=graphs&algorithm=key-level");
  await told.getByText("Before the first stone").waitFor();
  const tree = await t.cli("play", "tree:3,5", "--rounds", "4", "--white", "key-level", "--black", "greedy", "--explain");
  t.is("the steps of Algorithm 2", (await steps.allInnerTexts()).slice(1), shortOf(tree.trace));
  await t.button("Next ▶").click();
  await told.getByText("1. White takes vertex 1: (B)-1").waitFor();
  t.ok("the sentence of the step", (await told.innerText()).includes(tree.trace[0].why));
  t.is(
    "who holds how many of each set",
    (await told.locator("tbody tr").allInnerTexts()).map((row) => row.split(/\s+/).map(Number).slice(1)),
    tree.trace[0].held,
  );
  await page.keyboard.press("n");
  await told.getByText("2. Black takes vertex 0").waitFor();
  t.is("the step is in the address", (await t.params()).step, "2");
  await t.shot("study-documents");
  await page.reload();
  await told.getByText("2. Black takes vertex 0").waitFor();
  t.ok("a reload comes back to it", true);

  await side.getByLabel("Document", { exact: true }).selectOption("circle");
  const ring = await t.cli("interval", "play", "circle", "--stones", "4", "--blue", "key-grabbing", "--red", "keypoint", "--explain");
  await steps.filter({ hasText: "2.1 free key point" }).first().click();
  await told.getByText(ring.trace[1].why).waitFor();
  t.ok("a branch of Algorithm 2.1 with its quantities", (await told.innerText()).includes("n_B, blue intervals"));

  await side.getByLabel("Document", { exact: true }).selectOption("lines");
  await steps.filter({ hasText: /^III/ }).first().click();
  await told.getByText("Type III: edge 2 at 0").waitFor();
  t.ok("a candidate cut with its gain", /gain\s+12/.test(await told.innerText()));
  await side.getByLabel("What of it").selectOption("function");
  await told.getByText("f from vertex 0 over edge 0, entered by red").waitFor();
  t.is("a function has a chart and its pieces", await told.locator("svg.chart").count(), 1);
  await side.getByLabel("Level", { exact: true }).fill("nowhere");
  await t.button("Show it").click();
  await side.getByText("there is no level nowhere").waitFor();
  t.ok("a level that does not exist is refused with those that do", true);

  await t.open("#study?doc=lines&algorithm=types-printed&step=1");
  const wrong = await t.cli("lines", "best", "--op", "cut", "--method", "types:printed", "--find-counterexample");
  await told.getByText(`Right: a gain of ${wrong.right}`).waitFor();
  await t.button("◀ Back").click();
  await told.getByText(`As printed: a gain of ${wrong.claimed}`).waitFor();
  t.ok("the smallest level on which the thesis as printed is wrong", true);
  await t.open("#study?doc=slides&algorithm=naive");
  await told.getByText("The method: 0").waitFor();
  t.ok("and the smallest tree on which the slides’ first idea fails", true);

  await side.getByLabel("Document", { exact: true }).selectOption("contest");
  await steps.nth(1).click();
  await told.getByText("1. White takes").waitFor();
  await page.getByText("The numbers are what the player compared before this stone.").waitFor();
  t.ok("the numbers that a player compared are on the board", true);
}
