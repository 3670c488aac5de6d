// A friend's game goes on: presence, clocks, rematches, a second tab of one browser, a server that was restarted.
export const isServed = true;
export const modes = ["mouse"];

export default async function rematch(t) {
  const servers = [t.serve("--quiet")];
  try {
    await check(t, servers);
  } finally {
    for (const one of servers) await one.stop();
  }
}

async function check(t, servers) {
  const browser = t.page.context().browser();
  const [own] = servers,
    url = await own.address;
  const port = new URL(url).port;
  const { page } = t;
  const hash = (of) => of.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split("?")[1])));
  const place = async (of, vertex) => {
    await of.locator(".board").scrollIntoViewIfNeeded();
    const box = await of.locator(".board").boundingBox(),
      [x, y] = await of.evaluate((v) => document.querySelector(".board").placeOf(v), vertex);
    await of.mouse.click(box.x + x, box.y + y);
  };
  const has = (of, moves) =>
    of.waitForFunction((text) => new URLSearchParams(location.hash.split("?")[1]).get("moves") === text, moves);
  const says = (of, text) => of.getByLabel("Friend", { exact: true }).getByText(text).waitFor();
  const clocks = async (of) =>
    Promise.all(
      ["white", "black"].map(async (side) => {
        const text = await of.locator(`.seat.${side} .clock span`).first().textContent();
        const [minutes, seconds] = text.split(":").map(Number);
        return 60 * minutes + seconds;
      }),
    );

  await page.goto(`${url}#play?arena=path:5&rounds=1&white=human&black=human&clock=1`);
  await t.button("Play a friend …").click();
  await t.button("Begin").click();
  await says(page, "Waiting for your friend");
  const { friend: first } = await hash(page);
  await page.waitForTimeout(1500);
  t.is("the clock chosen holds, and stands until the friend has come", await clocks(page), [60, 60]);

  // A second tab of the same browser is no second White.
  const tab = await page.context().newPage();
  await tab.goto(`${url}#play?friend=${first}`);
  await tab.getByText("Another tab of this browser plays White").waitFor();
  t.ok(
    "a second tab may take the other seat",
    await tab.getByRole("radio", { name: "Play Black here" }).isChecked(),
  );
  await tab.close();

  // The friend types the code.
  const context = await browser.newContext(),
    theirs = await context.newPage();
  await theirs.goto(`${url}#play?arena=grid:3x3&rounds=1&white=human&black=human`);
  await theirs.getByRole("button", { name: "Play a friend …" }).click();
  await theirs.getByLabel("Friend’s code").fill(first.toLowerCase());
  await theirs.getByRole("button", { name: "Begin", exact: true }).click();
  await says(theirs, "Your friend is here. You play Black");
  await says(page, "Your friend is here. You play White");
  await page.waitForTimeout(1200);
  const [mine, seen] = [await clocks(page), await clocks(theirs)];
  t.ok("both pages show the same clocks", mine[0] < 60 && Math.abs(mine[0] - seen[0]) <= 1 && seen[1] === 60, [
    mine,
    seen,
  ]);
  await page.reload();
  await says(page, "Your friend is here");
  await t.soon("a reload keeps the clock", async () => (await clocks(page))[0] <= mine[0]);

  await theirs.goto("about:blank");
  await says(page, "Your friend’s page is closed");
  t.ok("a page that was closed is gone", true);
  await theirs.goto(`${url}#play?friend=${first}`);
  await says(page, "Your friend is here");
  t.ok("and comes back", true);

  // A rematch with swapped sides, then one without.
  await place(page, 2);
  await has(theirs, "2");
  await place(theirs, 1);
  await has(page, "2.1");
  await page.getByRole("button", { name: "Swap and rematch" }).click();
  await says(page, "You offered a rematch, with the sides swapped");
  await says(theirs, "Your friend offers a rematch, with the sides swapped");
  await theirs.getByRole("button", { name: "Accept" }).click();
  await says(theirs, "Your friend is here. You play White");
  await says(page, "Your friend is here. You play Black");
  const second = (await hash(page)).friend;
  t.ok("both go to the same new game", second !== first && second === (await hash(theirs)).friend);
  await place(theirs, 2);
  await has(page, "2");
  await place(page, 3);
  await has(theirs, "2.3");
  await theirs.getByRole("button", { name: "Rematch", exact: true }).click();
  await says(page, "Your friend offers a rematch.");
  await page.getByRole("button", { name: "Rematch", exact: true }).click();
  await says(page, "Your friend is here. You play Black.");
  await page.waitForFunction((old) => !location.hash.includes(old), second);
  const third = (await hash(page)).friend;
  await theirs.waitForFunction((code) => location.hash.includes(code), third);
  t.ok("and to the next", third !== second);
  await place(theirs, 1);
  await has(page, "1");

  await own.stop();
  await says(page, "The server does not answer. Trying again");
  t.ok("a server that stopped is noticed", true);
  const again = t.serve("--quiet", "--port", port);
  servers.push(again);
  await again.address;
  await says(page, "The server has forgotten this game");
  await says(theirs, "The server has forgotten this game");
  const stands = await clocks(page);
  await page.waitForTimeout(1200);
  t.is("a game that the server forgot is said to be gone, and its clocks stand", await clocks(page), stands);
  await page.getByRole("button", { name: "Begin a new game" }).click();
  await says(page, "Waiting for your friend");
  t.ok("a new one can be begun at once", true);
  await context.close();
  await page.goto("about:blank");
}
