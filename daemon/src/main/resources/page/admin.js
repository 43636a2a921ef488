// Requests that change heads: confirmed with the admin token; shows their result.

import { get, say } from "./parts.js";

const TOLD_MILLIS = 6000, PATIENCE_MILLIS = 20_000;

/** Whether the server allows changes. The token is kept only while the page is open. */
export const admin = { allowed: false, token: "" };

const dialog = get("order");
let order, answered, hiding;

/**
 * Asks for confirmation and sends the request; resolves to true if it succeeded.
 * A request has an action, a domain, perhaps a version, and the texts of the dialog.
 */
export function confirm(asked) {
  order = asked;
  say(get("order-title"), asked.title);
  say(get("order-text"), asked.text);
  say(get("order-go"), asked.go);
  get("order-reason").value = "";
  get("order-reason-label").hidden = asked.action === "adapt";
  get("order-token").value = admin.token;
  problem("");
  dialog.returnValue = "";
  dialog.showModal();
  (admin.token ? get("order-go") : get("order-token")).focus();
  return new Promise(done => { answered = done; });
}

function problem(text) {
  get("order-problem").hidden = !text;
  say(get("order-problem"), text);
}

function tell(text) {
  clearTimeout(hiding);
  get("told").hidden = false;
  say(get("told"), text);
  hiding = setTimeout(() => { get("told").hidden = true; }, TOLD_MILLIS);
}

async function send(mine, token) {
  const answer = await fetch("/api/admin/" + mine.action, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Bearer " + token },
    body: JSON.stringify({
      domain: mine.domain, version: mine.version, reason: get("order-reason").value || undefined }),
    signal: AbortSignal.timeout(PATIENCE_MILLIS),
  });
  return { status: answer.status, ...await answer.json() };
}

async function submit(event) {
  event.preventDefault();
  const mine = order;
  get("order-go").disabled = true;
  problem("");
  try {
    const token = get("order-token").value.trim();
    // A header allows no other characters.
    if (!/^[\x21-\x7e]+$/.test(token)) {
      problem("Wrong admin token.");
      return;
    }
    const answer = await send(mine, token);
    if (answer.status === 200) {
      admin.token = token;
      tell(mine.domain + ": " + answer.done);
      if (order === mine) dialog.close("done");
    } else if (order !== mine) {
      // The dialog was closed or reused since.
      tell(mine.domain + ": " + answer.problem);
    } else {
      admin.token = answer.status === 401 ? "" : token;
      problem(answer.problem[0].toUpperCase() + answer.problem.slice(1) + ".");
      if (answer.status === 401) get("order-token").select();
    }
  } catch (away) {
    if (order === mine) problem("No answer in time. Check the versions before you try again.");
  } finally {
    get("order-go").disabled = false;
  }
}

dialog.querySelector("form").onsubmit = submit;
get("order-cancel").onclick = () => dialog.close("");
dialog.onclose = () => {
  order = undefined;
  answered(dialog.returnValue === "done");
};
