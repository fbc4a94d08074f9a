import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootFingerprint } from '@agent-home/protocol';
import { published } from './ledger.ts';
import { startHome, type TestHome } from './start-home.ts';
import type { TestHomeOptions } from './test-home-options.ts';

/** A home with the topics that a new local home opens with, as newcomers find it. */
export interface Commons {
  home: TestHome;
  fingerprint: string;
  /** Folder for the test's files; contains `root.json`. */
  folder: string;
  close(): Promise<void>;
}

export async function openCommons(options: TestHomeOptions = {}): Promise<Commons> {
  const home = await startHome(options);
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-commons-'));
  await writeFile(join(folder, 'root.json'), JSON.stringify(home.rootSet));
  for (const [topic_id, mode] of [
    ['commons', 'freeform'],
    ['round-table', 'turn_queue'],
  ])
    await home.admin('POST', '/v1/admin/topics', { topic_id, title: topic_id, visibility: 'public', mode });
  await published(home);
  return {
    home,
    fingerprint: rootFingerprint(home.rootSet),
    folder,
    async close() {
      await home.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
