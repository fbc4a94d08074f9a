import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '@agent-home/local-postgres';
import { migrateDatabase } from '@agent-home/platform/database';
import type { TestProject } from 'vitest/node';
import { memoryFolder } from './memory-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated template that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(memoryFolder, 'agent-home-test-'));
  // PostgreSQL does not run as root: its user needs access.
  await chmod(folder, 0o755);
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400'];
  const password = randomBytes(12).toString('hex');
  const postgres = await startPostgres({ dataDirectory: join(folder, 'postgres'), password, settings });
  await postgres.createDatabase('template_home');
  await migrateDatabase(postgres.url('template_home'));
  project.provide('postgresUrl', postgres.url('postgres'));
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
