// generate.js - asks for a puzzle of a chosen difficulty.
import { make } from "../dom.js";
import { choice, dialogue, field, slider } from "../widgets.js";
import { listOf } from "../words.js";
import { Work } from "../work.js";
import { readBudget } from "./budget.js";

/** The fields of a wish; `wish` gives what they hold. */
function fieldsOf(info, moves, usual) {
  const kind = choice(listOf(info, "kind"), "gabriel"),
    op = choice(moves, usual),
    grade = choice(listOf(info, "grade"), "medium"),
    count = slider({ least: 1, most: 2, value: 1 }),
    vertices = slider({ least: 4, most: 40, value: 12 }),
    players = slider({ least: 2, most: 6, value: 2 }),
    sites = slider({ least: 1, most: 4, value: 1 }),
    value = String(1 + Math.floor(Math.random() * 1e6)),
    seed = make("input", { type: "number", min: "1", step: "1", value }),
    unique = make("input", { type: "checkbox" }),
    uniqueBox = make("label.check", {}, unique, "There is only one solution"),
    countRow = field("Moves", count.element);
  const isRope = () => op.value === "rope",
    showRows = () => (uniqueBox.hidden = countRow.hidden = isRope());
  op.addEventListener("change", showRows);
  showRows();
  const wish = () => ({
    kind: kind.value,
    vertices: vertices.value,
    players: players.value,
    ...(sites.value > 1 && { sites: sites.value }), // removals need several, which the engine knows
    op: op.value,
    grade: grade.value,
    ...(!isRope() && { count: count.value }),
    measured: isRope(),
    seed: Number(seed.value) || 1,
    ...(unique.checked && !isRope() && { unique: true }),
  });
  const rows = [
    field("Network", kind),
    field("Won by", op),
    countRow,
    field("Difficulty", grade),
    field("Vertices", vertices.element),
    field("Players", players.element),
    field("Sites per player", sites.element),
    field("Seed", seed),
    uniqueBox,
  ];
  return { rows, wish };
}

/** moves: [[op, words], ..]; take(puzzle) is called with what was made.  Gives what ends it. */
export function askForLevel(info, moves, usual, take) {
  const { rows, wish } = fieldsOf(info, moves, usual),
    work = new Work(null);
  const dialog = dialogue("A new puzzle", [rows, work.element], "Make it", async () => {
    const wanted = wish();
    let reason = "";
    const job = await work.run("lines/generate", wanted, (error) => (reason = error.message));
    if (!job?.result)
      throw new Error(job?.state === "cancelled" ? "Cancelled." : inWords(reason || job.error));
    const { made: level, grade } = job.result;
    await take({
      title: "A new puzzle",
      grade,
      level,
      ...(wanted.count > 1 ? { budget: readBudget(level) } : { op: wanted.op }),
    });
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
