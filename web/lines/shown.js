// shown.js - a level told beside its picture: the score as a bar, the edges as a table.
import { empty, make } from "../dom.js";
import { decimal, exactly, rounded, spoken } from "./level.js";

const LEAST_SHARE = 1 / 12; // of a bar that has room for its number

/** A number with two decimals; the exact one is its title, and is read aloud. */
export function figure(value) {
  const exact = exactly(value);
  if (exact === null) return rounded(value);
  return make(
    "span",
    { title: exact },
    make("span", { "aria-hidden": "true" }, rounded(value)),
    make("span.unseen", {}, spoken(value)),
  );
}

/** Everybody's length as a bar. */
export function fillScore(bar, level, { players, tied, unreached }) {
  const parts = [
    ...players.map(({ name, payoff }) => ["p", name, payoff]),
    ["t", "tied", tied],
    ["u", "unreached", unreached],
  ];
  const total = parts.reduce((sum, [, , length]) => sum + decimal(length), 0);
  empty(
    bar,
    parts.map(([kind, name, length], index) => {
      const share = decimal(length) / total,
        words = kind === "p" ? `${name} ${rounded(length)}` : rounded(length);
      const element = make(`span.${kind}`, { title: `${name}: ${spoken(length)}`, hidden: !share });
      if (share > LEAST_SHARE) element.textContent = share > 3 * LEAST_SHARE ? words : rounded(length);
      element.style.flexGrow = decimal(length);
      if (kind === "p") Object.assign(element.style, level.paint(index));
      return element;
    }),
  );
  bar.setAttribute("aria-label", parts.map(([, name, length]) => `${name} ${spoken(length)}`).join(", "));
}

/** The edges of a level with their sites and owners. */
export function fillTable(table, { json, answer }) {
  const owners = (edge) =>
    answer.stretches
      .filter((s) => s.edge === edge)
      .map(
        (s) =>
          `${s.players.map((p) => answer.players[p].name).join(" and ") || "nobody"} ${rounded(s.from)} to ${rounded(s.to)}`,
      )
      .join(", ");
  const sites = (edge, [u, v]) =>
    json.sites
      .filter((s) => s.edge === edge || s.vertex === u || s.vertex === v)
      .map((s) => `${s.player} on ${s.vertex !== undefined ? `vertex ${s.vertex}` : rounded(s.at)}`)
      .join(", ");
  empty(
    table,
    make(
      "table",
      {},
      make("caption.unseen", {}, "Edges of the level"),
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          ["Edge", "Ends", "Length", "Sites", "Land"].map((head) => make("th", { scope: "col" }, head)),
        ),
      ),
      make(
        "tbody",
        {},
        json.edges.map(([u, v, length], e) =>
          make(
            "tr",
            {},
            [String(e), `${u}–${v}`, figure(length), sites(e, [u, v]), owners(e)].map((cell) =>
              make("td", {}, cell),
            ),
          ),
        ),
      ),
    ),
  );
}
