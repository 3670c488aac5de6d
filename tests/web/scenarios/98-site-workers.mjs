// Without a server: workers share the analysis of every move; what they find is what the command line finds; all of them are
// cancelled together.
export const isSite = true;

const LINE = ["solve", "colby:24", "--seed", "5", "--rounds", "2", "--moves", "--threads", "1"];

export default async function siteWorkers(t) {
  const { page } = t;
  await page.addInitScript(() => {
    const send = Worker.prototype.postMessage;
    window.sent = []; // the jobs and the workers that got them
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.path === "/api/jobs") window.sent.push([this, JSON.parse(message.body)]);
      send.call(this, message, ...rest);
    };
  });
  const parts = () =>
    page.evaluate(() => {
      const jobs = window.sent.filter(([, { call }]) => call === "moves");
      return { parts: jobs.map(([, job]) => job.with.part), workers: new Set(jobs.map(([worker]) => worker)).size };
    });

  await t.open("#analyse?arena=colby:24&seed=5&rounds=2&white=human&black=human");
  await page.getByLabel("Board as a table").check();
  await t.button("Solve every move").click();
  await page.getByText("proven", { exact: true }).waitFor();
  const first = await parts(),
    count = first.parts.length;
  t.ok("at least two workers share the moves", count >= 2 && first.workers === count, JSON.stringify(first));
  t.is("each has a part of its own", first.parts.sort(), Array.from({ length: count }, (_, i) => `${i}/${count}`));
  const truth = await t.cli(...LINE),
    rows = await page.locator(".table-view tbody tr").all(),
    at = (await page.locator(".table-view thead th").allInnerTexts()).indexOf("White minus Black"),
    cells = await Promise.all(rows.map((row) => row.locator("th, td").allInnerTexts()));
  const values = cells.filter((cell) => cell[at]).map((cell) => [Number(cell[0]), Number(cell[at].replace("−", "-"))]);
  t.is(
    "the values of all moves are the tool’s",
    values.sort((a, b) => a[0] - b[0]),
    truth.moves.map(({ move, value }) => [move[0], value]),
  );
  const card = page.getByRole("region", { name: "Moves" });
  t.is("and so is the value", Number((await card.locator("strong").innerText()).split(":")[0].replace("−", "-")), truth.value);
  t.ok("and the best line", (await card.innerText()).replace(/\s+/g, " ").includes(truth.line.map((move) => move.join(",")).join(" ")));

  await t.open("#analyse?arena=road:100&rounds=9&white=human&black=human");
  await t.button("Solve every move").click();
  await card.locator(".progress", { hasText: /\d s/ }).waitFor();
  await card.getByRole("button", { name: "Cancel" }).click();
  await card.getByText(/Cancelled (early|before)/).waitFor();
  t.ok("a cancel ends the work of all of them", await t.button("Solve every move").isEnabled());
  await t.button("Ask").click();
  await page.getByText("Opinion of expectation").waitFor();
  t.ok("then there are workers for other work", true);
}
