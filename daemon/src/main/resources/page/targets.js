// What people look at in one domain: probabilities, glances and blinks, screens with their heat maps.

import { clock, el, number, say, span, svg } from "./parts.js";

const DRAW_MILLIS = 1000, GONE_MILLIS = 4000, MINUTE = 60_000;
const MOST_FACES = 6, MOST_SHARES = 8, MOST_ALERTS = 5, COLOURS = 8;
/** Longer looks away from the road are dangerous (NHTSA's guideline for devices in vehicles). */
const LONG_SECONDS = 2;
const ELSEWHERE = "elsewhere";

const percent = share => Math.round(100 * share) + " %";
const text = (x, y, anchor, words, kind) =>
  svg("text", { x, y, "text-anchor": anchor, class: kind }, words);
const seconds = millis => number(millis / 1000) + " s";

/** Draws into an element as wide as it is. */
function redraw(into, height, label, marks) {
  const width = into.clientWidth;
  into.replaceChildren(svg("svg",
    { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label },
    ...marks));
}

/** A label only where it fits, at about seven pixels for a letter. */
const fitting = (words, width) => 6.6 * words.length + 10 <= width ? words : "";

// ------------------------------------------------------------------------------ probabilities

/** Of the most probable targets, of the others together, and of none of them. */
function chances(look) {
  const rows = look.targets.map(([name, share]) => ({ name, share }));
  const others = 1 - look.elsewhere - rows.reduce((sum, row) => sum + row.share, 0);
  if (others > 0.005) {
    rows.push({ name: "other targets", share: others });
  }
  rows.push({ name: ELSEWHERE, share: look.elsewhere });
  return rows;
}

function drawChances(into, rows, colour) {
  const width = into.clientWidth, height = 26;
  const marks = [];
  let x = 0;
  for (const row of rows) {
    const wide = Math.max(0, row.share) * width;
    marks.push(svg("g", { class: "target " + colour(row.name) },
      svg("rect", { x, y: 2, width: Math.max(0, wide - 1), height: height - 4, rx: 3 }),
      text(x + wide / 2 - 0.5, 17.5, "middle", fitting(row.name, wide)),
      svg("title", {}, row.name + " " + percent(row.share))));
    x += wide;
  }
  redraw(into, height, rows.map(row => row.name + " " + percent(row.share)).join(", "), marks);
}

// ----------------------------------------------------------------------------------- timeline

/** Glances in the colour of their target, blinks below, alerts above; what goes on is paler. */
function drawTimeline(into, events, ongoing, now, colour) {
  const width = into.clientWidth, height = 84;
  const left = 56, right = width - 4, glances = 16, blinks = 48;
  const x = at => left + Math.max(0, Math.min(1, 1 - (now - at) / MINUTE)) * (right - left);
  const marks = [
    text(0, glances + 15, "start", "glances"), text(0, blinks + 9, "start", "blinks"),
    svg("line", { x1: left, y1: blinks + 15, x2: right, y2: blinks + 15, class: "zero" }),
  ];
  for (const back of width < 420 ? [60, 30, 0] : [60, 45, 30, 15, 0]) {
    const at = x(now - back * 1000);
    marks.push(svg("line", { x1: at, y1: glances - 4, x2: at, y2: blinks + 18, class: "grid" }));
    marks.push(text(at, height - 4, back === 0 ? "end" : back === 60 ? "start" : "middle",
      back === 0 ? "now" : back + " s ago"));
  }
  const glance = (name, from, to, words, kind) => {
    const [start, end] = [x(from), x(to)];
    const wide = Math.max(2, end - start - 1);
    marks.push(svg("g", { class: `glance target ${colour(name)} ${kind}` },
      svg("rect", { x: start, y: glances, width: wide, height: 22, rx: 3 }),
      text(start + wide / 2, glances + 15, "middle", fitting(name, wide)),
      svg("title", {}, words)));
  };
  for (const [kind, start, end, of] of events) {
    if (kind === "glance") {
      glance(of, start, end, `${clock(start)} glance at ${of}, ${seconds(end - start)}`, "");
    } else if (kind === "blink") {
      marks.push(svg("rect", { class: "blink", x: x(start), y: blinks, rx: 1.5, height: 12,
        width: Math.max(3, x(end) - x(start)) },
      svg("title", {}, `${clock(start)} blink, ${seconds(end - start)}`)));
    } else if (kind === "alert") {
      marks.push(svg("path", { class: "alert", d: `M${x(end)} ${glances - 2}l6 -11h-12z` },
        svg("title", {}, `${clock(end)} alert: ${of}`)));
    }
  }
  if (ongoing) {
    glance(ongoing.name, ongoing.since, now, "looks at " + ongoing.name, "ongoing");
  }
  redraw(into, height, describe(events), marks);
}

