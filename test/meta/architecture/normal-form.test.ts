import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const allowed = 'packages/protocol/src/text/normal-form.ts';

test('texts are brought into a normal form in one place', () => {
  const listed = execFileSync('git', ['ls-files', 'packages', 'apps', 'examples'], {
    cwd: root,
    encoding: 'utf8',
  });
  const sources = listed.split('\n').filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  expect(sources).toContain(allowed);
  const calling = sources.filter((file) => /\.normalize\(/.test(readFileSync(new URL(file, root), 'utf8')));
  expect(calling).toEqual([allowed]);
});
