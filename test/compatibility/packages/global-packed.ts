import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packClients } from '../../../infra/packages/pack.ts';
import { publishable } from '../../../infra/packages/publishable.ts';

declare module 'vitest' {
  interface ProvidedContext {
    packedFiles: string[];
    /** Folder of the packages, as a home serves it. */
    packedFolder: string;
  }
}

/** Packs every package once, before the timeout of any test starts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-packed-'));
  project.provide('packedFiles', await packClients(folder, publishable));
  project.provide('packedFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
