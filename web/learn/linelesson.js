// linelesson.js - a lesson on a level of the game on lines: the reader makes one cut, and the engine explains the best one.
import { fail, make, say } from "../dom.js";
import { ask, read, startJob } from "../engine.js";
import { Level } from "../lines/level.js";
import { Pointer } from "../lines/pointer.js";
import { fillScore } from "../lines/shown.js";
import { LevelView } from "../lines/view.js";
import { Profile } from "../view/profile.js";

export class LineLesson {
  constructor(root, shell, lesson, { makeCoach, panel, finished }) {
    Object.assign(this, { lesson, finished, tool: lesson.op, marks: [], isBlind: false, closed: false });
    const canExplain = !shell.info.read_only;
    this.canExplain = canExplain;
    this.turn = 0; // counts what the reader does, so that late answers go by
    this.coach = makeCoach({
      again: () => this.start().catch(fail),
      hint: canExplain ? () => this.#hint().catch(fail) : null,
    });
    this.bar = make("div.scorebar", { role: "img", "aria-label": "Score" });
    this.profile = new Profile();
    const arena = make("section.arena", { "aria-label": lesson.title }, this.coach.element, this.bar);
    root.append(
      make(
        "div.stage",
        {},
        arena,
        make("aside.side", { "aria-label": "Lessons" }, this.profile.element, panel),
      ),
    );
    this.pointer = new Pointer(this);
    this.view = new LevelView(arena, this.#calls());
  }

  /** The hand rests when the cut is made. */
  #calls() {
    const { pointer } = this,
      isFree = () => this.state && !this.via;
    return {
      point: (target, byKey) => isFree() && pointer.point(target, byKey),
      press: (target) => isFree() && pointer.press(target),
      drag: (target, point) => pointer.drag(target, point),
      drop: (target, point, hasMoved) => pointer.drop(target, point, hasMoved),
      cancel: () => isFree() && pointer.cancel(),
      click: () => isFree() && pointer.click(),
      key: (event) => isFree() && pointer.key(event),
      isForSites: () => false,
    };
  }

  close() {
    this.turn++;
    this.closed = true;
    this.job?.cancel();
    this.view.close();
  }

  async start() {
    const mine = ++this.turn,
      { levels } = await read("lines/levels"),
      { level } = levels.find(({ name }) => name === this.lesson.puzzle),
      answer = await ask("lines/score", { level, stretches: true, made: true });
    if (mine !== this.turn) return;
    this.base = answer.made;
    this.profile.hide();
    this.view.setNumbers(false);
    this.#show(answer.made, answer, null);
    this.view.showAll();
  }

  #show(json, answer, via) {
    this.marks = [];
    this.via = via;
    this.state = { json, answer };
    this.level = new Level(json);
    this.pointer.reset();
    this.pointer.leave();
    this.view.setTip(null);
    this.view.set(this.level, { stretches: answer.stretches, marks: [] });
    this.view.setMarks([], null);
    fillScore(this.bar, this.level, answer);
    this.#tell();
  }

  #tell(best = null) {
    const { answer } = this.state,
      isOver = Boolean(this.via),
      isWon = isOver && answer.winner === this.base.me,
      text = this.lesson.words({ players: answer.players, best, isOver, isWon });
    this.coach.allowHint(!isOver);
    this.coach.set(text, { isOver, isDone: isWon, mood: !isOver ? "" : isWon ? "won" : "lost" });
    if (isWon) this.finished();
  }

  /** Makes the move, for the pointer. */
  async move(move) {
    const mine = ++this.turn,
      { me } = this.base,
      answer = await ask("lines/apply", { level: this.base, op: this.tool, move, player: me, stretches: true });
    if (mine !== this.turn) return;
    this.#show({ ...answer.made, me }, answer, move);
    if (answer.winner === me && this.canExplain) await this.#explain(move);
  }

  /** The best move of the level without moves, with its reasons. */
  async #best() {
    const { base: level, tool: op } = this;
    this.job = startJob("lines/best", { level, op, player: level.me, explain: true });
    return (await this.job.done).result;
  }

  async #explain(made) {
    const mine = this.turn,
      best = await this.#best();
    if (mine !== this.turn || !best) return null;
    this.profile.show(best, new Level(this.base), made);
    this.view.setNumbers(true);
    this.#tell(best);
    return best;
  }

  async #hint() {
    if (this.via) return;
    const best = await this.#explain(null);
    if (!best) return;
    this.marks = [{ op: this.tool, move: best.move, kind: "best" }];
    this.view.setMarks(this.marks, null);
    say(`Hint: ${this.level.words(best.move)}`);
  }
}
