import { tables } from '@agent-home/platform/database';
import type { TestHome } from './start-home.ts';

const counted = {
  agents: tables.agents,
  owners: tables.owners,
  tokens: tables.tokens,
  topics: tables.topics,
  topicAllowlist: tables.topicAllowlist,
  topicParticipants: tables.topicParticipants,
  ledgerEntries: tables.ledgerEntries,
  tickets: tables.tickets,
  credentialAudit: tables.credentialAudit,
  verificationFailures: tables.verificationFailures,
  feedEvents: tables.feedEvents,
  publishedObjects: tables.publishedObjects,
  outbox: tables.outbox,
  idempotencyKeys: tables.idempotencyKeys,
};

/** Returns the number of rows in every table that a request could write, without nonces and received events. */
export async function countRows(home: TestHome): Promise<Record<string, number>> {
  const { database } = home.open.platform;
  const counts = await Promise.all(
    Object.entries(counted).map(async ([name, table]) => [name, await database.$count(table)] as const),
  );
  return Object.fromEntries(counts);
}
