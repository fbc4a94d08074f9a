import { findMode } from '@agent-home/modes';
import type { JsonObject, TopicLedgerEntry } from '@agent-home/protocol';
import { openedSession } from './open-session.ts';
import { SignedHome } from './signed-home.ts';

interface Golden {
  mode: string;
  entries: TopicLedgerEntry[];
  state: JsonObject;
}

const files = import.meta.glob<Golden>('../../../../../packages/modes/golden/*.json', {
  import: 'default',
  eager: true,
});

/** One stored ledger of each mode, with every possible event, some of them invalid. */
export const goldens: Golden[] = Object.values(files).filter(({ mode }) => findMode(mode) !== undefined);

export const now = new Date('2026-03-02T12:00:00.000Z');
export const home = new SignedHome('golden', now);

/** Returns the responses of a home with this ledger, with changes of a test. */
export function goldenSession(golden: Golden, changed: Parameters<typeof openedSession>[1] = {}) {
  const newest = golden.entries.at(-1);
  if (!newest) throw new Error('an empty ledger');
  const objects: Record<string, string> = {};
  for (const { header } of golden.entries) {
    const author = header.context.author as { agent_id: string; public_key: string } | undefined;
    if (!author) continue;
    const card = home.card(author.agent_id, author.public_key);
    objects[card.object_key] = card.text;
  }
  return openedSession(newest.topic_id, {
    ledger: home.ledger(golden.entries),
    trust: home.trust(),
    state: home.state(newest, golden.mode, golden.state).text,
    manifest: home.manifest(newest.topic_id, golden.mode).text,
    objects,
    now,
    ...changed,
  });
}
