// proofs.js - certificates: made, saved, checked by the rules alone, and played against.
import { Unreachable } from "../transport/server.js";
import { empty, fail, make, save } from "../dom.js";
import { field, signed, slider, valueWords } from "../widgets.js";
import { vertexName } from "../view/geometry.js";
import { Work } from "../work.js";
import { button, card, READ_ONLY, Scene } from "./scene.js";

const BOARDS = ["petersen", "path:9", "cycle:10", "grid:3x4", "tree:2,3", "spider:3,3", "star:8"];
const LARGEST = 15 << 20; // bytes
const names = { white: "White", black: "Black" };

export function open(root, shell) {
  return new Proofs(root, shell);
}

/** What a strategy guarantees. */
function claimOf({ side, bound }) {
  const least = side === "white" ? bound : -bound,
    name = names[side];
  if (least === 0) return `${name} at least ties`;
  return least > 0 ? `${name} wins by at least ${least}` : `${name} loses by at most ${-least}`;
}

function roundWords(turns) {
  return turns.length % 2
    ? `${turns.length} turns`
    : turns.length === 2
      ? "one round"
      : `${turns.length / 2} rounds`;
}

class Proofs {
  constructor(root, shell) {
    this.shell = shell;
    this.scene = new Scene(root, "Proof", {
      play: (vertex) => this.#place(vertex).catch(fail),
      canPlay: (vertex) => Boolean(this.duel && this.duel.isFree(vertex)),
      hover: (vertex) => this.#point(vertex),
    });
    this.board = make("input", { list: "proof-boards", value: BOARDS[0] });
    this.rounds = slider({ least: 1, most: 6, value: 2 });
    this.made = make("div", { "aria-live": "polite" });
    this.checked = make("div", { "aria-live": "polite" });
    this.duelCard = make("section.card", { "aria-label": "Play against it", hidden: true });
    this.#build();
  }

  close() {
    this.proving.cancel();
    this.checking.cancel();
    this.scene.close();
  }

  #build() {
    const input = make("input", {
      type: "file",
      hidden: true,
      onchange: async () => {
        const [file] = input.files;
        input.value = "";
        if (file) await this.#check(await file.text(), file.name).catch(fail);
      },
    });
    this.proveButton = button("Prove it", () => this.#prove(), "button.main");
    this.fileButton = button("Choose a file …", () => input.click());
    this.proving = new Work(this.proveButton);
    this.checking = new Work(this.fileButton);
    this.proveButton.disabled = this.fileButton.disabled = this.shell.info.read_only;
    this.scene.side.append(
      card(
        "Make a proof",
        make(
          "p.help-text",
          {},
          "A proof has an answer to everything the other side can do. It needs no trust in the solver.",
        ),
        field("Board", this.board),
        make(
          "datalist",
          { id: "proof-boards" },
          BOARDS.map((value) => make("option", { value })),
        ),
        field("Rounds", this.rounds.element),
        make("div.buttons", {}, this.proveButton),
        this.proving.element,
        this.made,
      ),
      card(
        "Check a proof",
        make(
          "p.help-text",
          {},
          "Every line of play is followed by the rules of the game alone. Drop a file on the page, or choose one.",
        ),
        make("div.buttons", {}, this.fileButton, input),
        this.checking.element,
        this.checked,
      ),
      this.duelCard,
    );
  }

  async show(params) {
    if (params.board) this.board.value = params.board;
    if (/^\d{1,3}$/.test(params.rounds ?? "")) this.rounds.value = params.rounds;
    this.scene.words.textContent = this.shell.info.read_only ? READ_ONLY : "Make a proof, or drop one here.";
    await this.scene
      .open({ arena: this.board.value, seed: 1 }, this.shell.info.formats)
      .catch((error) => {
        if (error instanceof Unreachable) throw error;
        this.#refuse(this.made, error);
      });
  }

  async file(text, name) {
    await this.#check(text, name);
  }

  async #prove() {
    const arena = this.board.value.trim(),
      rounds = this.rounds.value;
    empty(this.made);
    const job = await this.proving.run("solve", { arena, rounds, prove: true }, (error) =>
      this.#refuse(this.made, error),
    );
    if (!job) return;
    if (!job.result?.certificate)
      return void empty(
        this.made,
        make("p.bad", {}, "Stopped before the game was solved. A smaller board will do."),
      );
    const { value, certificate, positions } = job.result,
      name = `${arena.replace(/[^\w.-]+/g, "-")}-${rounds}.jsonl`;
    this.shell.write({ board: arena, rounds });
    empty(
      this.made,
      make("p.verdict", {}, `The value is ${signed(value)}: ${valueWords(value)}.`),
      make("p", {}, `The proof has ${positions.toLocaleString("en")} positions.`),
      make(
        "div.buttons",
        {},
        button("Save the proof", () => save(name, certificate, "application/json")),
        button("Check it", () => this.#check(certificate, name), "button.main"),
      ),
    );
  }

