// saves.js - what a map can be saved as: the engine writes the files, the page only the plan.
import { fail, make, save, tell } from "../dom.js";
import { ask, isLocal } from "../engine.js";
import { asPng } from "../stage.js";
import { countOf } from "../widgets.js";

const TYPES = {
  svg: "image/svg+xml",
  geojson: "application/geo+json",
  csv: "text/csv",
  html: "text/html",
};

/** The file that the map came from, or its family. */
export const mapName = ({ town, source, isOfOwner }) => isOfOwner?.title || source.name || town.arena;

async function write(part, format, isPng) {
  const named = (side) => {
    const shops = part.shops.filter((shop) => shop.side === side);
    return part[side === "white" ? "mine" : "rival"].map((site, i) => ({ ...site, label: part.placeName(shops[i]) }));
  };
  const words = format === "html" ? { title: mapName(part), white_name: "You", black_name: "Rival" } : {};
  const given = { ...part.terms(), white: named("white"), black: named("black"), write: format },
    { written } = await ask("score", { ...given, ...words }),
    file = new Blob([written], { type: TYPES[format] }),
    name = mapName(part).replace(/[.:].*$/, "");
  save(`${name}.${isPng ? "png" : format}`, isPng ? await asPng(file) : file);
}

/** A plan for `demesne market`, which can also be dropped on the page. */
function writePlan(part) {
  const { town, isOfOwner, customers, candidates } = part,
    bare = (sites) => sites.map(({ brand: _, ...site }) => site);
  const plan = {
    arena: mapName(part),
    profile: town.profile,
    measure: town.measure === "metres" ? undefined : town.measure,
    largest: isOfOwner ? isOfOwner.largest : true,
    direction: part.direction.value,
    customers: customers.length ? customers : undefined,
    candidates: candidates.length ? candidates : undefined,
    us: bare(part.mine),
    them: bare(part.rival),
    names: { us: "You", them: "Rival" },
    scenarios: [{ name: "your best new shop", ask: "reply", count: 1 }],
  };
  save("plan.json", `${JSON.stringify(plan, null, 1)}\n`, "application/json");
}

async function copyLink({ source, tables, customers, candidates }) {
  await navigator.clipboard.writeText(location.href);
  const where = !source.blob
    ? "with these shops"
    : isLocal
      ? "in this browser; others need its file, too"
      : "on this server, as long as the server keeps it";
  const left = [customers.length && countOf(customers.length, "customer"), candidates.length && countOf(candidates.length, "candidate")]
    .filter(Boolean)
    .join(" and ");
  const also = left ? (tables ? ` It has your ${left}.` : ` Elsewhere it opens without your ${left}.`) : "";
  tell(`Link copied. It opens this map ${where}.${also}`);
}

export function saveButtons(part) {
  const button = (text, act) =>
    make("button", { type: "button", onclick: () => Promise.resolve(act()).catch(fail) }, text);
  return make(
    "div.buttons",
    {},
    button("Copy link", () => copyLink(part)),
    button("SVG", () => write(part, "svg")),
    button("PNG", () => write(part, "svg", true)),
    button("GeoJSON", () => write(part, "geojson")),
    button("CSV", () => write(part, "csv")),
    button("Report", () => write(part, "html")),
    button("Plan", () => writePlan(part)),
  );
}
