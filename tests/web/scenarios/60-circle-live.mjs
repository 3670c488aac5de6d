// The circle as a newcomer meets it: what a stone would bring, the result, a rematch; and links that are damaged.
const DAMAGED = [
  "arena=square",
  "arena=",
  "arena=circle:3",
  "stones=0",
  "stones=-1",
  "stones=abc",
  "stones=1e9",
  "stones=101",
  "blue=nosuch",
  "red=nosuch:x=1",
  "red=keypoint:pick=never",
  "arena=segment&red=keypoint",
  "moves=x",
  "moves=0,0",
  "moves=2",
  "moves=,,,",
  "moves=0;1/2",
  "min_distance=abc",
  "strict=1",
  "seed=zzz",
  "%E0%A4%A",
];

async function hover(t) {
  const { page } = t;
  await t.open("#circle?arena=segment&stones=3&blue=human&red=line");
  const base = await page.locator(".ring .base").evaluate((line) => getComputedStyle(line).stroke);
  t.ok("an empty segment is drawn", base.startsWith("rgb"), base);
  await page.mouse.move(...(await t.place(0.5)));
  await page.locator(".tip", { hasText: /Blue at 0\.5.*Blue 1 \(\+1\)/s }).waitFor();
  t.is("the score with that stone", await page.locator(".scorebar").getAttribute("aria-label"), "Blue 1, Red 0");
  await page.mouse.move(5, 5);
  await page.locator(".tip").waitFor({ state: "hidden" });
  t.is("and without it again", await page.locator(".scorebar").getAttribute("aria-label"), "Blue 0, Red 0");
}

async function rematch(t) {
  const { page } = t;
  await t.open("#circle?stones=1&moves=0");
  await page.locator(".status strong", { hasText: /wins? by|A tie/ }).waitFor();
  await t.shot("circle-result");
  await t.button("Rematch").click();
  await page.locator(".status strong", { hasText: "Blue to move" }).waitFor();
  t.ok("a rematch begins without stones", !(await t.params()).moves);
  await t.open("#circle?stones=1&moves=0");
  await t.button("Swap sides").click();
  await t.until(() => location.hash.includes("red=human") && location.hash.includes("moves="));
  t.ok("or with the other colour", (await page.locator(".status").innerText()).includes("You are Red"));
}

async function damaged(t) {
  const { page } = t,
    broken = [];
  await t.open("#circle?arena=square");
  const words = await page.locator(".toast.bad").innerText();
  t.ok("the page says what is wrong", words.includes("square") && words.includes("link is damaged"), words);
  const shown = () => page.waitForResponse((answer) => answer.url().endsWith("interval/play") && answer.ok());
  for (const link of DAMAGED) {
    await Promise.all([shown(), page.evaluate((hash) => (location.hash = hash), `#circle?${link}`)]);
    await t.button("New game …").click();
    await Promise.all([shown(), t.button("Start").click()]);
    await page.locator("dialog").waitFor({ state: "detached" });
    const isThere = await page.locator(".ring .base").count();
    if (!isThere || !(await page.locator(".status strong").innerText()).includes("to move")) broken.push(link);
  }
  t.is(`${DAMAGED.length} damaged links show a game, and New game works`, broken, []);
}

export const isServed = true; // it waits for answers on the network

export default async function circleLive(t) {
  await hover(t);
  await rematch(t);
  if (t.mode === "mouse") await damaged(t);
}
