import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const texts = /\.md$|\.test\.ts$|\/testing\//;

interface Runtime {
  /** The word itself, and not a part of another one. */
  word: RegExp;
  /** Folders of the adapter, of texts, of tests and of examples. */
  folders: RegExp;
  /** Places outside of them, each with the reason. */
  places: Record<string, string>;
}

const shared = {
  'apps/cli/src/home/configuration/describe-configuration.ts': 'variables',
  'apps/cli/src/home/local/local-variables.ts': 'variables',
  'packages/agent/package.json': 'dependency',
  'packages/agent/src/known-runtimes/index.ts': 'names the selector',
  'packages/agent/src/runtimes/open-runtimes.ts': 'adds the adapter',
  'infra/packages/publishable.ts': 'package that is built in',
  'package-lock.json': 'dependency',
};

const agno: Runtime = {
  word: /(?<![a-z])agno(?!s)|Agno|AGNO/,
  folders: /^(packages\/runtime-agno|clients\/agno|docs|openspec|examples|test|\.changeset)\//,
  places: {
    ...shared,
    'packages/agent-runtime/src/definition/contracts/agent-spec.ts': 'default of the schema',
    'packages/agent-runtime/schemas/agent.schema.json': 'the schema as a file',
    'infra/ci/steps.ts': 'step of CI',
    'infra/packages/one-version.ts': 'version of the Python package',
    'infra/release/next-version.ts': 'version of the Python package',
    'vitest.config.ts': 'project of tests',
  },
};

const langgraph: Runtime = {
  word: /langgraph/i,
  folders: /^(packages\/runtime-langgraph|docs|openspec|examples|test|\.changeset)\//,
  places: {
    ...shared,
    'biome.json': 'leaves the text of its program as it is',
    'infra/generate/main.ts': 'the text of its program',
    'knip.ts': 'the entry of its program',
    'package.json': 'dependency of tests',
  },
};

function filesThatName({ word, folders }: Runtime): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((file) => /\.(ts|tsx|mts|mjs|js|json|py|yaml|yml|toml|sh)$/.test(file) || file.startsWith('.ci/'))
    .filter((file) => !folders.test(file) && !texts.test(file) && existsSync(`${root}/${file}`))
    .filter((file) => word.test(readFileSync(`${root}/${file}`, 'utf8')))
    .toSorted();
}

test('names agno only where it belongs', () => {
  expect(filesThatName(agno)).toEqual(Object.keys(agno.places).toSorted());
});

test('names LangGraph only where it belongs', () => {
  expect(filesThatName(langgraph)).toEqual(Object.keys(langgraph.places).toSorted());
});
