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
  const heads = ["Edge", "Ends", "Length", "Sites", "Owners"];
  const rows = json.edges.map(([u, v, length], edge) => [
    String(edge),
    `${u}–${v}`,
    figure(length),
    sitesOn(json, edge, [u, v]),
    ownersOf(answer, edge),
  ]);
  const row = (kind, cells, given) =>
    make(
      "tr",
      {},
      cells.map((cell) => make(kind, given, cell)),
    );
  empty(
    table,
    make(
      "table",
      {},
      make("caption.unseen", {}, "Edges of the level"),
      make("thead", {}, row("th", heads, { scope: "col" })),
      make(
        "tbody",
        {},
        rows.map((cells) => row("td", cells)),
      ),
    ),
  );
}

function sitesOn({ sites }, edge, [u, v]) {
  return sites
    .filter((site) => site.edge === edge || site.vertex === u || site.vertex === v)
    .map(
      ({ player, vertex, at }) =>
        `${player} ${vertex !== undefined ? `on vertex ${vertex}` : `at ${rounded(at)}`}`,
    )
    .join(", ");
}

function ownersOf({ stretches, players }, edge) {
  const names = (stretch) => stretch.players.map((player) => players[player].name).join(" and ") || "nobody";
  const span = ({ from, to }) => [from, to].sort((a, b) => decimal(a) - decimal(b)).map((at) => rounded(at));
  return stretches
    .filter((stretch) => stretch.edge === edge)
    .map((stretch) => `${names(stretch)} from ${span(stretch).join(" to ")}`)
    .join(", ");
}
