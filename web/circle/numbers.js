// numbers.js - exact lengths as people read them: a decimal first, the fraction on hover.
import { make } from "../dom.js";
import { rounded } from "../lines/level.js";

export const near = (text) => rounded(text, 4);

/** The decimal as an element that shows the exact fraction on hover. */
export function exact(text, words = near(text)) {
  return make("span", { title: `exactly ${text}` }, words);
}
