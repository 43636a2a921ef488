// One camera: its image if allowed, gaze as arrows in it, and its figures.

import { NONE, degrees, el, number, say, span, svg } from "./parts.js";

const PICTURE_MILLIS = 160, RETRY_MILLIS = 3000, SILENT_MILLIS = 4000, LATE_MILLIS = 1000;
const DIAL_DEGREES = 45;

const onScreen = new IntersectionObserver(entries =>
  entries.forEach(entry => { entry.target.seen = entry.isIntersecting; }));

/**
 * An arrow visible on light and on dark; sizes are fractions of the image width. The true gaze is
 * wider, so that it stays visible below an exact prediction.
 */
function arrow(kind, [fromX, fromY, toX, toY], width, height) {
  const [x1, y1, x2, y2] = [fromX * width, fromY * height, toX * width, toY * height];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const tip = Math.min((kind === "truth" ? 0.045 : 0.03) * width, length);
  const [ux, uy] = length > 0 ? [(x2 - x1) / length, (y2 - y1) / length] : [0, 0];
  const [bx, by] = [x2 - tip * ux, y2 - tip * uy];
  const points = [[x2, y2], [bx - 0.5 * tip * uy, by + 0.5 * tip * ux],
    [bx + 0.5 * tip * uy, by - 0.5 * tip * ux]];
  const wide = kind === "truth" ? 1.9 : 1;
  const shape = () => [
    svg("circle", { cx: x1, cy: y1, r: 0.007 * width }),
    svg("line", { x1, y1, x2: bx, y2: by }),
    svg("polygon", { points: points.map(point => point.join()).join(" ") }),
  ];
  return svg("g", { class: "arrow " + kind },
    svg("g", { class: "edge", "stroke-width": (0.0075 * wide + 0.0065) * width }, ...shape()),
    svg("g", { class: "fill", "stroke-width": 0.0075 * wide * width }, ...shape()));
}

/** Without an image: gaze on a dial, with the image's left at the left. */
function dial(faces) {
  const x = ([, yaw]) => 50 - 44 * Math.max(-1, Math.min(1, yaw / DIAL_DEGREES));
  const y = ([pitch]) => 50 - 44 * Math.max(-1, Math.min(1, pitch / DIAL_DEGREES));
  const mark = (kind, at) => svg("g", { class: "mark " + kind },
    svg("line", { x1: 50, y1: 50, x2: x(at), y2: y(at) }),
    svg("circle", { cx: x(at), cy: y(at), r: 3 }));
  return [
    svg("circle", { class: "rim", cx: 50, cy: 50, r: 44 }),
    svg("circle", { class: "rim", cx: 50, cy: 50, r: 22 }),
    svg("path", { class: "rim", d: "M6 50H94M50 6V94" }),
    ...faces.flatMap(face => [
      face.truth && mark("truth", face.truth), mark("predicted", face.predicted)]).filter(Boolean),
  ];
}

/** How far off a gaze may be, where its model says so. */
const margin = face => face.sigma === undefined ? "" : ` ±${Math.round(face.sigma)}°`;

export class CameraCard {

  constructor(id, into) {
    this.id = id;
    this.canvas = el("canvas", { "aria-label": "Image of camera " + id, role: "img" });
    this.overlay = svg("svg", { class: "overlay", "aria-hidden": true });
    this.silence = el("p", { class: "silence", hidden: true });
    this.frame = el("div", { class: "picture" }, this.canvas, this.overlay,
      el("p", { class: "unseen" }, "no image"), this.silence);
    this.numbers = {};
    this.card = el("article", { class: "camera", "data-camera": id },
      this.frame,
      el("div", { class: "line" },
        el("h3", { title: "Camera " + id }, el("span", { class: "what" }, "camera "), id),
        el("dl", { class: "facts" },
          this.fact("fps", "frames/s"), this.fact("latency", "ms latency"),
          this.fact("gaze", "pitch, yaw"), this.fact("head", "head"))));
    into.append(this.card);
    onScreen.observe(this.frame);
    this.loadPictures();
  }

  fact(name, label) {
    this.numbers[name] = el("dd", { class: name });
    return el("div", {}, this.numbers[name], el("dt", {}, label));
  }

  show(camera, now) {
    const silent = now - camera.seen > SILENT_MILLIS;
    this.camera = silent ? undefined : camera;
    this.card.classList.toggle("silent", silent);
    this.silence.hidden = !silent;
    say(this.silence, "no face for " + span(now - camera.seen));
    const face = camera.faces[0];
    say(this.numbers.fps, number(silent ? 0 : camera.fps));
    say(this.numbers.latency, number(silent ? null : camera.latency, 0));
    this.numbers.latency.classList.toggle("late", !silent && camera.latency > LATE_MILLIS);
    say(this.numbers.gaze,
      face && !silent ? face.predicted.map(angle => degrees(angle)).join(" ") + margin(face) : NONE);
    say(this.numbers.head, face ? face.version === 0 ? "source" : String(face.version) : NONE);
    this.frame.classList.toggle("dial", !camera.picture);
    if (camera.picture) {
      this.showArrows(silent ? [] : camera.faces);
    } else {
      this.overlay.setAttribute("viewBox", "0 0 100 100");
      this.overlay.replaceChildren(...dial(silent ? [] : camera.faces));
    }
  }

  showArrows(faces) {
    const { width, height } = this.canvas;
    this.overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.overlay.replaceChildren(...faces.flatMap(face => [
      face.truthArrow && arrow("truth", face.truthArrow, width, height),
      face.arrow && arrow("predicted", face.arrow, width, height),
    ]).filter(Boolean));
  }

  /** Loads images one after the other, and only while they are visible. */
  async loadPictures() {
    const picture = new Image();
    for (let count = 0; !this.removed; count++) {
      let wait = PICTURE_MILLIS;
      if (this.camera?.picture && this.frame.seen && !document.hidden) {
        try {
          picture.src = "/camera/" + encodeURIComponent(this.id) + ".jpg?" + count;
          await picture.decode();
          this.draw(picture);
        } catch (none) {
          wait = RETRY_MILLIS;
        }
      }
      await new Promise(done => setTimeout(done, wait));
    }
  }

  draw(picture) {
    if (this.canvas.width !== picture.naturalWidth || this.canvas.height !== picture.naturalHeight) {
      this.canvas.width = picture.naturalWidth;
      this.canvas.height = picture.naturalHeight;
    }
    this.canvas.getContext("2d").drawImage(picture, 0, 0);
    this.frame.classList.add("seen");
  }

  remove() {
    this.removed = true;
    onScreen.unobserve(this.frame);
    this.card.remove();
  }
}
