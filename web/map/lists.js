// lists.js - the shops and the tables of a map as lists.
import { make } from "../dom.js";
import { countOf } from "../widgets.js";
import { percent } from "./questions.js";

const hint = (text) => make("p.help-text", {}, text);
const cross = (label, onclick) => make("button.icon", { type: "button", "aria-label": label, onclick }, "×");

export function shopList(part, close) {
  const { shops, score } = part,
    count = { white: 0, black: 0 };
  if (!shops.length)
    return hint("No shops yet. Click the map to open yours, then choose Rival above the map.");
  const row = (shop, i) => {
    const name = part.placeName(shop),
      share = score?.brands?.[i];
    return make(
      "li",
      {},
      make(`span.stone.${shop.side}`, { "aria-hidden": "true" }, String(++count[shop.side])),
      make("span.place", {}, make("span.unseen", {}, shop.side === "white" ? "You: " : "Rival: "), name),
      make("span.num", {}, share == null ? "" : percent(share)),
      cross(`Close the shop at ${name}`, () => close(i)),
    );
  };
  return make("ul.shops", {}, shops.map(row));
}

export function tableList(part, remove) {
  const rows = ["customers", "candidates"]
    .filter((key) => part[key].length)
    .map((key) =>
      make(
        "p.another",
        {},
        countOf(part[key].length, key.slice(0, -1)),
        cross(`Remove the ${key}`, () => remove(key)),
      ),
    );
  const words =
    "Drop a table with columns lon and lat: customers (and their demand), candidates (and their cost), or shops.";
  return rows.length ? rows : hint(words);
}
