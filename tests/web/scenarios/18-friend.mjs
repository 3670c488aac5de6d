// Two pages play each other by a link: moves arrive at once, and a reload comes back to the game.
export const isServed = true;

export default async function friend(t) {
  const { page } = t,
    moves = async (of) => of.evaluate(() => new URLSearchParams(location.hash.split("?")[1]).get("moves"));
  await t.open("#play?arena=path:9&rounds=2&white=human&black=human");
  await t.button("Play a friend …").click();
  await page.getByRole("radio", { name: "White, moves first" }).check();
  await t.button("Begin").click();
  await page.getByText("Waiting for your friend").waitFor();
  await t.shot("friend");
  const link = await page.getByLabel("Link for your friend").inputValue();
  const context = await page.context().browser().newContext(),
    theirs = await context.newPage();
  const has = (of, want) =>
    of.waitForFunction(
      (text) => new URLSearchParams(location.hash.split("?")[1]).get("moves") === text,
      want,
    );
  await theirs.goto(link);
  await page.getByText("Your friend is here. You play White.").waitFor();
  await theirs.getByText("Your friend is here. You play Black.").waitFor();
  t.ok("both sides see that the other is there", true);
  await t.click(4);
  await has(theirs, "4");
  t.ok("a move arrives at the friend’s page", true);
  const place = async (vertex) => {
    const box = await theirs.locator(".board").boundingBox(),
      [x, y] = await theirs.evaluate((v) => document.querySelector(".board").placeOf(v), vertex);
    await theirs.mouse.click(box.x + x, box.y + y);
  };
  await place(3);
  await has(page, "4.3");
  t.ok("and the answer comes back", true);
  await place(2);
  await theirs.getByText("It is Friend’s turn.").waitFor();
  t.is("nobody moves for the other", await moves(theirs), "4.3");
  await page.reload();
  await page.getByText("Your friend is here. You play White.").waitFor();
  await t.click(5);
  await has(theirs, "4.3.5");
  await has(page, "4.3.5"); // the page writes its own address too
  t.ok("after a reload the game goes on", true);
  await page.evaluate(() => (location.hash = "#play?friend=NOGAME"));
  await page.getByText("Ask your friend for a new one").waitFor();
  await has(page, "4.3.5");
  t.ok("a bad code leaves the game as it is", true);
  await place(0);
  await page.locator(".result").waitFor();
  await theirs.locator(".result").waitFor();
  t.ok("both see the end", true);
  await context.close();
}
