// Every kind of job is cancelled, loses its stream of events, or its server: the position stays, the message
// says what to do, and the page works on.  With a finger one of each way is enough.
const PLAY = "#play?arena=grid:15x15&rounds=4&white=human&moves=112&black=";
const HUMANS = "#play?arena=grid:7x7&rounds=4&white=human&black=human&moves=24";
const END = "#play?arena=grid:15x15&rounds=4&white=human&black=human&moves=112.16.80.144.32.192.60.164";
const ANALYSE = "#analyse?white=human&black=human&arena=grid";
const SEGMENT = "#circle?arena=segment&blue=human&red=line&moves=1/2,1/8&stones=";
const LINES = "#lines?puzzle=raft";

const press = (name) => (t) => t.page.getByRole("button", { name, exact: true }).click();

async function opinion(t) {
  const card = t.page.getByLabel("Engine’s opinion", { exact: true });
  await card.getByLabel("Player").selectOption("mcts");
  await card.getByText("Parameters").click();
  await card.getByLabel("playouts").fill("1000000");
  await card.getByRole("button", { name: "Ask" }).click();
}

async function opening(t) {
  const card = t.page.getByRole("region", { name: "Best reply or opening" });
  await card.getByLabel("Question").selectOption("lead");
  await card.getByLabel("White’s stones").fill("5");
  await card.getByLabel("Black’s stones").fill("5");
  await card.getByRole("button", { name: "Find" }).click();
}

async function level(t) {
  const dialog = t.page.locator("dialog");
  await t.button("Make a level …").click();
  await dialog.getByLabel("Vertices").fill("40");
  await dialog.getByLabel("Players").fill("6");
  await dialog.getByLabel("Won by").selectOption("rope");
  await dialog.getByLabel("Difficulty").selectOption("fiendish");
  await dialog.getByRole("button", { name: "Make it" }).click();
}

/** [what, how it is interrupted, address, what starts it, what it shows at the end if its stream breaks]. */
const CASES = [
  ["a move", "cancel", `${PLAY}mcts:playouts=1000000`],
  ["a move", "break", `${PLAY}greedy`, null, () => /moves=112\.\d/.test(location.hash)],
  ["a move", "stop", `${PLAY}mcts:playouts=1000000`],
  ["a hint", "break", HUMANS, press("Hint"), () => document.querySelector(".toast")?.textContent.includes("Hint")],
  ["a hint", "down", HUMANS, press("Hint")],
  ["a review", "cancel", END, press("Review")],
  ["a review", "stop", END, press("Review")],
  ["an opinion", "cancel", `${ANALYSE}:9x9&rounds=6&moves=40`, opinion],
  ["an opinion", "stop", `${ANALYSE}:9x9&rounds=6&moves=40`, opinion],
  ["solving", "cancel", `${ANALYSE}:9x9&rounds=6&moves=40`, press("Solve every move")],
  ["solving", "break", `${ANALYSE}:4x4&rounds=2&moves=5`, press("Solve every move"), () => document.querySelector(".facts")],
  ["solving", "stop", `${ANALYSE}:9x9&rounds=6&moves=40`, press("Solve every move")],
  ["solving", "restart", `${ANALYSE}:9x9&rounds=6&moves=40`, press("Solve every move")],
  ["a reply", "break", `${ANALYSE}:4x4&rounds=2&moves=5`, press("Find"), () => !document.querySelector(".banner").hidden],
  ["a reply", "down", `${ANALYSE}:4x4&rounds=2&moves=5`, press("Find")],
  ["an opening", "cancel", `${ANALYSE}:19x19&rounds=3&moves=40`, opening],
  ["an opening", "stop", `${ANALYSE}:19x19&rounds=3&moves=40`, opening],
  ["the best move", "break", LINES, press("Best move"), () => document.querySelector(".facts")],
  ["winning ropes", "break", LINES, press("Winning share"), () => document.querySelector(".facts")],
  ["winning ropes", "down", LINES, press("Winning share")],
  ["a level", "cancel", LINES, level],
  ["a level", "stop", LINES, level],
  ["an attack", "cancel", `${SEGMENT}6`, press("Attack Red")],
  ["an attack", "break", `${SEGMENT}2`, press("Attack Red"), () => document.querySelector(".facts")],
  ["an attack", "stop", `${SEGMENT}6`, press("Attack Red")],
];

