import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandPlace } from '../../../testing/command-place.ts';

const at = '2026-05-01T08:00:00.000Z';
const settings = (allow: unknown[]) => ({
  'home/.agent-home/settings.json': JSON.stringify({ approvals: { allow } }),
});

test('an unknown pattern is refused with the nearest one', async () => {
  const place = commandPlace(
    settings(['bash(git diff *)', { pattern: 'bash(ls *)', project: '/elsewhere' }]),
  );
  const mistyped = await place.run('approvals', 'patterns', 'remove', 'bash(git dif *)');
  expect([mistyped.code, mistyped.stderr]).toEqual([
    2,
    expect.stringMatching(/did you mean bash\(git diff \*\)\? \[no_such_pattern\]/),
  ]);
  const elsewhere = await place.run('approvals', 'patterns', 'remove', 'bash(ls *)');
  expect([elsewhere.code, elsewhere.stderr]).toEqual([
    2,
    expect.stringMatching(/pass --project \/elsewhere \[no_such_pattern\]/),
  ]);
  const hidden = await place.run('approvals', 'patterns', 'remove', 'a\u202eb');
  expect(hidden.stderr).toContain('‹U+202E›');
});

test('patterns list prints each pattern with its project, author, date and file', async () => {
  const place = commandPlace(settings([{ pattern: 'bash(find *)', by: 'gr\u202eace', at }, 'bash(ls *)']));
  const { stdout, stderr } = await place.run('approvals', 'patterns', 'list');
  expect(stdout).toMatch(/pattern +project +by +since +stored in/);
  expect(stdout).toMatch(
    /bash\(find \*\) +all projects +gr‹U\+202E›ace +2026-05-01T08:00:00 +.*settings\.json/,
  );
  expect(stderr).toContain('warning: bash(find *) covers -delete: deletes files');
  const listed = await place.run('approvals', 'patterns', 'list', '--format', 'json');
  expect(JSON.parse(listed.stdout)).toMatchObject({
    patterns: [
      { pattern: 'bash(find *)', project: null, at, stored_in: expect.stringContaining(join('.agent-home')) },
      { pattern: 'bash(ls *)', by: null, at: null, warnings: [] },
    ],
  });
  expect((await place.run('approvals', 'patterns', 'remove', 'bash(find *)')).stdout).toMatch(
    /bash\(find \*\) is removed from .*settings\.json, for all projects/,
  );
  await place.run('approvals', 'patterns', 'remove', 'bash(ls *)');
  expect((await place.run('approvals', 'patterns', 'list')).stdout).toContain('no patterns');
});
