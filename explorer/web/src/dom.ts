// Finds and makes elements.

/** The element with an id; it must be in the page's HTML. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

type Attributes = Record<string, string | number | boolean | undefined>;

function dress(element: Element, attributes: Attributes, children: (Node | string)[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
}

/** An HTML element. */
export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  dress(element, attributes, children);
  return element;
}

/** An entry of a list `dl.facts`: a name, a value, and perhaps more about it. */
export function fact(name: string, value: string, more: Node | string = ""): HTMLElement {
  const rest = more ? [html("span", { class: "quiet more" }, more)] : [];
  return html("div", { class: "fact" }, html("dt", {}, name), html("dd", {}, value, ...rest));
}

/** An SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, attributes, children);
  return element;
}

/** An SVG text. */
export function label(x: number, y: number, text: string, attributes: Attributes = {}): SVGTextElement {
  return svg("text", { x, y, ...attributes }, text);
}
