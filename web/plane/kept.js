// kept.js - the game in the plane as the browser remembers it.
const KEY = "demesne.plane";

export function keep(params) {
  try {
    localStorage.setItem(KEY, JSON.stringify(params));
  } catch {
    // private windows may refuse; the address has the game
  }
}

/** The parameters of the last game, or {}. */
export function lastGame() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || {};
  } catch {
    return {};
  }
}
