import { advanceTopic } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { objectKey, openLedgerPack, type TopicLedgerPack } from '@agent-home/protocol';
import { and, eq } from 'drizzle-orm';
import { every } from '../../../support/every.ts';
import { published } from '../../../support/ledger.ts';
import { json, type RawAgent } from '../../../support/raw-agent.ts';
import { readCertified } from '../../../support/read-certified.ts';
import type { TestHome } from '../../../support/start-home.ts';
import { textAt } from '../tamper/bucket-and-database.ts';

/** Has an agent say more messages in a freeform topic, all judged in this process. */
export async function sayMany(
  home: TestHome,
  agent: RawAgent,
  topicId: string,
  count: number,
  toText: (number: number) => string = (number) => `line ${number}`,
): Promise<void> {
  const { database, store } = home.open.platform;
  const isLine = and(
    eq(tables.ledgerEntries.topicId, topicId),
    eq(tables.ledgerEntries.inputType, 'message'),
  );
  const before = await database.$count(tables.ledgerEntries, isLine);
  const { agentId } = agent;
  const lines = Array.from({ length: count }, (_, index) => {
    const number = before + index + 1;
    const messageId = String(number).padStart(6, '0');
    const key = objectKey('topic_message', { topic_id: topicId, agent_id: agentId, message_id: messageId });
    return { key, bytes: json(agent.message(topicId, messageId, toText(number))) };
  });
  await every(count, 8, async (index) => {
    const line = lines[index];
    if (line) await store.put(line.key, line.bytes, { contentType: 'application/json' });
  });
  const later = new Date(Date.now() + 3_600_000);
  const ticket = { agentId, topicId, purpose: 'message' as const, notAfter: later, sweepAt: later };
  await database
    .insert(tables.tickets)
    .values(lines.map(({ key }) => ({ ...ticket, objectKey: key, hintedAt: new Date() })));
  for (let judged = 0; judged < count; ) {
    await advanceTopic(home.open.platform, topicId);
    judged = (await database.$count(tables.ledgerEntries, isLine)) - before;
  }
  await published(home);
}

export const packKey = (topicId: string, sequence: number) =>
  objectKey('topic_ledger_pack', { topic_id: topicId, sequence });

/** Reads a pack as an agent and verifies its certificate; returns the pack and its version. */
export async function readPack(home: TestHome, agent: RawAgent, topicId: string, sequence: number) {
  const grants = [{ type: 'registry_read' }, { type: 'topic_read', topic_id: topicId }];
  const [credential] = (await agent.ask(...grants)).credentials;
  if (!credential) throw new Error('no credential');
  const oss = agent.open(credential);
  const { object, version } = await readCertified(home, oss, 'topic_ledger_pack', packKey(topicId, sequence));
  return { texts: openLedgerPack(object as TopicLedgerPack), version };
}

/** Returns the text at an entry's own key. */
export function entryText(home: TestHome, topicId: string, sequence: number): Promise<string> {
  return textAt(home.open.platform.store, objectKey('topic_ledger_entry', { topic_id: topicId, sequence }));
}
