// friend.js - a game between two pages of one server, by a code.
//
// The server keeps the game and checks every move; the browser keeps the key of its side, so that
// a page can come back.
import { make, tell } from "../dom.js";
import { ask } from "../engine.js";
import { chips, dialogue } from "../widgets.js";

const keyName = (code) => `demesne.friend.${code}`;

/** The answer of shared/begin or the like as a game to open. */
function gameOf({ side, key, game }) {
  if (key) localStorage.setItem(keyName(game.code), key);
  const seats = { white: "friend", black: "friend" };
  if (side) seats[side] = "human";
  return {
    source: { arena: game.arena, seed: game.seed },
    rules: { rounds: game.rounds, perTurn: game.per_turn, ties: game.ties, clock: 0 },
    seats,
    moves: game.moves,
    friend: { code: game.code, side, key, joined: game.joined },
  };
}

/** Begins a game on this board under these rules. */
export async function beginShared({ named, rules }, side) {
  const { rounds, perTurn, ties } = rules;
  return gameOf(await ask("shared/begin", { ...named, rounds, per_turn: perTurn, ties, side }));
}

/** Comes back to a game, joins it, or watches it if two people play already. */
export async function joinShared(code) {
  const key = localStorage.getItem(keyName(code));
  if (key) return gameOf(await ask("shared/look", { code, key }));
  try {
    return gameOf(await ask("shared/join", { code }));
  } catch (error) {
    if (error.status !== 400) throw error;
    return gameOf(await ask("shared/look", { code }));
  }
}

/** Plays a turn; throws if the server refuses it. */
export async function playShared({ code, key }, move) {
  await ask("shared/move", { code, key, move });
}

/** Hears of every change of a game; gives what ends that. */
export function watchShared({ code }, changed) {
  const source = new EventSource(`/api/shared/${code}/events`);
  source.addEventListener("game", (event) => changed(JSON.parse(event.data)));
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED)
      tell("The connection to your friend’s game is lost. Reload the page to try again.", true);
  };
  return () => source.close();
}

/** Asks which side to play; begin(side) may throw. */
export function askForFriend(begin) {
  const side = chips(
    "Your side",
    [
      ["white", "White, moves first"],
      ["black", "Black"],
    ],
    "white",
  );
  const words =
    "You get a link for your friend. The game uses the board and the rules that you see now, and both pages show every move.";
  dialogue("Play a friend", [make("p", {}, words), side.element], "Begin", () => begin(side.value));
}

/** The link of a shared game, and whether the friend is there. */
export class FriendCard {
  constructor() {
    this.words = make("p", { role: "status" });
    this.link = make("input", {
      readonly: true,
      "aria-label": "Link for your friend",
      onfocus: () => this.link.select(),
    });
    this.copy = make("button", { type: "button", onclick: () => this.#copy() }, "Copy");
    this.note = make(
      "p.help-text",
      {},
      "The link works on this computer. For a friend at another one, start demesne serve with --bind and this computer’s address.",
    );
    this.invite = make("div", {}, make("div.with-button", {}, this.link, this.copy), this.note);
    this.element = make(
      "section.card",
      { "aria-label": "Friend", hidden: true },
      make("h2", {}, "Play a friend"),
      this.words,
      this.invite,
    );
  }

  show(friend) {
    this.element.hidden = !friend;
    if (!friend) return;
    const { code, side, joined } = friend;
    this.link.value = `${location.origin}/#play?friend=${code}`;
    this.invite.hidden = joined || !side;
    this.note.hidden = !/^(127\.|localhost|\[::1\])/.test(location.hostname);
    this.words.textContent = !side
      ? "You are watching this game."
      : joined
        ? `Your friend is here. You play ${side === "white" ? "White" : "Black"}.`
        : `Waiting for your friend. You play ${side === "white" ? "White" : "Black"}; the code is ${code}.`;
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.link.value);
      tell("Link copied. Send it to your friend.");
    } catch {
      this.link.select();
      tell("Copy the link in the field and send it to your friend.");
    }
  }
}
