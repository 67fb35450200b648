// Finds and makes elements.

/**
 * The element with an id; it must be in the page's HTML, and of this kind.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof (kind ?? HTMLElement))) throw new Error(`the page has no such #${id}`);
  return /** @type {T} */ (found);
}

/** @typedef {Record<string, string | number | boolean | undefined>} Attributes */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes, children);
  return element;
}

/**
 * A table; in each row the first cell is its header.
 * @param {string[]} heads
 * @param {(Node | string)[][]} rows
 * @param {Attributes} [attributes]
 */
export function table(heads, rows, attributes = {}) {
  const head = html("tr", {}, ...heads.map((text) => html("th", { scope: "col" }, text)));
  const lines = rows.map(([first = "", ...rest]) => html("tr", {}, html("th", { scope: "row" }, first), ...rest.map((cell) => html("td", {}, cell))));
  return html("table", attributes, html("thead", {}, head), html("tbody", {}, ...lines));
}

/**
 * A link with a picture, a title, perhaps a result, and more about it.
 * @param {string} href
 * @param {Element} figure
 * @param {string} title
 * @param {string | null} result
 * @param {string} about
 */
export function tile(href, figure, title, result, about) {
  const parts = result === null ? [] : [html("p", { class: "result" }, result)];
  return html("a", { class: "tile", href }, figure, html("h2", {}, title), ...parts, html("p", { class: "quiet" }, about));
}

/**
 * A part of the page that may be wider than it, and scrolls.
 * @param {string} name
 * @param {Node} content
 */
export function scrolling(name, content) {
  return html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name }, content);
}

/**
 * The inputs with this name, of which one is chosen.
 * @param {string} name
 * @returns {HTMLInputElement[]}
 */
export function radios(name) {
  return [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(`input[name=${name}]`))];
}

/**
 * Chooses one of these inputs.
 * @param {string} name
 * @param {string} value
 */
export function choose(name, value) {
  for (const input of radios(name)) input.checked = input.value === value;
}

/**
 * What an error says.
 * @param {unknown} error
 */
export function said(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * An entry of a list `dl.facts`: a name, a value, and perhaps more about it.
 * @param {string} name
 * @param {string} value
 * @param {Node | string} [more]
 */
export function fact(name, value, more = "") {
  const rest = more ? [html("span", { class: "quiet more" }, more)] : [];
  return html("div", { class: "fact" }, html("dt", {}, name), html("dd", {}, value, ...rest));
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, attributes, children);
  return element;
}

/**
 * An SVG text.
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {Attributes} [attributes]
 * @returns {SVGTextElement}
 */
export function label(x, y, text, attributes = {}) {
  return svg("text", { x, y, ...attributes }, text);
}
