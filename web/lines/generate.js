// generate.js - asks for a puzzle of a chosen difficulty.
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

const KINDS = [
  ["gabriel", "neighbours"],
  ["grid", "grid with gaps"],
  ["tree", "tree"],
];

/** The fields of a wish; `wish` gives what they hold. */
function fieldsOf(moves, usual) {
  const kind = choice(KINDS, "gabriel"),
    op = choice(moves, usual),
    grades = Object.entries(GRADES).map(([name, shares]) => [name, `${name}: ${range(shares)}`]),
    grade = choice(grades, "medium"),
    vertices = slider({ least: 4, most: 40, value: 12 }),
    players = slider({ least: 2, most: 6, value: 2 }),
    sites = slider({ least: 1, most: 4, value: 1 }),
    value = String(1 + Math.floor(Math.random() * 1e6)),
    seed = make("input", { type: "number", min: "1", step: "1", value }),
    unique = make("input", { type: "checkbox" }),
    uniqueBox = make("label.check", {}, unique, "All winning places are in one region");
  const isRope = () => op.value === "rope";
  op.addEventListener("change", () => (uniqueBox.hidden = isRope()));
  uniqueBox.hidden = isRope();
  const wish = () => ({
    kind: kind.value,
    vertices: vertices.value,
    players: players.value,
    sites: sites.value,
    op: op.value,
    share: GRADES[grade.value],
    measured: isRope(),
    seed: Number(seed.value) || 1,
    ...(unique.checked && !isRope() && { unique: true }),
  });
  const rows = [
    field("Network", kind),
    field("Won by", op),
    field("Difficulty", grade),
    field("Vertices", vertices.element),
    field("Players", players.element),
    field("Sites per player", sites.element),
    field("Seed", seed),
    uniqueBox,
  ];
  return { rows, wish };
}

/** moves: [[op, words], ..]; take(level, op, grade) is called with what was made.  Gives what ends it. */
export function askForLevel(moves, usual, take) {
  const { rows, wish } = fieldsOf(moves, usual),
    work = new Work(null);
  const dialog = dialogue("A new puzzle", [rows, work.element], "Make it", async () => {
    const wanted = wish();
    let reason = "";
    const job = await work.run("lines/generate", wanted, (error) => (reason = error.message));
    if (!job?.result)
      throw new Error(job?.state === "cancelled" ? "Cancelled." : inWords(reason || job.error));
    await take(job.result.made, wanted.op, job.result.grade);
  });
  work.button = dialog.querySelector("button.main");
  const cancel = () => work.cancel();
  dialog.addEventListener("close", cancel);
  return cancel;
}

/** That none was found, with what can be done here. */
function inWords(reason) {
  const count = /^none of (\d+) levels/.exec(reason)?.[1];
  if (!count) return reason;
  return `None of ${count} random levels is like that. Change the difficulty, the seed or the number of sites.`;
}
