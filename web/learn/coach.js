// coach.js - what a lesson says: its title, one short text, and what can be done next.
import { make, say } from "../dom.js";

const PACE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 200 : 700;

/** How long an opponent takes at least: time to see what the last stone changed. */
export const pause = () => new Promise((wake) => setTimeout(wake, PACE));

export class Coach {
  /** buttons: { again(), hint() or null }; next: { title, href } of the lesson after this one, or null. */
  constructor(lesson, { again, hint }, next) {
    this.lesson = lesson;
    this.text = make("p.words");
    const button = (text, act) => make("button", { type: "button", onclick: act }, text);
    this.again = button("Start over", again);
    this.hint = hint ? button("Hint", hint) : null;
    this.skip = make("a.button", { href: "#learn" }, "Skip");
    this.next = make(
      "a.button.main",
      { href: next ? next.href : "#play", hidden: true },
      next ? `Next: ${next.title}` : "Play a game",
    );
    this.element = make(
      "section.coach",
      { "aria-label": "Lesson" },
      make("h2", {}, lesson.title),
      this.text,
      make("div.buttons", {}, this.next, this.again, this.hint, this.skip),
    );
  }

  allowHint(isMine) {
    if (this.hint) this.hint.disabled = !isMine;
  }

  /** mood: "won", "lost", or nothing; a quiet text is not announced. */
  set(text, { mood = "", isOver = false, isDone = false, isQuiet = false } = {}) {
    if (this.text.textContent === text) return;
    this.text.textContent = text;
    this.element.className = `coach ${mood}`;
    this.next.hidden = !isDone;
    this.again.classList.toggle("main", isOver && !isDone);
    this.skip.textContent = isOver ? "All lessons" : "Skip";
    if (this.hint) this.hint.hidden = isOver;
    if (!isQuiet) say(text);
  }
}

/** The lessons as links, with those that are done. */
export function lessonList(lessons, done, now) {
  return make(
    "ol.lessons",
    {},
    lessons.map(({ id, title, teaser }) =>
      make(
        "li",
        {},
        make(
          "a",
          {
            href: `#learn?lesson=${id}`,
            "aria-current": id === now ? "true" : undefined,
            class: done.has(id) ? "done" : undefined,
          },
          make("strong", {}, title),
          done.has(id) ? make("span.unseen", {}, " (done)") : null,
          make("span", {}, teaser),
        ),
      ),
    ),
  );
}
