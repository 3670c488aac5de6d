// review.js - after the game: what each point gained when it was placed, and the most that it could have gained.
import { empty, make } from "../dom.js";
import { areaOf, cellsOf, gainOf } from "./cells.js";
import { bestPoint, gainFor } from "./search.js";

const GOOD = 0.005; // of the board: a point so near to the best is as good

/** What each point gained, as shares of the board, and the best there was: [{ gained, best, at }, ..]; `gained` is null
 *  where the other side had nothing yet.  Null if it is not wanted any more. */
export async function reviewOf({ outline, sites, sides }, first, isWanted) {
  const whole = areaOf(outline),
    found = [];
  for (let i = first; i < sites.length; i++) {
    const before = sites.slice(0, i),
      owners = sides.slice(0, i);
    if (!owners.some((side) => side !== sides[i])) {
      found.push({ index: i, gained: null });
      continue;
    }
    const gained =
      gainFor(sides[i], owners, gainOf(outline, before, cellsOf(outline, before), sites[i])) / whole;
    const best = await bestPoint(outline, before, owners, sides[i], isWanted);
    if (!best) return null;
    found.push({ index: i, gained, best: Math.max(gained, best.value / whole), at: best.at });
  }
  return found;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** The review as a table; show(at, index) marks the better place on the board before that point. */
export function reviewTable(rows, nameOf, show) {
  const body = rows.map(({ index, gained, best, at }) => {
    const isGood = gained === null || best - gained < GOOD;
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, `${index + 1}. ${nameOf(index)}`),
      make("td.num", {}, gained === null ? "–" : percent(gained)),
      make("td.num", {}, gained === null ? "–" : isGood ? "the best" : percent(best)),
      make(
        "td",
        {},
        isGood
          ? null
          : make(
              "button.quiet",
              {
                type: "button",
                title: `Show the better place for point ${index + 1}`,
                onclick: () => show(at, index),
              },
              "Show",
            ),
      ),
    );
  });
  const head = ["Point", "Gained", "Best", ""].map((text, i) =>
    make(
      i === 1 || i === 2 ? "th.num" : "th",
      { scope: "col" },
      text || make("span.unseen", {}, "Better place"),
    ),
  );
  return make(
    "div.scroll",
    { role: "region", "aria-label": "Every point", tabindex: "0" },
    make("table.review", {}, make("thead", {}, make("tr", {}, head)), make("tbody", {}, body)),
  );
}

/** Fills a place with the review once it is found. */
export async function fillReview(place, position, first, nameOf, show, isWanted) {
  empty(place, make("p.help-text", {}, "Looking at every point …"));
  const rows = await reviewOf(position, first, isWanted);
  if (rows) empty(place, reviewTable(rows, nameOf, show));
}
