// A link to a map has its customers, candidates, names of shops and the town's name, or says what is missing; the report
// speaks the page's words; candidates are checked when they are loaded; a question that has no answer says why.
import { readFile } from "node:fs/promises";
import { CUSTOMERS, drop, townXml } from "../town.mjs";

export const isServed = true;
export const modes = ["mouse"];

export default async function links(t) {
  const server = t.serve("--quiet");
  try {
    await check(t, await server.address);
  } finally {
    await server.stop();
  }
}

async function check(t, address) {
  const { page } = t;
  const best = page.getByLabel("Best sites"),
    tables = (of) => of.getByLabel("Customers and candidates", { exact: true }).first();
  const shares = async (of) => (await of.locator(".seats .name").allInnerTexts()).join();
  await page.goto(`${address}#map`);
  await page.getByText("corners").first().waitFor();
  await drop(page, "hill.osm", townXml());
  await page.locator(".side .facts", { hasText: "81" }).waitFor();
  await t.click(20);
  await best.getByText("Set a rival first").waitFor();
  t.ok("without a rival there is no best place to find", await t.button("Find").isDisabled());
  await drop(page, "rivals.csv", "label,lon,lat\nRival at the station,7.4085,43.7068\n");
  await t.button("Use them").click();
  await page.locator(".shops", { hasText: "Rival at the station" }).waitFor();
  await page.locator("dialog[open]").waitFor({ state: "hidden" });
  t.ok("a shop keeps its name", true);
  await page.locator(".seats .name", { hasText: "%" }).first().waitFor();
  const plain = await shares(page);

  // Tables.
  await drop(page, "candidates.csv", "label,lon,lat\nBerlin,13.4,52.5\n");
  await t.button("Use them").click();
  await page.getByText("None of these places is near a street of this map.").waitFor();
  await t.button("Cancel").click();
  t.ok("candidates that are elsewhere are refused at once", true);
  await drop(page, "far.csv", "label,lon,lat\nBerlin,13.4,52.5\n");
  await page.locator("dialog").last().getByRole("radio", { name: "The rival’s shops" }).check();
  await t.button("Use them").click();
  await page.locator(".problem", { hasText: /^Row 1: the nearest street is/ }).waitFor();
  await t.button("Cancel").click();
  t.ok("a shop that is elsewhere is named by its row", true);
  await drop(page, "candidates.csv", "label,lon,lat\nold mill,7.4031,43.7052\n");
  await t.button("Use them").click();
  await tables(page).getByText(/^1 candidate(?!s)/).waitFor();
  await page.getByLabel("candidates.csv: 1 place").waitFor({ state: "hidden" }); // before the next dialog opens
  await drop(page, "customers.csv", CUSTOMERS);
  await t.button("Use them").click();
  await tables(page).getByText("4 customers").waitFor();
  await t.soon("customers change the shares", async () => (await shares(page)) !== plain);
  const wanted = await shares(page);
  const drawn = () => page.evaluate(() => document.querySelector(".board.map").customers);
  await t.soon("a customer that is left out is not drawn", async () => (await drawn()) === 3);
  await page.getByLabel("Customers on the map").uncheck();
  await t.soon("customers can be hidden", async () => (await drawn()) === 0);

  // The same in another browser.
  await page.waitForFunction(() => location.hash.includes("tables="));
  const context = await page.context().browser().newContext(),
    other = await context.newPage();
  await other.goto(page.url());
  await other.locator(".shops", { hasText: "Rival at the station" }).waitFor();
  await tables(other).getByText("4 customers").waitFor();
  await tables(other).getByText(/^1 candidate(?!s)/).waitFor();
  await t.soon("a link has the customers: the same shares", async () => (await shares(other)) === wanted);
  t.is(
    "and the town’s name",
    await other.locator(".side select").first().evaluate((one) => one.selectedOptions[0].text),
    "hill.osm",
  );
  const facts = await other.locator(".side .facts").first().innerText();
  t.ok("and who travels", /who travels\s+car/i.test(facts) && /lengths in\s+metres/i.test(facts), facts);
  await other.goto(page.url().replace(/tables=\w+/, "tables=0123456789abcdef"));
  await other.getByText("The customers of this link are not on the server any more").waitFor();
  t.ok("or the page says that they are missing", true);
  await context.close();

  // Files for others.
  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), t.button(name).click()]);
    return readFile(await download.path(), "utf8");
  };
  const report = await saved("Report");
  t.ok("the report is called after the town", report.includes("<h1>hill.osm</h1>"));
  t.ok("its sides are the page’s", report.includes("You: ") && !/\b(White|Black)\b/.test(report.replace(/<svg.*<\/svg>/s, "")));
  t.ok("its shops have names", report.includes("Rival at the station") && !/vertex \d/.test(report));
  t.ok("its colours are those of the map", report.includes("--white:#e69f00"));
  t.ok("so has the table", (await saved("CSV")).includes("Rival at the station"));
  t.ok("and the plan", (await saved("Plan")).includes("Rival at the station"));
}
