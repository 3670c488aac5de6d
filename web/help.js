// help.js - the overlay that says what can be done with the keyboard.
import { make } from "./dom.js";

const everywhere = [
  ["1, 2, ..", "go to a part"],
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

export function showHelp(module) {
  const close = make("button", { type: "button", onclick: () => dialog.close() }, "Close");
  const dialog = make(
    "dialog.help",
    { "aria-label": "Help", onclose: () => dialog.remove() },
    make("h2", { tabindex: "-1", autofocus: true }, "Shortcuts"),
    module && module.keys ? listOf(module.title, module.keys) : null,
    listOf("Everywhere", everywhere),
    (module && module.notes ? module.notes : []).map((note) => make("p", {}, note)),
    make(
      "p",
      {},
      "The colours: orange is White's land, blue is Black's, grey is tied; a dashed ring is a vertex that no stone reaches.",
    ),
    make("div.buttons", {}, close),
  );
  document.body.append(dialog);
  dialog.showModal();
}
