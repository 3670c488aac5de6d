// generate.js - asks for a level of a wanted difficulty.
import { make } from "../dom.js";
import { startJob } from "../engine.js";
import { choice, dialogue, field, slider } from "../widgets.js";

/** Shares of winning moves. */
const GRADES = {
  easy: ["0.4", "0.95"],
  medium: ["0.12", "0.4"],
  hard: ["0.03", "0.12"],
  fiendish: ["0.002", "0.03"],
};

/** moves: [[op, words], ..]; take(level, op) is called with what was made.  Gives what ends it. */
export function askForLevel(moves, usual, take) {
  let making = null;
  const kind = choice(
    [
      ["gabriel", "neighbours"],
      ["grid", "grid with gaps"],
      ["tree", "tree"],
    ],
    "gabriel",
  );
  const op = choice(moves, usual);
  const grade = choice(
    Object.keys(GRADES).map((name) => [name, name]),
    "medium",
  );
  const vertices = slider({ least: 4, most: 40, value: 12 }),
    players = slider({ least: 2, most: 6, value: 2 }),
    sites = slider({ least: 1, most: 4, value: 1 });
  const seed = make("input", {
    type: "number",
    min: "1",
    step: "1",
    value: String(1 + Math.floor(Math.random() * 1e6)),
  });
  const unique = make("input", { type: "checkbox" });
  const progress = make("p.help-text", { role: "status" });
  const dialog = dialogue(
    "A level of a wanted difficulty",
    [
      field("Kind", kind),
      field("Won by", op),
      field("Difficulty", grade),
      field("Vertices", vertices.element),
      field("Players", players.element),
      field("Sites of each", sites.element),
      field("Seed", seed),
      make("label.check", {}, unique, "The winning moves form one region"),
      progress,
    ],
    "Make it",
    async () => {
      const wish = {
        kind: kind.value,
        vertices: vertices.value,
        players: players.value,
        sites: sites.value,
        op: op.value,
        share: GRADES[grade.value],
        whole: op.value !== "rope",
        seed: Number(seed.value) || 1,
      };
      if (unique.checked && op.value !== "rope") wish.unique = true;
      if (op.value === "rope") wish.samples = 500;
      progress.textContent = "looking …";
      making = startJob("lines/generate", wish);
      const job = await making.done;
      progress.textContent = "";
      if (!job.result) throw new Error(job.reason || job.error || "no such level was found");
      await take(job.result.made, op.value);
    },
  );
  const cancel = () => making && making.cancel();
  dialog.addEventListener("close", cancel);
  return cancel;
}
