// help.js - the window that explains the game and lists the keys.
import { make } from "./dom.js";
import { rulesCard } from "./learn/rules.js";

const everywhere = [
  ["1, 2, ..", "go to a tab"],
  ["?", "this help"],
  ["Tab, Enter", "reach and press everything"],
];

function listOf(title, keys) {
  return make(
    "section",
    {},
    make("h3", {}, title),
    make(
      "dl.keys",
      {},
      keys.flatMap(([key, what]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)]),
    ),
  );
}

/** module: the part that is open; its `rules` names the game, "board" by default. */
export function showHelp(module) {
  const close = () => dialog.close();
  const dialog = make(
    "dialog.help",
    { "aria-label": "Help", onclose: () => dialog.remove() },
    make("h2", { tabindex: "-1", autofocus: true }, "The rules"),
    rulesCard(module?.rules),
    (module?.notes || []).map((note) => make("p", {}, note)),
    make("p", {}, make("a", { href: "#learn", onclick: close }, "Learn by playing")),
    make("h2", {}, "Keys"),
    module?.keys ? listOf(module.title, module.keys) : null,
    listOf("Everywhere", everywhere),
    make("div.buttons", {}, make("button", { type: "button", onclick: close }, "Close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}
