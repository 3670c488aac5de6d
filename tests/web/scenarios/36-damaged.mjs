// Damaged links and bad files: the game on the board is never lost, and the message says what to do.
const GAME = "#play?arena=grid:5x5&rounds=3&white=human&black=human&moves=12.6";

const links = [
  "#play?arena=nosuch:3",
  "#play?arena=grid:0x0",
  "#play?arena=grid:",
  "#play?arena=../../etc/passwd",
  "#play?arena=@0123456789abcdef",
  "#play?arena=grid:99999x99999",
  "#play?arena=path:5&rounds=2&moves=1.1",
  "#play?arena=path:5&rounds=1&moves=x",
  "#play?arena=path:5&rounds=1&moves=1.99",
  "#play?arena=path:5&rounds=1&moves=1.2.3",
  "#play?arena=path:5&rounds=1&moves=0,1,2",
  "#play?arena=path:5&rounds=abc",
  "#play?arena=path:5&rounds=99",
  "#play?arena=path:5&rounds=1&ties=nobody",
  "#play?arena=road:60&seed=-1",
  "#play?arena=road:60&seed=99999999999999999999",
  "#play?arena=path:5&rounds=1&clock=soon",
  "#play?arena=path:5&rounds=1&black=nosuch:depth=2",
  "#play?board=AAAA&name=x.edges&rounds=1",
  "#play?board=%E2%82%AC&name=x.edges&rounds=1",
  "#play?name=large.edges&rounds=1",
  "#analyse?arena=path:5&rounds=1&per-turn=0",
];

const record = (changes) =>
  JSON.stringify({
    demesne: "game",
    version: 1,
    arena: "path:4",
    seed: 1,
    fingerprint: "ef3c709e8967ab00",
    ties: "neutral",
    turns: [
      ["white", 1],
      ["black", 1],
    ],
    players: { white: "minimax", black: "minimax" },
    moves: [[1], [2]],
    result: { white_score: 2, black_score: 2, tied: 0, unreached: 0 },
    ...changes,
  });

const files = [
  ["hello.txt", "hello world"],
  ["empty.edges", ""],
  ["zeros.edges", "\0\0\0\0"],
  ["negative.edges", "0 1 -3"],
  ["words.edges", "0 one"],
  ["one.edges", "vertices 1\n"],
  ["huge.edges", "0 999999999\n"],
  ["cut.json", '{"vertices":3,"edges":[[0,1],'],
  ["list.json", "[1,2,3]"],
  ["true.json", "true"],
  ["wrong-ends.json", '{"vertices":3,"edges":[[0,7]]}'],
  ["page.html", "<!doctype html><title>x</title>"],
  ["cut.graphml", '<?xml version="1.0"?><graphml><graph>'],
  ["bad.g6", "\u007f\u007f"],
  ["bad.gml", "graph [ node [ id"],
  ["bad.net", "*Vertices x"],
  ["picture.png", "\u0089PNG\r\n\u001a\n"],
  ["no-moves.json", record({ moves: undefined })],
  ["taken.json", record({ moves: [[1], [1]] })],
  ["other-board.json", record({ fingerprint: "0000000000000000" })],
  ["other-score.json", record({ result: { white_score: 3, black_score: 1, tied: 0, unreached: 0 } })],
  ["version.json", record({ version: 99 })],
];

/** In the page: gives each bad thing, waits for its message and gives [what, message, whether the game is there]. */
async function giveAll({ addresses, dropped, tail }) {
  const bar = () => document.querySelector(".scorebar")?.getAttribute("aria-label"),
    before = bar(),
    toasts = document.getElementById("toasts"),
    told = [];
  const until = async (holds) => {
    for (const end = Date.now() + 20000; !holds() && Date.now() < end;)
      await new Promise((wake) => setTimeout(wake, 10));
    return holds();
  };
  const give = async (what, act) => {
    toasts.replaceChildren();
    act();
    await until(() => toasts.querySelector(".bad"));
    const isThere = await until(() => location.hash.endsWith(tail) && bar() === before);
    told.push([what, toasts.innerText, isThere]);
  };
  for (const link of addresses) await give(link, () => (location.hash = link));
  for (const [name, text] of dropped)
    await give(name, () => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
  return told;
}

export default async function damaged(t) {
  const { page } = t;
  const bar = () => page.locator(".scorebar").getAttribute("aria-label");
  await t.open(GAME);
  for (const [what, words, isThere] of await page.evaluate(giveAll, {
    addresses: links,
    dropped: files,
    tail: "&moves=12.6",
  })) {
    t.ok(`${what}: the game is still here`, isThere);
    const form = what.startsWith("#")
      ? /^This link does not work: .+\. Your game is still here/
      : /^\S+ could not be opened: .+\. Your game is still here\. Choose a board/;
    t.ok(`${what}: the message says so, and what to do`, form.test(words), words);
    t.ok(`${what}: in plain words`, !/undefined|null|destructure|Failed to|NaN/.test(words), words);
  }
  await page.evaluate(() => document.getElementById("toasts").replaceChildren());
  await page.evaluate(() => (location.hash = "#play"));
  await t.click(18);
  await t.until(() => location.hash.includes("moves=12.6.18"));
  t.ok("after all of them the game goes on", true);

  // A small board takes fewer rounds; Open and drop do the same.
  await page
    .locator('.side input[type="file"]')
    .setInputFiles({ name: "four.edges", mimeType: "text/plain", buffer: Buffer.from("0 1\n1 2\n2 3\n") });
  await t.until(() => location.hash.includes("name=four.edges"));
  t.is("a board of four vertices has two rounds", (await t.params()).rounds, "2");
  t.is("with no score of the game before", await bar(), "No stones yet");

  // In a new tab there is no game to keep: a damaged link shows one to play.
  const context = await page.context().browser().newContext(),
    fresh = await context.newPage();
  await fresh.goto(`${t.url}#play?arena=nosuch:3`);
  await fresh.getByText("Ask for the link again").waitFor();
  await fresh.waitForFunction(() => location.hash.includes("arena=grid:7x7"));
  t.ok("a damaged link in a new browser shows the usual game", true);
  await context.close();
}
