// paint.js - a board onto a canvas: edges coloured up to their boundary points, marks, stones.
//
// `look` is what is seen: { owner, distance, stones: [{vertex, side, number}], last, heat, labels }; owner is
// null while there are no stones; `last` are the vertices of the last turn; the functions `below` and `above`
// paint behind the board and over it, if there are any.  `camera` is { x, y, scale, width, height }: the point
// in the middle, pixels a unit, and the size of the canvas.  O(n + m) for the whole; parts out of sight cost
// little.
import { ink, mix } from "../theme.js";
import { toX, toY } from "./camera.js";
import { boundary, eachLine, isCrowded, letters, placeName, TIED, UNREACHED } from "./geometry.js";

const LANDS = ["white-land", "black-land", "tied", "unreached"];
const TINTS = ["white-tint", "black-tint", "tied-tint", "paper"];
const PIECES = 1500; // lines in one stroke: canvases slow down on longer paths

/** How far territory reaches from edges and vertices, in usual distances: in a grid cells meet, along
 *  the few edges of a tree it stays narrow. */
export function reachOf({ n, from, lattice, isTangled }) {
  if (lattice || isTangled) return 0.53;
  return from.length < 1.3 * n ? 0.42 : 0.75;
}

/** Sizes in pixels: usual and least distances, radii of a stone and a free vertex, width of an edge, reach
 *  of territory. */
export function sizes(board, camera) {
  const gap = board.spacing * camera.scale;
  const stone = Math.max(7, Math.min(20, 0.34 * gap));
  const dot = Math.max(0.7, board.values ? Math.min(13, 0.23 * gap) : Math.min(10, 0.18 * gap));
  const line = Math.max(0.8, Math.min(4.5, (isCrowded(board) ? 0.04 : 0.09) * gap));
  const reach = Math.max(1.5, Math.min(80, reachOf(board) * gap));
  return { gap, tight: board.tight * camera.scale, stone, dot: Math.min(dot, stone), line, reach };
}

/** Lines by the thousand, stroked in pieces. */
class Lines {
  constructor(context) {
    this.context = context;
    this.count = 0;
  }
  begin(colour, width, dash) {
    Object.assign(this.context, { strokeStyle: colour, lineWidth: width });
    this.context.setLineDash(dash);
    this.context.beginPath();
    this.count = 0;
  }
  add(x1, y1, x2, y2) {
    this.context.moveTo(x1, y1);
    this.context.lineTo(x2, y2);
    if (++this.count % PIECES === 0) this.end();
  }
  end() {
    this.context.stroke();
    this.context.beginPath();
  }
}

/** Places on the canvas of all vertices, so that each is computed once. */
function project(board, camera) {
  const px = new Float32Array(board.n),
    py = new Float32Array(board.n);
  for (let v = 0; v < board.n; v++) {
    px[v] = toX(camera, board.x[v]);
    py[v] = toY(camera, board.y[v]);
  }
  return { px, py };
}

function isAway(camera, x1, y1, x2, y2) {
  return (
    (x1 < 0 && x2 < 0) ||
    (y1 < 0 && y2 < 0) ||
    (x1 > camera.width && x2 > camera.width) ||
    (y1 > camera.height && y2 > camera.height)
  );
}

/** Edges that say something about the land, or null for all: where `changed` marks vertices those at
 *  one of them, and on crowded boards those on shortest ways. */
function toldEdges(board, { owner, distance }, changed) {
  const { from, to, length } = board,
    isThin = owner && isCrowded(board);
  if (!isThin && !changed) return null;
  const told = [];
  for (let e = 0; e < from.length; e++) {
    const u = from[e],
      v = to[e];
    if (changed && !changed[u] && !changed[v]) continue;
    if (!isThin || Math.abs(distance[u] - distance[v]) === (length ? length[e] : 1)) told.push(e);
  }
  return told;
}

