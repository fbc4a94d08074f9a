import { randomBytes } from 'node:crypto';
import { tables } from '@agent-home/platform/database';
import { type JsonObject, type Signer, signAuthored, signerOf } from '@agent-home/protocol';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judged, published } from '../../support/ledger.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { type RestorableHome, startRestorableHome } from '../../support/restorable-home.ts';

let home: RestorableHome;

beforeAll(async () => {
  home = await startRestorableHome();
});
afterAll(() => home.close());

const keyProof = (agentId: string, signer: Signer) =>
  signAuthored(
    { kind: 'agent_key_proof', schema_version: 1, agent_id: agentId, public_key: signer.publicKey },
    signer,
  );

/** Has the platform certify a card with a made-up list of former keys, as it did before drafts were strict. */
async function certifyAsBefore(agentId: string, previousKeys: string[]): Promise<void> {
  const { database, wake } = home.open.platform;
  const { outbox, publishedObjects } = tables;
  const key = `agents/all/${agentId}.json`;
  const [row] = await database.select().from(publishedObjects).where(eq(publishedObjects.objectKey, key));
  const { cert: _, ...body } = JSON.parse(row?.confirmedText ?? '{}') as JsonObject;
  const version = (row?.version ?? 0) + 1;
  await database.transaction(async (transaction) => {
    await transaction.update(publishedObjects).set({ version }).where(eq(publishedObjects.objectKey, key));
    const forged = JSON.stringify({ ...body, previous_public_keys: previousKeys });
    await transaction.insert(outbox).values({ stream: key, objectKey: key, version, body: forged });
  });
  await wake.stream(key);
  await published(home);
}

test('a former key known from cards alone is released', async () => {
  const mallory = await RawAgent.admitted(home, 'mallory');
  const kai = await RawAgent.admitted(home, 'kai');
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'hall',
    title: 'Hall',
    visibility: 'public',
    mode: 'freeform',
  });
  await published(home);
  await judged(home, 'hall', await kai.say('hall', 'with my first key'));
  await home.admin('PUT', '/v1/agents/kai/key', keyProof('kai', signerOf(randomBytes(32))));
  const victim = RawAgent.stranger(home, 'victim');
  const neighbour = await RawAgent.admitted(home, 'neighbour');
  await published(home);
  await certifyAsBefore('mallory', [victim.signer.publicKey, neighbour.signer.publicKey]);

  await home.stop();
  const { report } = await home.restore(undefined);
  await home.start();
  await home.giveToken();

  const retired = await home.open.platform.database
    .select({ agentId: tables.retiredKeys.agentId, publicKey: tables.retiredKeys.publicKey })
    .from(tables.retiredKeys)
    .orderBy(sql`1, 2`);
  expect(retired).toEqual([{ agentId: 'kai', publicKey: kai.signer.publicKey }]);
  expect(report.notes.filter((note) => note.startsWith('agents/all/mallory.json'))).toHaveLength(2);
  expect((await victim.register()).status).toBe(201);
  expect((await neighbour.call('GET', '/v1/me')).status).toBe(200);
  expect((await RawAgent.with(home, 'thief', kai.signer).register()).body.code).toBe('public_key_taken');
  expect((await mallory.call('GET', '/v1/me')).status).toBe(200);
});
