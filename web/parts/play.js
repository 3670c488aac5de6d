// play.js - a game between people at this page and players of the engine.
//
// The engine moves while the game runs and its last turn is shown.  Whatever the reader does in
// between makes an answer that comes late go by.
import { fail, make, empty, say, tell } from "../dom.js";
import { isLocal, needServer } from "../engine.js";
import { checkPlayers } from "../game.js";
import { askForGame } from "../newgame.js";
import { Clocks } from "../play/clocks.js";
import { Controls } from "../play/controls.js";
import {
  askForFriend,
  beginShared,
  FriendCard,
  followShared,
  joinShared,
  offerRematch,
  playShared,
  watchShared,
} from "../play/friend.js";
import { ResultCard, resultWords } from "../play/result.js";
import { isSame, lastParams, savedGame, savedSettings, saveGame, saveSettings } from "../play/saved.js";
import { reasons, SeatChooser, seatName } from "../play/seats.js";
import { boardKeys, sideName, Stage } from "../stage.js";
import { writeMoves } from "../share.js";
import { ScoreChart } from "../view/chart.js";
import { dialogue, scoreWords, valueWords } from "../widgets.js";

export const title = "Play";
export const keys = [
  ["n", "new game"],
  ["u / y", "undo, redo"],
  ["[  ]", "a turn back, a turn forward"],
  ["h", "hint"],
  ["p", "pause the computer players, or let them play on"],
  ...boardKeys,
];

export const notes = [
  "Click a player’s name to change who plays that side. Clocks count up, or down from the minutes per player. A clock that runs out turns red; the game goes on, because only stones decide it.",
];

const MOST_FILLED = 3e5; // vertices times turns whose scores are asked for at once
/** Who gives hints: on small boards one that plays a best move if it is found in time, on boards where the champion needs
 *  longer one that looks at every vertex. */
const adviser = ({ n }) =>
  n <= 100 ? "solver:ms=1500" : n > 1000 && n <= 2048 ? "expectation" : "champion:ms=300";
const hasHover = matchMedia("(hover: hover)").matches;
const SIDES = ["white", "black"];
const other = { white: "black", black: "white" };

function resultOf(job) {
  if (!job.result) throw new Error("The player found no move in its time.");
  return job.result;
}

export function open(root, shell) {
  return new Play(root, shell);
}

class Play {
  constructor(root, shell) {
    this.shell = shell;
    this.running = true;
    this.cannot = {}; // why the player of a side cannot move, by side
    this.lost = ""; // why the player who moved last lost its turn
    this.turn = 0; // counts what the reader does
    this.scores = [];
    this.stage = new Stage(root, shell, "Play", {
      play: (vertex) => this.#play(vertex).catch(fail),
      canPlay: (vertex) => this.#isHuman() && this.stage.isFree(vertex),
      changed: (look) => this.#changed(look),
      replaced: () => this.#reset(),
      opened: () => this.#opened(),
    });
    this.game = this.stage.game;
    this.clocks = new Clocks(
      () => this.#sideThinking(),
      () => this.game.rules.clock,
    );
    this.#build();
    this.save = () => this.#save();
    addEventListener("pagehide", this.save);
  }

  close() {
    this.turn++;
    this.unwatch?.();
    this.#save();
    removeEventListener("pagehide", this.save);
    this.clocks.close();
    this.result.forget();
    if (this.job) this.job.cancel();
    this.stage.close();
  }

  /** Shows the game of the address; an empty address means the last game, or a new one like it. */
  async show(params) {
    const saved = savedGame(),
      isFirst = !this.game.board;
    const last = this.#allowed(saved && !saved.over ? lastParams() : savedSettings());
    const isPlain = isFirst && !Object.keys(params).length,
      isSaved = saved && isSame(saved.params, params),
      wanted = isPlain ? last : isSaved ? lastParams() : params;
    if (wanted.friend && (await this.#join(wanted.friend))) return;
    if (wanted.friend && !isFirst) return this.stage.refresh();
    const local = { ...(wanted.friend && !wanted.arena ? last : wanted), friend: undefined };
    await this.stage.take(local, { ...last, friend: undefined });
    if (isFirst && saved && isSame(saved.params, this.params)) this.clocks.reset(saved.used);
  }

  /** Opens the game that was begun by another page; gives whether there is one. */
  async #join(code) {
    try {
      await this.stage.open(await joinShared(code));
      return true;
    } catch (error) {
      const advice = isLocal ? "" : " Ask your friend for a new one.";
      tell(`This link does not work: ${error.message.replace(/\.$/, "")}.${advice}`, true);
      return false;
    }
  }

  async #beginShared(side) {
    await this.stage.open(await beginShared(this.game, side), true);
  }

