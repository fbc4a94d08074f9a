import { deleteExpired, publishStream, sweep } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import type { AgentHome } from '@agent-home/sdk';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RawAgent } from '../../../support/raw-agent.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import type { TestHome } from '../../../support/start-home.ts';
import { freeform, startQuietHome } from '../tamper/bucket-and-database.ts';
import { archive, collectKeys, keptDays, ledgerInBucket, publishAll, restFor } from './archived.ts';
import { sayMany } from './many-lines.ts';

let home: TestHome;
let ada: RawAgent;
let reader: AgentHome;

beforeAll(async () => {
  ({ home, ada } = await startQuietHome());
  reader = await sdkAgent(home, 'reader');
  await publishAll(home);
});
afterAll(async () => {
  await reader.close();
  await home.close();
});

async function closed(topicId: string, lines: number, toText?: (number: number) => string): Promise<void> {
  await home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: topicId });
  await publishStream(home.open.platform, `topic/${topicId}`);
  await sayMany(home, ada, topicId, lines, toText);
  await home.admin('POST', `/v1/admin/topics/${topicId}/actions`, { action: 'close' });
  await publishAll(home);
}

/** Expects the sweep to finish an erasure that another lease holder interrupted. */
async function eventuallyErased(topicId: string): Promise<void> {
  const { ledgerEntries, ledgerPacks } = tables;
  const { platform } = home.open;
  await sweep(platform);
  await publishAll(home);
  await publishStream(platform, `packs/${topicId}`);
  expect(await platform.database.$count(ledgerEntries, eq(ledgerEntries.eraseDue, true))).toBe(0);
  expect(await platform.database.$count(ledgerPacks, eq(ledgerPacks.due, true))).toBe(0);
}

test('parallel archives and erasures keep every entry in a pack', async () => {
  await closed('busy', 300, (number) => `busy line ${number}.`);
  const { platform } = home.open;
  const before = await ledgerInBucket(home, 'busy');
  await restFor(home, 'busy', keptDays + 1);
  const redact = { action: 'redact', sequence: 40 };
  await Promise.all([
    ...Array.from({ length: 3 }, () => deleteExpired(platform)),
    home.admin('POST', '/v1/topics/busy/moderation', redact).then(() => sweep(platform)),
  ]);
  await archive(home, 'busy');
  await eventuallyErased('busy');
  const after = await ledgerInBucket(home, 'busy');
  expect(after.get(40)).not.toContain('busy line 39.');
  after.delete(40);
  before.delete(40);
  expect(after).toEqual(before);
  expect(await reader.replay('busy')).toMatchObject({ equal: true, sequence: 302 });
});

test('a topic of large entries is archived in several packs', async () => {
  await closed('wide', 255, (number) => `${number}${'"'.repeat(6_000)}`);
  const before = await ledgerInBucket(home, 'wide');
  await archive(home, 'wide');
  const packs = (await collectKeys(home, 'wide')).filter((key) => key.includes('/packs/'));
  expect(packs.length).toBeGreaterThan(2);
  expect(await ledgerInBucket(home, 'wide')).toEqual(before);
  expect(await reader.replay('wide')).toMatchObject({ equal: true, sequence: 257 });
});
