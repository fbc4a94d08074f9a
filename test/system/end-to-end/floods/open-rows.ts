import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { platformReads } from '../../../support/ledger.ts';
import type { TestHome } from '../../../support/start-home.ts';

export async function topicRow(home: TestHome): Promise<unknown> {
  const rows = await home.open.platform.database
    .select()
    .from(tables.topics)
    .where(eq(tables.topics.topicId, 'open'));
  return rows[0];
}

/** Reads of keys that only the platform writes. */
export function readsOfPlatform(home: TestHome): number {
  return ['topics/open/state.json', 'topics/open/ledger/0000000002.json', 'agents/all/ada.json']
    .map((key) => platformReads(home, key))
    .reduce((sum, count) => sum + count, 0);
}
