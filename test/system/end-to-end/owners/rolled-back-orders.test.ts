import { tables } from '@agent-home/platform/database';
import { eq, sql } from 'drizzle-orm';
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

test('an order rolled back for another transaction is retried', async () => {
  const { database } = home.open.platform;
  const { tickets, topics } = tables;
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'loft',
    title: 'Loft',
    visibility: 'public',
    mode: 'freeform',
  });
  await published(home);
  const ada = await RawAgent.admitted(home, 'ada');
  await ada.ask({ type: 'topic_message_write', topic_id: 'loft' });

  // It holds what the order needs, and waits for what the order holds: PostgreSQL ends the one that notices first.
  let order: Promise<unknown> = Promise.resolve();
  await database.transaction(async (other) => {
    // So that the order notices: a busy machine may hold its check back.
    await other.execute(sql`set local deadlock_timeout = '1min'`);
    await other.select().from(tickets).where(eq(tickets.agentId, 'ada')).for('update');
    order = home.admin('POST', '/v1/topics/loft/moderation', { action: 'eject', agent_id: 'ada' });
    order.catch(() => {});
    await eventually(async () => {
      const [waiting] = await database.execute<{ number: string }>(
        sql`select count(*) as number from pg_locks where not granted`,
      );
      expect(Number(waiting?.number)).toBeGreaterThan(0);
    });
    await other.select().from(topics).where(eq(topics.topicId, 'loft')).for('update');
  });
  await order;
  const { denied } = await ada.ask({ type: 'topic_message_write', topic_id: 'loft' });
  expect(denied).toMatchObject([{ code: 'barred' }]);
});
