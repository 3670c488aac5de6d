// worker.js - paints the map beside the page's own thread, so that the page never waits for it.
//
// It is sent { town } once, and then { state } again and again: what is looked at, the shops, the colours.  Each state is
// answered by { picture, camera, counts }.
import { Areas } from "./areas.js";
import { orderOf, paintTown } from "./paint.js";

let town = null,
  areas = null, // of one direction
  rest = null; // owners without the shop that is held
let now = null; // owners
let points = { customers: [], candidates: [] };

self.onmessage = ({ data }) => {
  if (data.town) {
    town = { ...data.town, order: orderOf(data.town) };
    areas = rest = now = null;
  } else if (data.points) points = data.points;
  else answer({ ...data.state, ...points });
};

function answer(state) {
  const begun = performance.now();
  if (!areas || areas.isFromShop !== state.isFromShop) {
    areas = Object.assign(new Areas(town, state.isFromShop), { isFromShop: state.isFromShop });
    rest = now = null;
  }
  const shops = JSON.stringify(state.shops);
  if (!now || now.shops !== shops) now = { ...ownersOf(state), shops };
  const found = performance.now();
  const canvas = paintTown(town, state, state.shops.length ? now : null);
  const picture = canvas.transferToImageBitmap();
  const times = { areas: found - begun, paint: performance.now() - found };
  const { width, height } = state.camera,
    camera = { ...state.camera, width: width - 2 * state.rim, height: height - 2 * state.rim };
  self.postMessage({ picture, camera, counts: now.counts, id: state.id, times }, [picture]);
}

function ownersOf({ shops, held }) {
  const others = shops.filter((_, i) => i !== held),
    key = JSON.stringify(others);
  if (!rest || rest.key !== key) rest = { ...areas.spread(others, null), key };
  const found = held >= 0 ? areas.spread([shops[held]], rest) : rest,
    counts = [0, 0, 0, 0];
  for (let v = 0; v < town.n; v++) counts[found.owner[v]]++;
  return { ...found, counts };
}
