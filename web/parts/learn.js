// learn.js - the rules in pictures, a guided first game, and short lessons to play.
import { empty, make } from "../dom.js";
import { BoardLesson } from "../learn/boardlesson.js";
import { Coach, lessonList } from "../learn/coach.js";
import { LESSONS } from "../learn/lessons.js";
import { LineLesson } from "../learn/linelesson.js";
import { doneLessons, markDone, noteInvited } from "../learn/progress.js";
import { RingLesson } from "../learn/ringlesson.js";
import { rulesCard } from "../learn/rules.js";
import { boardKeys } from "../stage.js";

export const title = "Learn";
export const keys = boardKeys.filter(([key]) => key !== "l");

export function open(root, shell) {
  noteInvited();
  return new Learn(root, shell);
}

class Learn {
  constructor(root, shell) {
    this.root = make("div.learn");
    this.shell = shell;
    root.append(this.root);
  }

  close() {
    if (this.lesson) this.lesson.close();
    this.lesson = null;
  }

  async show({ lesson: id }) {
    this.close();
    const lesson = LESSONS.find((one) => one.id === id);
    empty(this.root);
    if (lesson) await this.#open(lesson);
    else this.#showAll();
  }

  key(event) {
    return this.lesson?.key?.(event);
  }

  #showAll() {
    this.root.append(
      make(
        "div.page",
        {},
        make("section", {}, make("h2", {}, "The rules"), rulesCard()),
        make("section", {}, make("h2", {}, "Learn by playing"), lessonList(LESSONS, doneLessons())),
      ),
    );
  }

  async #open(lesson) {
    const next = LESSONS[LESSONS.indexOf(lesson) + 1];
    const panel = make("div"),
      fill = () =>
        empty(
          panel,
          make("section.card", {}, make("h2", {}, "Lessons"), lessonList(LESSONS, doneLessons(), lesson.id)),
        );
    fill();
    const Kind = { ring: RingLesson, lines: LineLesson }[lesson.kind] || BoardLesson;
    this.lesson = new Kind(this.root, this.shell, lesson, {
      panel,
      makeCoach: (acts) =>
        new Coach(lesson, acts, next && { title: next.title, href: `#learn?lesson=${next.id}` }),
      finished: () => {
        markDone(lesson.id);
        fill();
      },
    });
    await this.lesson.start();
  }
}
