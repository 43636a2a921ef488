// One domain: its cameras, targets, error, gaze distribution, events and head versions.

import { admin, confirm } from "./admin.js";
import { CameraCard } from "./cameras.js";
import { drawErrors, drawGaze, drawTimeline } from "./charts.js";
import { ago, author, clock, degrees, el, head, moment, number, say } from "./parts.js";
import { TargetsPart } from "./targets.js";

const DRAW_MILLIS = 1000, VERSIONS_MILLIS = 20_000, RETRY_MILLIS = 3000;

/** Loads versions for one domain at a time, because the server handles one such request. */
let turn = Promise.resolve();

const legend = (...kinds) => el("p", { class: "legend" },
  ...kinds.map(([kind, words]) => el("span", { class: kind }, words)));

export class DomainCard {

  constructor(name, into) {
    this.name = name;
    this.cameras = new Map();
    this.badge = el("span", { class: "badge version" });
    this.pinned = el("span", { class: "badge pinned", hidden: true }, "pinned");
    this.adapt = el("button", { onclick: () => this.askToAdapt() }, "Adapt now");
    this.pin = el("button", { onclick: () => this.askToPin() }, "Pin");
    this.actions = el("div", { class: "actions", hidden: true }, this.adapt, this.pin);
    this.pictures = el("div", { class: "cameras" });
    this.figures = el("dl", { class: "figures" });
    this.errors = el("div", { class: "chart errors" });
    this.gaze = el("div", { class: "chart gaze" });
    this.timeline = el("div", { class: "chart timeline" });
    this.targets = new TargetsPart(name);
    this.events = el("ol", { class: "events" });
    this.versions = el("ol", { class: "versions" });
    this.noError = el("p", { class: "empty" },
      "The error is unknown: only rendered cameras provide the true gaze.");
    this.card = el("section", { class: "card domain", "data-domain": name },
      el("div", { class: "title" },
        el("h2", { title: "Domain " + name }, name), this.badge, this.pinned, this.actions),
      el("div", { class: "inside" },
        this.seen = el("div", { class: "seen" }, this.pictures,
          this.arrowLegend = legend(["predicted line", "prediction"], ["truth line", "true gaze"])),
        this.targets.figure,
        el("figure", {},
          el("figcaption", {}, "Error"), this.figures, this.noError, this.errors,
          this.errorLegend = legend(
            ["predicted line", "active head"], ["source line", "source head, same faces"],
            ["swap line", "new head"])),
        el("figure", {},
          el("figcaption", {}, "Where people look"), this.gaze, this.gazeLegend = el("div")),
        el("div", { class: "story" },
          el("h3", {}, "Adaptation"), this.timeline,
          this.timelineLegend = legend(["accepted dot", "accepted"], ["rejected dot", "rejected"],
            ["skipped dot", "skipped"], ["took-over dot", "new head active"]),
          this.events,
          el("h3", {}, "Versions"), this.versions)));
    into.append(this.card);
  }

  /** The domain may not be known yet while its cameras are. */
  show(domain, cameras, events, now) {
    this.showCameras(cameras, now);
    this.targets.show(domain?.targets, cameras, now);
    this.actions.hidden = !admin.allowed;
    if (domain) {
      this.domain = domain;
      say(this.badge, head(domain.version));
      this.pinned.hidden = !domain.pinned;
      say(this.pin, domain.pinned ? "Unpin" : "Pin");
      this.showFigures(domain.error);
      this.draw(domain, now);
      this.loadVersions(domain);
    }
    this.showEvents(events);
    this.showTimeline(events, now);
  }

  showTimeline(events, now) {
    this.timeline.hidden = this.timelineLegend.hidden = events.length === 0;
    const due = this.timed === undefined || now - this.timed >= DRAW_MILLIS;
    if (events.length > 0 && due) {
      this.timed = now;
      drawTimeline(this.timeline, events, now);
    }
  }

  showCameras(cameras, now) {
    for (const [id, card] of this.cameras) {
      if (!cameras.some(camera => camera.id === id)) {
        card.remove();
        this.cameras.delete(id);
      }
    }
    for (const camera of cameras) {
      if (!this.cameras.has(camera.id)) {
        this.cameras.set(camera.id, new CameraCard(camera.id, this.pictures));
      }
      this.cameras.get(camera.id).show(camera, now);
    }
    this.seen.hidden = cameras.length === 0;
    this.seen.classList.toggle("many", cameras.length > 2);
    this.arrowLegend.hidden =
      !cameras.some(camera => camera.faces.some(face => face.truth !== undefined));
  }

  showFigures(error) {
    this.figures.hidden = !error;
    if (!error) {
      return;
    }
    const change = error.source > 0 ? 100 * (error.degrees - error.source) / error.source : null;
    const figure = (kind, value, label, why) => el("div", { class: kind, title: why },
      el("dd", {}, value), el("dt", {}, label));
    const sign = change > 0.5 ? "+" : "";
    this.figures.replaceChildren(
      figure("predicted", degrees(error.degrees), "active head"),
      figure("source", degrees(error.source), "source head",
        "The head before any adaptation, on the same faces"),
      figure(change < -0.5 ? "better" : change > 0.5 ? "worse" : "",
        change === null ? "–" : sign + number(change, 0) + " %", "change"),
      figure("source", degrees(error.shrunk), "shrunk source",
        "The source head’s predictions pulled towards their mean by the factor that is best in"
          + " hindsight: the best that shrinking alone could do"));
  }

