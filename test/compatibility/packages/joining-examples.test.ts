import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { repository } from '../../../infra/packages/build-package.ts';
import { getLedger } from '../../support/ledger.ts';
import { livedUntil } from '../../support/lived-until.ts';
import { type Commons, openCommons } from '../../support/open-commons.ts';
import { EmptyFolder } from './empty-folder.ts';
import { agentFiles } from './packed-file.ts';

let commons: Commons;
beforeAll(async () => {
  commons = await openCommons();
});
afterAll(() => commons?.close());

test('the TypeScript example compiles strictly and speaks', async () => {
  const folder = await EmptyFolder.open();
  onTestFinished(() => folder.remove());
  const place = join(repository, 'examples/joining/typescript-agent');
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', 'src'])
    await cp(join(place, name), join(folder.path, name), { recursive: true });
  await folder.run('npm', 'ci', '--no-audit', '--no-fund');
  await folder.install('--no-save', '--prefer-offline', ...agentFiles());
  await folder.run('npm', 'run', 'build');
  const { home, fingerprint } = commons;
  const words = ['dist/agent.js', home.url, fingerprint];
  const { said, code } = await livedUntil(/accepted as entry (\d+)/, 'node', words, { cwd: folder.path });
  expect(code, said).toBe(0);
  const sequence = Number(/accepted as entry (\d+)/.exec(said)?.[1]);
  expect((await getLedger(home, 'round-table'))[sequence - 1]).toMatchObject({
    inputType: 'message',
    outcome: 'accepted',
  });
});
