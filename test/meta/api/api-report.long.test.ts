import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { apiReport, documentedShare } from '../../../infra/api/api-report.ts';
import { ExportReader } from '../../../infra/api/read-exports.ts';

const files: Record<string, string> = {
  'tsconfig.json':
    '{ "compilerOptions": { "module": "NodeNext", "allowImportingTsExtensions": true, "types": [] } }',
  'packages/lamps/src/index.ts': `
    export { Lamp, type Colour as Tint } from './lamp.ts';
    export { other } from '../../other/src/index.ts';`,
  'packages/lamps/src/lamp.ts': `
    /** A lamp. */
    export class Lamp {
      readonly #watts = 40;
      private secret = 1;
      /** Returns its power. */
      power() { return this.#watts + this.secret; }
    }
    export type Colour = 'red' | 'blue';`,
  'packages/other/src/index.ts': 'export const other = (n: number) => String(n);',
};

async function described() {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-api-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const index = join(folder, 'packages/lamps/src/index.ts');
  const entry = {
    specifier: '@agent-home/lamps',
    names: new ExportReader(folder, [index]).collectExports(index),
  };
  const lamps = { name: entry.specifier, folder: 'lamps', entryPoints: [], inlined: [] };
  return { lamps, entry };
}

test('an API report has signatures without bodies and private members', async () => {
  const { lamps, entry } = await described();
  const [, declarations] = /```ts\n(.*?)\n```/s.exec(apiReport(lamps, [entry])) ?? [];
  expect(declarations?.split('\n\n')).toEqual([
    'class Lamp {\n    power(): number;\n}',
    'type Colour = "red" | "blue";',
    "export {\n    other,\n} from '@agent-home/other';",
  ]);
});

test('an API report counts and names undocumented exports', async () => {
  const { entry } = await described();
  const share = '@agent-home/lamps: 2 of 3 exported names without a docstring';
  expect(documentedShare(entry.specifier, [entry], true)).toBe(share);
  expect(documentedShare(entry.specifier, [entry], false)).toBe(`${share}: Tint, other`);
});
