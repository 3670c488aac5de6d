// widgets.js - controls that several parts share.
import { empty, fail, make } from "./dom.js";

/**
 * A table that scrolls by itself, also by keys.  A head is a text, or [text, hint]; with # it is of
 * numbers.  rows: "tr" elements, or the "tbody".
 */
export function dataTable(name, heads, rows) {
  const head = ([text, hint]) =>
    make(text.startsWith("#") ? "th.num" : "th", { scope: "col", title: hint }, text.replace("#", ""));
  return make(
    "div.scroll",
    { role: "region", "aria-label": name, tabindex: "0" },
    make(
      "table",
      {},
      make("caption.unseen", {}, name),
      make("thead", {}, make("tr", {}, heads.map((one) => head([one].flat())))),
      rows instanceof Element ? rows : make("tbody", {}, rows),
    ),
  );
}

/** A hidden field; its click() lets the reader choose a file, which take() gets. */
export function fileInput(take, given = {}) {
  const choose = () => {
    if (input.files[0]) Promise.resolve(take(input.files[0])).catch(fail);
    input.value = "";
  };
  const input = make("input", { type: "file", hidden: true, ...given, onchange: choose });
  return input;
}

/** A labelled control in a row; gives the row. */
export function field(label, control, help) {
  const id = control.id || `field-${++field.count}`;
  const target = control.matches("input, select, textarea")
    ? control
    : control.querySelector("input:not([aria-hidden]), select, textarea");
  if (target && !target.id) target.id = id;
  return [
    make("div.field", {}, make("label", { for: target ? target.id : id }, label), control),
    help ? make("p.help-text", {}, help) : null,
  ];
}
field.count = 0;

/** options: [[value, text], ..] */
export function choice(options, value, onchange) {
  const select = make(
    "select",
    { onchange: () => onchange && onchange(select.value) },
    options.map(([key, text]) => make("option", { value: key }, text)),
  );
  select.value = value;
  return select;
}

/** One of a few, as buttons in a row; options: [[value, text], ..]. */
export function chips(label, options, value, onchange = () => {}) {
  const name = `chips-${++chips.count}`;
  const inputs = options.map(([key]) =>
    make("input", { type: "radio", name, value: key, checked: key === value, onchange }),
  );
  return {
    element: make(
      "div.chips",
      { role: "radiogroup", "aria-label": label },
      inputs.map((input, i) => make("label", {}, input, make("span", {}, options[i][1]))),
    ),
    get value() {
      return inputs.find((input) => input.checked).value;
    },
  };
}
chips.count = 0;

/** A slider and a number that move together; `most` bounds the slider alone. */
export function slider({ least, most, value, step = 1, onchange = () => {} }) {
  const range = make("input", {
    type: "range",
    min: String(least),
    max: String(most),
    step: String(step),
    value: String(value),
    tabindex: "-1",
    "aria-hidden": "true",
  });
  const number = make("input", {
    type: "number",
    min: String(least),
    step: String(step),
    value: String(value),
  });
  range.addEventListener("input", () => {
    number.value = range.value;
    onchange(Number(number.value));
  });
  number.addEventListener("input", () => {
    range.value = number.value;
    onchange(Number(number.value));
  });
  const element = make("div.slide", {}, range, number);
  return {
    element,
    get value() {
      return Number(number.value);
    },
    set value(to) {
      number.value = range.value = String(to);
    },
  };
}

/** A window over the page.  `ok` may be async, and may throw to keep it open: the reason then stands
 *  beside its button.  Gives the dialog; dialog.warn(text) says something there before. */
export function dialogue(title, content, okText, ok) {
  const error = make("p.problem", { role: "alert", tabindex: "-1", hidden: true });
  const main = okText ? make("button.main", { type: "submit" }, okText) : null;
  const cancel = make(
    "button",
    { type: "button", onclick: () => dialog.close() },
    okText ? "Cancel" : "Close",
  );
  const form = make(
    "form",
    { method: "dialog", novalidate: true },
    make("h2", {}, title),
    content,
    make("div.buttons", {}, error, cancel, main),
  );
  const dialog = make("dialog", { "aria-label": title, onclose: () => dialog.remove() }, form);
  dialog.warn = (text) => {
    error.hidden = !text;
    error.textContent = text;
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    main.disabled = true;
    try {
      await ok();
      dialog.close();
    } catch (problem) {
      dialog.warn(problem.message);
      error.focus();
    } finally {
      main.disabled = false;
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Who plays: a kind and its parameters.  `value` is a spec such as "mcts:playouts=500", or "human". */
export class PlayerChooser {
  /** info: what the server told; it names its players, and the bots that it was started with. */
  constructor(info, value, { label = "Player", human = true } = {}) {
    this.players = info.players;
    const names = [
      ...(human ? ["human"] : []),
      ...info.players.map((player) => player.name),
      ...(info.bots || []),
    ];
    this.kind = choice(
      names.map((name) => [name, name]),
      names[0],
      () => this.#fill(),
    );
    this.params = make("div");
    this.help = make("p.help-text");
    this.element = make("div", {}, field(label, this.kind), this.help, this.params);
    this.value = value;
  }

  get #player() {
    return this.players.find((player) => player.name === this.kind.value);
  }

  #helpText() {
    if (this.kind.value === "human") return "you, or whoever sits at this page";
    return this.#player
      ? this.#player.help.replaceAll("`", "")
      : "a program that the server was started with";
  }

  #fill(given = {}) {
    this.help.textContent = this.#helpText();
    this.inputs = (this.#player ? this.#player.params : []).map((param) => ({
      param,
      ...(param.choices ? choiceOf(param, given[param.key]) : numberOf(param, given[param.key])),
    }));
    empty(
      this.params,
      this.inputs.length
        ? make(
            "details",
            { open: Object.keys(given).length > 0 },
            make("summary", {}, "Parameters"),
            this.inputs.map(({ param, input }) => field(param.key, input, param.help)),
          )
        : null,
    );
  }

  get value() {
    const changed = this.inputs.filter(
      ({ usual, input }) =>
        input.value !== "" && input.value !== usual && Number(input.value) !== Number(usual),
    );
    return [this.kind.value, ...changed.map(({ param, input }) => `${param.key}=${input.value}`)].join(":");
  }

  set value(spec) {
    const [name, ...pairs] = spec.startsWith("bot:") ? [spec] : spec.split(":");
    this.kind.value = name;
    if (!this.kind.value) this.kind.selectedIndex = 0;
    this.#fill(Object.fromEntries(pairs.map((pair) => pair.split("="))));
  }
}

