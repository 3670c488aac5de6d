// newgame.js - asks for the rules of a game on a circle or a segment, and who plays.
import { empty, make } from "../dom.js";
import { usualPlayer } from "./rules.js";
import { choice, dialogue, field, PlayerChooser, slider } from "../widgets.js";
import { listOf } from "../words.js";

/** start(rules) is called with what was chosen; it may throw to keep the window open. */
export function askForGame(info, rules, players, start) {
  const who = make("div");
  const arena = choice(listOf(info, "arena"), rules.arena, () => fillPlayers());
  const stones = slider({ least: 1, most: 20, value: Number(rules.stones) });
  const batch = make("input", { type: "checkbox", checked: Boolean(rules.batch) });
  const least = make("input", {
    type: "text",
    value: rules.min_distance || "",
    placeholder: "none, or such as 1/100",
  });
  const strict = make("input", { type: "checkbox", checked: Boolean(rules.strict) });
  const seed = make("input", { type: "number", min: "1", value: rules.seed });
  const seats = {};
  const fillPlayers = () => {
    for (const colour of ["blue", "red"]) {
      const fit = players.filter((player) => player.colour === colour && player[arena.value]);
      const before = seats[colour] ? seats[colour].value : rules[colour];
      const isThere = ["human", ...fit.map((player) => player.name)].includes(before.split(":")[0]);
      const usual = usualPlayer(colour, arena.value);
      seats[colour] = new PlayerChooser({ players: fit }, isThere ? before : usual);
    }
    const part = (name, chooser) => make("fieldset", {}, make("legend", {}, name), chooser.element);
    empty(who, part("Blue", seats.blue), part("Red", seats.red));
  };
  fillPlayers();
  dialogue(
    "New game",
    [
      field("Played on", arena),
      field("Stones per player", stones.element),
      who,
      field("Least distance", least, "between any two stones"),
      make("label.check", {}, strict, "Stones must be farther apart than the least distance"),
      field("Seed", seed),
      make("label.check", {}, batch, "Several stones per turn"),
    ],
    "Start",
    async () => {
      const chosen = {
        arena: arena.value,
        stones: String(stones.value),
        blue: seats.blue.value,
        red: seats.red.value,
        seed: seed.value,
      };
      if (batch.checked) chosen.batch = "1";
      if (least.value.trim()) chosen.min_distance = least.value.trim();
      if (strict.checked) chosen.strict = "1";
      await start(chosen);
    },
  );
}
