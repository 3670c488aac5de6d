// level.js - a level as te Kolste's thesis looks at it: regions, the shortest-path tree, each candidate move, and the
// functions of an edge.
import { draw, make } from "../../dom.js";
import { ask, read, startJob } from "../../engine.js";
import { decimal, Level, rounded } from "../../lines/level.js";
import { fillScore } from "../../lines/shown.js";
import { LevelView } from "../../lines/view.js";

const NONE = { point() {}, press: () => false, drag() {}, drop() {}, cancel() {}, click() {}, key: () => false };
const MOST_EDGES = 500;

export function open(root) {
  return new LevelBench(root);
}

class LevelBench {
  constructor(root) {
    this.bar = make("div.scorebar", { role: "img", "aria-label": "Score" });
    this.side = make("aside.side", { "aria-label": "Document: panel" });
    const arena = make("section.arena", { "aria-label": "Document: level" }, this.bar);
    root.append(make("div.stage", {}, arena, this.side));
    this.view = new LevelView(arena, { ...NONE, isForSites: () => false });
  }

  close() {
    this.view.close();
    if (this.job) this.job.cancel();
  }

  async load(fields) {
    if (fields.method) return this.#loadPrinted(fields);
    const { level: name, player, edge } = fields;
    const level = await levelOf(name);
    if (level.edges.length > MOST_EDGES)
      throw new Error(`the level has ${level.edges.length} edges; at most ${MOST_EDGES} are shown`);
    const given = { level, player: player || undefined };
    if (this.job) this.job.cancel();
    this.job = startJob("lines/explain", edge === undefined ? given : { ...given, edge });
    const [score, { result, state }] = await Promise.all([ask("lines/score", { level }), this.job.done]);
    this.job = null;
    if (!result) throw new Error(`nothing was found: the search was ${state}`);
    const shown = new Level(level);
    this.#set(shown, { ...score, stretches: result.stretches }, `Level ${name}`);
    return (this.steps = edge === undefined ? objectsOf(shown, result) : functionsOf(result));
  }

  #set(level, score, label) {
    fillScore(this.bar, level, score);
    this.view.set(level, { stretches: score.stretches, marks: [], label });
    this.view.showAll();
  }

  /** The smallest level on which a method as printed is wrong: what it claims, and what is right. */
  async #loadPrinted({ method }) {
    const best = async (given) => {
      this.job = startJob("lines/best", { op: "cut", ...given });
      const { result, state, error } = await this.job.done;
      if (!result) throw new Error(error ?? `nothing was found: the search was ${state}`);
      return result;
    };
    if (this.job) this.job.cancel();
    const found = await best({ method: `${method}:printed`, find_counterexample: true }),
      level = found.made;
    const claim = await best({ level, method: `${method}:printed` }),
      right = await best({ level }),
      score = await ask("lines/score", { level, stretches: true });
    this.job = null;
    const cut = (one) => (one.move ? [{ op: "cut", move: one.move }] : []);
    this.#set(new Level(level), score, "The smallest level on which the method is wrong");
    return (this.steps = [
      {
        title: `As printed: a gain of ${found.claimed}`,
        short: "As printed",
        words: `Level ${found.tried} of those tried, from small to large, is the first on which ${method} as printed is wrong.`,
        facts: [
          ["claimed", found.claimed],
          ["the cut that it finds gains", claim.gain],
        ],
        marks: cut(claim),
      },
      {
        title: `Right: a gain of ${right.gain}`,
        short: "Right",
        words: "The best cut of the engine, whose corrections docs/ERRATA.md lists.",
        facts: [["gain", right.gain]],
        marks: cut(right),
      },
    ]);
  }

  show(index) {
    const { marks = [] } = this.steps[index];
    this.view.setMarks(marks, null);
  }
}

/** A figure of the thesis or a puzzle by its name, or a level as text. */
async function levelOf(name) {
  if (name.startsWith("{")) {
    try {
      return JSON.parse(name);
    } catch {
      throw new Error("this level is not valid JSON");
    }
  }
  const [figures, puzzles] = await Promise.all([read("lines/figures"), read("lines/levels")]),
    known = [...figures.levels, ...puzzles.levels],
    one = known.find((other) => other.name === name);
  if (!one) throw new Error(`there is no level ${name}; known: ${known.map((other) => other.name).join(", ")}`);
  return one.level;
}