/** The part of an edge between two shares of its length. */
function addPart(lines, board, camera, at, e, begin, end) {
  const { from, to } = board,
    { px, py } = at;
  if (!board.start) {
    const [x, y] = [px[from[e]], py[from[e]]],
      [wide, high] = [px[to[e]] - x, py[to[e]] - y];
    return lines.add(x + begin * wide, y + begin * high, x + end * wide, y + end * high);
  }
  eachLine(board, e, (x1, y1, x2, y2, low, high) => {
    if (high <= begin || low >= end || high <= low) return;
    const a = Math.max(0, (begin - low) / (high - low)),
      b = Math.min(1, (end - low) / (high - low));
    const point = (t) => [toX(camera, x1 + t * (x2 - x1)), toY(camera, y1 + t * (y2 - y1))];
    lines.add(...point(a), ...point(b));
  });
}

/** The parts of edges on the side of owners of one kind. */
function paintKind(lines, board, camera, look, at, kind, only) {
  const { from, to } = board,
    { owner } = look,
    { px, py } = at,
    count = only ? only.length : from.length;
  for (let i = 0; i < count; i++) {
    const e = only ? only[i] : i,
      u = from[e],
      v = to[e];
    if (owner[u] !== kind && owner[v] !== kind) continue;
    if (isAway(camera, px[u], py[u], px[v], py[v])) continue;
    const part = owner[u] === owner[v] ? 1 : boundary(board, e, look);
    if (owner[u] === kind) addPart(lines, board, camera, at, e, 0, part);
    if (part < 1 && owner[v] === kind) addPart(lines, board, camera, at, e, part, 1);
  }
  lines.end();
}

function paintPlain(lines, board, camera, at) {
  const { from, to } = board,
    { px, py } = at;
  for (let e = 0; e < from.length; e++)
    if (!isAway(camera, px[from[e]], py[from[e]], px[to[e]], py[to[e]])) addPart(lines, board, camera, at, e, 0, 1);
  lines.end();
}

function paintEdges(context, board, camera, look, at, size, only) {
  const lines = new Lines(context);
  context.lineCap = "butt"; // land ends at the boundary point
  if (!look.owner) {
    context.globalAlpha = isCrowded(board) ? 0.15 : 1;
    lines.begin(ink("plain"), Math.min(2, size.line), []);
    paintPlain(lines, board, camera, at);
    context.globalAlpha = 1;
    return;
  }
  context.globalAlpha = look.heat ? 0.4 : 1;
  for (let kind = UNREACHED; kind >= 0; kind--) {
    const width = kind >= 2 ? 0.7 * size.line : size.line;
    lines.begin(ink(LANDS[kind]), width, kind === UNREACHED && size.gap > 8 ? [4, 3] : []);
    paintKind(lines, board, camera, look, at, kind, only);
  }
  context.globalAlpha = 1;
}

/** The radius of a free vertex: the more it is worth, the larger. */
function dotOf(board, size, v) {
  return board.weight ? size.dot * board.weight[v] : size.dot;
}

/** Free vertices: one path for each kind of owner. */
function paintDots(context, board, camera, look, at, size, only) {
  const { px, py } = at,
    margin = 20;
  const count = only ? only.length : board.n;
  for (let kind = 0; kind < (look.owner ? 4 : 1); kind++) {
    context.beginPath();
    for (let i = 0; i < count; i++) {
      const v = only ? only[i] : i;
      if ((look.owner && look.owner[v] !== kind) || look.taken.has(v) || (look.heat && look.heat.has(v)))
        continue;
      if (
        px[v] < -margin ||
        py[v] < -margin ||
        px[v] > camera.width + margin ||
        py[v] > camera.height + margin
      )
        continue;
      const radius = dotOf(board, size, v);
      context.moveTo(px[v] + radius, py[v]);
      context.arc(px[v], py[v], radius, 0, 2 * Math.PI);
    }
    const isOpen = !look.owner || kind >= TIED;
    context.fillStyle = isOpen ? ink("paper") : ink((isWritten(board, look, size) ? TINTS : LANDS)[kind]);
    context.strokeStyle = ink(look.owner ? LANDS[kind] : "plain");
    context.lineWidth = Math.min(2.2, 0.3 * size.dot);
    context.setLineDash(look.owner && kind === UNREACHED && size.dot >= 4 ? [3, 2] : []);
    context.fill();
    context.stroke();
  }
  context.setLineDash([]);
}

