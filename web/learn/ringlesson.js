// ringlesson.js - a lesson on the circle or the segment: the reader is Red, a player of the engine is Blue.
import { empty, fail, make, say } from "../dom.js";
import { ask } from "../engine.js";
import { near } from "../circle/numbers.js";
import { fillBar, fraction, stepAlong } from "../circle/shown.js";
import { RingView } from "../view/ring.js";
import { pause } from "./coach.js";

export class RingLesson {
  constructor(root, shell, lesson, { makeCoach, panel, finished }) {
    this.lesson = lesson;
    this.finished = finished;
    this.turn = 0; // counts what the reader does, so that late answers go by
    this.coach = makeCoach({ again: () => this.start().catch(fail), hint: () => this.#hint().catch(fail) });
    this.bar = make("div.scorebar", { role: "img", "aria-label": "Score" });
    const arena = make("section.arena", { "aria-label": lesson.title }, this.coach.element, this.bar);
    root.append(make("div.stage", {}, arena, make("aside.side", { "aria-label": "Lessons" }, panel)));
    this.view = new RingView(arena, {
      point: (place) => this.#point(place, false).catch(fail),
      press: (place) => this.#place(place).catch(fail),
      key: (event) => this.#key(event),
    });
  }

  close() {
    this.turn++;
    this.view.close();
  }

  async start() {
    this.turn++;
    this.cursor = undefined;
    await this.#show(await this.#ask("", 0));
    await this.#answer();
  }

  #ask(moves, turns, red = "human") {
    const { arena, stones, blue } = this.lesson;
    return ask("interval/play", { arena, stones, blue, red, seed: 1, turns, moves });
  }

  #isMine() {
    return this.game?.to_move === "red";
  }

  /** Blue moves until it is Red's turn. */
  async #answer() {
    const mine = ++this.turn;
    while (this.game.to_move === "blue") {
      const [game] = await Promise.all([this.#ask(this.game.line, 1), pause()]);
      if (mine !== this.turn) return;
      this.#show(game);
    }
  }

  #show(game) {
    this.game = game;
    this.view.set(game, true);
    fillBar(this.bar, game);
    const isOver = game.to_move === null,
      isWon = isOver && game.winner === "red",
      text = this.lesson.words({ game, isMine: this.#isMine(), made: game.moves.length, isOver, isWon });
    this.coach.allowHint(this.#isMine());
    this.coach.set(text, { isOver, isDone: isWon, mood: !isOver ? "" : isWon ? "won" : "lost" });
    if (isWon) this.finished();
  }

  #with(place) {
    return this.#ask([this.game.line, place].filter(Boolean).join(","), 0);
  }

  async #place(place) {
    if (!this.#isMine()) return;
    const mine = ++this.turn,
      game = await this.#with(place);
    if (mine !== this.turn) return;
    this.view.setPreview(null);
    this.#show(game);
    await this.#answer();
  }

  /** The game with a stone there; one question at a time. */
  async #point(place, byKey) {
    this.pointed = this.#isMine() ? place : null;
    if (this.pointed === null) this.#rest();
    if (this.pointed === null || this.asking) return;
    this.asking = true;
    const mine = this.turn,
      after = await this.#with(place).catch(() => null); // a stone is there
    this.asking = false;
    if (mine !== this.turn || this.pointed === null) return;
    if (this.pointed !== place) return this.#point(this.pointed, byKey);
    if (!after) return this.#rest();
    const words = `Red ${near(after.red)}, Blue ${near(after.blue)}`;
    this.view.setPreview(place, after, words);
    fillBar(this.bar, after);
    if (byKey) say(words);
  }

  #rest() {
    this.view.setPreview(null);
    if (this.game) fillBar(this.bar, this.game);
  }

  #key(event) {
    const to = stepAlong(this.cursor, event);
    if (to !== undefined) {
      this.cursor = to;
      this.#point(fraction(to), true).catch(fail);
    } else if (event.key === "Enter" && this.cursor !== undefined)
      this.#place(fraction(this.cursor)).catch(fail);
    else return false;
    return true;
  }

  async #hint() {
    if (!this.#isMine()) return;
    const mine = this.turn,
      { moves } = await this.#ask(this.game.line, 1, this.lesson.adviser),
      place = moves[this.game.moves.length][1];
    if (mine === this.turn) await this.#point(place, true);
  }
}
