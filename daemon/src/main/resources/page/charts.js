// Three charts, redrawn each second: error over time, gaze distribution, adaptation runs.

import { clock, head, number, span, svg } from "./parts.js";

const text = (x, y, anchor, words, kind) =>
  svg("text", { x, y, "text-anchor": anchor, class: kind }, words);
const line = (x1, y1, x2, y2, kind) => svg("line", { x1, y1, x2, y2, class: kind });

function redraw(into, height, label, marks) {
  const width = into.clientWidth;
  into.replaceChildren(svg("svg",
    { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label },
    ...marks));
}

/** The smallest step of 1, 2 or 5 times a power of ten that gives at most this many. */
function step(range, most) {
  const power = 10 ** Math.floor(Math.log10(range / most));
  return [1, 2, 5, 10].map(times => times * power).find(size => range / size <= most);
}

// ------------------------------------------------------------------------------------ error

const MINUTE = 60_000, SHORTEST = 2 * MINUTE, LONGEST = 10 * MINUTE;

/** The time axis grows with the data, up to ten minutes. */
export function drawErrors(into, domain, now) {
  const width = into.clientWidth, height = 220;
  const left = 34, right = width - 10, top = 30, bottom = height - 26;
  const history = domain.history.filter(point => point[0] >= now - LONGEST);
  const first = history.length > 0 ? history[0][0] : now;
  const range = Math.min(LONGEST, Math.max(SHORTEST, now - first));
  const values = history.flatMap(([, own, source]) => [own, source]).filter(value => value !== null);
  const size = step(Math.max(1, ...values) * 1.08, 5);
  const highest = Math.ceil(Math.max(1, ...values) * 1.08 / size) * size;
  const x = at => right - (now - at) / range * (right - left);
  const y = value => bottom - value / highest * (bottom - top);
  const marks = [];
  for (let value = 0; value <= highest + 1e-9; value += size) {
    marks.push(line(left, y(value), right, y(value), value === 0 ? "zero" : "grid"));
    marks.push(text(left - 6, y(value) + 4, "end", number(value, size < 1 ? 1 : 0) + "°"));
  }
  const every = range <= 4 * MINUTE ? MINUTE : 2 * MINUTE;
  for (let back = 0; back <= range; back += every) {
    const words = back === 0 ? "now" : `${back / MINUTE} min ago`;
    const at = x(now - back);
    if (at > left + 24 || back === 0) {
      marks.push(text(at, height - 8, back === 0 ? "end" : "middle", words));
    }
  }
  marks.push(...swapMarks(domain.swaps.filter(swap => swap.at >= now - range), x, top, bottom, right));
  const path = index => history.filter(point => point[index] !== null)
    .map(point => `${x(point[0]).toFixed(1)},${y(point[index]).toFixed(1)}`).join(" ");
  marks.push(svg("polyline", { class: "curve source", points: path(2) }));
  marks.push(svg("polyline", { class: "curve predicted", points: path(1) }));
  redraw(into, height, "Error over time", marks);
}

/** Of overlapping labels, keeps the newest. */
function swapMarks(swaps, x, top, bottom, right) {
  let free = Infinity;
  const marks = [];
  for (const swap of [...swaps].sort((a, b) => b.at - a.at)) {
    const at = x(swap.at);
    marks.push(svg("g", { class: "swap" }, line(at, top - 6, at, bottom),
      svg("title", {}, `${head(swap.version)}, by ${swap.author}, ${clock(swap.at)}`)));
    const words = head(swap.version);
    const half = 3.2 * words.length + 6;
    const middle = Math.min(at, right - half);
    if (middle + half <= free) {
      marks.push(svg("g", { class: "swap" },
        svg("rect", { x: middle - half, y: top - 25, width: 2 * half, height: 18, rx: 9 }),
        text(middle, top - 12, "middle", words)));
      free = middle - half - 4;
    }
  }
  return marks;
}