function describe(events) {
  const glances = events.filter(([kind]) => kind === "glance");
  const blinks = events.filter(([kind]) => kind === "blink");
  const alerts = events.filter(([kind]) => kind === "alert");
  const last = glances.at(-1);
  return `Last minute: ${glances.length} glances${last ? ", the last at " + last[3] : ""};`
    + ` ${blinks.length} blinks; ${alerts.length} alerts`;
}

const ENDS = ["gaze_off", "face_lost"];
const BOUNDS = ["glance", "gaze_on", "face_found", ...ENDS];

/** Events are told when they are over: what is looked at since the last one. */
function underWay(events, face) {
  if (!face || face.target === undefined || face.target === ELSEWHERE) {
    return undefined;
  }
  const last = [...events].reverse().find(([kind]) => BOUNDS.includes(kind));
  return last && ENDS.includes(last[0])
    ? undefined : { name: face.target, since: last?.[2] ?? -Infinity };
}

class FaceRow {

  constructor(camera, index, into) {
    this.name = el("h3");
    this.now = el("p", { class: "look-now" });
    this.bar = el("div", { class: "chart chances" });
    this.legend = el("p", { class: "legend" });
    this.away = el("p", { class: "off-road", hidden: true });
    this.line = el("div", { class: "chart glances" });
    this.empty = el("p", { class: "empty" },
      "No glances or blinks in the last minute. They need events.enabled: true.");
    this.row = el("article", { class: "face", "data-face": camera + ":" + index },
      el("div", { class: "line" }, this.name, this.now), this.bar, this.legend, this.away,
      this.line, this.empty);
    into.append(this.row);
  }

  show(title, face, timeline, now, colour) {
    say(this.name, title);
    this.bar.hidden = this.legend.hidden = !face?.look;
    say(this.now, face?.look ? `looks at ${face.target}, ${percent(face.probability)}` : "not seen");
    if (face?.look) {
      const rows = chances(face.look);
      drawChances(this.bar, rows, colour);
      this.legend.replaceChildren(...rows.map(row =>
        el("span", { class: "dot target " + colour(row.name) }, row.name + " " + percent(row.share))));
    }
    this.showAway(timeline?.away, Boolean(face));
    const events = timeline?.events ?? [];
    this.line.hidden = events.length === 0;
    this.empty.hidden = events.length > 0;
    if (events.length > 0) {
      drawTimeline(this.line, events, underWay(events, face), now, colour);
    }
  }

  showAway(away, seen) {
    this.away.hidden = !away;
    if (away) {
      const share = away.seen > 0 ? ` (${percent(away.minute / away.seen)})` : "";
      this.away.classList.toggle("long", seen && away.now >= LONG_SECONDS);
      say(this.away, (!seen ? "Not seen" : away.now > 0 ? `Off the road for ${number(away.now)} s`
        : "Eyes on the road")
        + ` · off the road ${number(away.minute)} s of the last ${number(away.seen, 0)} s${share}`);
    }
  }

  remove() {
    this.row.remove();
  }
}

// ------------------------------------------------------------------------------------ screens

