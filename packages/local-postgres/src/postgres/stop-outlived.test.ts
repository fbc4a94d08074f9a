import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPostgres } from './start-postgres.ts';
import { isAlive, stopOutlived } from './stop-outlived.ts';

test('a server that outlived its parent is stopped, and never that of another folder', async () => {
  const folder = await mkdtemp('/var/tmp/agent-home-test-');
  await chmod(folder, 0o755);
  const dataDirectory = join(folder, 'postgres');
  const server = await startPostgres({ dataDirectory, password: 'secret' });
  try {
    // Files of a killed server whose process number now belongs to this process.
    const other = join(folder, 'other');
    await mkdir(other);
    await cp(join(dataDirectory, 'postmaster.pid'), join(other, 'postmaster.pid'));
    await stopOutlived(other);
    expect(isAlive(server.pid)).toBe(true);
    await stopOutlived(dataDirectory);
    expect(isAlive(server.pid)).toBe(false);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