/** Whether free vertices have room for a number: what they are worth, or else their place. */
function isWritten(board, look, size) {
  return size.dot >= 8 && Boolean(board.values || (look.labels && !board.names));
}

function paintText(context, text, x, y, size, colour, bold = false) {
  context.font = `${bold ? "600 " : ""}${size}px system-ui, "DejaVu Sans", sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colour;
  context.fillText(text, x, y + 0.06 * size);
}

/** Sets a black stone off from a dark page. */
function paintRim(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.strokeStyle = ink("stone-rim");
  context.lineWidth = 1;
  context.stroke();
}

export function paintStone(context, x, y, radius, side, text, alpha = 1) {
  const isWhite = side === "white";
  context.globalAlpha = alpha;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = ink(isWhite ? "stone-white" : "stone-black");
  context.strokeStyle = ink(isWhite ? "white-land" : "black-land");
  context.lineWidth = Math.max(1.4, 0.18 * radius);
  context.fill();
  context.stroke();
  if (!isWhite) paintRim(context, x, y, radius + context.lineWidth / 2);
  if (text && radius >= 7)
    paintText(
      context,
      text,
      x,
      y,
      Math.min(1.15 * radius, (2.4 * radius) / text.length),
      isWhite ? "#222" : "#fff",
      true,
    );
  context.globalAlpha = 1;
}

function paintLabels(context, board, camera, look, at, size) {
  const inside = isWritten(board, look, size) && size.tight >= 14,
    beside = look.labels && size.tight >= 14 && (board.values || !inside);
  if (!inside && !beside) return;
  const { px, py } = at;
  for (let v = 0; v < board.n; v++) {
    if (px[v] < -40 || py[v] < -20 || px[v] > camera.width + 40 || py[v] > camera.height + 20) continue;
    if (look.heat && look.heat.has(v)) continue;
    const radius = look.taken.has(v) ? size.stone : dotOf(board, size, v);
    if (inside && !look.taken.has(v)) {
      const text = board.values ? String(board.values[v]) : placeName(board, v);
      const high = Math.min(12, (2.4 * radius) / Math.max(2, text.length));
      paintText(context, text, px[v], py[v], high, ink("text"));
    }
    if (beside) paintHalo(context, placeName(board, v), px[v], py[v] + radius + 9);
  }
}

/** Letters under the columns of a grid, numbers beside its rows; those out of sight move along the rim. */
function paintCoordinates(context, { lattice, bounds }, camera, size) {
  const step = [1, 2, 5, 10].find((count) => count * size.gap >= 18);
  if (!lattice || !step) return;
  const away = size.reach + 10,
    low = Math.min(camera.height - 9, toY(camera, bounds.low) + away),
    left = Math.max(12, toX(camera, bounds.left) - away);
  const write = (text, x, y) => paintHalo(context, text, x, y, 12, "faint");
  for (const [value, i] of lattice.columns)
    if (i % step === 0) write(letters(i), toX(camera, value), low);
  for (const [value, i] of lattice.rows)
    if ((i + 1) % step === 0 || step === 1) write(String(i + 1), left, toY(camera, value));
}

/** Text that keeps legible over lines. */
export function paintHalo(context, text, x, y, size = 11, colour = "text") {
  context.strokeStyle = ink("paper");
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.font = `${size}px system-ui, "DejaVu Sans", sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.strokeText(text, x, y);
  context.fillStyle = ink(colour);
  context.fillText(text, x, y);
}

/** The colour of a value between -most and most: White's, nobody's, Black's. */
export function heatColour(value, most) {
  if (value === 0) return ink("tied-tint");
  const part = most > 0 ? Math.min(1, Math.abs(value) / most) : 0;
  return mix("paper", value > 0 ? "white-land" : "black-land", 0.2 + 0.8 * part);
}

/** Black or white, whichever is read better on a colour. */
function textOn(colour) {
  const [r, g, b] = colour.match(/[\d.]+/g).map(Number);
  return 0.3 * r + 0.59 * g + 0.11 * b > 128 ? "#1a1a1a" : "#ffffff";
}