/** Viridis, which has even steps of lightness and is read without telling red from green. */
const SCALE = [[68, 1, 84], [72, 40, 120], [62, 74, 137], [49, 104, 142], [38, 130, 142],
  [31, 158, 137], [53, 183, 121], [110, 206, 88], [181, 222, 43], [253, 231, 37]];
const GROUND = [24, 29, 35];
const FINE = 6, MARGIN = 0.08;

function colourOf(level) {
  const at = Math.max(0, Math.min(1, level)) * (SCALE.length - 1);
  const low = Math.floor(at), high = Math.min(SCALE.length - 1, low + 1);
  const cover = Math.min(1, level * 8);
  return [0, 1, 2].map(i => {
    const full = SCALE[low][i] + (at - low) * (SCALE[high][i] - SCALE[low][i]);
    return GROUND[i] + cover * (full - GROUND[i]);
  });
}

/** Seconds in cells, spread a little: a gaze is never as sharp as a cell. */
function smooth(levels, columns, rows) {
  const pass = (from, step, count) => from.map((value, cell) => {
    const at = Math.floor(cell / step) % count;
    const before = at > 0 ? from[cell - step] : value;
    const after = at < count - 1 ? from[cell + step] : value;
    return (before + 2 * value + after) / 4;
  });
  return pass(pass(levels, 1, columns), columns, rows);
}