  /** Another page has moved, has come or gone, or the rematch has begun. */
  async #heard(state) {
    const { game } = this,
      { code, moves, used, next } = state;
    if (!game.friend || game.friend.code !== code) return;
    Object.assign(game.friend, state, { cut: false });
    this.clocks.reset({ white: 1000 * used.white, black: 1000 * used.black });
    if (next) {
      await this.stage.open(await followShared(game.friend, next));
      return say("A new game");
    }
    if (moves.length <= game.moves.length) return this.friendCard.show(game.friend);
    const side = this.stage.now.toMove;
    const isLast = game.isLast();
    game.moves = moves;
    if (isLast) game.go(moves.length);
    this.sawMove = true;
    await this.stage.refresh();
    if (isLast) this.#announce(side, moves.at(-1));
  }

  /** The server does not answer, or has forgotten the game. */
  #lost(isGone) {
    const { friend } = this.game;
    if (!friend) return;
    Object.assign(friend, { gone: isGone, cut: !isGone });
    this.friendCard.show(friend);
  }

  /** On a server without computer players a person plays both sides. */
  #allowed(params) {
    return this.shell.info.read_only ? { ...params, white: "human", black: "human" } : params;
  }

  file(file) {
    return this.stage.file(file);
  }

  async #opened() {
    const { friend } = this.game;
    if (friend) {
      const heard = (state) => this.#heard(state).catch(fail);
      this.unwatch = watchShared(friend, heard, (isGone) => this.#lost(isGone));
    }
    await this.#checkSeats(this.game.seats);
    this.#drive();
    await this.#fillScores();
  }

  async #save() {
    const { game } = this,
      { now } = this.stage;
    if (!game.board || !now) return;
    const params = this.params;
    const text = game.source.text && !params.board ? game.source.text : undefined;
    saveGame({ params, used: this.clocks.used, over: now.over, text });
  }

  #build() {
    this.seat = { white: this.#seatButton("white"), black: this.#seatButton("black") };
    this.status = make("div.status", { "aria-live": "off" });
    this.stage.head.append(
      make("div.seats", {}, this.seat.white.element, this.status, this.seat.black.element),
    );
    this.chart = new ScoreChart((at) => this.#go(at).catch(fail));
    const calls = Object.entries(this.#calls()).map(([name, act]) => [name, () => this.stage.now && act()]);
    this.controls = new Controls(Object.fromEntries(calls), this.chart, this.shell.info.read_only);
    this.result = new ResultCard(this.shell.info, this.chart, {
      rematch: () => this.#again(this.game.seats),
      swapAndRematch: () => this.#again(this.#swapped()),
      show: (turn, move) => this.#showTurn(turn, move),
      tryAgain: (turn) => this.#tryAgain(turn),
      reviewed: () => this.#fillMoves(this.stage.now),
      name: (move) => this.#moveName(move),
    });
    this.friendCard = new FriendCard({
      accept: () => offerRematch(this.game.friend, this.game.friend.rematch.swap),
      anew: () => this.#beginShared(this.game.friend.side),
    });
    this.stage.fill(this.result.element, this.friendCard.element, ...this.controls.cards);
  }

  #seatButton(side) {
    const name = make("div.name"),
      spec = make("span");
    const element = make(
      `button.seat.${side}`,
      { type: "button", onclick: () => this.#askForPlayer(side) },
      make(`span.stone.${side}`, { "aria-hidden": "true" }),
      make("span.unseen", {}, `${sideName(side)}: `),
      make("div.who", {}, name, make("div.clock", {}, this.clocks.faces[side], spec)),
    );
    return { name, spec, element };
  }

  /** What the buttons do. */
  #calls() {
    return {
      new: () => this.#newGame(),
      friend: async () => {
        await needServer("shared/begin");
        askForFriend(
          (side) => this.#beginShared(side),
          async (code) => this.stage.open(await joinShared(code), true),
        );
      },
      hint: () => this.#hint(),
      undo: () => this.#undo(-1),
      redo: () => this.#undo(1),
      restart: () => this.#rematch(this.game.seats),
      swap: () => this.#seat(this.#swapped()),
      first: () => this.#go(0),
      back: () => this.#go(this.game.at - 1),
      on: () => this.#go(this.game.at + 1),
      last: () => this.#go(this.game.moves.length),
      run: () => this.#run(!this.running),
    };
  }

  async #changed(look) {
    const { game } = this;
    this.scores.length = Math.max(this.scores.length, game.at + 1);
    if (!game.part.length) this.scores[game.at] = look.score;
    this.scores.length = game.moves.length + 1;
    this.names = Object.fromEntries(SIDES.map((side) => [side, seatName(this.shell.info, game.seats, side)]));
    for (const side of SIDES) this.#fillSeat(side, look);
    this.clocks.show();
    empty(this.status, ...this.#statusWords(look));
    this.chart.set(this.scores, game.at);
    this.#fillMoves(look);
    this.#showResult(look);
    this.friendCard.show(game.friend);
    this.controls.enable(game, look, this.running, this.shell.info.read_only);
    this.params = await game.params();
    this.#save();
  }

  #fillSeat(side, look) {
    const spec = this.game.seats[side],
      { name, spec: words, element } = this.seat[side];
    name.textContent = this.names[side];
    const params = spec.startsWith(`${this.names[side]}:`) ? spec.split(":").slice(1) : [];
    words.textContent = params.map((param) => ` · ${param}`).join("");
    element.title = `${sideName(side)}: ${spec}. Click to change.`;
    element.classList.toggle("to-move", look.toMove === side);
  }

  /** The card about the end, once the game is over and its last turn is shown. */
  #showResult(look) {
    const isEnd = look.over && this.game.isLast();
    if (!look.over && this.game.isLast()) this.result.forget();
    if (isEnd && this.result.show(this.game, look, this.names) && this.sawMove)
      this.result.element.scrollIntoView({ block: "nearest", behavior: "smooth" });
    if (this.result.element.hidden) this.controls.chartPlace.append(this.chart.element);
  }

  #statusWords(look) {
    const { game } = this;
    if (look.over) return [make("strong", {}, resultWords(look.value, {}))];
    const left = look.toPlace - game.part.length;
    const words = `${sideName(look.toMove)} to move${look.toPlace > 1 ? `, ${left} more` : ""}`;
    const problem = game.isLast() ? this.#problem(look.toMove) || this.lost : "";
    return [
      make("strong", {}, words),
      make("br"),
      problem || (this.job ? "thinking …" : `turn ${game.at + 1} of ${look.turns.length}`),
    ];
  }

  /** Why the game cannot go on, or "". */
  #problem(side) {
    return this.cannot[side] || this.cannot[other[side]];
  }

  /** Asks the engine who of these cannot play this game, and shows it. */
  async #checkSeats(seats) {
    const { named, rules } = this.game;
    this.cannot = reasons(
      this.shell.info,
      seats,
      await checkPlayers(named, rules, [seats.white, seats.black]),
    );
    if (this.cannot.white || this.cannot.black) await this.#changed(this.stage.now);
  }

  #moveName(move) {
    return move.map((vertex) => this.stage.vertexName(vertex)).join(", ") || "no stone";
  }

  #fillMoves(look) {
    const { game } = this;
    this.chart.element.toggleAttribute("hidden", !game.moves.length);
    if (!game.moves.length)
      return void empty(
        this.controls.list,
        make(
          "p.help-text",
          {},
          `No stones yet. ${hasHover ? "Hover to preview, click" : "Press to preview, lift"} to place.`,
        ),
      );
    empty(
      this.controls.list,
      game.moves.map((move, turn) => this.#turnButton(move, turn, look)),
    );
  }

  #turnButton(move, turn, look) {
    const loss = this.result.loss(turn);
    return make(
      `button.${look.turns[turn] ? look.turns[turn][0] : "white"}`,
      {
        type: "button",
        "aria-current": turn + 1 === this.game.at ? "step" : undefined,
        onpointerenter: () => this.stage.view.setMarks(move.map((vertex) => ({ vertex, colour: "accent" }))),
        onpointerleave: () => this.stage.view.setMarks([]),
        onclick: () => this.#go(turn + 1).catch(fail),
      },
      `${turn + 1}. ${move.map((vertex) => this.stage.placeName(vertex)).join(",") || "lost"}`,
      loss ? make("span.loss", {}, ` ${loss}`) : null,
    );
  }

  /** The side whose clock runs. */
  #sideThinking() {
    const { now } = this.stage,
      { friend } = this.game;
    if (friend) return friend.running && !friend.gone && !friend.cut ? friend.to_move : null;
    if (document.querySelector("dialog[open]") || this.cannot.white || this.cannot.black) return null;
    const isOn = now && !now.over && this.game.isLast() && (this.running || this.#isHuman());
    return isOn ? now.toMove : null;
  }

  #isHuman() {
    const { now } = this.stage;
    return Boolean(now && now.toMove && this.game.seats[now.toMove] === "human");
  }

  #isEngine() {
    const { now } = this.stage;
    return Boolean(now && now.toMove) && !["human", "friend"].includes(this.game.seats[now.toMove]);
  }

  async #play(vertex) {
    const { now } = this.stage;
    if (!now) return;
    if (this.game.friend?.gone) return tell("The server has forgotten this game. Begin a new one.");
    if (now.over) return tell("The game is over. Start a rematch, or go back a turn.");
    const problem = this.#problem(now.toMove);
    if (problem) return tell(`${problem} Click the player’s name to change it.`);
    if (!this.#isHuman())
      return tell(
        `It is ${this.names[now.toMove]}’s turn.${!this.#isEngine() || (this.running && this.game.isLast()) ? "" : " Press Play on."}`,
      );
    if (this.game.friend && !this.game.isLast()) return tell("Go to the last turn to move.");
    if (!this.stage.isFree(vertex)) return tell(`${capital(this.stage.vertexName(vertex))} is taken.`);
    this.#stopThinking();
    this.stage.view.setMarks([]);
    this.sawMove = true;
    const isWhole = await this.game.place(vertex);
    if (isWhole && this.game.friend) await this.#send();
    await this.stage.refresh();
    this.#announce(now.toMove, [vertex]);
    this.#drive();
  }

  /** Tells the other page of the move that was just made; takes it back if the server refuses it. */
  async #send() {
    const { game } = this;
    try {
      await playShared(game.friend, game.moves.at(-1));
    } catch (error) {
      game.go(game.at - 1);
      game.moves = game.moves.slice(0, -1);
      fail(error);
    }
  }

  #announce(side, move) {
    const { now } = this.stage;
    say(
      `${sideName(side)} on ${this.#moveName(move)}. ${scoreWords(now.score)}.${now.over ? ` The game is over: ${valueWords(now.value)}.` : ""}`,
    );
  }

  #stopThinking() {
    this.turn++;
    if (this.job) this.job.cancel();
    this.job = null;
  }

  /** Lets players move until it is a human's turn. */
  async #drive() {
    const mine = ++this.turn;
    try {
      while (this.running && this.game.isLast() && this.#isEngine()) {
        if (this.cannot[this.stage.now.toMove]) return; // the status says it
        const begun = performance.now(),
          side = this.stage.now.toMove;
        const job = (this.job = this.game.choose(this.game.seats[side]));
        await this.#changed(this.stage.now);
        const { move, fault, why } = resultOf(await job.done);
        const both = this.game.seats[other[side]] !== "human";
        await new Promise((wake) =>
          setTimeout(wake, Math.max(0, both ? this.controls.pace - (performance.now() - begun) : 0)),
        );
        if (mine !== this.turn) return;
        this.job = null;
        this.sawMove = true;
        this.lost = fault ? `${this.names[side]} lost its turn: ${why.replace(/^the program /, "it ")}` : "";
        this.game.make(move);
        await this.stage.refresh();
        this.#announce(side, move);
        if (fault) tell(`${this.lost}.`, true);
      }
    } catch (error) {
      if (mine !== this.turn) return;
      this.job = null;
      this.running = false;
      await this.#changed(this.stage.now);
      tell(
        `${capital(error.message)} Click the player’s name to choose another, or press Play on to try again.`,
        true,
      );
    }
  }

  async #run(isRunning) {
    this.#stopThinking();
    this.running = isRunning;
    await this.#changed(this.stage.now);
    this.#drive();
  }

  async #go(at) {
    this.#stopThinking();
    this.stage.view.setMarks([]);
    this.game.go(at);
    await this.stage.refresh();
    say(`After turn ${this.game.at}. ${scoreWords(this.stage.now.score)}`);
  }

  /** Back or on to the next turn of a human, or by one where nobody is. */
  async #undo(step) {
    const { game } = this;
    if (step < 0 && game.part.length) return this.#go(game.at);
    let at = game.at + step;
    const seats = game.seats,
      turns = this.stage.now.turns;
    const hasHuman = seats.white === "human" || seats.black === "human";
    while (hasHuman && at > 0 && at < game.moves.length && seats[turns[at][0]] !== "human") at += step;
    if (at < 0 || at > game.moves.length) return;
    if (hasHuman && at === 0 && seats[turns[0][0]] !== "human" && step < 0) at = Math.min(game.at, 1);
    await this.#go(at);
  }

  async #hint() {
    const mine = this.turn;
    const { hint } = this.controls.button;
    hint.disabled = true;
    try {
      const { move } = resultOf(await this.game.choose(adviser(this.game.board)).done);
      if (mine !== this.turn) return;
      this.stage.view.setMarks(move.map((vertex) => ({ vertex, colour: "land-3" })));
      const words = `Hint: ${this.#moveName(move)}`;
      tell(words);
      say(words);
    } finally {
      hint.disabled = this.stage.now.over;
    }
  }

  #swapped() {
    const { white, black } = this.game.seats;
    return { white: black, black: white };
  }

  /** Once more; a friend is asked. */
  #again(seats) {
    const { friend } = this.game;
    if (!friend) return this.#rematch(seats);
    if (!friend.side) return tell("Only those who play can offer a rematch.");
    return offerRematch(friend, seats[friend.side] !== "human");
  }

  #rematch(seats) {
    const { source, rules } = this.game;
    return this.#start({ source, rules, seats });
  }

  /** A new game.  One that was not over can be had back. */
  async #start(given) {
    const { source, rules, seats, moves, at } = this.game,
      { used } = this.clocks,
      isLost = !this.stage.now.over && moves.length > 0;
    await this.stage.open(given, true);
    say("A new game");
    if (!isLost) return;
    const undo = async () => {
      await this.stage.open({ source, rules, seats, moves, at }, true);
      this.clocks.reset(used);
    };
    tell("A new game began.", false, { text: "Return to the game before", act: undo });
  }

  /** Before the turn, with the move that was better. */
  async #showTurn(turn, move) {
    await this.#go(turn);
    this.stage.view.setMarks(move.map((vertex) => ({ vertex, colour: "land-3" })));
    this.stage.arena.scrollIntoView({ block: "nearest" });
  }

  /** Plays on from before the turn; Back returns to the whole game. */
  async #tryAgain(turn) {
    const { source, rules, seats, moves } = this.game;
    await this.#go(moves.length);
    await this.stage.open({ source, rules, seats, moves: moves.slice(0, turn) }, true);
    this.stage.arena.scrollIntoView({ block: "nearest" });
    tell("Try another move. Back returns to the whole game.");
  }

  /** Others sit down; the game goes on. */
  async #seat(seats) {
    this.#stopThinking();
    this.game.seats = seats;
    this.running = true;
    await this.stage.refresh();
    await this.#checkSeats(seats);
    say(`White is ${this.names.white}, Black is ${this.names.black}`);
    this.#drive();
  }

  #askForPlayer(side) {
    if (this.game.friend) return tell("You play a friend. Start a new game to change the players.");
    const chooser = new SeatChooser(this.shell.info, `${sideName(side)}’s player`, this.game.seats[side]);
    dialogue(`Who plays ${sideName(side)}?`, chooser.element, "Change", async () => {
      const { named, rules } = this.game,
        seats = { ...this.game.seats, [side]: chooser.value };
      const checked = await checkPlayers(named, rules, [seats.white, seats.black]);
      const problem = reasons(this.shell.info, seats, checked)[side];
      if (problem) throw new Error(problem);
      await this.#seat(seats);
    });
  }

  /** Scores of the turns before, for a game that came whole. */
  async #fillScores() {
    const { game } = this,
      { moves, board } = game;
    const isStill = (at) => writeMoves(game.moves.slice(0, at)) === writeMoves(moves.slice(0, at));
    if (board.n * moves.length > MOST_FILLED) return;
    for (let at = 0; at < moves.length; at++) {
      const { score } = await game.answer(at);
      if (game.board !== board || !isStill(at) || this.stage.closed) return;
      this.scores[at] = score;
    }
    if (moves.length) await this.#changed(this.stage.now);
  }

  #newGame() {
    askForGame(this.shell.info, this.game, async (given) => {
      await this.#start(given);
      if (this.params.arena || this.params.board)
        saveSettings({ ...this.params, moves: undefined, at: undefined });
    });
  }

  /** Another game comes. */
  #reset() {
    this.#stopThinking();
    this.unwatch?.();
    this.cannot = {};
    this.lost = "";
    this.stage.view.setMarks([]);
    this.result.forget();
    this.scores = [];
    this.clocks.reset();
    this.running = true;
    this.sawMove = false;
  }

  key(event) {
    const act = {
      n: () => this.#newGame(),
      u: () => this.#undo(-1),
      y: () => this.#undo(1),
      h: () => this.#hint(),
      p: () => this.#run(!this.running),
      "[": () => this.#go(this.game.at - 1),
      "]": () => this.#go(this.game.at + 1),
    }[event.key];
    if (!act || !this.stage.now) return this.stage.key(event);
    Promise.resolve(act()).catch(fail);
    return true;
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
