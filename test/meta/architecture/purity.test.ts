import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectSpecifiers } from '../../../infra/imports/specifiers.ts';
import { impurities } from './pure-source.ts';

const root = new URL('../../../', import.meta.url);

/**
 * The two modules that may import Node. Each has a browser version with the same results; one of the browser versions is an
 * exception too.
 */
const doors = new Set([
  'packages/protocol/src/ed25519/node-engine.ts',
  'packages/protocol/src/hash/node-sha256.ts',
]);

/** Entry point for the browser's native verification, whose result is the same everywhere. */
const browserDoor = 'packages/protocol/src/ed25519/browser-engine.ts';

const read = (file: string) => readFileSync(new URL(file, root), 'utf8');

/** Returns the files that an index reaches by relative imports and by the `imports` of its package, without test helpers. */
function sources(index: string): string[] {
  const [folder] = /^(packages|apps)\/[^/]+\//.exec(index) ?? [''];
  const { imports = {} } = JSON.parse(read(`${folder}package.json`)) as {
    imports?: Record<string, Record<string, string>>;
  };
  const found = new Set([index]);
  for (const file of found) {
    for (const specifier of collectSpecifiers(read(file))) {
      if (specifier.startsWith('.')) found.add(posix.join(posix.dirname(file), specifier));
      for (const target of Object.values(imports[specifier] ?? {})) found.add(posix.join(folder, target));
    }
  }
  return [...found].filter((file) => !doors.has(file) && file !== browserDoor);
}

describe('the pure packages', () => {
  it.each([
    'packages/protocol/src',
    'packages/modes/src',
    'packages/access/src',
    'packages/agent-runtime/src/run-log',
    'packages/agent-runtime/src/definition',
    'apps/server/src/a2a',
  ])('%s reads no clock, draws no random number and does no I/O', (folder) => {
    const files = sources(`${folder}/index.ts`);
    expect(files.length).toBeGreaterThan(10);
    const found = files.flatMap((file) => impurities(file, read(file)));
    expect(found).toEqual([]);
  });

  it('imports of Node are only in the declared entries', () => {
    for (const file of doors) {
      const found = impurities(file, read(file));
      expect(found.map((each) => each.replace(/^\S+ /, ''))).toEqual(['imports node:crypto']);
    }
  });

  it('the browser entry uses its cryptography and nothing else', () => {
    expect(read(browserDoor).match(/globalThis[.?\w]*/g)).toEqual(['globalThis.crypto?.subtle']);
  });
});

describe('the check', () => {
  it.each([
    ['const now = Date.now();', 'Date.now'],
    ["const now = Date['now']();", 'Date[…]'],
    ['const now = new Date();', 'new Date()'],
    ['const now = new Date;', 'new Date()'],
    ['const now = Date();', 'Date()'],
    ['const die = Math.random();', 'Math.random'],
    ["const format = new Intl.DateTimeFormat('de');", 'Intl'],
    ['const parts = new Intl.Segmenter();', 'Intl'],
    ['const text = (1).toLocaleString();', '.toLocaleString'],
    ["const order = a.localeCompare('b');", 'a.localeCompare'],
    ['setTimeout(() => {}, 1);', 'setTimeout'],
    ["import { readFileSync } from 'node:fs';", 'imports node:fs'],
    ["import fs from 'fs';", 'imports fs'],
    ["export * from 'postgres';", 'imports postgres'],
    ["const fs = await import('node:fs');", 'imports while it runs'],
    ["const answer = fetch('http://x');", 'fetch'],
    ['const id = crypto.randomUUID();', 'crypto'],
    ['const now = globalThis.Date.now();', 'globalThis'],
    ['const name = process.env.NAME;', 'process'],
    ['const tick = performance.now;', 'performance'],
  ])('catches %s', (snippet, what) => {
    expect(impurities('bad.ts', `const a = '';\n${snippet}\n`)).toContain(`bad.ts:2 ${what}`);
  });

  it.each([
    'const at = new Date(0);',
    "const ms = Date.parse('2026-01-01T00:00:00Z');",
    'const largest = Math.max(1, 2);',
    '// Date.now() is not for this package',
    "const text = 'Math.random()';",
    'const policy = { process: 1, fetch: 2 }; policy.process;',
    "import { z } from 'zod';",
  ])('lets %s be', (snippet) => {
    expect(impurities('good.ts', snippet)).toEqual([]);
  });
});
