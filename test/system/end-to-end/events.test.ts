import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLedger, judged, published } from '../../support/ledger.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { openSmqPusher } from '../../support/smq-pusher.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

test('a duplicate store event is recorded once', async () => {
  const ada = await RawAgent.admitted(home, 'ada');
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'open',
    title: 'O',
    visibility: 'public',
    mode: 'freeform',
  });
  await published(home);
  const push = await openSmqPusher(home);
  const key = await ada.say('open', 'once');
  await judged(home, 'open', key);
  const before = (await getLedger(home, 'open')).length;
  const messageId = 'A'.repeat(32);
  for (let time = 0; time < 3; time += 1) expect((await push([{ key }], { messageId })).status).toBe(204);

  const { storeEvents } = tables;
  const rows = await home.open.platform.database
    .select()
    .from(storeEvents)
    .where(eq(storeEvents.eventId, `smq:${messageId}:0`));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ objectKey: key, eventType: 'ObjectCreated:PutObject' });
  expect(Math.abs((rows[0]?.occurredAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  expect((await getLedger(home, 'open')).length).toBe(before);
});