/** The picture of a heat map, several pixels for each cell. */
function picture(screen) {
  const { columns, rows } = screen;
  const bytes = Uint8Array.from(atob(screen.levels), letter => letter.charCodeAt(0));
  const cells = smooth(Float64Array.from(bytes), columns, rows);
  const highest = Math.max(1e-9, ...cells);
  const canvas = el("canvas", { width: columns * FINE, height: rows * FINE });
  const context = canvas.getContext("2d");
  const image = context.createImageData(canvas.width, canvas.height);
  const value = (column, row) => cells[Math.max(0, Math.min(rows - 1, row)) * columns
    + Math.max(0, Math.min(columns - 1, column))];
  for (let y = 0; y < canvas.height; y++) {
    const v = (y + 0.5) / FINE - 0.5, row = Math.floor(v), down = v - row;
    for (let x = 0; x < canvas.width; x++) {
      const u = (x + 0.5) / FINE - 0.5, column = Math.floor(u), right = u - column;
      const upper = value(column, row) * (1 - right) + value(column + 1, row) * right;
      const lower = value(column, row + 1) * (1 - right) + value(column + 1, row + 1) * right;
      // The root shows short looks beside long ones.
      const rgb = colourOf(Math.sqrt((upper * (1 - down) + lower * down) / highest));
      const at = 4 * (y * canvas.width + x);
      rgb.forEach((part, i) => { image.data[at + i] = part; });
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

class ScreenPart {

  constructor(screen, into) {
    this.canvas = el("canvas", { role: "img" });
    this.overlay = svg("svg", { class: "overlay", "aria-hidden": true });
    this.where = el("p", { class: "note where" });
    this.part = el("div", { class: "screen", "data-screen": screen.name },
      el("h3", {}, el("span", { class: "what" }, "screen "), screen.name),
      el("div", { class: screen.height > screen.width ? "view upright" : "view" },
        this.canvas, this.overlay),
      this.where,
      el("p", { class: "legend heat" },
        el("span", { class: "scale" }, "shorter to longer looks, last minutes"),
        el("span", { class: "dot gaze-point" }, "gaze now; the circle holds 68 %")));
    into.append(this.part);
  }

  /** Faces are title and hit. */
  show(screen, faces, now) {
    if (this.drawn === undefined || now - this.drawn >= DRAW_MILLIS || now < this.drawn) {
      this.drawn = now;
      this.drawHeat(screen);
    }
    this.drawPoints(screen, faces);
    say(this.where, faces.length === 0 ? "No gaze at the moment."
      : faces.map(([title, hit]) => title + ": " + place(screen, hit)).join(" · "));
  }

  drawHeat(screen) {
    const margin = MARGIN * Math.max(screen.width, screen.height);
    const scale = 900 / (screen.width + 2 * margin);
    const [width, height] = [screen.width * scale, screen.height * scale];
    const edge = margin * scale;
    this.canvas.width = Math.round(width + 2 * edge);
    this.canvas.height = Math.round(height + 2 * edge);
    const context = this.canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(picture(screen), edge, edge, width, height);
    context.strokeStyle = "#94a3b2";
    context.lineWidth = 3;
    context.strokeRect(edge, edge, width, height);
    this.canvas.setAttribute("aria-label", screen.peak > 0
      ? `Heat map of ${screen.name}: ${number(screen.seconds, 0)} s of gaze` : "Nothing on " + screen.name);
    this.canvas.dataset.seconds = screen.seconds;
  }

  drawPoints(screen, faces) {
    const margin = MARGIN * Math.max(screen.width, screen.height);
    const [width, height] = [screen.width + 2 * margin, screen.height + 2 * margin];
    this.overlay.setAttribute("viewBox", `${-margin} ${-margin} ${width} ${height}`);
    const size = 0.017 * width;
    this.overlay.replaceChildren(...faces.flatMap(([title, [, right, down, radius]], index) => {
      // Beside the view, at its edge and hollow.
      const cx = Math.max(size - margin, Math.min(width - margin - size, right));
      const cy = Math.max(size - margin, Math.min(height - margin - size, down));
      const beyond = cx !== right || cy !== down;
      return [
        radius !== undefined && !beyond && svg("circle", { class: "doubt", cx, cy, r: radius,
          "stroke-width": 0.15 * size }),
        svg("circle", { class: beyond ? "gaze-point beyond" : "gaze-point", cx, cy, r: size,
          "stroke-width": 0.35 * size }, svg("title", {}, title)),
        faces.length > 1 && svg("text", { class: "gaze-name", x: cx, y: cy + 0.4 * size,
          "font-size": 1.3 * size, "text-anchor": "middle" }, String(index + 1)),
      ].filter(Boolean);
    }));
  }

  remove() {
    this.part.remove();
  }
}

/** Where a gaze meets a screen, in pixels where its resolution is known. */
function place(screen, [, right, down]) {
  if (right < 0 || down < 0 || right > screen.width || down > screen.height) {
    return "beside the screen";
  }
  return screen.pixels
    ? `${Math.round(right / screen.width * screen.pixels[0])}, `
      + `${Math.round(down / screen.height * screen.pixels[1])} px`
    : `${Math.round(right)}, ${Math.round(down)} mm`;
}

// ------------------------------------------------------------------------------------- shares

function drawShares(into, shares, colour) {
  const total = shares.reduce((sum, [, looked]) => sum + looked, 0);
  const shown = total > 0
    ? [...shares].sort((a, b) => b[1] - a[1]).slice(0, MOST_SHARES) : [];
  const width = into.clientWidth, row = 24;
  const left = Math.min(120, width * 0.35), right = width - 46;
  const most = Math.max(...shown.map(([, looked]) => looked / total), 1e-9);
  redraw(into, Math.max(1, shown.length * row),
    "Share of time: " + shown.map(([name, looked]) => name + " " + percent(looked / total)).join(", "),
    shown.flatMap(([name, looked], index) => {
      const y = index * row, share = looked / total;
      const short = fitting(name, left) || name.slice(0, Math.floor((left - 20) / 6.6)) + "…";
      return [
        svg("g", {}, text(0, y + 16, "start", short), svg("title", {}, name)),
        svg("g", { class: "target " + colour(name) }, svg("rect", { x: left, y: y + 5, height: 14,
          rx: 3, width: Math.max(1, share / most * (right - left)) })),
        text(width, y + 16, "end", percent(share)),
      ];
    }));
}

// -------------------------------------------------------------------------------------- alerts

const alertText = alert =>
  `${alert.rule}: ${number(alert.value, 2)}, limit ${number(alert.bound, 2)}`;

export class TargetsPart {

  constructor(name) {
    this.faces = new Map();
    this.screens = new Map();
    this.rows = el("div", { class: "faces" });
    this.more = el("p", { class: "note", hidden: true });
    this.alerts = el("ol", { class: "events alerts" });
    this.alertPart = el("div", { class: "alert-part", hidden: true }, el("h3", {}, "Alerts"), this.alerts);
    this.views = el("div", { class: "screens" });
    this.shares = el("div", { class: "chart shares" });
    this.figure = el("figure", { class: "looks", hidden: true, "data-targets": name },
      el("figcaption", {}, "What people look at"),
      el("div", { class: "look-parts" },
        el("div", {}, this.rows, this.more, this.alertPart),
        el("div", {}, this.views,
          el("h3", {}, "Share of time ", el("span", { class: "what" }, "last minutes")), this.shares)));
  }

  show(targets, cameras, now) {
    this.figure.hidden = !targets;
    if (!targets) {
      return;
    }
    const names = targets.shares.map(([name]) => name);
    const colour = name => name === ELSEWHERE || !names.includes(name)
      ? ELSEWHERE : "t" + names.indexOf(name) % COLOURS;
    const faces = people(cameras, now);
    this.showFaces(faces.slice(0, MOST_FACES), now, colour);
    this.more.hidden = faces.length <= MOST_FACES;
    say(this.more, `and ${faces.length - MOST_FACES} more faces`);
    this.showScreens(targets.screens, faces, now);
    this.showAlerts(targets.alerts, cameras.length, now);
    if (this.drawn === undefined || now - this.drawn >= DRAW_MILLIS || now < this.drawn) {
      this.drawn = now;
      drawShares(this.shares, targets.shares, colour);
    }
  }

  showFaces(faces, now, colour) {
    keep(this.faces, faces.map(each => each.key));
    for (const each of faces) {
      if (!this.faces.has(each.key)) {
        this.faces.set(each.key, new FaceRow(each.camera, each.index, this.rows));
      }
      this.faces.get(each.key).show(each.title, each.face, each.timeline, now, colour);
    }
  }

  showScreens(screens, faces, now) {
    keep(this.screens, screens.map(screen => screen.name));
    for (const screen of screens) {
      if (!this.screens.has(screen.name)) {
        this.screens.set(screen.name, new ScreenPart(screen, this.views));
      }
      const hits = faces.flatMap(each => (each.face?.look?.hits ?? [])
        .filter(([name]) => name === screen.name).map(hit => [each.title, hit]));
      this.screens.get(screen.name).show(screen, hits, now);
    }
  }

  showAlerts(alerts, cameras, now) {
    this.alertPart.hidden = alerts.length === 0;
    this.alerts.replaceChildren(...alerts.slice(0, MOST_ALERTS).map(alert =>
      el("li", { class: now - alert.at < 10_000 ? "fresh" : "" }, el("time", {}, clock(alert.at)),
        el("div", {}, el("b", {}, alertText(alert)), " ",
          el("span", { class: "note" }, `face ${alert.face}`
            + (cameras > 1 ? ` of ${alert.camera}` : "") + `, ${span(now - alert.at)} ago`)))));
  }

}

/** Removes what is no longer there. */
function keep(parts, keys) {
  for (const [key, part] of parts) {
    if (!keys.includes(key)) {
      part.remove();
      parts.delete(key);
    }
  }
}

/** The faces that are seen and those that were a moment ago. */
function people(cameras, now) {
  const found = [];
  for (const camera of cameras) {
    const seen = now - camera.seen < GONE_MILLIS ? camera.faces : [];
    const indices = new Set([...seen, ...camera.timelines.map(line => ({ index: line.face }))]
      .map(face => face.index));
    for (const index of [...indices].sort((a, b) => a - b)) {
      found.push({
        key: camera.id + ":" + index, camera: camera.id, index,
        title: "face " + index + (cameras.length > 1 ? " of " + camera.id : ""),
        face: seen.find(face => face.index === index),
        timeline: camera.timelines.find(line => line.face === index),
      });
    }
  }
  return found;
}
