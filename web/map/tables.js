// tables.js - tables of places as rows: a CSV with a header line, GeoJSON points, or a JSON list.
import { make } from "../dom.js";
import { chips, countOf, dialogue } from "../widgets.js";

const COLUMNS = "vertex name lon lat demand cost attraction offset close brand label".split(" ");
const ALIASES = {
  lng: "lon",
  long: "lon",
  longitude: "lon",
  x: "lon",
  latitude: "lat",
  y: "lat",
  weight: "demand",
};

/** The fields of each line; quotes may hold commas and line ends. */
function readCsv(text) {
  const rows = [[]];
  const mark = (text.split(/\r?\n/, 1)[0].match(/[;\t,]/) || [","])[0];
  const pattern = new RegExp(
    `"((?:[^"]|"")*)"|([^"${mark}\\r\\n][^${mark}\\r\\n]*)|(${mark})|(\\r?\\n)`,
    "g",
  );
  let cell = "";
  for (const [, quoted, plain, isMark, isEnd] of text.matchAll(pattern)) {
    if (quoted !== undefined) cell = quoted.replace(/""/g, '"');
    else if (plain !== undefined) cell = plain.trim();
    else {
      rows.at(-1).push(cell);
      cell = "";
      if (isEnd !== undefined && !isMark) rows.push([]);
    }
  }
  rows.at(-1).push(cell);
  return rows.filter((row) => row.some(Boolean));
}

/** A row with the columns that mean something; numbers stay text, which is exact. */
function tidy(given) {
  const row = {};
  for (const [key, value] of Object.entries(given)) {
    const lower = key.trim().toLowerCase(),
      name = COLUMNS.includes(lower) ? lower : ALIASES[lower];
    if (name && value !== "" && value !== null && row[name] === undefined) row[name] = value;
  }
  row.label ??= row.name; // a map's corners have no names
  delete row.name;
  return row;
}

function fromJson(given) {
  const features = given.features || [];
  if (!Array.isArray(given) && !features.length) throw new Error("it has no list of places");
  if (Array.isArray(given)) return given.map((row) => (typeof row === "object" ? row : { vertex: row }));
  return features
    .filter(({ geometry }) => geometry?.type === "Point")
    .map(({ geometry, properties }) => ({
      label: properties?.name,
      ...properties,
      lon: geometry.coordinates[0],
      lat: geometry.coordinates[1],
    }));
}

/** Rows such as { lon, lat, demand }.  Throws with the reason if there are none. */
export function readTable(text) {
  const isJson = /^\s*[[{]/.test(text);
  let rows;
  if (isJson) rows = fromJson(JSON.parse(text)).map(tidy);
  else {
    const [head, ...lines] = readCsv(text.replace(/^\ufeff/, ""));
    if (!head || !lines.length) throw new Error("it has no rows; expected a header line and a row per place");
    rows = lines.map((line) => tidy(Object.fromEntries(head.map((key, i) => [key, line[i] ?? ""]))));
  }
  const bad = rows.findIndex((row) => row.vertex === undefined && !isPlace(row));
  if (!rows.length || bad >= 0)
    throw new Error(`row ${bad + 1} has no place; expected columns lon and lat, or vertex`);
  return rows;
}

const isPlace = ({ lon, lat }) => Number.isFinite(parseFloat(lon)) && Number.isFinite(parseFloat(lat));

/** Whether a file is a table of places rather than a map, by its name and its first letters. */
export function isTable(name, begin) {
  if (/\.(csv|tsv|txt)$/i.test(name)) return !/^[^\n]*\bfrom\b/i.test(begin);
  return (
    /\.(geo)?json$/i.test(name) &&
    (/^\s*\[/.test(begin) || (!/LineString/.test(begin) && /"Point"/.test(begin)))
  );
}

const KINDS = [
  ["customers", "Customers", /custom|people|home/i],
  ["candidates", "Candidates", /candidate/i],
  ["white", "Your shops", /shop|store|own/i],
  ["black", "The rival’s shops", /rival|compet/i],
];

/** Asks what the places of a table are; `use` may throw to keep the window open. */
export function askAboutTable(name, rows, use) {
  const guess = KINDS.find(([, , words]) => words.test(name))?.[0] ?? "candidates",
    kind = chips("What the places are", KINDS, rows[0].demand === undefined ? guess : "customers");
  const content = [make("p", {}, "What are they?"), kind.element];
  dialogue(`${name}: ${countOf(rows.length, "place")}`, content, "Use them", () => use(kind.value));
}
