/** A static check: a program that prints its findings and exits with 1 if there are any. */
export interface Check {
  name: string;
  command: readonly string[];
  /** Seconds of processor time without caches; expensive checks start first so that they do not end last. */
  cost: number;
  /** Peak memory in MB. */
  memory: number;
  /**
   * Files that decide the result: a prefix of their paths, or an expression for them. Modules that the program imports, all
   * manifests and `tsconfig.json` are always inputs.
   */
  inputs: readonly (string | RegExp)[];
  /** True if the result depends on which files there are, over and above the contents of the inputs. */
  readsNames?: boolean;
  /** True if the result depends on commits, as that of a check of new lines does. */
  readsHistory?: boolean;
  environment?: Readonly<Record<string, string>>;
  /** True for a check that only runs when it is named, with the reason in a comment at its row. */
  onlyByName?: boolean;
}

const allFiles = [''];
const sources = ['apps/', 'packages/', 'examples/', 'infra/', 'test/'];

/** The native compiler takes a third of the processor time of `typescript` 6, which stays for tools that use its API. */
const compiler = 'node_modules/typescript-native/bin/tsc';
/** One checker and an eager collector keep the compiler below 2 GB. */
const types = (project: string, name: string) => ({
  command: [
    compiler,
    ...['--noEmit', '--checkers', '1', '--incremental'],
    ...['--tsBuildInfoFile', `node_modules/.cache/types/${name}.tsbuildinfo`],
    ...['-p', project],
  ],
  environment: { GOGC: '60' },
});

/** Checks that `npm run check` runs. No default check needs a network or a service; some others run only by name. */
export const checks: readonly Check[] = [
  {
    name: 'types',
    ...types('tsconfig.json', 'repository'),
    cost: 30,
    memory: 2_000,
    inputs: [...sources, 'vitest.config.ts'],
  },
  {
    name: 'console types',
    ...types('apps/console/tsconfig.json', 'console'),
    cost: 6,
    memory: 500,
    inputs: ['apps/console/', 'packages/'],
  },
  { name: 'lint', command: ['tsx', 'infra/checks/lint.ts'], cost: 14, memory: 400, inputs: allFiles },
  {
    name: 'dependencies',
    command: ['tsx', 'test/meta/dependencies/check-dependencies.ts'],
    cost: 10,
    memory: 450,
    inputs: allFiles,
  },
  {
    name: 'api',
    command: ['tsx', 'infra/api/main.ts', '--check'],
    cost: 12,
    memory: 600,
    inputs: ['packages/', 'docs/api/'],
  },
  {
    name: 'prose',
    command: ['tsx', 'test/meta/prose/main.ts'],
    cost: 9,
    memory: 400,
    inputs: allFiles,
    readsHistory: true,
  },
  {
    name: 'vectors',
    command: ['tsx', 'test/meta/vectors/main.ts', '--check'],
    cost: 8,
    memory: 300,
    inputs: ['vectors/', 'packages/modes/golden/'],
  },
  {
    name: 'specs',
    command: ['tsx', 'test/meta/specs/check-specs.ts'],
    cost: 5,
    memory: 400,
    inputs: ['openspec/', 'apps/', 'packages/', 'test/', 'clients/python/', 'examples/', 'vitest.config.ts'],
  },
  {
    name: 'lists',
    command: ['tsx', 'test/meta/protocol-lists/main.ts', '--check'],
    cost: 4,
    memory: 250,
    inputs: ['docs/protocol/lists/'],
  },
  {
    name: 'configuration',
    command: ['tsx', 'apps/cli/scripts/configuration-document.ts', '--check'],
    cost: 4,
    memory: 250,
    inputs: ['docs/configuration.md'],
  },
  {
    name: 'commands',
    command: ['tsx', 'apps/cli/scripts/commands-document.ts', '--check'],
    cost: 4,
    memory: 250,
    inputs: ['docs/commands.md'],
  },
  {
    name: 'documents',
    command: ['tsx', 'test/meta/documents/check-documents.ts'],
    cost: 3,
    memory: 200,
    inputs: [/\.md$/, 'apps/', 'packages/', 'clients/', 'infra/', 'docker-compose.yml'],
    readsNames: true,
  },
  {
    name: 'imports',
    command: [
      'tsx',
      'test/meta/architecture/check-imports.ts',
      'apps',
      'packages',
      'examples',
      'infra',
      'test',
    ],
    cost: 3,
    memory: 300,
    inputs: [...sources, /^[^/]+\.ts$/],
  },
  // Anchors of the planted bugs and of the broken rules of `prove:scenarios`.
  {
    name: 'mutations',
    command: ['tsx', 'test/meta/source-mutations/check-mutations.ts'],
    cost: 3,
    memory: 300,
    inputs: ['apps/', 'packages/'],
  },
  {
    name: 'changesets',
    command: ['tsx', 'test/meta/changesets/main.ts'],
    cost: 2,
    memory: 250,
    inputs: ['apps/', 'packages/', '.changeset/', 'CHANGELOG.md'],
    readsHistory: true,
  },
  {
    name: 'openspec',
    command: ['openspec', 'validate', '--all', '--strict'],
    cost: 1,
    memory: 100,
    inputs: ['openspec/'],
    environment: { OPENSPEC_TELEMETRY: '0' },
  },
  {
    name: 'schemas',
    command: ['tsx', 'packages/protocol/scripts/json-schema.ts', '--check'],
    cost: 1,
    memory: 100,
    inputs: ['packages/protocol/json-schema/'],
  },
  {
    name: 'protocol',
    command: ['tsx', 'test/meta/protocol-documents/main.ts', '--check'],
    cost: 1,
    memory: 100,
    inputs: ['docs/protocol/'],
  },
  {
    name: 'references',
    command: ['tsx', 'test/meta/references/main.ts'],
    cost: 1,
    memory: 100,
    inputs: allFiles,
  },
  {
    name: 'paths',
    command: ['tsx', 'test/meta/route-paths/main.ts'],
    cost: 1,
    memory: 150,
    inputs: ['apps/', 'packages/'],
    readsNames: true,
  },
  {
    name: 'performance',
    command: ['tsx', 'test/performance/bench/performance-document.ts', '--check'],
    cost: 1,
    memory: 100,
    inputs: ['test/performance/recorded/', 'docs/performance.md'],
  },
  // `examples/oss` is regenerated by a test of project `long`, which takes a minute.
  {
    name: 'examples',
    command: ['tsx', 'examples/published-home/main.ts', '--check'],
    cost: 60,
    memory: 500,
    inputs: allFiles,
    onlyByName: true,
  },
  // Queries the registry for known vulnerabilities.
  {
    name: 'vulnerabilities',
    command: ['tsx', 'test/security/supply-chain/check-vulnerabilities.ts'],
    cost: 5,
    memory: 250,
    inputs: allFiles,
    onlyByName: true,
  },
];
