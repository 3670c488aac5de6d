// How long a pointer waits for its preview, on boards of 2000 vertices in the middle of a game, and how
// smoothly they are moved.  Times are reported, not checked: the machine may be busy.
//
// A time runs from the pointer's movement, as the browser stamps it, to the end of the frame that shows
// the preview.  HOVERS=200 in the environment measures for longer.
export const modes = ["mouse"];
export const isLong = true;
const HOVERS = Number(process.env.HOVERS) || 15,
  STONES = 10;
const BOARDS = [
  ["road:2000", 2000],
  ["grid:44x45", 1980],
  ["colby:1400", 1400],
];

/** Repeatable random numbers. */
function* numbers(seed) {
  for (let x = seed; ;) {
    x = (x * 1103515245 + 12345) % 2147483648;
    yield x / 2147483648;
  }
}

function words(list) {
  const sorted = [...list].sort((a, b) => a - b),
    at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(0);
  return `${at(0.5)} ms in the middle, ${at(0.95)} at 95 %, ${at(1)} at most (${sorted.length} times)`;
}

/** In the page: keeps when each vertex's preview was on the screen, since the pointer moved. */
function watch() {
  const tip = document.querySelector(".tip"),
    channel = new MessageChannel(),
    shown = []; // in the frame that is being made
  let moved = 0;
  window.waited = new Map();
  addEventListener("pointermove", (event) => (moved = event.timeStamp), true);
  channel.port1.onmessage = () => {
    for (const { name, from } of shown.splice(0)) window.waited.set(name, performance.now() - from);
  };
  new MutationObserver(() => {
    const name = tip.querySelector("b")?.textContent.split(",")[0];
    if (!name || !tip.textContent.includes("White")) return;
    shown.push({ name, from: moved });
    requestAnimationFrame(() => channel.port2.postMessage(null));
  }).observe(tip, { childList: true, attributes: true });
}

async function wait(t, vertex) {
  const name = await t.name(vertex);
  await t.page.evaluate((text) => window.waited.delete(text), name);
  await t.point(vertex);
  await t.until((text) => window.waited.has(text), name);
  return t.page.evaluate((text) => window.waited.get(text), name);
}

/** Milliseconds between frames during an action. */
async function frames(t, act) {
  await t.page.evaluate(() => {
    window.frames_ = [];
    let last = performance.now();
    const next = (now) => {
      window.frames_.push(now - last);
      last = now;
      if (window.frames_.length < 1000) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await act();
  return t.page.evaluate(() => window.frames_.slice(1));
}

async function drag(t) {
  const box = await t.page.locator(".board").boundingBox(),
    [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await t.page.mouse.move(x, y);
  await t.page.mouse.down();
  for (let i = 1; i <= 30; i++) await t.page.mouse.move(x + 4 * i, y + 2 * i);
  await t.page.mouse.up();
}

async function zoom(t) {
  for (let i = 0; i < 20; i++) {
    await t.page.mouse.wheel(0, i < 10 ? -80 : 80);
    await t.page.waitForTimeout(16);
  }
}

export default async function times(t) {
  const { page } = t;
  await t.open("#play");
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  t.note(`the first paint after ${painted.toFixed(0)} ms`);
  for (const [arena, n] of BOARDS) {
    const random = numbers(n),
      stones = new Set(),
      any = () => Math.floor(random.next().value * n);
    const free = () => {
      for (;;) {
        const vertex = any();
        if (!stones.has(vertex)) return vertex;
      }
    };
    while (stones.size < STONES) stones.add(any());
    await t.open(`#play?arena=${arena}&rounds=30&white=human&black=human&moves=${[...stones].join(".")}`);
    await page.evaluate(watch);
    const hovers = [],
      firsts = [];
    for (let i = 0; i < HOVERS; i++) hovers.push(await wait(t, free()));
    for (let i = 0; i < Math.max(3, HOVERS / 10); i++) {
      const vertex = free(),
        turns = stones.add(vertex).size;
      await t.click(vertex);
      await t.until((count) => /moves=([\d.]*)/.exec(location.hash)[1].split(".").length === count, turns);
      firsts.push(await wait(t, free()));
    }
    t.ok(`previews on ${arena}`, hovers.length === HOVERS);
    t.note(`${arena}: a preview after ${words(hovers)}`);
    t.note(`${arena}: the first one after a move ${words(firsts)}`);
    t.note(`${arena}: dragged, a frame every ${words(await frames(t, () => drag(t)))}`);
    t.note(`${arena}: zoomed, a frame every ${words(await frames(t, () => zoom(t)))}`);
  }
}
