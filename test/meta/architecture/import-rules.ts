/** One or several patterns, of which one must match, as sources of regular expressions. */
type Patterns = string | readonly string[];

/**
 * Forbidden imports: those from a file that `from` matches to a target that `to` matches. `$1` in `to` stands for the first group
 * of `from.path`.
 */
export interface ImportRule {
  name: string;
  from: { path?: string; pathNot?: string };
  to: {
    path?: Patterns;
    pathNot?: string;
    /** Matches an import that is part of a cycle. */
    isCycle?: true;
    /** Matches the modules of Node. */
    isCore?: true;
  };
}

const test = '\\.test\\.ts$|/testing/|/contract/|/least-privilege/|/vendor-cases/';
const apps = ['api', 'worker', 'cli', 'console'];
const tools = ['oss-emulator', 'local-postgres', 'model-emulator'];
const registry = ['http-contract', 'modes', 'access', 'object-store', 'database', 'platform', 'sdk'];
/** Parts of the runtime; each imports only those before it. */
const runtimeParts = [
  'definition',
  'run-log',
  'policy',
  'runtime',
  'runtime-node',
  'runtime-agno',
  'runtime-langgraph',
  'resident',
];

/** Folders of parts that share a package with others, as sources of regular expressions. */
const sharedPlaces: Record<string, string> = {
  definition: 'packages/agent-runtime/src/definition/',
  'run-log': 'packages/agent-runtime/src/run-log/',
  policy: 'packages/agent-runtime/src/policy/',
  runtime: 'packages/agent-runtime/src/(?!(definition|run-log|policy)/)',
  'runtime-node': 'packages/runtime-node/src/(?!resident/)',
  resident: 'packages/runtime-node/src/resident/',
  database: 'packages/platform/src/database/',
  platform: 'packages/platform/src/(?!database/)',
  a2a: 'apps/server/src/a2a/',
  api: 'apps/server/src/api/',
  worker: 'apps/server/src/worker/',
  cli: 'apps/cli/src/',
  console: 'apps/console/src/',
};
const placeOf = (part: string) => `^${sharedPlaces[part] ?? `packages/${part}/src/`}`;
/** Parts with a folder of their own and an index. */
const entered = ['definition', 'run-log', 'policy', 'resident', 'database', 'a2a', 'api', 'worker'];

/** Layers of the platform; each imports only itself and those after it. */
const platformLayers = [
  'operations',
  'credentials',
  'judging',
  'reading',
  'registry',
  'publication',
  'foundation',
];

function packageRule(name: string, forbidden: readonly string[]): ImportRule {
  return {
    name: `${name}-sees-only-what-is-below`,
    from: { path: placeOf(name), pathNot: test },
    to: { path: forbidden.map(placeOf) },
  };
}

const runtimeRules = runtimeParts.map((name, index) =>
  packageRule(name, [
    ...registry.filter((other) => !(name === 'resident' && other === 'sdk')),
    ...runtimeParts.slice(index + 1),
    ...(name === 'run-log' ? ['definition'] : []),
    ...tools,
    ...apps,
  ]),
);

const platformRules = platformLayers.slice(1).map(
  (layer, index): ImportRule => ({
    name: `${layer}-sees-only-wings-below`,
    from: { path: `^packages/platform/src/${layer}/` },
    to: { path: `^packages/platform/src/(${platformLayers.slice(0, index + 1).join('|')})/` },
  }),
);

const lowestPackages = ['protocol', 'http-contract', 'modes', 'access', 'object-store', 'database'];
const packageRules = [
  ...lowestPackages.map((name) =>
    packageRule(name, [...registry.filter((other) => other !== name), ...tools, ...apps]),
  ),
  packageRule('a2a', [...registry, ...runtimeParts, ...tools, ...apps]),
  packageRule('platform', ['sdk', ...tools, ...apps]),
  packageRule('sdk', ['access', 'database', 'platform', ...tools, ...apps]),
  packageRule('mcp-server', [
    ...['access', 'object-store', 'database', 'http-contract', 'platform'],
    ...runtimeParts,
    ...tools,
    ...apps,
  ]),
  packageRule('agent', [...registry, 'resident', ...tools, ...apps]),
  packageRule('create-agent-home', [...registry, ...runtimeParts, ...tools, ...apps]),
  packageRule('conformance', [
    ...['access', 'database', 'modes', 'platform', 'mcp-server'],
    ...runtimeParts,
    ...tools,
    ...apps,
  ]),
  packageRule('oss-emulator', [
    ...['modes', 'object-store', 'database', 'platform', 'sdk', 'local-postgres'],
    ...apps,
  ]),
  packageRule('local-postgres', apps),
  packageRule('model-emulator', [...registry, ...runtimeParts, 'oss-emulator', 'local-postgres', ...apps]),
];

