import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repository } from '../../../examples/published-home/tree.ts';

const script = join(repository, 'examples/published-home/main.ts');

/** `--check` compares with the stored files, which another machine generated at another time. */
test('the platform publishes byte-identical examples at any time and place', async () => {
  const environment = { PATH: process.env.PATH ?? '', TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8' };
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', script, '--check'], {
    cwd: repository,
    env: environment,
  });
  await expect(run).resolves.toMatchObject({ stderr: '' });
}, 120_000);