/** A parameter by its words, "a|b|c"; `usual` is what it is unless chosen. */
function choiceOf({ choices, value }, given) {
  const words = choices.split("|"),
    usual = words[value],
    input = choice(
      words.map((word) => [word, word]),
      usual,
    );
  if (words.includes(given)) input.value = given;
  return { usual, input };
}

/** A parameter that is a number, in units of 10^-decimals. */
function numberOf({ value, least, most, decimals = 0 }, given) {
  const unit = 10 ** decimals,
    usual = String(value / unit);
  const input = make("input", {
    type: "number",
    step: String(1 / unit),
    min: String(least / unit),
    max: String(most / unit),
    value: given ?? usual,
  });
  return { usual, input };
}

const LEAST_SHARE = 0.04; // of a bar that has room for its number

/** Shares of the board as a bar, with numbers. */
export class ScoreBar {
  constructor(words = { white: "White", black: "Black", none: "No stones yet" }) {
    const part = (name, title) => Object.assign(make(`span.${name}`), { name: title });
    this.words = words;
    this.parts = {
      white_score: part("w", words.white),
      tied: part("t", "tied"),
      unreached: part("u", "unreached"),
      black_score: part("b", words.black),
    };
    const given = { role: "img", "aria-label": "Score", "data-none": words.none };
    this.element = make("div.scorebar", given, Object.values(this.parts));
  }

  /** A board without stones is nobody's yet, which is not a tie. */
  set(score, isEmpty = false) {
    this.element.classList.toggle("empty", isEmpty);
    if (isEmpty) score = { white_score: 0, tied: 0, unreached: 0, black_score: 0 };
    const all = Object.keys(this.parts).reduce((sum, key) => sum + score[key], 0);
    for (const [key, element] of Object.entries(this.parts)) {
      const value = score[key];
      element.style.flexGrow = value;
      element.textContent = value > LEAST_SHARE * all ? String(value) : "";
      element.title = `${element.name} ${value}`;
      element.hidden = !value;
    }
    this.element.setAttribute("aria-label", isEmpty ? this.words.none : scoreWords(score, this.words));
  }
}

export function scoreWords(score, { white, black } = { white: "White", black: "Black" }) {
  return `${white} ${score.white_score}, ${black} ${score.black_score}, tied ${score.tied}, unreached ${score.unreached}`;
}

/** "1 place", "2,000 places" */
export function countOf(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

export function signed(value) {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

export function valueWords(value) {
  if (value === 0) return "a tie";
  return `${value > 0 ? "White" : "Black"} wins by ${Math.abs(value)}`;
}

/** White's score minus Black's, in words. */
export function aheadWords(value) {
  if (value === 0) return "nobody is ahead";
  return `${value > 0 ? "White" : "Black"} is ahead by ${Math.abs(value)}`;
}

/** What it means that a value lies between two others. */
export function boundsWords(lower, upper) {
  const side = upper > 0 ? "White" : "Black",
    [least, most] = upper > 0 ? [lower, upper] : [-upper, -lower];
  const words =
    least < 0
      ? `Black wins by at most ${-lower}, or White by at most ${upper}`
      : least === 0
        ? `a tie, or ${side} wins by at most ${most}`
        : `${side} wins by ${least} to ${most}`;
  return lower === upper
    ? `${signed(lower)}: ${valueWords(lower)}`
    : `between ${signed(lower)} and ${signed(upper)}: ${words}`;
}

/** A list of facts: [[name, value], ..]; a value is text, a number or an element. */
export function facts(rows) {
  return make(
    "dl.facts",
    {},
    rows
      .filter(([, value]) => value !== undefined && value !== null)
      .flatMap(([name, value]) => [
        make("dt", {}, name),
        make("dd", {}, value instanceof Element ? value : String(value)),
      ]),
  );
}
