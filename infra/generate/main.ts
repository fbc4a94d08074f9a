import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run generate`: writes all generated files of the repository, or those of the generator that the first argument names;
 * further arguments are passed to it, for example `npm run generate -- golden debate`.
 */
const generators: Readonly<Record<string, readonly string[]>> = {
  schemas: ['tsx', 'packages/protocol/scripts/json-schema.ts'],
  golden: ['tsx', 'packages/modes/scripts/golden-ledger.ts'],
  vectors: ['tsx', 'test/meta/vectors/main.ts'],
  lists: ['tsx', 'test/meta/protocol-lists/main.ts'],
  protocol: ['tsx', 'test/meta/protocol-documents/main.ts'],
  langgraph: ['tsx', 'packages/runtime-langgraph/scripts/program.ts'],
  configuration: ['tsx', 'apps/cli/scripts/configuration-document.ts'],
  commands: ['tsx', 'apps/cli/scripts/commands-document.ts'],
  'front-matter': ['tsx', 'packages/agent-runtime/scripts/front-matter-document.ts'],
  everyday: ['tsx', 'test/system/commands/everyday/main.ts'],
  conformance: ['tsx', 'packages/conformance/scripts/requirements-document.ts'],
  performance: ['tsx', 'test/performance/bench/performance-document.ts'],
  prose: ['tsx', 'test/meta/prose/main.ts', '--update'],
  api: ['tsx', 'infra/api/main.ts'],
  reference: ['tsx', 'infra/api/reference.ts'],
  examples: ['tsx', 'examples/published-home/main.ts'],
};
/** Generators that run only by name: `golden` needs an argument, and the output of `reference` is not committed. */
const onlyByName = new Set(['golden', 'reference']);

const root = fileURLToPath(new URL('../..', import.meta.url));
const [wanted, ...given] = process.argv.slice(2);
if (wanted !== undefined && !Object.hasOwn(generators, wanted)) {
  console.error(`no generator named ${wanted}; there are: ${Object.keys(generators).join(', ')}`);
  process.exit(2);
}
if (wanted === 'golden' && given.length === 0) {
  console.error('golden needs the name of a mode: npm run generate -- golden MODE [VERSION]');
  process.exit(2);
}
const names =
  wanted === undefined ? Object.keys(generators).filter((name) => !onlyByName.has(name)) : [wanted];
const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`;
for (const name of names) {
  const [program = '', ...usual] = generators[name] ?? [];
  console.log(`generate ${name}`);
  const options = { cwd: root, env: { ...process.env, PATH }, stdio: 'inherit' as const };
  const { status } = spawnSync(program, [...usual, ...given], options);
  if (status !== 0) {
    console.error(`generating ${name} failed`);
    process.exit(1);
  }
}
