import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFeedReader, type FeedPage } from '@agent-home/platform';
import { connectDatabase, migrateDatabase } from '@agent-home/platform/database';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { KillablePostgres } from '../support/killable-postgres.ts';

const rounds = 4;
const eventsARound = 40;

test('a killed database loses no feed event', async () => {
  const folder = await mkdtemp('/var/tmp/agent-home-test-');
  await chmod(folder, 0o755);
  const postgres = await KillablePostgres.start({
    dataDirectory: join(folder, 'postgres'),
    password: randomBytes(16).toString('hex'),
  });
  const connection = connectDatabase(postgres.url);
  const { database } = connection;
  try {
    await migrateDatabase(postgres.url);
    await database.execute(sql`insert into agents (agent_id, public_key, key_id, standing, card_draft)
      values ('ada', 'key', 'id', 'admitted', '{}')`);
    const readFeed = createFeedReader(database);
    const read = async (upTo?: FeedPage['end']): Promise<FeedPage> => {
      const page = await readFeed({ reader: { agentId: 'ada', keyId: 'id' }, limit: 7, upTo });
      if (!page) throw new Error('the agent is not there');
      return page;
    };
    const heard = new Set<number>();
    const hear = ({ events }: FeedPage) => {
      for (const { payload } of events) heard.add(Number(JSON.parse(payload).number));
    };
    for (let round = 0; round < rounds; round++) {
      await database.execute(sql`insert into feed_events (agent_id, event_type, occurred_at, payload)
        select 'ada', 'agent.resumed', now(), '{"number":' || n || '}'
        from generate_series(${round * eventsARound}::integer, ${(round + 1) * eventsARound - 1}::integer) as n`);
      let page = await read();
      for (let turn = 0; turn < 4; turn++) {
        hear(page);
        page = await read(page.end);
      }
      // Delivered but not consumed, so these events have to be delivered again.
      const waiting = page.events.map(({ place }) => place.eventId);
      await postgres.kill();
      await eventually(() => postgres.start(), 20_000);
      const after = await eventually(() => read(), 20_000);
      const again: number[] = [];
      for (let next = after; next.events.length > 0; next = await read(next.end)) {
        hear(next);
        again.push(...next.events.map(({ place }) => place.eventId));
      }
      expect(again).toEqual(expect.arrayContaining(waiting));
      expect(new Set(again).size).toBe(again.length);
    }
    expect(heard.size).toBe(rounds * eventsARound);
  } finally {
    await connection.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