/** Something that needs the server, and its effect. */
const USES = {
  play: [press("Undo"), () => location.hash.includes("at=")],
  analyse: [
    async (t) => {
      const back = t.page.locator(".banner button"); // an answer may be on the board
      if (await back.isVisible()) await back.click();
      await t.until(() => document.querySelector(".banner").hidden);
      await t.click(0);
    },
    () => /moves=\d+\.0/.test(location.hash),
  ],
  lines: [(t) => t.page.keyboard.press("b"), () => document.querySelector(".facts")],
  circle: [
    async (t) => {
      await t.page.getByLabel("An exact place").fill("77/100");
      await t.button("Place").click();
    },
    () => location.hash.includes("77/100"),
  ],
};

/** The page says that the server is gone, and what to do. */
async function hearsOfIt(t) {
  const words = t.page.locator(".toast.bad, dialog [role=alert]").filter({ hasText: "still here" }).first();
  await words.waitFor();
  return /start/i.test(await words.innerText());
}

/** How a job is interrupted; gives whether the page did the right thing. */
const WAYS = {
  cancel: async (t, host, what) => {
    if (what === "a move") await t.button("Pause").click();
    else await t.page.locator(".progress:visible").getByRole("button", { name: "Cancel" }).click();
    await t.until(() => ![...document.querySelectorAll(".progress")].some((one) => one.checkVisibility()));
    return !(await t.page.locator(".toast.bad").count());
  },
  break: async (t, host, what, shows) => t.until(shows),
  stop: async (t, host) => {
    await host.stop();
    const isTold = await hearsOfIt(t);
    await host.start();
    return isTold;
  },
  down: async (t, host) => {
    const isTold = await hearsOfIt(t);
    await host.start();
    return isTold;
  },
  restart: async (t, host) => {
    await host.stop();
    await host.start();
    return hearsOfIt(t);
  },
};

async function interrupt(t, host, [what, how, hash, start, shows]) {
  const { page } = t,
    name = `${what}, ${how}`;
  if (how === "break") await page.route("**/api/jobs/*/events", (route) => route.abort());
  const posted = how === "down" ? null : page.waitForResponse((answer) => answer.url().endsWith("/api/jobs"));
  posted?.catch(() => {}); // the step that fails tells
  await page.goto("about:blank");
  await page.goto(`${host.url}${hash}`);
  await page.waitForSelector("html[data-ready]");
  const before = await t.params();
  if (how === "down") await host.stop();
  if (start) await start(t);
  await posted;
  const isGood = await WAYS[how](t, host, what, shows);
  const dialog = page.locator("dialog");
  if (await dialog.count()) await dialog.locator("> form > .buttons button").first().click();
  const isKept = shows || JSON.stringify(await t.params()) === JSON.stringify(before);
  await page.unroute("**/api/jobs/*/events");
  const [use, works] = USES[/\w+/.exec(hash)[0]];
  await use(t);
  await t.until(works);
  t.ok(name, isGood && isKept, { isGood, isKept });
}

export const isServed = true;

export default async function interrupted(t) {
  let server = t.serve();
  const host = {
    url: await server.address,
    stop: () => server.stop(),
    start: () => (server = t.serve("--port", new URL(host.url).port)).address,
  };
  try {
    const isFirst = ([, how], i) => CASES.findIndex((one) => one[1] === how) === i;
    for (const one of t.mode === "touch" ? CASES.filter(isFirst) : CASES) await interrupt(t, host, one);
  } finally {
    server.stop();
  }
}