  draw(domain, now) {
    if (this.drawn !== undefined && now - this.drawn < DRAW_MILLIS && this.width === innerWidth) {
      return;
    }
    this.drawn = now;
    this.width = innerWidth;
    const known = domain.history.length > 0;
    this.noError.hidden = known || Boolean(domain.error);
    this.errors.hidden = this.errorLegend.hidden = !known;
    if (known) {
      drawErrors(this.errors, domain, now);
    }
    const some = domain.recent.length > 0 || domain.prior.length > 0;
    if (some) {
      drawGaze(this.gaze, domain);
    } else {
      this.gaze.replaceChildren(el("p", { class: "empty" }, "No predictions yet."));
    }
    this.gazeLegend.replaceChildren(legend(...[
      domain.recent.length > 0 && ["predicted dot", "predictions"],
      domain.truth && ["truth dot", "true gaze"],
      domain.prior.length > 0 && ["prior dot", "site prior"],
      some && ["plain", "ellipses: two sigmas"],
    ].filter(Boolean)));
  }

  showEvents(events) {
    const key = events.length + ":" + (events[0]?.at ?? 0) + (events[0]?.text ?? "");
    if (key === this.eventsShown) {
      return;
    }
    this.eventsShown = key;
    this.events.replaceChildren(...events.map(event => el("li", {},
      el("time", { title: moment(event.at) }, clock(event.at)),
      el("div", {},
        el("b", { class: "kind " + event.kind.replace(/[^a-z-]/gi, "") }, event.kind),
        " " + event.text + " ",
        event.report && el("a", { href: "/report/" + encodeURIComponent(event.report),
          target: "_blank", rel: "noopener" }, "report")))));
    if (events.length === 0) {
      this.events.replaceChildren(el("li", { class: "empty" }, "No runs yet."));
    }
  }

  /** Loads the versions again when the active head changes, and from time to time. */
  loadVersions(domain) {
    const key = domain.version + (domain.pinned ? "p" : "") + (admin.allowed ? "a" : "");
    const age = Date.now() - (this.asked ?? 0);
    if (this.asking || (key === this.versionsOf && age < VERSIONS_MILLIS)
        || (this.failed && age < RETRY_MILLIS)) {
      return;
    }
    this.asking = true;
    turn = turn.then(() => this.askForVersions(key));
  }

  async askForVersions(key) {
    this.asked = Date.now();
    try {
      const answer = await fetch("/api/models?domain=" + encodeURIComponent(this.name));
      this.failed = !answer.ok;
      if (answer.ok) {
        const { versions } = await answer.json();
        this.versionsOf = key;
        this.showVersions(versions);
      }
    } catch (away) {
      this.failed = true;
    } finally {
      this.asking = false;
    }
  }

  showVersions(versions) {
    if (versions.length === 0) {
      this.versions.replaceChildren(el("li", { class: "empty" },
        "The source head is active; the domain has no head of its own."));
      return;
    }
    const rows = versions.map((version, index) => el("li", { class: index === 0 ? "active" : "" },
      el("b", {}, version.version),
      el("div", {},
        el("div", { class: "reason" }, version.reason || "no reason given"),
        el("div", { class: "note" }, [
          index === 0 ? "active" : undefined,
          version.pinned ? "pinned" : undefined,
          version.restored === undefined
            ? "from " + head(version.parent) : "weights of " + head(version.restored),
          "by " + author(version.author),
        ].filter(Boolean).join(" · "), " · ",
        el("time", { title: moment(version.created) }, ago(version.created, Date.now())))),
      index > 0 && admin.allowed ? this.back(version.version) : ""));
    rows.push(el("li", {}, el("b", {}, "0"),
      el("div", {}, el("div", { class: "reason" }, "source head"),
        el("div", { class: "note" }, "from the model")),
      admin.allowed ? this.back(0) : ""));
    this.versions.replaceChildren(...rows);
  }

  back(version) {
    return el("button", {
      "data-back": version,
      onclick: () => this.order({
        action: "rollback", version,
        title: "Roll back to " + (version === 0 ? "the source head" : head(version)),
        text: `Publishes its weights as the next version of domain ${this.name}; every inference`
          + " process switches to it within moments. The head that is active now stays in the list"
          + " of versions.",
        go: "Roll back",
      }),
    }, "Roll back");
  }

  askToPin() {
    const pinned = this.domain?.pinned;
    this.order({
      action: pinned ? "unpin" : "pin",
      title: (pinned ? "Unpin " : "Pin ") + this.name,
      text: pinned
        ? "Adaptation may publish heads for this domain again."
        : "Adaptation skips this domain until it is unpinned. You can still roll back.",
      go: pinned ? "Unpin" : "Pin",
    });
  }

  askToAdapt() {
    this.order({
      action: "adapt",
      title: "Adapt " + this.name + " now",
      text: "Requests a run with the samples collected so far. The gate decides whether its head is"
        + " published.",
      go: "Adapt",
    });
  }

  async order(asked) {
    if (await confirm({ domain: this.name, ...asked })) {
      this.versionsOf = undefined;
      this.failed = false;
    }
  }

  remove() {
    this.cameras.forEach(card => card.remove());
    this.card.remove();
  }
}
