// numbers.js - exact lengths as people read them: a decimal first, the fraction on hover.
import { make } from "../dom.js";

const DIGITS = 15;

/** "7/24" as a number, however long it is. */
export function share(text) {
  const [above, below = "1"] = String(text).split("/");
  if (above.length + below.length < 300) return Number(above) / Number(below);
  const unit = 10 ** DIGITS;
  return Number((BigInt(above) * BigInt(unit)) / BigInt(below)) / unit;
}

/** Four decimals; more where that would be 0. */
export function near(text) {
  const value = share(text);
  return String(Number(Math.abs(value) < 0.001 ? value.toPrecision(2) : value.toFixed(4)));
}

/** The decimal as an element that shows the exact fraction on hover. */
export function exact(text, words = near(text)) {
  return make("span", { title: `exactly ${text}` }, words);
}
