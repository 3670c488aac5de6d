// generate.js - asks for a level of a wanted difficulty.
import { make } from "../dom.js";
import { choice, dialogue, field, slider } from "../widgets.js";
import { Work } from "../work.js";

/** Shares of winning moves, as the engine grades them. */
const GRADES = {
  easy: ["0.4", "0.95"],
  medium: ["0.12", "0.4"],
  hard: ["0.03", "0.12"],
  fiendish: ["0.002", "0.03"],
};

const range = ([low, high]) => `${Number((100 * low).toFixed(1))} to ${100 * high} % win`;

/** moves: [[op, words], ..]; take(level, op, grade) is called with what was made.  Gives what ends it. */
export function askForLevel(moves, usual, take) {
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
    Object.entries(GRADES).map(([name, shares]) => [name, `${name}: ${range(shares)}`]),
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
  const uniqueBox = make("label.check", {}, unique, "The winning moves form one region");
  op.addEventListener("change", () => (uniqueBox.hidden = op.value === "rope"));
  uniqueBox.hidden = usual === "rope";
  const work = new Work(null);
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
      uniqueBox,
      work.element,
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
      let reason = new Error("no such level was found");
      const job = await work.run("lines/generate", wish, (error) => (reason = error));
      if (!job || !job.result) throw job?.state === "cancelled" ? new Error("cancelled") : reason;
      await take(job.result.made, op.value, job.result.grade || grade.value);
    },
  );
  work.button = dialog.querySelector("button.main");
  const cancel = () => work.cancel();
  dialog.addEventListener("close", cancel);
  return cancel;
}
