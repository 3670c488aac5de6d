// What a board shows: territory, coordinates, the last move, what vertices are worth.
/** In the page: the colours from the middle between two vertices to a share of the way from the first. */
const coloursAt = ([vertex, other, least = 0.5]) => {
  const board = document.querySelector(".board"),
    [[x, y], [x2, y2]] = [board.placeOf(vertex), board.placeOf(other)];
  const layers = [...board.querySelectorAll("canvas:not(.lens, [hidden])")].reverse();
  const colourAt = (share) => {
    for (const layer of layers) {
      const part = layer.width / board.clientWidth,
        at = [x + share * (x2 - x), y + share * (y2 - y)].map((value) => Math.floor(part * value));
      const [r, g, b, alpha] = layer.getContext("2d").getImageData(...at, 1, 1).data;
      if (alpha > 200) return [r, g, b].join();
    }
    return "none";
  };
  const colours = [];
  for (let share = 0.5; share >= least; share -= 0.004) colours.push(colourAt(share));
  return [...new Set(colours)];
};

/** Whether the words beside a vertex are in sight as a whole. */
const isTipInSight = () => {
  const box = document.querySelector(".tip").getBoundingClientRect(),
    board = document.querySelector(".board").getBoundingClientRect();
  return box.left >= board.left && box.right <= board.right && box.top >= board.top && box.bottom <= board.bottom;
};

export default async function board(t) {
  const { page } = t,
    colours = (...where) => page.evaluate(coloursAt, where),
    colour = async (...where) => (await colours(...where))[0],
    bar = () => page.locator(".scorebar").getAttribute("aria-label");
  await t.open("#play?arena=grid:5x5&rounds=4&white=human&black=human");
  t.is("an empty board is not tied", await bar(), "No stones yet");
  const plain = await colour(6, 12, 0.5); // the middle of four vertices
  const isDark = (rgb) => rgb.split(",").every((part) => Number(part) < 80),
    isMarked = async (vertex) => (await colours(vertex, vertex + 6, 0.12)).some(isDark);
  await t.click(6);
  await t.until(() => location.hash.includes("moves=6"));
  const first = await isMarked(6);
  await t.click(18);
  await t.until(() => location.hash.includes("moves=6.18"));
  const lands = [await colour(0, 6, 0.5), await colour(18, 24, 0.5), await colour(8, 4, 0.5)];
  t.ok("territory is filled", new Set([plain, ...lands]).size === 4, [plain, ...lands]);
  t.is("turns have coordinates", await page.locator(".moves button").allInnerTexts(), ["1. b4", "2. d2"]);
  t.is("the last move alone is marked", [first, await isMarked(6)], [true, false]);
  await t.point(16);
  await page.locator(".tip", { hasText: "b2" }).waitFor();
  t.ok("a place on a grid has a coordinate", true);
  await t.shot("board");

  await t.open("#play?arena=colby:60&rounds=4&white=human&black=human&moves=10.20");
  const { vertices } = JSON.parse(await t.text("arena", "colby:60", "--to", "-", "--format", "json")),
    values = vertices.map(({ value }) => value);
  for (const vertex of [5, 33, 41, 52]) {
    await t.point(vertex);
    const shown = page.locator(".tip", { hasText: "worth" });
    await shown.waitFor();
    const tip = await shown.locator("b").innerText();
    const [, named, worth] = /vertex (\d+), worth (\d+)/.exec(tip); // a finger may mean one nearby
    t.is(`what vertex ${vertex} is worth`, Number(worth), values[named]);
    t.ok("the words are in sight", await page.evaluate(isTipInSight));
    await t.away();
    await shown.waitFor({ state: "hidden" });
  }
  await t.shot("board-values");
}