// ------------------------------------------------------------------------------------- gaze

/** Distributions are weight, mean pitch, mean yaw, variance of pitch, of yaw, covariance. */
function reach(domain) {
  const gazes = [domain.predicted, domain.truth, ...domain.prior].filter(Boolean);
  const low = [0, 0], high = [0, 0];
  const take = (axis, from, to) => {
    low[axis] = Math.min(low[axis], from);
    high[axis] = Math.max(high[axis], to);
  };
  for (const point of domain.recent) {
    point.forEach((value, axis) => take(axis, value, value));
  }
  for (const gaze of gazes) {
    [0, 1].forEach(axis => {
      const spread = 2 * Math.sqrt(gaze[3 + axis]);
      take(axis, gaze[1 + axis] - spread, gaze[1 + axis] + spread);
    });
  }
  const tens = axis => [
    Math.max(-90, Math.floor((low[axis] - 1) / 10) * 10),
    Math.min(90, Math.ceil((high[axis] + 1) / 10) * 10)];
  return { pitch: tens(0), yaw: tens(1) };
}

const LOWEST = 180, HIGHEST = 320;

/** The same scale for yaw and pitch, and no higher than needed. */
export function drawGaze(into, domain) {
  const width = into.clientWidth;
  const left = 46, right = width - 10, top = 10, below = 40;
  const { pitch, yaw } = reach(domain);
  const wanted = (right - left) / (yaw[1] - yaw[0]) * (pitch[1] - pitch[0]) + top + below;
  const height = Math.round(Math.min(HIGHEST, Math.max(LOWEST, wanted)));
  const bottom = height - below;
  const scale = Math.min((right - left) / (yaw[1] - yaw[0]), (bottom - top) / (pitch[1] - pitch[0]));
  const yawMiddle = (yaw[0] + yaw[1]) / 2, pitchMiddle = (pitch[0] + pitch[1]) / 2;
  const x = value => (left + right) / 2 + (value - yawMiddle) * scale;
  const y = value => (top + bottom) / 2 - (value - pitchMiddle) * scale;
  const yawSeen = [yawMiddle - (right - left) / 2 / scale, yawMiddle + (right - left) / 2 / scale];
  const pitchSeen = [pitchMiddle - (bottom - top) / 2 / scale, pitchMiddle + (bottom - top) / 2 / scale];
  const every = (range, most) => Math.max(5, step(range[1] - range[0], most));
  const size = Math.max(every(yawSeen, Math.min(14, (right - left) / 36)), every(pitchSeen, 8));
  const marks = [];
  for (let at = Math.ceil(yawSeen[0] / size) * size; at <= yawSeen[1]; at += size) {
    marks.push(line(x(at), top, x(at), bottom, at === 0 ? "zero" : "grid"));
    marks.push(text(x(at), bottom + 15, "middle", number(at, 0)));
  }
  for (let at = Math.ceil(pitchSeen[0] / size) * size; at <= pitchSeen[1]; at += size) {
    marks.push(line(left, y(at), right, y(at), at === 0 ? "zero" : "grid"));
    marks.push(text(left - 6, y(at) + 4, "end", number(at, 0)));
  }
  marks.push(text((left + right) / 2, height - 6, "middle", "yaw in degrees (positive: the image’s left)"));
  marks.push(svg("text", { transform: `translate(11 ${(top + bottom) / 2}) rotate(-90)`,
    "text-anchor": "middle" }, "pitch in degrees"));
  marks.push(svg("g", { class: "points" }, ...domain.recent.map(point =>
    svg("circle", { cx: x(point[1]).toFixed(1), cy: y(point[0]).toFixed(1), r: 1.8 }))));
  const ellipses = (gaze, kind) => [ellipse(gaze, 2, kind, x, y, scale), centre(gaze, kind, x, y)];
  marks.push(...domain.prior.flatMap(gaze => ellipses(gaze, "prior")));
  if (domain.truth) marks.push(...ellipses(domain.truth, "truth"));
  if (domain.predicted) marks.push(...ellipses(domain.predicted, "predicted"));
  redraw(into, height, "Where people look", marks);
}

