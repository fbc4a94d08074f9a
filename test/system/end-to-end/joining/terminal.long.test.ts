import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootFingerprint } from '@agent-home/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTerminal } from '../../../support/pseudo-terminal.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let home: TestHome;
let cwd: string;
const question = 'or yes if both are equal: ';

beforeAll(async () => {
  home = await startHome();
  cwd = await mkdtemp(join(tmpdir(), 'agent-home-join-terminal-'));
});
afterAll(async () => {
  await home.close();
  await rm(cwd, { recursive: true, force: true });
});

test('a terminal prompt accepts only the right root', async () => {
  const fingerprint = rootFingerprint(home.rootSet);
  const words = ['join', home.url, '--id', 'person', '--no-hello'];
  const typing = (typed: string) => inTerminal(words, { cwd, interrupt: question, typed });
  for (const [typed, code] of [
    ['\n', 'not_confirmed'],
    ['y\n', 'not_confirmed'],
    [`${'ab'.repeat(32)}\n`, 'root_differs'],
    // Ctrl-D ends the input.
    ['\u0004', 'not_confirmed'],
  ] as const) {
    const refused = await typing(typed);
    expect(refused.shown).toContain(fingerprint);
    expect(refused.shown).toContain(`[${code}]`);
    expect(refused.code).not.toBe(0);
  }
  expect(await typing('\u0003')).toMatchObject({ code: 130, shown: expect.stringContaining('stopped') });
  expect(await readdir(cwd)).toEqual([]);
  const joined = await typing(`${fingerprint}\n`);
  expect(joined.shown).toContain('person lives at');
  expect(joined.code).toBe(0);
}, 120_000);
