// Damaged links to levels: each is reported in plain words, and the tab always shows a level.
const LEVEL = {
  vertices: [
    { x: 0, y: 0 },
    { x: 9, y: 0 },
  ],
  edges: [[0, 1]],
  sites: [{ player: "red", vertex: 0 }],
  me: "red",
};

// [link, what the message says]; values of "level" and "moves" that are not text are packed as a link has them.
const LINKS = [
  [{ level: "zzzz" }, "damaged"],
  [{ level: "" }, null],
  [{ level: "%%%" }, "damaged"],
  [{ level: [] }, ""],
  [{ level: null }, ""],
  [{ level: {} }, ""],
  [{ level: { ...LEVEL, edges: [[0, 7]] } }, ""],
  [{ level: { ...LEVEL, vertices: "many" } }, ""],
  [{ level: { ...LEVEL, sites: [{ player: "red", edge: 5, at: "1/2" }] } }, ""],
  [{ level: { ...LEVEL, me: 5 } }, ""],
  [{ level: LEVEL, moves: "zzzz" }, "damaged"],
  [{ level: LEVEL, moves: { op: "cut" } }, "damaged"],
  [{ level: LEVEL, moves: [["toString", 1]] }, "damaged"],
  [{ level: LEVEL, moves: [["cut", { edge: 99, at: "1/3" }]] }, "edge 99"],
  [{ level: LEVEL, moves: Array(60).fill(["cut", { edge: 0, at: "1/2" }]) }, "damaged"],
  [{ puzzle: "nosuch" }, "no puzzle “nosuch”"],
  [{ puzzle: "bridge", tool: "constructor" }, null],
  [{ puzzle: "bridge", moves: [null] }, "damaged"],
  [{ daily: "yesterday" }, "not a date"],
  [{ daily: "2026-02-31" }, "not a date"],
  [{ daily: "9999-01-01" }, "not out yet"],
  [{ daily: "1999-01-01" }, "began on"],
];

export default async function linesLinks(t) {
  const { page } = t;
  await t.open("#lines?puzzle=bridge");
  const links = await page.evaluate(async (all) => {
    const { pack, writeHash } = (await import(document.querySelector("script").src)).load("share.js");
    const packed = async (value) => (typeof value === "string" ? value : pack(JSON.stringify(value)));
    return Promise.all(
      all.map(async ([params]) => {
        for (const key of ["level", "moves"]) if (key in params) params[key] = await packed(params[key]);
        return writeHash("lines", params);
      }),
    );
  }, LINKS);
  const toasts = page.locator(".toast.bad");
  const state = async () => ({
    edges: await page.locator(".net path").count(),
    words: await page.locator(".headline").innerText(),
    said: await toasts.allInnerTexts(),
  });
  for (const [i, [params, words]] of LINKS.entries()) {
    const name = `${JSON.stringify(params).slice(0, 60)}`;
    if (i % 8 === 0) await t.open(links[i]);
    else await page.evaluate((hash) => (location.hash = hash), links[i]);
    if (words !== null)
      await toasts
        .filter({ hasText: `This link does not work: ` })
        .filter({ hasText: words })
        .first()
        .waitFor();
    else await t.until(() => document.querySelectorAll(".net path").length > 0);
    const { edges, words: headline, said } = await state();
    t.ok(`${name}: a level is shown`, edges > 0 && headline.length > 10, headline);
    t.ok(
      `${name}: in plain words`,
      !/undefined|Cannot|Failed|null|JSON|Unexpected/.test(said.join()),
      said.join(),
    );
    await page.evaluate(() => document.getElementById("toasts").replaceChildren());
  }
}
