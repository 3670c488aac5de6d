// shown.js - a level told beside its picture: the score as a bar, the edges as a table.
import { empty, make } from "../dom.js";
import { decimal, shortly } from "./level.js";

/** Everybody's length as a bar. */
export function fillScore(bar, level, { players, tied, unreached }) {
  const total = [...players.map((one) => one.payoff), tied, unreached].reduce(
    (sum, length) => sum + decimal(length),
    0,
  );
  const part = (name, length, title) => {
    const element = make(
      `span.${name}`,
      { title: `${title}: ${length}` },
      decimal(length) > total / 12 ? shortly(length) : "",
    );
    element.style.flexGrow = decimal(length);
    element.hidden = !decimal(length);
    return element;
  };
  empty(
    bar,
    players.map(({ name, payoff }, index) => {
      const element = part("p", payoff, name);
      element.style.background = level.colour(index);
      return element;
    }),
    part("t", tied, "tied"),
    part("u", unreached, "unreached"),
  );
  bar.setAttribute(
    "aria-label",
    [
      ...players.map(({ name, payoff }) => `${name} ${payoff}`),
      `tied ${tied}`,
      `unreached ${unreached}`,
    ].join(", "),
  );
}

/** The edges of a level with their sites and owners. */
export function fillTable(table, { json, answer }) {
  const owners = (edge) =>
    answer.stretches
      .filter((s) => s.edge === edge)
      .map(
        (s) =>
          `${s.players.map((p) => answer.players[p].name).join(" and ") || "nobody"} ${s.from} to ${s.to}`,
      )
      .join(", ");
  const sites = (edge, [u, v]) =>
    json.sites
      .filter((s) => s.edge === edge || s.vertex === u || s.vertex === v)
      .map((s) => `${s.player} on ${s.vertex !== undefined ? `vertex ${s.vertex}` : s.at}`)
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
            [e, `${u}–${v}`, length, sites(e, [u, v]), owners(e)].map((cell) => make("td", {}, String(cell))),
          ),
        ),
      ),
    ),
  );
}