/** Directions of imports (`docs/architecture.md`), checked by `npm run check -- imports`. */
export const importRules: readonly ImportRule[] = [
  ...packageRules,
  ...platformRules,
  // Test kits of modes must not reach the browser or the programs that embed an agent.
  {
    name: 'kits-stay-out-of-the-front-door',
    from: { path: '^packages/modes/src/', pathNot: `${test}|/kit\\.ts$` },
    to: { path: '^packages/modes/src/(testing/|catalogue/[^/]+/kit\\.ts$)' },
  },
  // Vendor clients bring a hundred packages that every agent would have to install.
  {
    name: 'agents-install-no-vendor-client',
    from: { path: '^packages/(sdk|object-store/src/agent)/', pathNot: test },
    to: {
      path: '^node_modules/(ali-oss|minio|fast-xml-parser|@alicloud)/|^packages/object-store/src/(index|aliyun/(aliyun-|oss-(client|exchange)|sts-)|s3/(s3-object|s3-credential|sign-request|xml))',
    },
  },
  ...runtimeRules,
  // Features return how a run continues; only the loop acts on it (README of the runtime, "The loop").
  {
    name: 'features-do-not-continue-a-run',
    from: { path: `${placeOf('runtime')}(?!loop/|replay/|index\\.ts$)`, pathNot: `${test}|/testing/` },
    to: { path: '^packages/agent-runtime/src/loop/' },
  },
  // The platform and the console certify and show runs by their formats and decisions; only a resident acts.
  {
    name: 'runtime-stays-out-of-platform-and-page',
    from: {
      path: '^(packages/(protocol|http-contract|modes|access|object-store|platform|sdk)|apps/(server|console))/src',
    },
    // The judge of recorded decisions replays a log and acts on nothing.
    to: {
      path: ['runtime', 'runtime-node', 'runtime-agno', 'runtime-langgraph', 'resident'].map(placeOf),
      pathNot: '^packages/agent-runtime/src/replay/index\\.ts$',
    },
  },
  {
    name: 'api-and-worker-stand-apart',
    from: { path: '^apps/server/src/(api|worker)/', pathNot: test },
    to: { path: ['^packages/(sdk|oss-emulator|local-postgres)/', '^apps/cli/'] },
  },
  {
    name: 'api-and-worker-do-not-see-each-other',
    from: { path: '^apps/server/src/(api|worker)/' },
    to: { path: '^apps/server/src/(api|worker)/', pathNot: '^apps/server/src/$1/' },
  },
  // A deep import would make the internals of another package part of its contract.
  {
    name: 'packages-are-entered-by-their-front-door',
    from: { path: '^(packages|apps)/([^/]+)/' },
    to: {
      path: `^(packages|apps)/([^/]+)/src/(?!index\\.ts$|(contract|(policy/)?testing|definitions|state|agent|(known-)?runtimes|replay|schemas|${entered.join('|')})/index\\.ts$)`,
      pathNot: '^$1/$2/',
    },
  },
  ...entered.map(
    (part): ImportRule => ({
      name: `${part}-is-entered-by-its-front-door`,
      from: { path: '^(packages|apps)/[^/]+/src/', pathNot: placeOf(part) },
      to: { path: `${placeOf(part)}(?!(testing/)?index\\.ts$)` },
    }),
  ),
  // Commands for file-based agents need no home; a home has residents, which are file-based agents.
  {
    name: 'commands-for-agents-see-no-home',
    from: { path: '^apps/cli/src/(agents|command-line|terminal|state|errors)/', pathNot: test },
    to: { path: '^apps/cli/src/(home|program)/' },
  },
  {
    name: 'shared-parts-of-the-command-see-no-command',
    from: { path: '^apps/cli/src/(command-line|terminal|state|errors)/', pathNot: test },
    to: { path: '^apps/cli/src/agents/' },
  },
  // The expected permission matrix is derived from the requirements, independently of the code under test.
  {
    name: 'expectations-know-nothing-of-the-code',
    from: { path: '^test/security/matrix/expected/' },
    to: { pathNot: '^test/security/matrix/(expected/|dimensions\\.ts$|object-classes\\.ts$)' },
  },
  {
    name: 'words-of-the-matrix-know-nothing-of-the-code',
    from: { path: '^test/security/matrix/(dimensions|object-classes|scenes/[a-z-]+)\\.ts$' },
    to: { pathNot: '^test/security/matrix/(dimensions|object-classes|scenes/[a-z-]+)\\.ts$' },
  },
  // An oracle that imported the code under test would repeat its mistakes.
  {
    name: 'oracles-of-boards-know-nothing-of-the-code',
    from: { path: '^test/security/boards/([^/]+)/(oracle/|case\\.ts$)' },
    to: { pathNot: '^test/security/boards/$1/(oracle/|case\\.ts$)|^node_modules/@marcbachmann/cel-js/' },
  },
  { name: 'no-cycles', from: {}, to: { isCycle: true } },
  {
    name: 'pure-packages-do-no-input-or-output',
    from: {
      path: '^(packages/(protocol|http-contract|modes|access|agent-runtime)/src|apps/server/src/a2a)/',
      pathNot: `${test}|/node-(engine|sha256)\\.ts$`,
    },
    to: { isCore: true },
  },
];
