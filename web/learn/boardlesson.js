// boardlesson.js - a lesson on a board: a short game against a player of the engine, with a goal.
import { empty, fail, say, tell } from "../dom.js";
import { Stage } from "../stage.js";
import { pause } from "./coach.js";

export class BoardLesson {
  /** finished() is called when the goal is reached. */
  constructor(root, shell, lesson, { makeCoach, panel, finished }) {
    this.shell = shell;
    this.lesson = lesson;
    this.finished = finished;
    this.turn = 0; // counts what the reader does, so that late answers go by
    this.stage = new Stage(root, { ...shell, write() {} }, lesson.title, {
      play: (vertex) => this.#play(vertex).catch(fail),
      canPlay: (vertex) => this.#isMine() && this.stage.isFree(vertex),
      changed: () => this.#tell(),
      replaced: () => this.#stopThinking(),
      previewed: (after) => {
        this.preview = after;
        this.#tell(true);
      },
    });
    this.game = this.stage.game;
    this.coach = makeCoach({
      again: () => this.start().catch(fail),
      hint: lesson.isGuide ? null : () => this.#hint().catch(fail),
    });
    this.stage.head.append(this.coach.element);
    this.stage.cards();
    empty(this.stage.side, panel);
  }

  close() {
    this.#stopThinking();
    this.stage.close();
  }

  key(event) {
    return this.stage.key(event);
  }

  async start() {
    this.#stopThinking();
    this.preview = null;
    if (this.shell.info.read_only)
      return this.coach.set(
        "This server has no opponents: it was started with --read-only. “Key points” works.",
      );
    const { arena, rounds, moves, side, opponent } = this.lesson;
    const rules = { rounds, perTurn: 1, ties: "neutral", clock: 0 },
      seats = { white: opponent, black: opponent, [side]: "human" };
    await this.stage.open({ source: { arena, seed: "1" }, rules, seats, moves });
    if (!this.stage.closed) await this.#answer(); // another tab may have been chosen meanwhile
  }

  #stopThinking() {
    this.turn++;
    if (this.job) this.job.cancel();
    this.job = null;
  }

  #isMine() {
    return this.stage.now?.toMove === this.lesson.side;
  }

  async #play(vertex) {
    if (this.stage.now.over) return;
    if (!this.#isMine()) return void tell("Wait for the other stone.");
    if (!this.stage.isFree(vertex)) return void tell("A stone is there already.");
    this.stage.view.setMarks([]);
    await this.game.place(vertex);
    this.preview = null;
    await this.stage.refresh();
    await this.#answer();
  }

  /** The opponent moves until it is the reader's turn. */
  async #answer() {
    const mine = ++this.turn;
    while (!this.stage.now.over && !this.#isMine()) {
      this.job = this.game.choose(this.lesson.opponent);
      const [{ result }] = await Promise.all([this.job.done, pause()]);
      if (mine !== this.turn) return;
      if (!result) throw new Error("the other player found no move; start over");
      this.job = null;
      this.game.make(result.move);
      await this.stage.refresh();
    }
  }

  #tell(isQuiet = false) {
    const { lesson, preview } = this,
      look = this.stage.now,
      isOver = look.over,
      isWon = isOver && lesson.isWon(look);
    const text = lesson.words({ look, preview, isMine: this.#isMine(), made: this.game.at, isOver, isWon });
    const isDone = isOver && (isWon || Boolean(lesson.isGuide));
    this.coach.allowHint(this.#isMine());
    this.coach.set(text, { isOver, isQuiet, isDone, mood: !isOver ? "" : isWon ? "won" : "lost" });
    if (isDone) this.finished();
  }

  async #advice() {
    if (this.lesson.advise) return this.lesson.advise(this.game.moves);
    return (await this.game.choose("solver").done).result.move[0];
  }

  async #hint() {
    if (!this.#isMine()) return;
    const mine = this.turn,
      vertex = await this.#advice();
    if (mine !== this.turn) return;
    this.stage.view.setMarks([{ vertex, colour: "land-3" }]);
    say(`Hint: ${this.stage.vertexName(vertex)}`);
  }
}
