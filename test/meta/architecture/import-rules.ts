/** Pattern or patterns of which one matches, as sources of regular expressions. */
type Patterns = string | readonly string[];

/**
 * Imports that are forbidden: those from a file that `from` matches to a target that `to` matches. `$1` in `to` stands
 * for the first group of `from.path`.
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
const tools = ['oss-emulator', 'testkit', 'model-emulator'];
const registry = ['http-contract', 'modes', 'access', 'object-store', 'database', 'platform', 'sdk'];
/** Packages of the runtime; each imports only those before it. */
const runtimePackages = ['definition', 'run-log', 'policy', 'runtime', 'runtime-node', 'resident'];
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
    from: { path: `^packages/${name}/src`, pathNot: test },
    to: { path: forbidden.map((other) => `^(packages|apps)/${other}/`) },
  };
}

const runtimeRules = runtimePackages.map((name, index) =>
  packageRule(name, [
    ...registry.filter((other) => !(name === 'resident' && other === 'sdk')),
    ...runtimePackages.slice(index + 1),
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
  packageRule('a2a', [...registry, ...runtimePackages, ...tools, ...apps]),
  packageRule('platform', ['sdk', ...tools, ...apps]),
  packageRule('sdk', ['access', 'database', 'platform', ...tools, ...apps]),
  packageRule('mcp-server', [
    ...['access', 'object-store', 'database', 'http-contract', 'platform'],
    ...runtimePackages,
    ...tools,
    ...apps,
  ]),
  packageRule('create-agent-home', [...registry, ...runtimePackages, ...tools, ...apps]),
  packageRule('conformance', [
    ...['access', 'database', 'http-contract', 'modes', 'platform', 'mcp-server'],
    ...runtimePackages,
    ...tools,
    ...apps,
  ]),
  packageRule('oss-emulator', [
    ...['modes', 'object-store', 'database', 'platform', 'sdk', 'testkit'],
    ...apps,
  ]),
  packageRule('testkit', apps),
  packageRule('model-emulator', [...registry, ...runtimePackages, 'oss-emulator', 'testkit', ...apps]),
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
  // Clients of the vendors are a hundred packages that every agent would install.
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
    from: { path: '^packages/runtime/src/(?!loop/|replay/|index\\.ts$)', pathNot: `${test}|/testing/` },
    to: { path: '^packages/runtime/src/loop/' },
  },
  // The platform and the console certify and show runs by their formats and decisions; only a resident acts.
  {
    name: 'runtime-stays-out-of-platform-and-page',
    from: {
      path: '^(packages/(protocol|http-contract|modes|access|a2a|object-store|database|platform|sdk)|apps/(api|worker|console))/src',
    },
    to: { path: '^packages/(runtime|runtime-node|resident)/' },
  },
  {
    name: 'api-and-worker-stand-apart',
    from: { path: '^apps/(api|worker)/src', pathNot: test },
    to: { path: ['^packages/(sdk|oss-emulator|testkit)/', '^apps/cli/'] },
  },
  // A deep import would make the internals of another package part of its contract.
  {
    name: 'packages-are-entered-by-their-front-door',
    from: { path: '^(packages|apps)/([^/]+)/' },
    to: {
      path: '^(packages|apps)/([^/]+)/src/(?!index\\.ts$|(contract|testing|definitions|state|agent|schemas)/index\\.ts$)',
      pathNot: '^$1/$2/',
    },
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
      path: '^packages/(protocol|http-contract|modes|access|a2a|definition|run-log|policy|runtime)/src',
      pathNot: `${test}|/node-(engine|sha256)\\.ts$`,
    },
    to: { isCore: true },
  },
];
