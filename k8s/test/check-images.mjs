// Checks Dockerfiles without an engine: their grammar, by the checker that editors use, and what
// every image of ours must be.
//   node check-images.mjs DOCKERFILE...
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { validate } = require('dockerfile-utils');
const { DockerfileParser } = require('dockerfile-ast');

const tagged = (image) => /:[\w.-]+$/.test(image) && !image.endsWith(':latest');

// The instructions of a stage, after those of the stages that it is made from.
function chain(stages, stage) {
  const from = stages.find(({ name }) => name === stage.image);
  return [...(from ? chain(stages, from) : []), ...stage.instructions];
}

// An image may be given by an argument; its default is what is checked.
function imageOf(instruction, defaults) {
  return instruction.getImage().replace(/\$\{(\w+)\}/g, (_, name) => defaults.get(name) ?? '');
}

function stagesOf(dockerfile) {
  const stages = [];
  const defaults = new Map();
  for (const instruction of dockerfile.getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      stages.push({ image: imageOf(instruction, defaults), name: instruction.getBuildStage(), instructions: [] });
    } else if (instruction.getKeyword() === 'ARG' && !stages.length) {
      defaults.set(...instruction.getArgumentsContent().split(/=(.*)/s, 2));
    } else {
      stages.at(-1)?.instructions.push(instruction);
    }
  }
  return stages;
}

function* problemsOf(text) {
  for (const { range, message } of validate(text)) yield `line ${range.start.line + 1}: ${message}`;
  const stages = stagesOf(DockerfileParser.parse(text));
  const names = stages.map(({ name }) => name).filter(Boolean);
  for (const { image } of stages) {
    if (!names.includes(image) && !tagged(image)) yield `${image} has no tag`;
  }
  if (stages.length < 2) yield 'is built where it runs';
  const last = stages.length ? chain(stages, stages.at(-1)) : [];
  const words = (keyword) =>
    last.filter((i) => i.getKeyword() === keyword).map((i) => i.getArgumentsContent() ?? '');
  if (!/^[1-9]\d*:[1-9]\d*$/.test(words('USER').at(-1) ?? '')) yield 'runs as root, or as who knows whom';
  if (!words('ENTRYPOINT').at(-1)?.startsWith('["/')) yield 'starts through a shell, or nothing';
  if (words('EXPOSE').join() !== '9464') yield 'does not say where it answers';
  for (const run of words('RUN').filter((command) => command.includes('apt-get install'))) {
    if (!run.includes('--no-install-recommends')) yield 'installs what it does not need';
    if (!run.includes('rm -rf /var/lib/apt/lists')) yield 'keeps the lists of packages';
  }
  for (const copy of stages.flatMap(({ instructions }) => instructions)) {
    if (copy.getKeyword() !== 'COPY') continue;
    const from = copy.getFlags().find((flag) => flag.getName() === 'from')?.getValue();
    // 'models' is a directory that the build command names.
    if (from && from !== 'models' && !names.includes(from) && !tagged(from)) {
      yield `copies from ${from}, which there is not`;
    }
  }
  // Nothing of the machine it was built on but what was built.
  for (const copy of last.filter((i) => i.getKeyword() === 'COPY')) {
    if (!copy.getFlags().some((flag) => flag.getName() === 'from')) yield 'copies sources into the image';
  }
}

let problems = 0;
for (const file of process.argv.slice(2)) {
  for (const problem of problemsOf(readFileSync(file, 'utf8'))) {
    problems++;
    console.log(`${basename(file)}: ${problem}`);
  }
}
console.log(`${process.argv.length - 2} images, ${problems} problems`);
process.exit(problems ? 1 : 0);
