// How smoothly a map of a hundred thousand streets is moved, and how soon areas follow a dragged shop on one of
// twenty thousand.  Times are reported, not checked: the machine may be busy.
export const modes = ["mouse"];
export const isLong = true;
const DRAGS = Number(process.env.DRAGS) || 20;

function words(list) {
  const sorted = [...list].sort((a, b) => a - b),
    at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(0);
  return `${at(0.5)} ms in the middle, ${at(0.95)} at 95 %, ${at(1)} at most (${sorted.length} times)`;
}

/** In the page: time between frames, tasks of the main thread per frame, and what the worker reports. */
function watch() {
  window.frames_ = [];
  window.painted_ = [];
  window.waits_ = [];
  let last = performance.now(),
    moved = 0;
  const next = (now) => {
    window.frames_.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  addEventListener("pointermove", (event) => (moved ||= event.timeStamp), true);
  document.querySelector(".board").addEventListener("painted", ({ detail }) => {
    window.painted_.push(detail);
    const from = moved;
    moved = 0;
    if (from) requestAnimationFrame(() => window.waits_.push(performance.now() - from));
  });
}

/** Milliseconds of the processor that the page's own thread has used. */
async function busy(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * metrics.find(({ name }) => name === "ThreadTime").value;
}

export default async function times(t) {
  const { page } = t,
    session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  for (const [arena, shops] of [
    ["town:67000", "mine=1000_30000&rival=20000_50000_55000"],
    ["town:13500", "mine=1000_6000&rival=4000_9000_13000"],
  ]) {
    await t.open(`#map?arena=${arena}&${shops}`);
    await page.locator(".seats .name", { hasText: "%" }).first().waitFor();
    await t.until(() => document.querySelector(".board").counts);
    const streets = await page.locator(".side .facts").first().innerText();
    await page.evaluate(watch);
    const take = (name) => page.evaluate((key) => window[key].splice(0), name);
    const [x, y] = await t.spot(0.6, 0.6);
    await page.mouse.move(x, y);
    await take("frames_");
    const before = await busy(session);
    await page.mouse.down();
    for (let i = 1; i <= 60; i++) await page.mouse.move(x - 5 * i, y - 2 * i);
    await page.mouse.up();
    const frames = await take("frames_"),
      each = ((await busy(session)) - before) / frames.length;
    t.note(`${arena} (${streets.replace(/\s+/g, " ")}): moved, a frame every ${words(frames)}`);
    t.note(`${arena}: processor time of the page per frame ${each.toFixed(1)} ms`);
    await page.mouse.wheel(0, -200);
    await page.mouse.wheel(0, 200);
    await page.getByRole("button", { name: "Show all (0)" }).click();
    await page.waitForTimeout(1000);
    await take("painted_");
    await take("waits_");
    const at = await t.place(6000);
    await page.mouse.move(...(await t.place(arena === "town:67000" ? 30000 : 6000)));
    await page.mouse.down();
    for (let i = 1; i <= DRAGS; i++) {
      await page.mouse.move(at[0] + 6 * i, at[1] + 4 * i);
      await page.waitForTimeout(100);
    }
    await page.mouse.up();
    const painted = await take("painted_"),
      waits = await take("waits_");
    t.ok(`areas follow on ${arena}`, waits.length > 0);
    t.note(`${arena}: areas after ${words(waits)}`);
    t.note(`${arena}: the search ${words(painted.map(({ areas }) => areas))}`);
    t.note(`${arena}: the picture ${words(painted.map(({ paint }) => paint))}`);
  }
}
