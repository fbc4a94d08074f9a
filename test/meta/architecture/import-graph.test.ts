import { expect, test } from 'vitest';
import { resolveSpecifier } from '../../../infra/imports/resolve-specifier.ts';
import { collectSpecifiers } from '../../../infra/imports/specifiers.ts';
import { findCycles } from './find-cycles.ts';
import { findViolations } from './find-violations.ts';
import { undeclaredImports } from './undeclared-imports.ts';

test('every form of import and re-export counts once', () => {
  const source = [
    "import a, { b } from './value.ts';",
    "import type { C } from './type.ts';",
    "import * as d from './namespace.ts';",
    "import './effect.ts';",
    "import data from './data.json' with { type: 'json' };",
    "export { e } from './named.ts';",
    "export type { F } from './named-type.ts';",
    "export * from './all.ts';",
    "export * as g from './all-as.ts';",
    "type H = import('./import-type.ts').H;",
    'const text = `import "./text.ts"; $' + '{await import("./in-template.ts")}`;',
    "const i = () => import('./dynamic.ts');",
    "const j = require('./required.cjs');",
    "// import './comment.ts';",
    "import { again } from './value.ts';",
  ].join('\n');
  expect(collectSpecifiers(source).sort()).toEqual([
    './all-as.ts',
    './all.ts',
    './data.json',
    './dynamic.ts',
    './effect.ts',
    './import-type.ts',
    './in-template.ts',
    './named-type.ts',
    './named.ts',
    './namespace.ts',
    './required.cjs',
    './type.ts',
    './value.ts',
  ]);
});

test('a specifier resolves by the manifests of the workspaces', () => {
  const workspaces = new Map([
    [
      'packages/modes',
      {
        name: '@agent-home/modes',
        exports: { '.': './src/index.ts', './testing': './src/testing/index.ts' },
        imports: { '#hash': { browser: './src/other.ts', node: './src/hash.ts', default: './src/other.ts' } },
      },
    ],
  ]);
  const resolved = (specifier: string) =>
    resolveSpecifier(specifier, 'packages/modes/src/a/b.ts', workspaces);
  expect(resolved('../c.ts')).toBe('packages/modes/src/c.ts');
  expect(resolved('./shape.css?inline')).toBe('packages/modes/src/a/shape.css');
  expect(resolved('@agent-home/modes')).toBe('packages/modes/src/index.ts');
  expect(resolved('@agent-home/modes/testing')).toBe('packages/modes/src/testing/index.ts');
  expect(resolved('@agent-home/modes/src/mode.ts')).toBe('packages/modes/src/mode.ts');
  expect(resolved('#hash')).toBe('packages/modes/src/hash.ts');
  expect(resolved('fs/promises')).toBe('node:fs/promises');
  expect(resolved('node:test')).toBe('node:test');
  expect(resolved('@alicloud/openapi-core')).toBe('node_modules/@alicloud/openapi-core/');
});

test('finds each cycle once, without the files that lead into it', () => {
  const graph = new Map([
    ['a.ts', ['b.ts']],
    ['b.ts', ['c.ts']],
    ['c.ts', ['b.ts', 'd.ts']],
    ['d.ts', ['e.json']],
    ['f.ts', ['f.ts']],
  ]);
  expect(findCycles(graph)).toEqual([['b.ts', 'c.ts'], ['f.ts']]);
});

test('a rule compares the target with the groups of the importing file', () => {
  const rule = {
    name: 'own-folder',
    from: { path: '^boards/([^/]+)/oracle/', pathNot: '\\.test\\.ts$' },
    to: { pathNot: '^boards/$1/|^node_modules/allowed/' },
  };
  const targets = ['boards/a/case.ts', 'boards/b/case.ts', 'node:fs', 'node_modules/allowed/'];
  const graph = new Map([
    ['boards/a/oracle/judge.ts', targets],
    ['boards/a/oracle/judge.test.ts', targets],
    ['boards/a/other.ts', targets],
  ]);
  const from = 'boards/a/oracle/judge.ts';
  expect(findViolations(graph, [rule])).toEqual([
    { rule: 'own-folder', from, to: ['boards/b/case.ts'] },
    { rule: 'own-folder', from, to: ['node:fs'] },
  ]);
  const core = { name: 'no-core', from: { path: 'judge\\.ts$' }, to: { isCore: true } } as const;
  expect(findViolations(graph, [core])).toEqual([{ rule: 'no-core', from, to: ['node:fs'] }]);
});

test('finds packages that an installed source imports and its manifest lacks', () => {
  const workspaces = new Map([
    [
      'packages/a',
      { name: '@home/a', dependencies: { zod: '1', '@home/b': '1' }, peerDependencies: { x: '1' } },
    ],
    ['packages/b', { name: '@home/b' }],
  ]);
  const targets = [
    ...['node:fs', 'node_modules/zod/v4/', 'node_modules/x/', 'packages/b/src/index.ts'],
    ...['packages/a/src/other.ts', 'node_modules/@scope/y/deep/', 'node_modules/z/'],
  ];
  const graph = new Map([
    ['packages/a/src/index.ts', targets],
    ['packages/a/src/index.test.ts', targets],
    ['packages/a/src/testing/kit.ts', targets],
    ['packages/b/src/index.ts', ['packages/a/src/index.ts']],
  ]);
  expect(undeclaredImports(graph, workspaces)).toEqual([
    { from: 'packages/a/src/index.ts', packageName: '@scope/y' },
    { from: 'packages/a/src/index.ts', packageName: 'z' },
    { from: 'packages/b/src/index.ts', packageName: '@home/a' },
  ]);
});