const text = (value) => (value === null || value === undefined ? "–" : String(value));

/** The steps through a level's tree and candidates. */
function objectsOf(level, { tree, candidates, changes = [], simplified, note, rope_note: ropeNote }) {
  const drawn = (vertices) => vertices.filter((v) => v < level.points.length),
    rings = (vertices) => drawn(vertices).map((vertex) => ({ op: "add", move: { vertex } }));
  const steps = [
    {
      title: "The shortest-path tree",
      short: "Tree",
      words: "Each vertex hangs below the one over which its nearest site reaches it; sites hang below v₀, which is none of them. Rings are end points.",
      marks: rings(tree.end_points),
      table: {
        name: "Vertices of the tree",
        heads: ["#vertex", "owner", "#distance", "#below", "#over edge"],
        rows: tree.vertices.map((one) => [one.vertex, text(one.owner), text(one.dist), text(one.parent), text(one.edge)]),
      },
    },
    {
      title: `Boundary points: ${tree.boundary_nodes.length / 2}`,
      short: "Boundary points",
      words: "Where two players meet there is a boundary point: a node below each end of its edge, owned by the player from the other end.",
      marks: tree.boundary_nodes.map(({ edge, at }) => ({ op: "add", move: { edge, at } })),
      table: {
        name: "Boundary nodes",
        heads: ["#point", "#below", "owner", "#edge", "#at", "#distance"],
        rows: tree.boundary_nodes.map((one) => [one.point, one.parent, text(one.owner), one.edge, one.at, one.dist]),
      },
    },
  ];
  if (tree.cross_edges.length)
    steps.push({
      title: `Cross edges: ${tree.cross_edges.length}`,
      short: "Cross edges",
      words: `One player reaches both ends of these edges and meets himself inside. The lowest common ancestors of their ends are the set B of section 6.1: ${tree.ancestors.join(", ") || "v₀ alone"}.`,
      marks: [
        ...tree.inner_boundary_points.map(({ edge, at }) => ({ op: "add", move: { edge, at } })),
        ...rings(tree.ancestors),
      ],
      table: {
        name: "Cross edges",
        heads: ["#edge", "#ends", "#ancestor"],
        rows: tree.cross_edges.map(({ edge, ends, ancestor }) => [edge, ends.join("–"), text(ancestor)]),
      },
    });
  if (note) steps.push({ title: "Candidate cuts", words: `${note}.` });
  steps.push(...candidates.map((one) => candidateOf(level, one)));
  if (ropeNote) steps.push({ title: "Candidate ropes", words: `${ropeNote}.` });
  if (changes.length)
    steps.push({
      title: "Changes of payoff, section 4.4.1",
      short: "F̄",
      words: "If the edge above the vertex is cut, the subtree below it changes by F̄. As printed, the third case is wrong.",
      marks: rings(changes.map(({ vertex }) => vertex)),
      table: {
        name: "Changes of payoff",
        heads: ["#vertex", "becomes", "#F̄", "#as printed"],
        rows: changes.map((one) => [one.vertex, one.owner, one.F_bar, one.printed]),
      },
    });
  if (simplified)
    steps.push({
      title: "The simplified graph, section 4.4.4",
      short: "Simplified",
      words: simplified.removed.length
        ? `Parts without sites that hang on one site never change hands. Left out (ringed): ${simplified.removed.length} of ${simplified.vertices + simplified.removed.length} vertices.`
        : "No part without sites hangs on one site: nothing can be left out.",
      marks: rings(simplified.removed),
    });
  return steps;
}

function placeWords(level, place) {
  return place.vertex >= level.points.length ? `vertex ${place.vertex}` : level.words(place);
}

function endOf({ vertex, edge, at }) {
  return vertex === undefined ? { edge, at: String(at) } : { vertex };
}

