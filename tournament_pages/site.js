// site.js - steps through the games of a tournament, without a server:  game.html#PAIRING-GAME-TURN
//
// The data are classic scripts that call demesne.games() and demesne.boards(); a page from the file system
// may load those, but no modules.  Whatever programs and people wrote becomes text, never markup.
"use strict";

const demesne = (() => {
  const BOARDS_IN_FILE = 16, // tournament_pages/site_boards.c writes them so
    SECONDS_PER_TURN = 1,
    SIDES = ["White", "Black"];
  const pairings = new Map(),
    chunks = new Map(),
    loading = new Map();
  let pairing = null, // the data of the pairing that is shown
    game = null,
    board = null,
    owners = [], // by turns made: who owns each vertex
    turn = 0,
    timer = 0;

  const byId = (id) => document.getElementById(id);

  function load(name) {
    if (!loading.has(name))
      loading.set(
        name,
        new Promise((give, refuse) => {
          const script = document.createElement("script");
          script.src = `data/${name}.js`;
          script.onload = give;
          script.onerror = () => refuse(new Error(`data/${name}.js is missing`));
          document.head.append(script);
        }),
      );
    return loading.get(name);
  }

  function make(name, attributes, ...content) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...content);
    return node;
  }

  function draw(name, attributes, ...content) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...content);
    return node;
  }

  /** The moves of a game: lists of vertices, or of points as texts, empty for a lost turn. */
  function movesOf(text) {
    const stones = (word) => (pairing.plane ? word.split(";") : word.split(",").map(Number));
    return text ? text.split(" ").map((word) => (word === "-" ? [] : stones(word))) : [];
  }

  /** Who owns each vertex, before the first turn and after each. */
  function ownersOf(text, n) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    let at = 0;
    const number = () => {
      let value = 0;
      for (let shift = 1; ; shift *= 128) {
        const byte = bytes[at++];
        value += (byte % 128) * shift;
        if (byte < 128) return value;
      }
    };
    const all = [new Uint8Array(n)];
    while (at < bytes.length) {
      const now = all.at(-1).slice();
      let v = -1;
      for (let left = number(); left > 0; left--) {
        const change = number();
        v += Math.floor(change / 4);
        now[v] = change % 4;
      }
      all.push(now);
    }
    return all;
  }

  /** What White, Black and nobody own: [nobody, White, Black, tied]. */
  function scores(owner) {
    const sum = [0, 0, 0, 0];
    owner.forEach((who, v) => (sum[who] += board.v ? board.v[v] : 1));
    return sum.map((value) => value / 10 ** (board.d || 0));
  }

  const nameOf = (v) => (board?.names?.[v] ? board.names[v] : String(v));

  const players = (number) =>
    number % 2 ? [pairing.second, pairing.first] : [pairing.first, pairing.second];

  function resultOf({ r, v }) {
    const by = Math.abs(v) / 10 ** (board?.d || 0);
    if (r === 0) return "a tie";
    const winner = SIDES[r > 0 ? 0 : 1];
    const lead = pairing.plane ? `${(by / 1e4).toPrecision(3)} % of the board` : by;
    return Math.sign(v) === r ? `${winner} won by ${lead}` : `${winner} won by a fault`;
  }

  /** The page of a player, as a link. */
  function linkTo(name) {
    const page = name === pairing.first ? pairing.first_page : pairing.second_page;
    return make("a", { href: `p${page}.html` }, name);
  }

  function showHead() {
    const [white, black] = players(game.n);
    byId("players").replaceChildren(linkTo(white), " against ", linkTo(black));
    document.title = `${white} against ${black}, game ${game.n + 1}`;
    byId("result").textContent =
      `Game ${game.n + 1}: ${white} has White, ${black} has Black; ${resultOf(game)}.` +
      (game.c ? "" : " This game does not count: the pairing was decided before it.") +
      (board.n || pairing.plane ? "" : " The board of this game was not stored.");
  }

  /** Sizes by the number of vertices. */
  function radius() {
    return Math.max(5, Math.min(22, 260 / Math.sqrt(board.n)));
  }

  function drawBoard() {
    const svg = byId("board"),
      { p: places, e: edges } = board;
    svg.replaceChildren();
    svg.toggleAttribute("hidden", !places);
    byId("edges").hidden = !places || board.all;
    if (!places) return;
    for (let i = 0; i < edges.length; i += 2) {
      const [u, v] = [edges[i], edges[i + 1]];
      svg.append(
        draw("line", { x1: places[2 * u], y1: places[2 * u + 1], x2: places[2 * v], y2: places[2 * v + 1] }),
      );
    }
    for (let v = 0; v < board.n; v++) {
      const value = board.v ? `, worth ${board.v[v] / 10 ** (board.d || 0)}` : "";
      const circle = draw(
        "circle",
        { cx: places[2 * v], cy: places[2 * v + 1], r: radius(), class: "o0" },
        draw("title", {}, `vertex ${nameOf(v)}${value}`),
      );
      circle.dataset.vertex = v;
      svg.append(circle);
    }
  }

  const sideOf = (placed) => (placed % 2 ? "s2" : "s1"); // White has the even turns

  function paint() {
    const svg = byId("board"),
      owner = owners[turn],
      stones = new Map();
    if (!board.p || !owner) return;
    movesOf(game.m)
      .slice(0, turn)
      .forEach((move, i) => move.forEach((v) => stones.set(v, i)));
    svg.querySelectorAll("text").forEach((label) => label.remove());
    for (const circle of svg.querySelectorAll("circle")) {
      const v = Number(circle.dataset.vertex),
        placed = stones.get(v),
        isStone = placed !== undefined;
      circle.setAttribute("class", isStone ? `stone ${sideOf(placed)}${placed === turn - 1 ? " latest" : ""}` : `o${owner[v]}`);
      circle.setAttribute("r", isStone ? Math.max(22, radius() * 1.3) : radius());
      if (isStone)
        svg.append(draw("text", { x: board.p[2 * v], y: board.p[2 * v + 1] + 9, class: sideOf(placed) }, String(placed + 1)));
    }
  }

  function tellScore() {
    const score = byId("score");
    score.replaceChildren();
    if (!owners[turn]) return;
    const [, white, black, tied] = scores(owners[turn]);
    score.append(make("i", { class: "o1" }), `White ${white}  `, make("i", { class: "o2" }), `Black ${black}`);
    if (tied) score.append(`  tied ${tied}`);
    byId("board").setAttribute("aria-label", `The board after ${turn} turns: White ${white}, Black ${black}, tied ${tied}`);
  }

  function wordsOf(index) {
    const move = movesOf(game.m)[index],
      side = SIDES[index % 2];
    return move.length ? `${side} takes ${move.map(nameOf).join(", ")}` : `${side} loses the turn`;
  }

  function show(at) {
    const moves = movesOf(game.m);
    turn = Math.max(0, Math.min(moves.length, at));
    paint();
    tellScore();
    byId("turn").textContent = turn ? `${turn} of ${moves.length}. ${wordsOf(turn - 1)}` : `Before the first of ${moves.length} turns`;
    byId("at").max = moves.length;
    byId("at").value = turn;
    byId("first").disabled = byId("back").disabled = turn === 0;
    byId("last").disabled = byId("next").disabled = turn === moves.length;
    byId("moves").querySelectorAll("a").forEach((link, i) => {
      if (i === turn - 1) {
        link.setAttribute("aria-current", "step");
        const list = byId("moves");
        list.scrollTop = link.parentNode.offsetTop - list.offsetTop - list.clientHeight / 2;
      } else link.removeAttribute("aria-current");
    });
    if (turn === moves.length) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    byId("play").setAttribute("aria-pressed", "false");
    byId("play").textContent = "Play";
  }

  function play() {
    if (timer) return stop();
    if (turn === movesOf(game.m).length) show(0);
    byId("play").setAttribute("aria-pressed", "true");
    byId("play").textContent = "Pause";
    timer = setInterval(() => show(turn + 1), 1000 * SECONDS_PER_TURN);
    return undefined;
  }

  function listMoves() {
    const where = `${pairing.index}-${game.n + 1}`;
    byId("moves").replaceChildren(
      ...movesOf(game.m).map((_, i) => {
        const item = make("li", {}, make("a", { href: `#${where}-${i + 1}` }, wordsOf(i)));
        for (const [at, kind, detail] of game.f || [])
          if (at === i) item.append(make("small", {}, `${kind}: ${detail}`));
        return item;
      }),
    );
  }

  function listGames() {
    byId("games").replaceChildren(
      ...pairing.games.map((one) => {
        const [white, black] = players(one.n),
          link = make("a", { href: `#${pairing.index}-${one.n + 1}` }, `game ${one.n + 1}`),
          row = make("tr", {}, make("th", { scope: "row" }, link), make("td", {}, white), make("td", {}, black));
        if (one === game) link.setAttribute("aria-current", "true");
        row.append(make("td", {}, resultOf(one) + (one.c ? "" : " (does not count)")), make("td", { class: "n" }, String((one.f || []).length || "")));
        return row;
      }),
    );
  }

  function boardNumber(number) {
    const b = Math.floor(number / 2);
    return pairing.boards ? b % pairing.boards : b;
  }

  /** Opens what the address names. */
  async function open() {
    const [, index, number, at] = /^#(\d+)(?:-(\d+))?(?:-(\d+))?$/.exec(location.hash) || [];
    stop();
    if (!index) throw new Error("Choose a game on the page of all players.");
    await load(`g${index}`);
    pairing = { ...pairings.get(index), index };
    game = pairing.games.find((one) => one.n + 1 === Number(number)) || pairing.games[0];
    const b = boardNumber(game.n);
    await load(`b${Math.floor(b / BOARDS_IN_FILE)}`);
    board = chunks.get(String(Math.floor(b / BOARDS_IN_FILE)))[b % BOARDS_IN_FILE] || { n: 0 };
    owners = board.p && game.o !== undefined ? ownersOf(game.o, board.n) : [];
    showHead();
    drawBoard();
    listMoves();
    listGames();
    byId("replay").hidden = false;
    show(at === undefined ? 0 : Number(at));
  }

  function fail(error) {
    byId("result").textContent = error.message;
  }

  const STEPS = {
    ArrowRight: () => show(turn + 1),
    ArrowLeft: () => show(turn - 1),
    Home: () => show(0),
    End: () => show(movesOf(game.m).length),
    " ": play,
  };

  function listen() {
    byId("first").onclick = STEPS.Home;
    byId("back").onclick = STEPS.ArrowLeft;
    byId("next").onclick = STEPS.ArrowRight;
    byId("last").onclick = STEPS.End;
    byId("play").onclick = play;
    byId("at").oninput = ({ target }) => show(Number(target.value));
    addEventListener("hashchange", () => open().catch(fail));
    addEventListener("keydown", (event) => {
      const isOwn = event.target.closest("input, .wide") || (event.key === " " && event.target.closest("button, a"));
      if (!game || isOwn || event.ctrlKey || event.metaKey || event.altKey || !STEPS[event.key]) return;
      event.preventDefault();
      STEPS[event.key]();
    });
    open().catch(fail);
  }

  if (typeof document !== "undefined") listen();
  return {
    games: (index, data) => pairings.set(String(index), data),
    boards: (index, data) => chunks.set(String(index), data),
    movesOf,
    ownersOf,
  };
})();