/** heat: a Map from vertex to { shade, text, best }, with `most` the strongest shade. */
function paintHeat(context, board, look, at, size) {
  if (!look.heat) return;
  const isWritten = size.tight >= 20;
  const radius = isWritten ? Math.min(16, 0.46 * size.tight) : Math.min(size.dot + 2, 0.45 * size.gap);
  for (const [v, { shade, text, best }] of look.heat) {
    const [x, y] = [at.px[v], at.py[v]];
    const colour = heatColour(shade, look.most);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.strokeStyle = best ? ink("text") : ink("rule");
    context.lineWidth = best ? 3 : 1;
    context.fill();
    context.stroke();
    const letters = Math.min(13, (2.2 * radius) / Math.max(2, text.length) + 2);
    if (isWritten) paintText(context, text, x, y, letters, textOn(colour));
  }
}

/** The board and its position. */
export function paintBoard(context, board, camera, look) {
  const size = sizes(board, camera),
    at = project(board, camera);
  context.clearRect(0, 0, camera.width, camera.height);
  if (look.below) look.below(context, camera);
  paintEdges(context, board, camera, look, at, size, toldEdges(board, look, null));
  if (size.dot >= 1.2) paintDots(context, board, camera, look, at, size, null);
  paintHeat(context, board, look, at, size);
  paintStones(context, look, at, size);
  paintLabels(context, board, camera, look, at, size);
  paintCoordinates(context, board, camera, size);
  if (look.above) look.above(context, camera);
}

/** All stones, the last turn's with a ring. */
function paintStones(context, look, at, size) {
  for (const { vertex, side, number } of look.stones) {
    const x = at.px[vertex],
      y = at.py[vertex];
    paintStone(context, x, y, size.stone, side, String(number));
    if (!look.last.includes(vertex)) continue;
    context.beginPath();
    context.arc(x, y, 1.1 * size.stone + 4, 0, 2 * Math.PI);
    Object.assign(context, { strokeStyle: ink("text"), lineWidth: 2 });
    context.stroke();
  }
}

/** What would change: the edges at vertices with another owner or distance, and their ends. */
export function paintChange(context, board, camera, look, before) {
  const size = sizes(board, camera),
    at = project(board, camera);
  const changed = new Uint8Array(board.n);
  for (let v = 0; v < board.n; v++)
    changed[v] =
      !before.owner || look.owner[v] !== before.owner[v] || look.distance[v] !== before.distance[v] ? 1 : 0;
  const edges = toldEdges(board, look, changed);
  for (const e of edges) changed[board.from[e]] = changed[board.to[e]] = 1;
  paintEdges(context, board, camera, look, at, { ...size, line: 1.2 * size.line }, edges);
  paintDots(context, board, camera, look, at, size, marked(changed));
  paintStones(context, look, at, size);
  paintLabels(context, board, camera, look, at, size);
}

function marked(marks) {
  const list = [];
  for (let v = 0; v < marks.length; v++) if (marks[v]) list.push(v);
  return list;
}

/** A bent arrow, `inset` away from both its ends. */
export function paintArrow(context, x1, y1, x2, y2, colour, inset) {
  const angle = Math.atan2(y2 - y1, x2 - x1),
    long = Math.hypot(x2 - x1, y2 - y1);
  if (long < 2 * inset + 6) return;
  const bend = 0.12 * long,
    mx = (x1 + x2) / 2 - bend * Math.sin(angle),
    my = (y1 + y2) / 2 + bend * Math.cos(angle);
  const begin = Math.atan2(my - y1, mx - x1),
    end = Math.atan2(y2 - my, x2 - mx);
  const ex = x2 - inset * Math.cos(end),
    ey = y2 - inset * Math.sin(end);
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = 3;
  context.beginPath();
  context.moveTo(x1 + inset * Math.cos(begin), y1 + inset * Math.sin(begin));
  context.quadraticCurveTo(mx, my, ex - 6 * Math.cos(end), ey - 6 * Math.sin(end));
  context.stroke();
  context.beginPath();
  context.moveTo(ex, ey);
  context.lineTo(ex - 12 * Math.cos(end - 0.42), ey - 12 * Math.sin(end - 0.42));
  context.lineTo(ex - 12 * Math.cos(end + 0.42), ey - 12 * Math.sin(end + 0.42));
  context.fill();
}
