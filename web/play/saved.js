// saved.js - the game as the browser remembers it: a reload or a later visit goes on with it.
//
// The tab's own memory comes first, so that two tabs do not take each other's game.
const GAME = "demesne.game",
  SETTINGS = "demesne.settings";

function write(store, key, value) {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    store.removeItem(key); // too large, and what was there is out of date
  }
}

function read(store, key) {
  try {
    return JSON.parse(store.getItem(key));
  } catch {
    return null;
  }
}

/** state: { params, used, over, text if the address has no room for the board } */
export function saveGame(state) {
  for (const store of [sessionStorage, localStorage]) write(store, GAME, state);
}

/** The last game, or null. */
export function savedGame() {
  const state = read(sessionStorage, GAME) || read(localStorage, GAME);
  return state && state.params ? state : null;
}

/** The last game as parameters of an address, with the board that had no room there. */
export function lastParams() {
  const { params = {}, text } = savedGame() || {};
  return text ? { ...params, text } : params;
}

/** What the last new game was started with, as parameters of the address. */
export function saveSettings(params) {
  write(localStorage, SETTINGS, params);
}

export function savedSettings() {
  return read(localStorage, SETTINGS) || {};
}

/** Whether two lists of parameters describe the same game; numbers may be text. */
export function isSame(a, b) {
  const listed = (params) =>
    Object.entries(params)
      .filter(([, value]) => value !== undefined && value !== "" && value !== null)
      .map(([key, value]) => `${key}=${value}`)
      .sort()
      .join("&");
  return listed(a) === listed(b);
}
