/** Imports run one way (docs/architecture.md, “Which way imports run”). Each rule names who may not see whom, and fails the lint. */
const test = '\\.test\\.ts$|/testing/|/contract/|/least-privilege/|/vendor-cases/';
const layer = (name, mayNotSee) => ({
  name: `${name}-sees-only-what-is-below`,
  severity: 'error',
  from: { path: `^packages/${name}/src`, pathNot: test },
  to: { path: mayNotSee.map((other) => `^(packages|apps)/${other}/`) },
});
const apps = ['api', 'worker', 'cli', 'console'];
const tools = ['oss-emulator', 'testkit', 'model-emulator'];
/** The runtime, from what stands on the protocol alone to what lives in a home. Each sees what stands before it. */
const runtimeLayers = ['definition', 'run-log', 'policy', 'runtime', 'runtime-node', 'resident'];
const registry = ['http-contract', 'modes', 'access', 'object-store', 'database', 'platform', 'sdk'];
const runtimeRules = runtimeLayers.map((name, index) =>
  layer(name, [
    ...registry.filter((other) => !(name === 'resident' && other === 'sdk')),
    ...runtimeLayers.slice(index + 1),
    ...(name === 'run-log' ? ['definition'] : []),
    ...tools,
    ...apps,
  ]),
);

/** Wings of the platform: each sees itself and what stands after it. */
const wings = ['operations', 'credentials', 'judging', 'reading', 'registry', 'publication', 'foundation'];
const upwards = wings.slice(1).map((wing, index) => ({
  name: `${wing}-sees-only-wings-below`,
  severity: 'error',
  from: { path: `^packages/platform/src/${wing}/` },
  to: { path: `^packages/platform/src/(${wings.slice(0, index + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    layer('protocol', [
      ...['http-contract', 'modes', 'access', 'object-store', 'database', 'platform', 'sdk'],
      ...tools,
      ...apps,
    ]),
    layer('http-contract', [
      'modes',
      'access',
      'object-store',
      'database',
      'platform',
      'sdk',
      ...tools,
      ...apps,
    ]),
    layer('modes', [
      'http-contract',
      'access',
      'object-store',
      'database',
      'platform',
      'sdk',
      ...tools,
      ...apps,
    ]),
    layer('access', [
      'http-contract',
      'modes',
      'object-store',
      'database',
      'platform',
      'sdk',
      ...tools,
      ...apps,
    ]),
    layer('a2a', [...registry, ...runtimeLayers, ...tools, ...apps]),
    layer('object-store', [
      'http-contract',
      'modes',
      'access',
      'database',
      'platform',
      'sdk',
      ...tools,
      ...apps,
    ]),
    layer('database', [
      'http-contract',
      'modes',
      'access',
      'object-store',
      'platform',
      'sdk',
      ...tools,
      ...apps,
    ]),
    layer('platform', ['sdk', ...tools, ...apps]),
    ...upwards,
    {
      name: 'kits-stay-out-of-the-front-door',
      comment: 'What tests need of a mode must not come into the browser or into what agents embed.',
      severity: 'error',
      from: { path: '^packages/modes/src/', pathNot: `${test}|/kit\\.ts$` },
      to: { path: '^packages/modes/src/(testing/|catalogue/[^/]+/kit\\.ts$)' },
    },
    layer('sdk', ['access', 'database', 'platform', ...tools, ...apps]),
    {
      name: 'agents-install-no-vendor-client',
      comment: 'The vendors’ clients are a hundred packages that an agent would have to install.',
      severity: 'error',
      from: { path: '^packages/(sdk|object-store/src/agent)/', pathNot: test },
      to: {
        path: '^node_modules/(ali-oss|minio|fast-xml-parser|@alicloud)/|^packages/object-store/src/(index|aliyun/(aliyun-|oss-(client|exchange)|sts-)|s3/(s3-object|s3-credential|sign-request|xml))',
      },
    },
    layer('mcp-server', [
      ...['access', 'object-store', 'database', 'http-contract', 'platform'],
      ...runtimeLayers,
      ...tools,
      ...apps,
    ]),
    layer('create-agent-home', [...registry, ...runtimeLayers, ...tools, ...apps]),
    layer('conformance', [
      ...['access', 'database', 'http-contract', 'modes', 'platform', 'mcp-server'],
      ...runtimeLayers,
      ...tools,
      ...apps,
    ]),
    layer('oss-emulator', ['modes', 'object-store', 'database', 'platform', 'sdk', 'testkit', ...apps]),
    layer('testkit', apps),
    ...runtimeRules,
    layer('model-emulator', [...registry, ...runtimeLayers, 'oss-emulator', 'testkit', ...apps]),
    {
      name: 'runtime-stays-out-of-platform-and-page',
      comment: 'What a home certifies and shows of runs needs their formats and decisions, never what acts.',
      severity: 'error',
      from: {
        path: '^(packages/(protocol|http-contract|modes|access|a2a|object-store|database|platform|sdk)|apps/(api|worker|console))/src',
      },
      to: { path: '^packages/(runtime|runtime-node|resident)/' },
    },
    {
      name: 'api-and-worker-stand-apart',
      severity: 'error',
      from: { path: '^apps/(api|worker)/src', pathNot: test },
      to: { path: ['^packages/(sdk|oss-emulator|testkit)/', '^apps/cli/'] },
    },
    {
      name: 'packages-are-entered-by-their-front-door',
      comment:
        'Another package is imported by its name; a deep import makes its inside part of its contract.',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/' },
      to: {
        path: '^(packages|apps)/([^/]+)/src/(?!index\\.ts$|(contract|testing|definitions|agent|schemas)/index\\.ts$)',
        pathNot: '^$1/$2/',
      },
    },
    {
      name: 'expectations-know-nothing-of-the-code',
      comment: 'The table of the permission matrix is written from the requirements, not from what it tests.',
      severity: 'error',
      from: { path: '^test/security/matrix/expected/' },
      to: { pathNot: '^test/security/matrix/(expected/|dimensions\\.ts$|object-classes\\.ts$)' },
    },
    {
      name: 'words-of-the-matrix-know-nothing-of-the-code',
      severity: 'error',
      from: { path: '^test/security/matrix/(dimensions|object-classes|scenes/[a-z-]+)\\.ts$' },
      to: { pathNot: '^test/security/matrix/(dimensions|object-classes|scenes/[a-z-]+)\\.ts$' },
    },
    {
      name: 'oracles-of-boards-know-nothing-of-the-code',
      comment: 'An oracle is written from the requirements: what it imported it would only repeat.',
      severity: 'error',
      from: { path: '^test/security/boards/([^/]+)/(oracle/|case\\.ts$)' },
      to: { pathNot: '^test/security/boards/$1/(oracle/|case\\.ts$)|^node_modules/@marcbachmann/cel-js/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'pure-packages-do-no-input-or-output',
      severity: 'error',
      from: {
        path: '^packages/(protocol|http-contract|modes|access|a2a|definition|run-log|policy|runtime)/src',
        pathNot: `${test}|/node-(engine|sha256)\\.ts$`,
      },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: require('node:path').join(__dirname, 'tsconfig.json') },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
