// The page's cells of the plane (web/plane/cells.js) have the areas of the engine's, and so has what a new point takes.
import { readFile } from "node:fs/promises";

export const modes = ["mouse"];
const BOARDS = ["square", "rect:2x0.7", "triangle", "ngon:5", "ngon:12"];

/** Repeatable random numbers. */
function* numbers(seed) {
  for (let x = seed; ;) {
    x = (x * 1103515245 + 12345) % 2147483648;
    yield x / 2147483648;
  }
}

export default async function cells(t) {
  const text = await readFile(new URL("../../../web/plane/cells.js", import.meta.url), "utf8");
  const { areaOf, boxOf, cellsOf, gainOf, holds, outlineOf, textOf } = await import(
    `data:text/javascript,${encodeURIComponent(text)}`
  );
  const random = numbers(3),
    any = () => random.next().value;
  for (const [round, board] of [...BOARDS, ...BOARDS].entries()) {
    const outline = outlineOf(board),
      { left, right, low, high } = boxOf(outline),
      sites = [];
    for (let i = 0; i < 4 + 9 * round; i++) {
      const at = [left + any() * (right - left), low + any() * (high - low)];
      if (holds(outline, at)) sites.push(textOf(outline, at));
    }
    const score = async (points) => {
      const found = await t.cli(
        "plane",
        "score",
        board,
        "--white",
        points.map((p) => p.join(",")).join(";"),
        "--cells",
      );
      return found.cells.map(({ area }) => area.split("/").map(Number)).map(([a, b = 1]) => a / b);
    };
    const at = sites.map((site) => site.map(Number)),
      own = cellsOf(outline, at),
      engine = await score(sites);
    // Exact fractions of many digits are as good as doubles, unless they overflow.
    const worst = Math.max(...own.map((cell, i) => (engine[i] ? Math.abs(areaOf(cell) - engine[i]) : 0)));
    t.ok(`${sites.length} cells on ${board}`, worst < 1e-9, worst);
    const before = own.slice(0, -1).map(areaOf),
      { area, from } = gainOf(outline, at.slice(0, -1), cellsOf(outline, at.slice(0, -1)), at.at(-1));
    const first = await score(sites.slice(0, -1)),
      off = from.map((part, i) => (first[i] && engine[i] ? Math.abs(first[i] - engine[i] - part) : 0));
    t.ok(
      `what a point takes on ${board}`,
      Math.max(...off) < 1e-9 && before.length === from.length,
      Math.max(...off),
    );
    t.ok("is its cell", Math.abs(area - from.reduce((a, b) => a + b)) < 1e-9);
  }
}
