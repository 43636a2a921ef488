// Polls the live state and passes it to the parts that show it.

import { admin } from "./admin.js";
import { DomainCard } from "./domains.js";
import { el, get, say } from "./parts.js";

const EVERY_MILLIS = 250, RETRY_MILLIS = 2000, PATIENCE_MILLIS = 8000;

const pause = millis => new Promise(done => setTimeout(done, millis));
const cards = new Map();

function state(kind, text) {
  get("state").className = "state " + kind;
  say(get("state"), text);
}

function showDomains(live) {
  const names = new Set(live.domains.map(domain => domain.name));
  live.cameras.forEach(camera => names.add(camera.domain));
  for (const [name, card] of cards) {
    if (!names.has(name)) {
      card.remove();
      cards.delete(name);
    }
  }
  for (const name of [...names].sort()) {
    if (!cards.has(name)) {
      cards.set(name, new DomainCard(name, get("domains")));
    }
    cards.get(name).show(
      live.domains.find(domain => domain.name === name),
      live.cameras.filter(camera => camera.domain === name),
      live.events.filter(event => event.domain === name),
      live.at);
  }
  get("nothing").hidden = names.size > 0;
  say(get("nothing"), live.problem
    ? "Cannot read the live state: " + live.problem + "."
    : "No camera yet. Domains appear here as soon as their cameras send faces.");
}

function showHealth(health, isAdmin, problem) {
  const checks = [];
  for (const part of [health.ready, health.alive]) {
    for (const [name, check] of Object.entries(part.checks)) {
      checks.push({ name: part === health.alive ? name + " (alive)" : name, ...check });
    }
  }
  get("checks").replaceChildren(...checks.map(check =>
    el("li", { class: check.ok ? "good" : "bad" },
      el("b", {}, check.name), check.ok ? "" : ": " + check.reason)));
  say(get("rights"), isAdmin
    ? "Changes require the admin token. Each one is logged and creates a new version."
    : "Changes are disabled. Set http.admin-token-file to roll back, pin and adapt heads here.");
  get("health").hidden = false;
  const bad = checks.filter(check => !check.ok);
  if (bad.length > 0) {
    state("bad", bad.map(check => check.name + ": " + check.reason).join("; "));
  } else if (problem) {
    state("bad", "Incomplete: " + problem);
  } else {
    state("good", "Healthy");
  }
}

function show(live) {
  admin.allowed = live.admin;
  showHealth(live.health, live.admin, live.problem);
  if (live.at === undefined) {
    get("nothing").hidden = false;
    say(get("nothing"), "Loading …");
  } else {
    showDomains(live);
  }
}

async function ask() {
  const answer = await fetch("/api/live", { signal: AbortSignal.timeout(PATIENCE_MILLIS) });
  if (!answer.ok) {
    throw new Error("HTTP " + answer.status);
  }
  return answer.json();
}

async function run() {
  while (true) {
    if (document.hidden) {
      await new Promise(done =>
        document.addEventListener("visibilitychange", done, { once: true }));
      continue;
    }
    let live;
    try {
      live = await ask();
    } catch (away) {
      document.body.classList.add("away");
      state("bad", "No answer from Gazeshift; retrying");
      await pause(RETRY_MILLIS);
      continue;
    }
    document.body.classList.remove("away");
    show(live);
    await pause(EVERY_MILLIS);
  }
}

run();
