// picture.js - an SVG of the page as a file of its own: its colours written out.
import { draw } from "../dom.js";

const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];

/** `element` gives the paper and the size.  Attributes, because the page's policy forbids a style in one. */
export function pictureOf(svg, element) {
  const copy = svg.cloneNode(true),
    to = copy.querySelectorAll("*");
  svg.querySelectorAll("*").forEach((from, i) => {
    const style = getComputedStyle(from);
    to[i].removeAttribute("style");
    for (const name of STYLES) to[i].setAttribute(name, style.getPropertyValue(name));
  });
  copy.removeAttribute("style");
  const { clientWidth: width, clientHeight: height } = element;
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height }))
    copy.setAttribute(name, value);
  copy.prepend(draw("rect", { width, height, fill: getComputedStyle(element).backgroundColor }));
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}
