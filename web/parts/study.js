// study.js - what the papers are about, to look at and touch: their algorithms step by step, trees, formulas, the atlas,
// proofs.
//
// Each view is a module of study/ with open(root, shell) -> { show(params), close() }; proofs take files.
import { empty, make } from "../dom.js";
import { writeHash } from "../share.js";

export const title = "Study";
export const keys = [
  ["Tab", "through choices and tables"],
  ["arrows", "move over the board"],
  ["n / p", "next step of a document’s algorithm, the one before"],
];

const views = {
  documents: ["Documents", () => import("../study/documents.js")],
  trees: ["Trees", () => import("../study/trees.js")],
  formulas: ["Formulas", () => import("../study/formulas.js")],
  atlas: ["Atlas", () => import("../study/atlas.js")],
  proofs: ["Proofs", () => import("../study/proofs.js")],
};

export function open(root, shell) {
  return new Study(root, shell);
}

class Study {
  constructor(root, shell) {
    this.shell = shell;
    this.links = Object.entries(views).map(([view, [text]]) =>
      make("a", { href: writeHash("study", { view }), "data-view": view }, text),
    );
    this.place = make("div.study-view");
    root.append(
      make("div.study", {}, make("nav.subtabs", { "aria-label": "Study" }, this.links), this.place),
    );
  }

  close() {
    this.closed = true;
    if (this.view) this.view.close();
  }

  async show(params) {
    const name = params.view in views ? params.view : "documents";
    if (name !== this.name) await this.#open(name);
    if (name === this.name && !this.closed) await this.view.show(params);
  }

  async #open(name) {
    if (this.view) this.view.close();
    this.name = name;
    this.view = { show() {}, close() {} };
    for (const link of this.links) {
      if (link.dataset.view === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    empty(this.place);
    const module = await views[name][1]();
    if (this.closed || this.name !== name) return;
    const { info, go, write } = this.shell;
    this.view = module.open(this.place, { info, go, write: (params) => write({ view: name, ...params }) });
  }

  key(event) {
    return Boolean(this.view?.key?.(event));
  }

  async file(file) {
    const text = await file.text();
    if (this.name !== "proofs") await this.#open("proofs");
    await this.view.file(text, file.name);
  }
}
