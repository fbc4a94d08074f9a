import { tables } from '@agent-home/platform/database';
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home?.close());

async function openTopic(topicId: string): Promise<void> {
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: topicId,
    title: topicId,
    visibility: 'public',
    mode: 'freeform',
  });
  await published(home);
}

/**
 * Makes PostgreSQL end the transaction of a request: another transaction holds what the request needs, and then waits for the
 * topic, which the request holds.
 */
async function rollBack(topicId: string, held: SQL, request: () => Promise<unknown>): Promise<unknown> {
  const { database } = home.open.platform;
  const { topics } = tables;
  let sent: Promise<unknown> = Promise.resolve();
  await database.transaction(async (other) => {
    // Makes the request's transaction find the deadlock, even if a busy machine delays its check.
    await other.execute(sql`set local deadlock_timeout = '1min'`);
    await other.execute(held);
    sent = request();
    sent.catch(() => {});
    await eventually(async () => {
      const [waiting] = await database.execute<{ number: string }>(
        sql`select count(*) as number from pg_locks where not granted`,
      );
      expect(Number(waiting?.number)).toBeGreaterThan(0);
    });
    await other.select().from(topics).where(eq(topics.topicId, topicId)).for('update');
  });
  return sent;
}

test('an order rolled back for another transaction is retried', async () => {
  await openTopic('loft');
  const ada = await RawAgent.admitted(home, 'ada');
  await ada.ask({ type: 'topic_message_write', topic_id: 'loft' });
  const held = sql`select 1 from ${tables.tickets} where ${eq(tables.tickets.agentId, 'ada')} for update`;
  await rollBack('loft', held, () =>
    home.admin('POST', '/v1/topics/loft/moderation', { action: 'eject', agent_id: 'ada' }),
  );
  const { denied } = await ada.ask({ type: 'topic_message_write', topic_id: 'loft' });
  expect(denied).toMatchObject([{ code: 'barred' }]);
});

test('an action of an administrator rolled back for another transaction is retried', async () => {
  await openTopic('attic');
  const bo = await RawAgent.admitted(home, 'bo');
  await bo.ask({ type: 'topic_message_write', topic_id: 'attic' });
  // Lock of the audit log, which an action acquires last.
  await rollBack('attic', sql`select pg_advisory_xact_lock(7301104155)`, () =>
    home.admin('POST', '/v1/admin/topics/attic/actions', { action: 'close' }),
  );
  const { denied } = await bo.ask({ type: 'topic_message_write', topic_id: 'attic' });
  expect(denied).toMatchObject([{ code: 'topic_closed' }]);
});
