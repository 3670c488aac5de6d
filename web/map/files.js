// files.js - what a person opens on the map: a map, a table of places, or a plan that was saved here.
import { fail, say, tell } from "../dom.js";
import { ask, readMap } from "../engine.js";
import { Unreachable } from "../transport/server.js";
import { mapName } from "./saves.js";
import { keep } from "./store.js";
import { askAboutTable, isTable, readTable } from "./tables.js";

/** part: the MapPart of parts/map.js */
export async function openAny(part, file) {
  const begin = await file.slice(0, 1 << 20).text();
  if (/^\s*\{/.test(begin) && /"(us|them|white)"\s*:/.test(begin) && /"arena"\s*:/.test(begin))
    return openPlan(part, file);
  if (isTable(file.name, begin)) return openTable(part, file);
  const { file_bytes: most } = part.info.limits;
  if (file.size > most)
    throw new Error(
      `${file.name} has ${Math.ceil(file.size / 1e6)} MB; at most ${Math.floor(most / 1e6)} MB are possible here. Use demesne serve --board ${file.name} instead.`,
    );
  await openMap(part, { blob: file, name: file.name, ...howToRead(part) });
}

const howToRead = ({ panel }) => ({ profile: panel.profile.value, measure: panel.measure.value });

/** Lets the engine read a map, and shows it; if it cannot, the map before stays. */
async function openMap(part, source, wanted = {}) {
  const isLeft = part.town && part.shops.length > 0;
  let problem = null;
  try {
    const run = (...job) => part.panel.reading.run(...job, (error) => (problem = error));
    const found = await readMap(source, run);
    if (problem) throw problem;
    await keep(found.arena, { ...source, notes: found.notes });
    await part.open({ ...wanted, arena: found.arena }, true);
  } catch (error) {
    if (error instanceof Unreachable) throw error;
    const why = error.message.replace(`${source.name}: `, "");
    throw new Error(
      `${source.name} could not be opened: ${why}.${part.town ? " The map before is still here." : ""}`,
    );
  }
  say(`${source.name} is open`);
  if (isLeft) tell(`${source.name} is open. Back returns to the map before.`);
}

/** Reads the file again for others who travel; shops stay where they are. */
export function readAgain(part) {
  const { town, source } = part,
    place = (shop) =>
      shop.vertex === undefined ? shop : town.toLonLat(town.x[shop.vertex], town.y[shop.vertex]),
    list = (side) =>
      part.shops
        .filter((shop) => shop.side === side)
        .map(place)
        .map(({ lon, lat }) => `${lon.toFixed(7)},${lat.toFixed(7)}`)
        .join("_");
  const wanted = { mine: list("white"), rival: list("black") };
  openMap(part, { ...source, ...howToRead(part) }, wanted).catch(fail);
}

async function openTable(part, file) {
  if (!part.town) throw new Error("Open a map first, then the table.");
  let rows;
  try {
    rows = readTable(await file.text());
  } catch (error) {
    throw new Error(`${file.name} could not be opened: ${error.message}. Nothing has changed.`);
  }
  askAboutTable(file.name, rows, (kind) => useTable(part, kind, rows));
}

const NOWHERE = "None of these places is near a street of this map.";

/** The engine has the last word on a table: one that it refuses is not taken. */
async function useTable(part, kind, rows) {
  const isSites = kind === "white" || kind === "black",
    asked = { ...part.terms(), [kind === "candidates" ? "customers" : kind]: rows };
  const answer = await ask("score", asked).catch((error) => {
    if (!isSites && /no place is within/.test(error.message)) throw new Error(NOWHERE);
    throw new Error(error.message.replace(/^'\w+'\[(\d+)\]: /, (_, i) => `Row ${Number(i) + 1}: `));
  });
  part.tellNotes(answer);
  if (isSites)
    part.add(
      rows.map(({ vertex, lon, lat, label }) => ({
        side: kind,
        vertex: vertex === undefined ? undefined : Number(vertex),
        lon: Number(lon),
        lat: Number(lat),
        label,
      })),
    );
  else await part.setTable(kind, rows);
}

async function openPlan(part, file) {
  const plan = JSON.parse(await file.text()),
    name = part.town && mapName(part);
  if (plan.arena !== name)
    throw new Error(`${file.name} is a plan for ${plan.arena}. Open that map first, then the plan.`);
  const shops = (side, list) =>
    (list || []).map((site) => ({ side, ...(typeof site === "object" ? site : { vertex: site }) }));
  part.direction.value = plan.direction || "to-site";
  await part.setTables({ customers: plan.customers || [], candidates: plan.candidates || [] });
  const mine = plan.us || plan.white,
    rival = plan.them || plan.black;
  part.change([...shops("white", mine), ...shops("black", rival)], "The plan was opened");
}
