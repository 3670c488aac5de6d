// headline.js - above a level: which puzzle it is, who leads, what is to be done, and what comes next.
import { empty, make } from "../dom.js";
import { kindsOf, leftChips } from "./budget.js";
import { shareWords } from "./daily.js";
import { recordOf } from "./progress.js";
import { isOver, isRight, leaderWords, leadWords } from "./task.js";

export class Headline {
  /** host: { state, history, task, duel, packs, puzzles, retry(), takeBack(), thenBoard(act), copy(text), askForLevel() } */
  constructor(host) {
    this.host = host;
    this.element = make("div.status.headline", { "aria-live": "off" });
  }

  show() {
    const { state, duel: game, task } = this.host,
      { puzzle, answer, duel } = state,
      { made } = this.host.history,
      won = isRight(state, made);
    const title = puzzle && [
      make("strong", {}, puzzle.title),
      puzzle.budget ? leftChips(puzzle, made) : make("span.chip", {}, kindsOf(puzzle)),
      puzzle.grade ? make("span.chip", {}, puzzle.grade) : null,
    ];
    empty(
      this.element,
      make(
        "div.about",
        {},
        title,
        make("span", {}, make("span.verdict", {}, leaderWords(answer)), leadWords(answer)),
      ),
      make(
        `div.task${duel ? game.result : won ? ".won" : isOver(state, made) ? ".missed" : ""}`,
        {},
        task,
        duel ? game.buttons() : this.#nextButtons(won),
      ),
    );
  }

  /** What comes after a try. */
  #nextButtons(won) {
    const { host } = this,
      { puzzle, via } = host.state,
      { made } = host.history,
      ladder = puzzle?.pack ? host.packs.ladder : host.puzzles,
      isDone = puzzle && (won || (!via && recordOf(puzzle).solved)),
      button = (text, act, kind = "button.main") =>
        make(kind, { type: "button", onclick: () => host.thenBoard(act) }, text);
    if (!puzzle || (!isDone && !isOver(host.state, made))) return null;
    if (!isDone)
      return puzzle.budget && made.length > 1
        ? button("Undo the last move", () => host.takeBack())
        : button("Try again", () => host.retry());
    const next = ladder.next(puzzle);
    return [
      puzzle.date && recordOf(puzzle).solved
        ? button(
            "Copy result",
            () => host.copy(`${shareWords(puzzle)}\n${location.href.split("&")[0]}`),
            "button",
          )
        : null,
      puzzle.name ? null : button("Another level …", () => host.askForLevel()),
      next && puzzle.name
        ? button(puzzle.date ? "Next" : `Next: ${next.title}`, () => ladder.take(next))
        : null,
    ];
  }
}
