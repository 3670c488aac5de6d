// friend.js - a game between two pages of one server, by a code.
//
// The server keeps the game and checks every move; the browser keeps the key of its side, so that
// a page can come back.
import { fail, make, tell } from "../dom.js";
import { ask } from "../engine.js";
import { chips, dialogue, field } from "../widgets.js";

const SIDES = ["white", "black"],
  AGAIN = 2000; // milliseconds until a server that refused a stream is asked again
const other = { white: "black", black: "white" };
const title = { white: "White", black: "Black" };
const keyName = (code) => `demesne.friend.${code}`;

/** The answer of shared/begin or the like as a game to open.  The tab keeps its key for a reload, the browser for a later
 *  visit. */
function gameOf({ side, key, game }) {
  if (key) {
    sessionStorage.setItem(keyName(game.code), key);
    localStorage.setItem(`${keyName(game.code)}.${side}`, key);
  }
  const seats = { white: "friend", black: "friend" };
  if (side) seats[side] = "human";
  return {
    source: { arena: game.arena, seed: game.seed },
    rules: { rounds: game.rounds, perTurn: game.per_turn, ties: game.ties, clock: game.clock / 60 },
    seats,
    moves: game.moves,
    friend: { side, key, ...game },
  };
}

/** Begins a game on this board under these rules. */
export async function beginShared({ named, rules }, side) {
  const { rounds, perTurn, ties, clock } = rules;
  return gameOf(
    await ask("shared/begin", { ...named, rounds, per_turn: perTurn, ties, side, clock: 60 * clock }),
  );
}

/** Comes back to a game, joins it, or watches it if two people play already. */
export async function joinShared(code) {
  const look = async (key) => gameOf(await ask("shared/look", { code, key: key ?? undefined }));
  const join = async () => gameOf(await ask("shared/join", { code }));
  const own = sessionStorage.getItem(keyName(code));
  if (own) return look(own);
  const { joined, present } = (await look()).friend;
  const kept = Object.fromEntries(SIDES.map((side) => [side, localStorage.getItem(`${keyName(code)}.${side}`)])),
    mine = SIDES.filter((side) => kept[side]);
  const left = mine.find((side) => !present[side]);
  if (left) return look(kept[left]);
  const wish = mine.length ? await askForSeat(mine[0], joined) : joined ? "watch" : "join";
  return wish === "watch" ? look() : wish === "join" ? join() : look(kept[mine[0]]);
}

/** Another tab of this browser plays `side`: what shall this one do?  Gives "join", "watch" or "move". */
function askForSeat(side, joined) {
  const options = [
    ...(joined ? [] : [["join", `Play ${title[other[side]]} here`]]),
    ["watch", "Only watch"],
    ["move", `Play ${title[side]} here`],
  ];
  const seat = chips("What to do here", options, options[0][0]);
  const words = `Another tab of this browser plays ${title[side]} in this game.`;
  return new Promise((resolve) => {
    const dialog = dialogue("Your friend’s game", [make("p", {}, words), seat.element], "Open", () =>
      resolve(seat.value),
    );
    dialog.addEventListener("close", () => resolve("watch"));
  });
}

/** The rematch of a game, under the same key. */
export async function followShared({ key }, code) {
  return gameOf(await ask("shared/look", { code, key }));
}

/** Plays a turn; throws if the server refuses it. */
export async function playShared({ code, key }, move) {
  await ask("shared/move", { code, key, move });
}

/** Offers a rematch, or accepts the one that the friend offers. */
export async function offerRematch({ code, key }, swap) {
  await ask("shared/rematch", { code, key, swap });
}

/** Hears of every change of a game; gives what ends that.  lost(isGone): the server does not answer and is tried again, or
 *  has no such game any more. */
export function watchShared({ code, key }, changed, lost) {
  let source,
    isOver = false;
  const begin = () => {
    if (isOver) return;
    source = new EventSource(`/api/shared/${code}/events${key ? `/${key}` : ""}`);
    source.addEventListener("game", (event) => changed(JSON.parse(event.data)));
    source.onerror = async () => {
      let isGone = false;
      if (source.readyState === EventSource.CLOSED) {
        isGone = await ask("shared/look", { code }).then(
          () => false,
          ({ status }) => status === 404,
        );
        if (!isGone) setTimeout(begin, AGAIN);
      }
      if (!isOver) lost(isGone);
    };
  };
  begin();
  return () => {
    isOver = true;
    source.close();
  };
}

/** Asks which side to play, or for the code of a game; begin(side) and join(code) may throw. */
export function askForFriend(begin, join) {
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
  const code = make("input", { autocomplete: "off", spellcheck: "false", maxlength: "6" });
  const content = [
    make("p", {}, words),
    side.element,
    field("Friend’s code", code, "only if your friend has begun a game and told you its code"),
  ];
  dialogue("Play a friend", content, "Begin", () => {
    const given = code.value.trim().toUpperCase();
    return given ? join(given) : begin(side.value);
  });
}

/** How it stands between the two pages. */
function wordsOf({ code, side, joined, present, rematch, gone, cut }) {
  if (gone)
    return "The server has forgotten this game: it was restarted, or nobody played for two days. A new game has a new link.";
  if (cut) return "The server does not answer. Trying again …";
  if (!side) return "You are watching this game.";
  const you = `You play ${title[side]}`;
  if (!joined) return `Waiting for your friend. ${you}; the code is ${code}.`;
  const swapped = rematch?.swap ? ", with the sides swapped" : "";
  const offer = !rematch
    ? ""
    : rematch.side === side
      ? ` You offered a rematch${swapped}; waiting for the answer.`
      : ` Your friend offers a rematch${swapped}.`;
  return `${present[other[side]] ? "Your friend is here" : "Your friend’s page is closed"}. ${you}.${offer}`;
}

/** The link of a shared game, and whether the friend is there. */
export class FriendCard {
  /** calls: { accept(), anew() } */
  constructor(calls) {
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
    const button = (text, act) =>
      make("button.main", { type: "button", onclick: () => Promise.resolve(act()).catch(fail) }, text);
    this.accept = button("Accept", calls.accept);
    this.anew = button("Begin a new game", calls.anew);
    this.element = make(
      "section.card",
      { "aria-label": "Friend", hidden: true },
      make("h2", {}, "Play a friend"),
      this.words,
      this.invite,
      make("div.buttons", {}, this.accept, this.anew),
    );
  }

  show(friend) {
    this.element.hidden = !friend;
    if (!friend) return;
    const { code, side, joined, rematch, gone } = friend;
    this.link.value = `${location.origin}/#play?friend=${code}`;
    this.invite.hidden = joined || !side || gone;
    this.note.hidden = !/^(127\.|localhost|\[::1\])/.test(location.hostname);
    this.accept.hidden = gone || rematch?.side !== other[side];
    this.anew.hidden = !gone || !side;
    const words = wordsOf(friend);
    if (this.words.textContent !== words) this.words.textContent = words;
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
