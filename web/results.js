// results.js - the results of tournaments: those of the server's database, or those of a file that
// `demesne tournament --results FILE` wrote.  Both give the same answers.
import { ask, read, readJson } from "./engine.js";

export const stored = {
  isLive: true, // games may come in
  events: async () => (await read("contest")).events,
  table: ({ event }) => ask("contest/event", { event }),
  games: async ({ pairing }, from, count) => (await ask("contest/games", { pairing, from, count })).games,
  game: ({ pairing }, number) => ask("contest/game", { pairing, number }),
  faults: async ({ event }, player, from, count) =>
    (await ask("contest/faults", { event, player, from, count })).faults,
};

/** The results in a file's text; throws if they are not. */
export function readResults(text, name) {
  let all;
  try {
    all = readJson(text);
  } catch {
    // The message below says it.
  }
  if (all?.results !== 1 || !all.events?.length || !all.events.every((one) => one.table && one.games_of))
    throw new Error(`${name} has no results of a tournament. Write them with demesne tournament --db DB --results FILE.`);
  const gamesOf = new Map(all.events.flatMap((event) => Object.entries(event.games_of)));
  const games = ({ pairing }) => gamesOf.get(String(pairing)) ?? [];
  return {
    isLive: false,
    events: async () => all.events,
    table: async ({ event }) => all.events.find((one) => one.event === event).table,
    games: async (pairing, from, count) => games(pairing).slice(from, from + count),
    game: async (pairing, number) => games(pairing)[number],
    faults: async ({ event }, player, from, count) =>
      (all.events.find((one) => one.event === event).faults_of[player] ?? []).slice(from, from + count),
  };
}
