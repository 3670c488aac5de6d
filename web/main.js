// main.js - the frame around the parts: tabs, the address, the theme, help, files dropped.
//
// A part is a module with `title`, `keys` (its shortcuts, for the help) and
//     open(root, shell) -> { show(params), close(), key(event), file(file) }
// It lives in `root` until another tab is chosen.  show() is called with the parameters of the
// address (#part?key=value&..), at once and whenever the reader changes them; a part tells its
// state with shell.write(params), which the address then holds.
import { info, isLocal } from "./engine.js";
import { empty, fail, isTyping, make, say } from "./dom.js";
import { showHelp } from "./help.js";
import { invitation } from "./learn/invite.js";
import { isEmbedded, keepOffline, showEmbedded } from "./offline.js";
import { startTheme } from "./theme.js";
import { parseHash, writeHash } from "./share.js";
import { Unreachable } from "./transport/server.js";

const AGAIN = 3000; // milliseconds until a server that did not answer is asked again

const parts = {
  plane: () => import("./parts/plane.js"),
  play: () => import("./parts/play.js"),
  map: () => import("./parts/map.js"),
  learn: () => import("./parts/learn.js"),
  analyse: () => import("./parts/analyse.js"),
  lines: () => import("./parts/lines.js"),
  circle: () => import("./parts/circle.js"),
  study: () => import("./parts/study.js"),
  contest: () => import("./parts/contest.js"),
};
const titles = {
  plane: "Plane",
  play: "Play",
  map: "Map",
  learn: "Learn",
  analyse: "Analyse",
  lines: "Lines",
  circle: "Circle",
  study: "Study",
  contest: "Contest",
};

const main = document.getElementById("main");
const tabs = document.getElementById("tabs");
let current = null; // { name, module, part }
let invite = null; // the line above Play for newcomers
let seen = ""; // the hash that the part was shown, or wrote: another one is a link or Back, which route() hears of next
let again; // the timer that asks a server that did not answer
let turn = 0; // counts openings, so that a late one knows it is late

const links = Object.fromEntries(
  Object.keys(parts).map((name) => [name, make("a", { href: `#${name}` }, titles[name])]),
);
tabs.append(...Object.values(links));

function shellOf(name) {
  return {
    info: null,
    /** Puts the state into the address; `also` names other parts that understand it.  Back returns
     *  to the state before if this one `isNew`. */
    write(params, also = [], isNew = false) {
      const hash = writeHash(name, params);
      for (const other of also) links[other].href = writeHash(other, params);
      links[name].href = hash;
      if (!current || current.name !== name || location.hash === hash || location.hash !== seen) return;
      if (isNew) history.pushState(null, "", hash);
      else history.replaceState(null, "", hash);
      seen = location.hash;
    },
    go(part, params) {
      location.hash = writeHash(part, params);
    },
  };
}

function showInvitation(name, params) {
  invite?.remove();
  invite = name === "play" && !isEmbedded ? invitation(params) : null;
  if (invite) main.before(invite);
}

async function open(name, params) {
  const mine = ++turn;
  if (current) current.part.close();
  current = null;
  for (const [other, link] of Object.entries(links)) {
    if (other === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  links[name].scrollIntoView({ block: "nearest", inline: "center" }); // where the bar is wider than the page
  document.getElementById("toasts").replaceChildren(); // about what was shown before
  empty(main, make("h1.unseen", {}, titles[name]));
  showInvitation(name, params);
  main.dataset.part = name;
  document.title = `${titles[name]} - Demesne`;
  const shell = shellOf(name);
  const [module, facts] = await Promise.all([parts[name](), info()]);
  if (mine !== turn) return;
  shell.info = facts;
  current = { name, module, part: module.open(main, shell) };
}

async function route() {
  clearTimeout(again);
  seen = location.hash;
  const { part, params } = parseHash(seen);
  const name = part in parts ? part : "plane";
  const isOpen = current?.name === name && current.isShown;
  try {
    if (!current || current.name !== name) await open(name, params);
    const mine = current;
    if (mine?.name !== name) return;
    await mine.part.show(params);
    mine.isShown = true;
  } catch (error) {
    if (!(error instanceof Unreachable)) return fail(error);
    if (isOpen) fail(error);
    else showTrouble(name, error);
    again = setTimeout(route, AGAIN);
  }
}

/** Without an answer there is nothing to show in a part: says so until there is one. */
function showTrouble(name, error) {
  if (current) current.part.close();
  current = null;
  const words = isLocal
    ? error.message
    : "The server does not answer. Start demesne serve again: this page then goes on by itself.";
  if (main.querySelector(".trouble")?.textContent === words) return;
  empty(
    main,
    make("h1.unseen", {}, titles[name]),
    make(
      "section.notice",
      { role: "status" },
      make("p.trouble", {}, words),
      make("button.main", { type: "button", onclick: () => route() }, "Try again"),
    ),
  );
}

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  if (document.querySelector("dialog[open]")) return;
  const name = Object.keys(parts)[Number(event.key) - 1];
  if (event.key === "?") showHelp(current && current.module);
  else if (name) links[name].click();
  else if (!current || !current.part.key || !current.part.key(event)) return;
  event.preventDefault();
}

function startDrops() {
  const drop = document.getElementById("drop");
  const hasFiles = (event) => [...event.dataTransfer.types].includes("Files");
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    drop.hidden = !(current && current.part.file);
    drop.firstChild.textContent = current?.module.drop || "Drop a board or a game record";
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) drop.hidden = true;
  });
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    drop.hidden = true;
    const file = event.dataTransfer.files[0];
    if (file) dropped(file).catch(fail);
  });
}

const MAPS = /\.(pbf|osm|geojson)(\.(gz|bz2))?$/i;

/** Whether a file is a level, or a pack of levels. */
async function isLevel(file) {
  if (!/\.json$/i.test(file.name) || file.size > 4e6) return false;
  try {
    const { sites, edges, levels } = JSON.parse(await file.text());
    return Boolean((sites && edges) || levels);
  } catch {
    return false; // the open part reports it
  }
}

/** Gives a file to the part that is open; maps and levels go to theirs. */
async function dropped(file) {
  const own = MAPS.test(file.name) ? "map" : (await isLevel(file)) ? "lines" : null;
  if (own && current?.name !== own) {
    history.pushState(null, "", `#${own}`);
    await route();
  }
  await current?.part.file?.(file);
}

if (isEmbedded) showEmbedded();
startTheme(document.getElementById("theme"));
startDrops();
document.getElementById("help").addEventListener("click", () => showHelp(current && current.module));
document.querySelector(".brand").addEventListener("click", (event) => {
  event.preventDefault();
  links.plane.click(); // the game that is there
});
document.getElementById("skip").addEventListener("click", () => main.focus());
addEventListener("keydown", onKey);
addEventListener("hashchange", () => route());
await route();
say("");
document.documentElement.dataset.ready = "yes";
if (isLocal) keepOffline().catch(() => {}); // a browser may refuse; the page works without it