/** On the page x is yaw and y is minus pitch. */
function ellipse([, pitch, yaw, pp, yy, py], sigmas, kind, x, y, scale) {
  const middle = (pp + yy) / 2, radius = Math.hypot((pp - yy) / 2, py);
  const turn = 0.5 * Math.atan2(-2 * py, yy - pp) * 180 / Math.PI;
  return svg("ellipse", {
    class: "distribution " + kind,
    rx: (sigmas * Math.sqrt(middle + radius) * scale).toFixed(1),
    ry: (sigmas * Math.sqrt(Math.max(0, middle - radius)) * scale).toFixed(1),
    transform: `translate(${x(yaw).toFixed(1)} ${y(pitch).toFixed(1)}) rotate(${turn.toFixed(1)})`,
  });
}

const centre = ([, pitch, yaw], kind, x, y) => svg("path", {
  class: "distribution " + kind,
  d: `M${(x(yaw) - 4).toFixed(1)} ${y(pitch).toFixed(1)}h8m-4 -4v8`,
});

// --------------------------------------------------------------------------------- timeline

const HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const EVERY = [MINUTE / 2, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR];

/** The outcome of a run, for its colour. */
function outcome({ kind, text: words }) {
  if (kind === "verdict") return words.startsWith("accepted") ? "accepted" : "rejected";
  return { failed: "failed", skipped: "skipped", shadow: "skipped", declined: "rejected" }[kind];
}

/** Runs as bars from trigger to verdict, with swaps and rollbacks of heads. */
export function drawTimeline(into, events, now) {
  const width = into.clientWidth, height = 52, lane = 20;
  const left = 8, right = width - 10;
  const shown = events.filter(event => event.at >= now - DAY).sort((a, b) => a.at - b.at);
  const range = Math.max(SHORTEST, (now - (shown[0]?.at ?? now)) * 1.03);
  const x = at => right - Math.max(0, now - at) / range * (right - left);
  const marks = [line(left, lane, right, lane, "zero")];
  const every = EVERY.find(each => range / each <= (width < 420 ? 3 : 5)) ?? DAY;
  for (let back = 0; back <= range; back += every) {
    const at = x(now - back);
    marks.push(line(at, lane - 3, at, lane + 3, "zero"));
    if (at > left + 24 || back === 0) {
      marks.push(text(at, height - 6, back === 0 ? "end" : "middle", back === 0 ? "now" : span(back) + " ago"));
    }
  }
  const told = (mark, event) => {
    mark.append(svg("title", {}, `${clock(event.at)} ${event.kind}: ${event.text}`));
    marks.push(mark);
  };
  let began;
  for (const event of shown) {
    const end = x(event.at), how = outcome(event);
    if (event.kind === "trigger") {
      began = end;
    } else if (how) {
      const from = Math.min(began ?? end, end - 6);
      told(svg("rect", { class: "run " + how, x: from, y: lane - 6, width: end - from, height: 12, rx: 3 }),
        event);
      began = undefined;
    } else if (event.kind === "swap") {
      told(svg("path", { class: "took-over", d: `M${end} ${lane - 7}l6 -9h-12z` }), event);
    } else if (event.kind === "rollback" || event.kind === "rejected") {
      told(svg("path", { class: "taken-back", d: `M${end} ${lane - 16}l6 9h-12z` }), event);
    } else {
      told(svg("circle", { class: "by-hand", cx: end, cy: lane, r: 4 }), event);
    }
  }
  if (began !== undefined) {
    marks.push(svg("rect", { class: "run under-way", x: began, y: lane - 6,
      width: Math.max(6, right - began), height: 12, rx: 3 }));
  }
  redraw(into, height, "Adaptation runs over time", marks);
}
