// Elements from data, and putting them on the page without disturbing what is there already.
//
// Texts of other people only ever become text nodes; nothing here parses HTML.

const SVG = "http://www.w3.org/2000/svg";
const HANDLERS = ["onclick", "onchange", "oninput", "onsubmit", "onkeydown"];

/** Makes an element: `h("button.filled", { onclick }, "Roll")`. Children may be lists; what is false or missing is left out. */
export function h(tag, props, ...children) {
  return make(document.createElement(tag.split(".")[0]), tag, props, children);
}

/** The same for SVG. */
export function s(tag, props, ...children) {
  return make(document.createElementNS(SVG, tag.split(".")[0]), tag, props, children);
}

function make(element, tag, props, children) {
  const classes = tag.split(".").slice(1);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") classes.push(...String(value).split(" ").filter(Boolean));
    else if (name === "css") for (const [key, set] of Object.entries(value)) element.style.setProperty(key, set);
    else if (HANDLERS.includes(name) || name === "checked" || name === "value") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    element.append(child instanceof Node ? child : String(child));
  }
  // A select knows its value only once it has its options.
  if (props?.value !== undefined && element.nodeName === "SELECT") element.value = props.value;
  return element;
}

/**
 * Shows these children in an element. What is there already and looks alike is changed in place, so that focus, scrolling,
 * a half-typed text, an open menu and running transitions stay as they are.
 */
export function show(parent, ...children) {
  const fresh = children.flat(Infinity).filter((child) => child || child === 0);
  fresh.forEach((child, index) => {
    const node = child instanceof Node ? child : document.createTextNode(String(child));
    const old = parent.childNodes[index];
    if (!old) parent.append(node);
    else if (alike(old, node)) change(old, node);
    else old.replaceWith(node);
  });
  while (parent.childNodes.length > fresh.length) parent.lastChild.remove();
}

function alike(old, node) {
  return old.nodeName === node.nodeName && old.dataset?.key === node.dataset?.key;
}

function change(old, node) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== node.data) old.data = node.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!node.hasAttribute(name) && name !== "style" && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of node.attributes) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  // The style attribute is forbidden by the page's policy; the same through the object model is not.
  if (old.style.cssText !== node.style.cssText) old.style.cssText = node.style.cssText;
  for (const handler of HANDLERS) {
    if (old[handler] !== node[handler]) old[handler] = node[handler];
  }
  show(old, [...node.childNodes]);
  if (old.type === "checkbox" && old.checked !== node.checked) old.checked = node.checked;
  if (old.nodeName === "SELECT" && old.value !== node.value) old.value = node.value;
}

// Small things that many places need.

/** A button that does something at once. */
export function button(label, onclick, kind = "", props = {}) {
  return h("button", { type: "button", class: kind, onclick, ...props }, label);
}

/** The asking button that was tapped once, and until when a second tap counts. */
let doubted = { label: "", until: 0 };

/** A button for what cannot be taken back: it asks again first. */
export function askingButton(label, onclick, kind = "") {
  const question = "Really? Tap again";
  const asked = () => doubted.label === label && Date.now() < doubted.until;
  const tap = (event) => {
    const sure = asked();
    doubted = { label: sure ? "" : label, until: Date.now() + 4000 };
    event.currentTarget.textContent = sure ? label : question;
    if (sure) onclick();
  };
  return h("button", { type: "button", class: kind, onclick: tap }, asked() ? question : label);
}

/** A select from pairs of value and label. */
export function choice(pairs, value, onchange, props = {}) {
  const options = pairs.map(([key, label]) => h("option", { value: key }, label));
  return h("select", { ...props, value, onchange: (event) => onchange(event.target.value) }, options);
}

/** A short message that goes away by itself. */
export function note(text, kind = "") {
  const shown = h("p.note", { class: kind }, text);
  document.getElementById("notes").append(shown);
  setTimeout(() => shown.remove(), 5000);
  while (document.getElementById("notes").children.length > 3) document.getElementById("notes").firstChild.remove();
}

/** One of several words by count: `plural(2, "card")` is "2 cards". */
export function plural(count, word, many = `${word}s`) {
  return `${count} ${count === 1 ? word : many}`;
}