  #refuse(place, { message }) {
    const words = message.replace(/^certificate: /, "").replace(/^certificate:(\d+): /, "Line $1: ");
    empty(place, make("p.bad", { role: "alert" }, words));
  }

  /** Only what is wrong with the certificate itself shows that it is no proof. */
  #refute(name, error) {
    this.#refuse(this.checked, error);
    if (error.message.startsWith("certificate:"))
      this.checked.prepend(make("p.verdict", {}, `✗ ${name} is not a proof.`));
  }

  async #check(text, name) {
    empty(this.checked);
    this.duelCard.hidden = true;
    if (text.length > LARGEST) throw new Error(`${name} is too large for this page; use demesne verify`);
    const job = await this.checking.run("verify", { certificate: text }, (error) =>
      this.#refute(name, error),
    );
    if (!job) return;
    if (!job.result)
      return void empty(this.checked, make("p", {}, "Stopped before every line was followed."));
    await this.#tellVerified(job.result, text, name);
  }

  async #tellVerified(result, text, name) {
    const { proofs, value } = result,
      positions = proofs.reduce((sum, proof) => sum + proof.positions, 0),
      ends = proofs.reduce((sum, proof) => sum + proof.ends, 0);
    this.certificate = readCertificate(text);
    const { turns, source } = this.certificate;
    empty(
      this.checked,
      make("p.verdict.good", {}, `✓ ${name} is a proof.`),
      make(
        "ul",
        {},
        proofs.map((proof) => make("li", {}, `${claimOf(proof)}, whatever the other side does.`)),
      ),
      value === undefined
        ? null
        : make(
            "p",
            {},
            `So the value of ${result.arena} with ${roundWords(turns)} is ${signed(value)}: ${valueWords(value)}.`,
          ),
      make(
        "p.help-text",
        {},
        `${positions.toLocaleString("en")} positions, ${ends.toLocaleString("en")} ends of games followed.`,
      ),
    );
    if (!(await this.scene.open(source, this.shell.info.formats))) return;
    this.#offerDuel();
  }

  #offerDuel() {
    const { strategies } = this.certificate;
    this.duelCard.hidden = false;
    empty(
      this.duelCard,
      make("h2", {}, "Try to beat it"),
      make("p.help-text", {}, "You play one side, the proof answers for the other."),
      make(
        "div.buttons",
        {},
        strategies.map((strategy) => {
          const other = strategy.side === "white" ? "Black" : "White";
          return button(`Play ${other}`, () => this.#start(strategy));
        }),
      ),
    );
    return this.#start(strategies[0]);
  }

  async #start(strategy) {
    this.duel = new Duel(this.certificate, strategy);
    await this.#showDuel();
  }

  async #place(vertex) {
    const { duel } = this;
    if (!duel || !duel.isFree(vertex)) return;
    duel.place(vertex);
    await this.#showDuel();
  }

  #point(vertex) {
    const { board, view } = this.scene;
    if (vertex < 0 || !board) return view.setTip(-1);
    view.setTip(vertex, vertexName(board, vertex));
  }

  async #showDuel() {
    const { duel, scene } = this,
      { strategy } = duel;
    const shown = await scene.show(duel.stones, this.certificate.ties);
    if (!shown) return;
    scene.words.textContent = duel.over
      ? `The end: ${valueWords(shown.value)}. The proof promised that ${claimOf(strategy)}.`
      : `You are ${names[duel.side]}. The proof says that ${claimOf(strategy)}. Place a stone.`;
  }
}

const keyOf = (white, black) =>
  [white, black].map((list) => [...list].sort((a, b) => a - b).join()).join("|");

/** { source, ties, turns, start, strategies } of a certificate's text; the server has checked it. */
function readCertificate(text) {
  const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
    head = lines[0];
  const strategies = [];
  for (let at = 1; at < lines.length;) {
    const { side, bound, positions } = lines[at++],
      answers = new Map();
    for (const [white, black, answer] of lines.slice(at, at + positions))
      answers.set(keyOf(white, black), answer);
    strategies.push({ side, bound, answers });
    at += positions;
  }
  const source = head.board
    ? { text: JSON.stringify(head.board), name: "board.json", seed: 1 }
    : { arena: head.arena, seed: head.seed };
  return { source, ties: head.ties, turns: head.turns, moves: head.moves, strategies };
}

/** A game against one strategy of a certificate. */
class Duel {
  constructor({ turns, moves }, strategy) {
    Object.assign(this, { turns, strategy, start: moves.length, moves: [...moves], part: [] });
    this.#answer();
  }

  get over() {
    return this.moves.length >= this.turns.length;
  }

  get side() {
    return this.turns[this.moves.length]?.[0];
  }

  /** All stones, in the order placed. */
  get stones() {
    return [...this.moves, ...(this.part.length ? [this.part] : [])].flatMap((move, turn) =>
      move.map((vertex) => ({ vertex, side: this.turns[turn][0], number: turn + 1 })),
    );
  }

  isFree(vertex) {
    return !this.over && this.stones.every((stone) => stone.vertex !== vertex);
  }

  /** A stone of the person; a complete turn is answered. */
  place(vertex) {
    this.part.push(vertex);
    if (this.part.length < this.turns[this.moves.length][1]) return;
    this.moves.push(this.part);
    this.part = [];
    this.#answer();
  }

  #answer() {
    const { strategy } = this;
    while (!this.over && this.side === strategy.side) {
      const of = (side) =>
        this.moves.flatMap((move, turn) => (turn >= this.start && this.turns[turn][0] === side ? move : []));
      this.moves.push(strategy.answers.get(keyOf(of("white"), of("black"))));
    }
  }
}
