// Checks the queries of all dashboards and alerts: each parses, and each metric in it is one of
// docs/reference/metrics.md. With the address of a Prometheus, each panel's query must also give something, and
// a number: a series that is there but is not one shows nothing. A panel that shows names only, such as those of
// silent cameras, may be empty.
//   node check-queries.mjs [http://127.0.0.1:9090]
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

const root = new URL('../../', import.meta.url).pathname;
const prometheus = process.argv[2];
const variables = {
  camera: '.+', domain: '.+', instance: '.+', job: 'gazeshift',
  __rate_interval: '1m', __interval: '5s', __range: '5m',
};

function catalogued() {
  const names = new Set(['up', 'ALERTS']);
  const page = readFileSync(join(root, 'docs/reference/metrics.md'), 'utf8');
  for (const [, name, type] of page.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)) {
    if (type === 'counter' || type === 'gauge') names.add(name);
    else for (const end of ['count', 'sum', 'max']) names.add(`${name}_${end}`);
    if (type === 'histogram') names.add(`${name}_bucket`);
  }
  return names;
}

function substitute(query) {
  return query.replace(/\$\{?(\w+)(?::\w+)?\}?/g, (text, name) => {
    if (!(name in variables)) throw new Error(`unknown variable ${text}`);
    return variables[name];
  });
}

function metricsIn(query) {
  const metrics = [];
  let broken = false;
  parser.parse(query).iterate({
    enter(node) {
      if (node.type.isError) broken = true;
      if (node.name === 'VectorSelector') {
        metrics.push(query.slice(node.from, node.to).match(/^\s*([\w:]*)/)[1]);
      }
    },
  });
  if (broken) throw new Error('does not parse');
  return metrics;
}

const panelsOf = (panels) => panels.flatMap((p) => [p, ...panelsOf(p.panels ?? [])]);

function queries() {
  const found = [];
  const dashboards = join(root, 'grafana/dashboards');
  for (const file of readdirSync(dashboards)) {
    const dashboard = JSON.parse(readFileSync(join(dashboards, file), 'utf8'));
    for (const panel of panelsOf(dashboard.panels)) {
      for (const target of panel.targets ?? []) {
        found.push({ where: `${dashboard.title} / ${panel.title}`, query: target.expr, live: panel.options?.textMode !== 'name' });
      }
    }
    for (const variable of dashboard.templating.list.filter((v) => v.type === 'query')) {
      const [, metric, label] = variable.query.query.match(/^label_values\((.*), (\w+)\)$/);
      found.push({ where: `${dashboard.title} / $${variable.name}`, query: `count by (${label}) (${metric})`, live: true });
    }
  }
  const rules = parse(readFileSync(join(root, 'alerts/gazeshift.rules.yaml'), 'utf8'));
  for (const rule of rules.groups.flatMap((group) => group.rules)) {
    // An alert is usually silent.
    found.push({ where: `alert ${rule.alert}`, query: rule.expr, live: false });
  }
  return found;
}

async function series(query) {
  const answer = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(query)}`);
  const { status, error, data } = await answer.json();
  if (status !== 'success') throw new Error(error);
  return data.result.map(({ value }) => value[1]);
}

const known = catalogued();
let problems = 0;
let checked = 0;
for (const { where, query, live } of queries()) {
  checked++;
  try {
    const text = substitute(query);
    const metrics = metricsIn(text);
    if (!metrics.length) throw new Error('asks for no metric');
    const unknown = metrics.filter((metric) => !known.has(metric));
    if (unknown.length) throw new Error(`no such metric in docs/reference/metrics.md: ${unknown}`);
    const values = prometheus ? await series(text) : [];
    if (prometheus && live && !values.length) throw new Error(`gives nothing: ${text}`);
    if (live && values.length && values.every((value) => value === 'NaN')) throw new Error(`gives no number: ${text}`);
  } catch (problem) {
    problems++;
    console.log(`${where}: ${problem.message}`);
  }
}
console.log(`${checked} queries, ${problems} problems`);
process.exit(problems ? 1 : 0);
