// run.mjs - runs the scenarios one by one and prints TAP:  node run.mjs PROGRAM BROWSER SHOTS [I/N] [NAME..]
//
// A scenario runs on a page of its own (contexts.mjs), in `make test-long` twice: with the mouse on a desktop's page and with
// a finger on a phone's.  `export const modes = ["mouse"]` limits one that is about one of them only, and
// `isLong = true` leaves one to `make test-long`.  It also fails if the page throws.  I/N runs only every
// N-th of these runs, from the I-th on.  With SITE=FOLDER the page is the one without a server (make site): scenarios with
// `isServed = true` are left out, without it those with `isSite = true`.  Nothing compares the pictures of the page: only
// `make test-long` and scenarios asked for by name make them.  Time limits only end what hangs: no check depends on how
// fast the machine is.
import { execFile, spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { Contexts } from "./contexts.mjs";
import { serveFolder } from "./static.mjs";

const [program, browserPath, shots, ...rest] = process.argv.slice(2);
const [share, shares] = /^\d+\/\d+$/.test(rest[0]) ? rest.shift().split("/").map(Number) : [1, 1];
const site = process.env.SITE;
const MODES = {
  mouse: { viewport: { width: 1280, height: 800 } },
  touch: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const isWhole = rest.length > 0 || Boolean(process.env.DEMESNE_LONG);
const PATIENCE = Number(process.env.PATIENCE ?? 60) * 1000,
  A_SCENARIO = 300_000,
  ALL = 1_500_000;
let count = 0,
  failures = 0;

function tell(isGood, name, detail) {
  count++;
  failures += isGood ? 0 : 1;
  console.log(`${isGood ? "ok" : "not ok"} ${count} - ${name}`);
  if (!isGood && detail !== undefined) console.log(`# ${String(detail).replace(/\n/g, "\n# ")}`);
}

/** A server, on a free port unless one is given: its address, and a function that stops it. */
export function serve(...options) {
  const port = options.includes("--port") ? [] : ["--port", "0"];
  const child = spawn(program, ["serve", "--json", ...port, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((give) => child.once("exit", give));
  const address = new Promise((give, refuse) => {
    child.once("exit", (code) => refuse(new Error(`demesne serve ended with status ${code}`)));
    child.stdout.once("data", (line) => give(JSON.parse(line).address));
    setTimeout(() => refuse(new Error("demesne serve did not start")), PATIENCE).unref();
  });
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { address, stop };
}

const run = promisify(execFile);

/** What a scenario uses. */
function toolsFor(page, url, name, mode) {
  const board = page.locator(".board");
  let hand = null, // for fingers
    isDown = false;
  const touch = async (type, ...points) => {
    hand ??= await page.context().newCDPSession(page);
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    await hand.send("Input.dispatchTouchEvent", { type, touchPoints });
    isDown = points.length > 0;
  };
  const t = {
    page,
    url,
    mode, // "mouse" or "touch"
    serve,
    site,
    serveFolder,
    ok: (what, isGood, detail) => tell(Boolean(isGood), `${name}: ${what}`, detail),
    is: (what, got, want) =>
      tell(
        JSON.stringify(got) === JSON.stringify(want),
        `${name}: ${what}`,
        `got ${JSON.stringify(got)}, expected ${JSON.stringify(want)}`,
      ),
    note: (text) => console.log(`# ${name}: ${text}`),
    /** Like ok, but waits until the condition holds. */
    soon: async (what, holds) => {
      const end = Date.now() + PATIENCE;
      let isGood = await holds();
      while (!isGood && Date.now() < end) {
        await page.waitForTimeout(50);
        isGood = await holds();
      }
      t.ok(what, isGood);
    },
    /** The answer of the command line. */
    text: async (...words) => (await run(program, words, { maxBuffer: 1 << 28 })).stdout,
    cli: async (...words) =>
      JSON.parse((await run(program, [...words, "--json"], { maxBuffer: 1 << 28 })).stdout),
    shot: async (what) => {
      const path = `${shots}/${mode === "touch" ? "touch-" : ""}${what}.png`;
      if (isWhole) await page.screenshot({ path });
    },
    /** Opens a part of the page. */
    open: async (hash) => {
      if (isDown) await touch("touchCancel");
      const isThere = page.url().replace(/#.*/, "") === url;
      await page.goto(`${url}${isThere ? "?" : ""}${hash}`); // another address, so that all is loaded anew
      await page.waitForSelector("html[data-ready]");
    },
    params: async () =>
      Object.fromEntries(new URLSearchParams((await page.evaluate(() => location.hash)).split("?")[1])),
    /** Where a vertex is on the screen. */
    place: async (vertex) => {
      if (mode === "touch") await board.scrollIntoViewIfNeeded();
      const find = () =>
        board.evaluate((element, v) => {
          const box = element.getBoundingClientRect(),
            at = element.placeOf(v);
          return at && [box.x + at[0], box.y + at[1]];
        }, vertex);
      for (;;) {
        const at = await find();
        if (at) return at;
        await page.waitForTimeout(20); // for the first frame, in which the board gets its size
      }
    },
    /** A point of the board, by its shares of width and height. */
    spot: async (across, down) => {
      await board.scrollIntoViewIfNeeded();
      const box = await board.boundingBox();
      return [box.x + across * box.width, box.y + down * box.height];
    },
    name: (vertex) => page.evaluate((v) => document.querySelector(".board").nameOf(v), vertex),
    /** Fingers: touch("touchStart", [x, y], ..), "touchMove", "touchEnd" without points. */
    touch,
    /** Points at a vertex: a finger presses there, or slides there if it is down. */
    point: async (vertex) => {
      const at = await t.place(vertex);
      if (mode === "mouse") await page.mouse.move(...at);
      else await touch(isDown ? "touchMove" : "touchStart", at);
    },
    /** Places a stone: a finger taps, or lifts there if it is down. */
    click: async (vertex) => {
      const at = await t.place(vertex);
      if (mode === "mouse") return page.mouse.click(...at);
      if (!isDown) return page.touchscreen.tap(...at);
      await touch("touchMove", at);
      await touch("touchEnd");
    },
    /** Points at nothing. */
    away: () => (mode === "mouse" ? page.mouse.move(2, 2) : touch("touchCancel")),
    /** Waits until the address meets a condition. */
    until: (test, given) => page.waitForFunction(test, given, { timeout: PATIENCE }),
    button: (text) => page.getByRole("button", { name: text, exact: true }),
  };
  return t;
}

async function within(limit, work, what) {
  let timer;
  const late = new Promise((_, refuse) => {
    timer = setTimeout(() => refuse(new Error(`${what} took more than ${limit / 1000} s`)), limit);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function runScenario(contexts, url, { file, scenario, mode }) {
  const name = `${file.replace(/^\d+-|\.mjs$/g, "")} (${mode})`,
    begun = Date.now();
  const settings = { ...MODES[mode], reducedMotion: "reduce" },
    own = scenario.context ?? (site ? {} : null); // a page without a server leaves a service worker
  const { page, end } = await contexts.pageFor(mode, settings, own);
  const troubles = [],
    refused = []; // requests that failed; the page shows such errors for a few seconds only
  let isBroken = false;
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (line) => {
    if (line.type() === "error" && !line.text().startsWith("Failed to load resource"))
      troubles.push(line.text());
  });
  page.on("requestfailed", (request) => refused.push(`${request.failure()?.errorText} ${request.url()}`));
  page.on("response", (got) => got.status() >= 400 && refused.push(`${got.status()} ${got.url()}`));
  page.setDefaultTimeout(PATIENCE);
  try {
    await within(A_SCENARIO, scenario.default(toolsFor(page, url, name, mode)), name);
  } catch (error) {
    isBroken = true;
    tell(false, `${name} ran to its end`, [error.stack, page.url(), ...refused].join("\n"));
    await page.screenshot({ path: `${shots}/failed-${file}-${mode}.png` }).catch(() => {});
  }
  tell(troubles.length === 0, `${name}: no error on the page`, troubles.join("\n"));
  await end(isBroken);
  console.log(`# ${name}: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
}

/** The runs that were asked for: [{ file, scenario, mode }, ..].  `make test` runs every scenario once, by
 *  turns with the mouse and with a finger; `make test-long`, or a name, all of its modes. */
async function chosen() {
  const files = (await readdir(new URL("scenarios", import.meta.url)))
    .filter((file) => file.endsWith(".mjs") && (!rest.length || rest.some((word) => file.includes(word))))
    .sort();
  const runs = [];
  for (const [i, file] of files.entries()) {
    const scenario = await import(`./scenarios/${file}`);
    const modes = scenario.modes ?? Object.keys(MODES);
    if ((scenario.isLong && !isWhole) || (site ? scenario.isServed : scenario.isSite)) continue;
    for (const mode of isWhole ? modes : [modes[i % modes.length]]) runs.push({ file, scenario, mode });
  }
  return runs.filter((_, i) => i % shares === share - 1);
}

async function main() {
  const server = site ? serveFolder(site) : serve();
  let browser;
  try {
    const url = await server.address;
    browser = await chromium.launch({
      executablePath: browserPath || undefined,
      args: [
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        ...["--process-per-site", "--renderer-process-limit=1"], // fewer processes to start
      ],
    });
    const contexts = new Contexts(browser, `${url}icon.svg`);
    for (const run of await chosen()) await runScenario(contexts, url, run);
  } catch (error) {
    tell(false, "the browser and the server run", error.stack);
  } finally {
    if (browser) await within(10_000, browser.close(), "closing the browser").catch(() => {});
    server.stop();
  }
}

setTimeout(() => {
  tell(false, `all scenarios end within ${ALL / 1000} s`);
  process.exit(1);
}, ALL).unref();
await main();
console.log(`1..${count}`);
process.exit(failures ? 1 : 0);
