// Bad addresses, and a server that has forgotten a board: the page says so and still works.
export const isServed = true;

export default async function errors(t) {
  const { page } = t;
  const told = async (what, hash, words) => {
    await t.open(hash);
    const text = await page.locator(".toast.bad").first().innerText();
    t.ok(what, text.includes(words), text);
    t.is(`${what}: the usual game is shown`, (await t.params()).arena, "grid:7x7");
  };
  await told("no such family", "#play?arena=nosuch:3", "no board family");
  await told("a move on a stone", "#play?arena=path:5&rounds=2&moves=1.1", "move 2");
  await told("no vertex", "#play?arena=path:5&rounds=1&moves=x", "where a vertex should be");
  await told("a board that is none", "#analyse?board=AAAA", "");
  await t.open("#nosuch?x=1");
  t.is("an unknown part is the first", await page.locator("main").getAttribute("data-part"), "plane");

  // A player that cannot play this board says so; the game stays.
  await t.open("#play?arena=grid:4x4&rounds=1&white=median&black=human");
  await page.locator(".status", { hasText: "median cannot play here" }).waitFor();
  const text = await page.locator(".status").innerText();
  t.ok("a player for other boards says so", text.includes("tree"), text);
  t.ok("the game waits", text.startsWith("White to move"));

  // A board that the server has dropped is sent again.
  await page
    .locator('.side input[type="file"]')
    .setInputFiles({ name: "mine.edges", mimeType: "text/plain", buffer: Buffer.from("0 1\n1 2\n2 3\n") });
  await t.until(() => location.hash.includes("name=mine.edges"));
  await page.evaluate(async () => {
    for (let i = 0; i < 400; i++)
      await fetch("/api/board", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ text: `0 1 ${i + 2}\n` }),
      });
  });
  await t.button("Swap sides").click();
  await t.click(1);
  await t.until(() => location.hash.includes("moves=1"));
  t.ok("a board that the server forgot is sent again", true);
}
