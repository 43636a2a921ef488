// Checks every document of the YAML files in a directory against the published schemas, twice: by
// the validators of kubernetes-models, which know formats and ranges, and by the TypeScript
// compiler against its types, which know every field there is and so find those there are not.
//   node check-manifests.mjs DIRECTORY
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;

function packageOf(apiVersion) {
  const group = apiVersion.split('/')[0];
  if (group.endsWith('strimzi.io')) return '@kubernetes-models/strimzi-kafka-operator/';
  if (group.endsWith('keda.sh')) return '@kubernetes-models/keda/';
  if (group.endsWith('coreos.com')) return '@kubernetes-models/prometheus-operator/';
  return 'kubernetes-models/';
}

// What only these containers may be, and edge.yaml says why: a directory of the host is made the
// program's, and a camera is opened by its path.
const exceptions = {
  'edge: StatefulSet gazeshift-edge: own-data': ['may run as root', 'is given CHOWN'],
  'edge: StatefulSet gazeshift-edge: edge': ['is privileged', 'may gain privileges', 'keeps capabilities'],
};

// What a container may do beyond its pod, or is not forbidden.
function* privileges({ runAsNonRoot, runAsUser, privileged, allowPrivilegeEscalation, capabilities, seccompProfile } = {}) {
  if (runAsNonRoot === false || runAsUser === 0) yield 'may run as root';
  if (privileged) yield 'is privileged';
  if (allowPrivilegeEscalation !== false) yield 'may gain privileges';
  if (!capabilities?.drop?.includes('ALL')) yield 'keeps capabilities';
  if (capabilities?.add?.length) yield `is given ${capabilities.add}`;
  if (seccompProfile && seccompProfile.type !== 'RuntimeDefault') yield 'has no seccomp profile';
}

// What every pod of ours must be, whatever the schemas allow.
function* carelessness({ from, manifest: { kind, metadata, spec } }) {
  const lasting = ['DaemonSet', 'Deployment', 'StatefulSet'].includes(kind);
  const pod = lasting ? spec.template.spec : kind === 'CronJob' && spec.jobTemplate.spec.template.spec;
  if (!pod) return;
  if (!pod.securityContext?.runAsNonRoot) yield 'may run as root';
  if (pod.securityContext?.seccompProfile?.type !== 'RuntimeDefault') yield 'has no seccomp profile';
  if (pod.automountServiceAccountToken !== false) yield 'is given a token';
  if (pod.hostNetwork || pod.hostPID || pod.hostIPC) yield "shares the host's network or processes";
  if (!(pod.terminationGracePeriodSeconds > 30)) yield 'has less time to stop than it takes';
  for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
    const { name, image, resources, securityContext } = container;
    if (!securityContext?.readOnlyRootFilesystem) yield `${name} can write to its root`;
    if (!/:[\w.-]+$/.test(image)) yield `${name} has an image without a tag`;
    if (!resources?.requests?.cpu || !resources.requests.memory || !resources.limits?.memory) {
      yield `${name} does not say what it needs`;
    }
    const allowed = exceptions[`${from}: ${kind} ${metadata.name}: ${name}`] ?? [];
    for (const privilege of privileges(securityContext)) {
      if (!allowed.includes(privilege)) yield `${name} ${privilege}`;
    }
  }
  if (!lasting) return;
  for (const { name, livenessProbe, readinessProbe, startupProbe } of pod.containers) {
    if (!livenessProbe || !readinessProbe || !startupProbe) yield `${name} lacks a probe`;
  }
}

const documents = readdirSync(process.argv[2])
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) =>
    parseAllDocuments(readFileSync(join(process.argv[2], name), 'utf8')).map((document) => {
      if (document.errors.length) throw new Error(`${name}: ${document.errors[0].message}`);
      return { from: name.replace('.yaml', ''), manifest: document.toJS() };
    }),
  )
  .filter(({ manifest }) => manifest);

let problems = 0;
const say = ({ from, manifest }, text) =>
  console.log(`${from}: ${manifest.kind} ${manifest.metadata.name}: ${text}`);

for (const document of documents) {
  const { manifest } = document;
  try {
    const models = await import(packageOf(manifest.apiVersion) + manifest.apiVersion);
    if (!models[manifest.kind]) throw new Error('there is no such kind');
    new models[manifest.kind](manifest).validate();
    const careless = [...carelessness(document)];
    if (careless.length) throw new Error(careless.join(', '));
    say(document, 'fits');
  } catch (problem) {
    problems++;
    say(document, problem.message);
  }
}

// A literal may have no field that its type has not.
const directory = mkdtempSync(join(here, 'node_modules', '.strict-'));
const lines = documents.flatMap(({ manifest }, i) => [
  `import type { I${manifest.kind} as T${i} } from '${packageOf(manifest.apiVersion)}${manifest.apiVersion}';`,
  `export const d${i} = ${JSON.stringify(manifest)} satisfies T${i};`,
]);
writeFileSync(join(directory, 'strict.ts'), lines.join('\n'));
try {
  execFileSync(
    join(here, 'node_modules/.bin/tsc'),
    ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler']
      .concat(['--target', 'es2022', join(directory, 'strict.ts')]),
    { stdio: 'pipe' },
  );
} catch (failure) {
  for (const line of failure.stdout.toString().split('\n')) {
    const at = line.match(/strict\.ts\((\d+),/);
    if (at) {
      problems++;
      say(documents[Math.floor((Number(at[1]) - 1) / 2)], line.replace(/^.*error /, ''));
    } else if (line.trim()) {
      console.log(line);
    }
  }
  problems ||= 1;
} finally {
  rmSync(directory, { recursive: true });
}
console.log(`${documents.length} documents, ${problems} problems`);
process.exit(problems ? 1 : 0);
