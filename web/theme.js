// theme.js - dark or light: the system's choice until the reader makes one.
//
// The colours stand in style.css alone; what draws on a canvas asks for them here.

const names = ["auto", "light", "dark"];
const signs = { auto: "◐", light: "☀", dark: "☾" };
const listeners = new Set();
let colours = null;

function apply(choice, button) {
  if (choice === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  button.textContent = signs[choice];
  button.title = `Theme: ${choice === "auto" ? "as the system" : choice}`;
  button.setAttribute("aria-label", button.title);
  changed();
}

function changed() {
  colours = null;
  for (const listener of listeners) listener();
}

export function startTheme(button) {
  let choice = localStorage.getItem("demesne.theme");
  if (!names.includes(choice)) choice = "auto";
  apply(choice, button);
  button.addEventListener("click", () => {
    choice = names[(names.indexOf(choice) + 1) % names.length];
    localStorage.setItem("demesne.theme", choice);
    apply(choice, button);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
}

/** Calls back whenever colours change; returns what ends that. */
export function onTheme(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let probe = null;

/** The stylesheet's colours by name: ink("white-land") is --white-land as it counts now. */
export function ink(name) {
  if (!colours) colours = new Map();
  let value = colours.get(name);
  if (!value) {
    probe = probe || document.body.appendChild(document.createElement("i"));
    probe.hidden = true;
    probe.style.color = `var(--${name})`;
    value = getComputedStyle(probe).color;
    colours.set(name, value);
  }
  return value;
}

/** A colour between two of these: at 0 the first, at 1 the second. */
export function mix(first, second, part) {
  const a = ink(first)
      .match(/[\d.]+/g)
      .map(Number),
    b = ink(second)
      .match(/[\d.]+/g)
      .map(Number);
  const at = (i) => Math.round(a[i] + (b[i] - a[i]) * part);
  return `rgb(${at(0)} ${at(1)} ${at(2)})`;
}
