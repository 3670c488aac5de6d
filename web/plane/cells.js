// cells.js - whose land is whose, with doubles: for hovering and painting.  The engine has the exact areas.
//
// A cell is the board cut by one half-plane per other site; boards of the page are convex, so cells are polygons,
// lists of [x, y] counterclockwise.

/** The corners of a board by its name, or null. */
export function outlineOf(name) {
  const size =
    /^rect:([\d.]+)x([\d.]+)$/.exec(name)?.slice(1).map(Number) ?? (name === "square" ? [1, 1] : null);
  if (size?.every((side) => side > 0 && side < 1e6)) {
    const [wide, high] = size;
    return [
      [0, 0],
      [wide, 0],
      [wide, high],
      [0, high],
    ];
  }
  if (name === "triangle")
    return [
      [0, 0],
      [1, 0],
      [0, 1],
    ];
  const count = Number(/^ngon:(\d{1,3})$/.exec(name)?.[1]);
  if (!(count >= 3)) return null;
  const near = (value) => Math.round(value * 1e6) / 1e6;
  return Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count).map((turn) => [
    near(Math.cos(turn)),
    near(Math.sin(turn)),
  ]);
}

export function areaOf(polygon) {
  let twice = 0;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++)
    twice += polygon[j][0] * polygon[i][1] - polygon[i][0] * polygon[j][1];
  return twice / 2;
}

/** The part of a polygon that is nearer to `at` than to `other`; the same polygon if that is all of it. */
export function cut(polygon, at, other) {
  const nx = other[0] - at[0],
    ny = other[1] - at[1],
    limit = (nx * (other[0] + at[0]) + ny * (other[1] + at[1])) / 2;
  let isCut = false;
  for (const [x, y] of polygon)
    if (nx * x + ny * y > limit) {
      isCut = true;
      break;
    }
  if (!isCut) return polygon;
  const kept = [];
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [px, py] = polygon[j],
      [qx, qy] = polygon[i],
      before = nx * px + ny * py - limit,
      now = nx * qx + ny * qy - limit;
    if (before > 0 !== now > 0) {
      const part = before / (before - now);
      kept.push([px + part * (qx - px), py + part * (qy - py)]);
    }
    if (now <= 0) kept.push(polygon[i]);
  }
  return kept;
}

/** The cell of a point among sites, `skip` (an index) aside. */
export function cellOf(outline, at, sites, skip = -1) {
  let cell = outline;
  for (let i = 0; i < sites.length && cell.length; i++) if (i !== skip) cell = cut(cell, at, sites[i]);
  return cell;
}

/** The cells of all sites. */
export const cellsOf = (outline, sites) => sites.map((at, i) => cellOf(outline, at, sites, i));

/** What a new point would get: { cell, area, from }, where from[i] is what it takes of cell i. */
export function gainOf(outline, sites, cells, at) {
  const cell = cellOf(outline, at, sites);
  const from = cells.map((old, i) => {
    const left = cut(old, sites[i], at);
    return left === old ? 0 : areaOf(old) - areaOf(left);
  });
  return { cell, area: areaOf(cell), from };
}

/** Whether a convex polygon has the point, its border included. */
export function holds(outline, [x, y]) {
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [px, py] = outline[j],
      [qx, qy] = outline[i];
    if ((qx - px) * (y - py) - (qy - py) * (x - px) < 0) return false;
  }
  return true;
}

export function boxOf(outline) {
  const xs = outline.map(([x]) => x),
    ys = outline.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), low: Math.min(...ys), high: Math.max(...ys) };
}

/** The point of the outline or within it that is nearest. */
export function nearestOf(outline, at) {
  if (holds(outline, at)) return at;
  let best = null,
    least = Infinity;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [px, py] = outline[j],
      [dx, dy] = [outline[i][0] - px, outline[i][1] - py];
    const part = Math.max(0, Math.min(1, ((at[0] - px) * dx + (at[1] - py) * dy) / (dx * dx + dy * dy)));
    const here = [px + part * dx, py + part * dy],
      far = Math.hypot(here[0] - at[0], here[1] - at[1]);
    if (far < least) [best, least] = [here, far];
  }
  return best;
}

const DECIMALS = 4;

/** A point as texts of few decimals, within the board. */
export function textOf(outline, at, decimals = DECIMALS) {
  const mean = [0, 1].map((axis) => outline.reduce((sum, corner) => sum + corner[axis] / outline.length, 0));
  const near = (value) => Number(value.toFixed(decimals));
  for (let pull = 0; pull < 0.1; pull = 2 * pull + 10 ** -decimals) {
    const point = at.map((value, axis) => near(value + pull * (mean[axis] - value)));
    if (holds(outline, point)) return point.map(String);
  }
  return mean.map((value) => String(near(value)));
}

/** The number that a text of the engine stands for: "1/3", "0.25". */
export function numberOf(text) {
  const [above, below = "1"] = String(text).split("/");
  return Number(above) / Number(below);
}
