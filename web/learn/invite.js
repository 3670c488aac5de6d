// invite.js - a line at the top of Play for those who come for the first time.
import { make } from "../dom.js";
import { noteInvited, wasInvited } from "./progress.js";

/** The invitation, or null for those who have seen it or who come to a game under way. */
export function invitation(params) {
  if (wasInvited() || params.moves) return null;
  const bar = make(
    "aside.invite",
    { "aria-label": "Invitation" },
    make("span", {}, "New here? "),
    make("a", { href: "#learn?lesson=first", onclick: noteInvited }, "Learn the game in a minute"),
    make(
      "button.icon",
      {
        type: "button",
        "aria-label": "Dismiss",
        onclick: () => {
          noteInvited();
          bar.remove();
        },
      },
      "×",
    ),
  );
  return bar;
}
