// dom.js - makes elements, and tells of events without being seen.

/** An element: make("button.quiet", {type: "button", onclick: f}, "text", child, ..). */
export function make(what, given = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  set(element, given);
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

function set(element, given) {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value !== "string") element[name] = value;
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
}

const SVG = "http://www.w3.org/2000/svg";

/** The same for SVG; every member becomes an attribute. */
export function draw(tag, given = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
  element.append(...children.flat());
  return element;
}

export function empty(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  return element;
}

/** Tells a screen reader, politely. */
export function say(text) {
  const live = document.getElementById("live");
  live.textContent = live.textContent === text ? text + "\u00a0" : text;
}

/** Shows a passing message; errors stay longer.  action: { text, act } adds a button. */
export function tell(text, isError = false, action = null) {
  const toast = make(isError ? "div.toast.bad" : "div.toast", {}, make("span", {}, text));
  const act = () => {
    toast.remove();
    Promise.resolve(action.act()).catch(fail);
  };
  if (action) toast.append(make("button", { type: "button", onclick: act }, action.text));
  const close = make(
    "button.icon",
    { type: "button", "aria-label": "Close", onclick: () => toast.remove() },
    "×",
  );
  toast.append(close);
  const toasts = document.getElementById("toasts");
  placeToasts(toasts);
  for (const other of [...toasts.children]) if (other.firstChild.textContent === text) other.remove();
  while (toasts.children.length > 2) toasts.firstChild.remove();
  toasts.append(toast);
  setTimeout(() => toast.remove(), isError || action ? 9000 : 4000);
}

/** Beside the zoom buttons of the board, where nothing else is; else at the bottom of the page. */
function placeToasts({ style }) {
  const box = document.querySelector(".board")?.getBoundingClientRect();
  const isSeen = box && box.width > 0 && box.bottom > 100 && box.bottom <= innerHeight;
  style.left = isSeen ? `${box.left + 8}px` : "";
  style.bottom = isSeen ? `${innerHeight - box.bottom + 6}px` : "";
  style.maxWidth = isSeen ? `${box.width - 152}px` : "";
}

/** Tells what went wrong; a mistake of the page itself goes to the console, as its words help nobody. */
export function fail(error) {
  if (error && error.name === "AbortError") return;
  const isOurs = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
  if (isOurs) console.error(error);
  tell(isOurs ? "Something went wrong on this page. Reload it to go on." : error.message || String(error), true);
}

/** Gives a file to the reader. */
export function save(name, content, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Whether a key press is meant for a field rather than for a shortcut. */
export function isTyping(event) {
  const at = event.target;
  return at.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName);
}