/** A candidate with the quantities that decide it. */
function candidateOf(level, one) {
  const type = one.type === "none" ? "No type" : `Type ${one.type}`;
  if (one.op === "rope") {
    const [from, to] = [endOf(one.from), endOf(one.to)];
    return {
      title: `${type}: rope`,
      short: `Rope ${one.type}`,
      words: `From ${placeWords(level, from)} to ${placeWords(level, to)}.`,
      facts: [
        ["length", rounded(one.length, 4)],
        ["gain", one.gain === null ? null : rounded(one.gain, 4)],
      ],
      marks: [{ op: "rope", move: { from, to } }],
    };
  }
  const places = (list) => list && list.map((place) => placeWords(level, place)).join("; ");
  return {
    title: `${type}: edge ${one.edge} at ${one.at}`,
    short: `${one.type === "none" ? "–" : one.type}: ${one.edge}`,
    words: CUTS[one.type],
    facts: [
      ["gain", one.gain],
      ["boundary point", one.point],
      ["T", places(one.T)],
      ["T̄", places(one.T_bar)],
      ["σ*", places(one.sigma)],
      ["Δ vol", one.delta],
    ],
    marks: [{ op: "cut", move: { edge: one.edge, at: one.at } }],
  };
}

const CUTS = {
  I: "The edge towards a boundary point, snapped off at the opponent’s site: the mover gains Δ vol.",
  II: "From a boundary point on, past all vertices of T: whatever the mover would reach first without this way.",
  III: "A part that no site reaches otherwise, cut off at its top: the opponent loses it, and nobody gets it.",
  none: "An edge of the opponent’s tree that no type names (Lemma 4.3 still allows it).",
};

/** The steps through the functions of an edge. */
function functionsOf({ functions = [], note }) {
  if (!functions.length) return [{ title: "No functions", words: note }];
  return functions.map((one) => ({
    title: `f from vertex ${one.vertex} over edge ${one.edge}, entered by ${one.player}`,
    short: `${one.vertex}, ${one.player}`,
    words: "What the mover owns on the edge and beyond it if this player owns the vertex and the nearest site is x away. The nearest site beyond the far end is μ away from it: from x̄ on it takes that end.",
    facts: [
      ["volume", one.volume],
      ["μ", text(one.mu)],
      ["x̄", text(one.x_bar)],
    ],
    chart: chartOf(one),
    table: {
      name: "Pieces",
      heads: ["#from", "#to", "#value", "#slope", "#jump"],
      rows: one.pieces.map((p) => [p.from, text(p.to), p.value, p.slope, p.jump]),
    },
    marks: [{ op: "add", move: { vertex: one.vertex } }],
  }));
}

const WIDE = 320,
  HIGH = 140;

/** The pieces as a chart; the last one goes on a little. */
function chartOf({ pieces, vertex, edge }) {
  const last = decimal(pieces.at(-1).from),
    end = last > 0 ? 1.25 * last : 1;
  const parts = pieces.map(({ from, to, value, slope }) => {
    const [a, b] = [decimal(from), to === null ? end : decimal(to)];
    return { a, b, first: decimal(value), last: decimal(value) + decimal(slope) * (b - a) };
  });
  const most = Math.max(...parts.flatMap(({ first, last: at }) => [first, at]), 1e-9),
    x = (at) => 34 + (at / end) * (WIDE - 44),
    y = (value) => HIGH - 24 - (value / most) * (HIGH - 40);
  return draw(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `f from vertex ${vertex} over edge ${edge}` },
    draw("line", { class: "axis", x1: 34, x2: WIDE - 10, y1: y(0), y2: y(0) }),
    draw("text", { x: 30, y: y(most) + 4, "text-anchor": "end" }, rounded(most)),
    draw("text", { x: 30, y: y(0) + 4, "text-anchor": "end" }, "0"),
    draw("text", { x: x(end), y: HIGH - 8, "text-anchor": "end" }, `x = ${rounded(end)}`),
    parts.map(({ a, b, first, last: to }) =>
      draw("polyline", { class: "w", points: `${x(a)},${y(first)} ${x(b)},${y(to)}` }),
    ),
  );
}
