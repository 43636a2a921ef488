// Building blocks of the page. Text is inserted as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made[name] = value;
    } else if (value !== undefined && value !== false) {
      made.setAttribute(name, value === true ? "" : value);
    }
  }
  made.append(...children.filter(child => child !== undefined && child !== null));
  return made;
}

export const get = id => document.getElementById(id);
export const el = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** Sets a text only if it has changed, so that a selection stays. */
export function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

const MINUS = "\u2212";
export const NONE = "\u2013";

export function number(value, digits = 1) {
  return value === null || value === undefined
    ? NONE : value.toFixed(digits).replace("-", MINUS);
}

export const degrees = value =>
  value === null || value === undefined ? NONE : number(value) + "°";

export function span(millis) {
  const seconds = Math.max(0, Math.round(millis / 1000));
  if (seconds < 120) return seconds + " s";
  if (seconds < 2 * 3600) return Math.floor(seconds / 60) + " min";
  if (seconds < 48 * 3600) return Math.floor(seconds / 3600) + " h";
  return Math.floor(seconds / 86400) + " d";
}

export const ago = (millis, now) => now - millis < 1500 ? "now" : span(now - millis) + " ago";
export const clock = millis => new Date(millis).toLocaleTimeString([], { hour12: false });
export const moment = millis => new Date(millis).toLocaleString([], { hour12: false });
export const head = version => version === 0 ? "source head" : "head " + version;
export const author = text => text.replace(/^person /, "");
