import { connectDatabase, jsonParameter, tables } from '@agent-home/platform/database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedStatement } from '../../../../packages/platform/src/reading/feed/feed-statement.ts';
import { questionRow } from '../../../../packages/platform/src/reading/feed/read-feed.ts';
import { eventually } from '../../../support/eventually.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { StatementCounter } from '../../../support/statement-counter.ts';

let counter: StatementCounter;
let home: TestHome;
beforeAll(async () => {
  counter = await StatementCounter.start();
  home = await startHome({ worker: false, between: { database: counter.proxy } });
});
afterAll(async () => {
  await home.close();
  await counter.proxy.close();
});

test('a feed read is one statement and stores no nonce', async () => {
  const ada = await RawAgent.admitted(home, 'ada');
  // Polls until every event is final: an older transaction, even of another test, may hold some back.
  const cursor = await eventually(async () => {
    const { body } = await ada.call('GET', '/v1/feed');
    const told = await home.open.platform.database.$count(tables.feedEvents);
    if ((body.events as unknown[]).length < told) throw new Error('not all of it can be read yet');
    return String(body.cursor);
  });
  const nonces = await counter.during(() => ada.call('GET', '/v1/me'));
  expect(nonces.filter((text) => text.includes('request_nonces'))).toHaveLength(1);
  for (const query of ['', '?limit=1', `?ack=${cursor}`, `?ack=${cursor}`, `?wait=1&after=${cursor}`]) {
    const texts = await counter.during(() => ada.call('GET', `/v1/feed${query}`));
    expect(texts, query).toHaveLength(1);
    expect(texts[0], query).toContain('feed_events');
    expect(texts[0], query).not.toContain('request_nonces');
  }
});

test('a feed read gets no transaction number', async () => {
  const bea = await RawAgent.admitted(home, 'bea');
  const connection = connectDatabase(home.settings.databaseUrl, { maxConnections: 1 });
  // Needed because the test server does not wait for the disk.
  await connection.database.execute(sql`set synchronous_commit = on`);
  const reader = { agentId: 'bea', keyId: bea.signer.keyId };
  /** Runs the statement. Returns in `writes` if it wrote, and in `waits` if its commit waits for the disk. */
  const run = (question: Omit<Parameters<typeof questionRow>[0], 'reader' | 'limit'>) =>
    connection.database.transaction(async (transaction) => {
      const parts = { waits: false, acknowledges: question.upTo !== undefined };
      await transaction.execute(
        feedStatement(parts)(jsonParameter([questionRow({ reader, limit: 50, ...question })])),
      );
      const [row] = await transaction.execute<{ number: string | null; waits: string }>(
        sql`select pg_current_xact_id_if_assigned()::text as number, current_setting('synchronous_commit') as waits`,
      );
      return { writes: row?.number !== null, waits: row?.waits };
    });
  try {
    expect(await run({})).toEqual({ writes: false, waits: 'on' });
    const place = await eventually(async () => {
      const [row] = await connection.database.execute<{ transaction: string; id: string }>(
        sql`select transaction::text, id from feed_events where agent_id = 'bea'`,
      );
      if (!row) throw new Error('no row yet');
      return { transaction: row.transaction, eventId: Number(row.id) };
    });
    expect(await run({ upTo: place })).toEqual({ writes: true, waits: 'off' });
    expect(await run({ upTo: place })).toEqual({ writes: false, waits: 'off' });
  } finally {
    await connection.close();
  }
});
