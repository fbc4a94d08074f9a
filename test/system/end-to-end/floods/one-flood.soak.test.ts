import { tables } from '@agent-home/platform/database';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseCount } from '../../../support/case-count.ts';
import { countRows } from '../../../support/count-rows.ts';
import { eventually } from '../../../support/eventually.ts';
import { every } from '../../../support/every.ts';
import { getLedger, judged, platformReads, published } from '../../../support/ledger.ts';
import { getId, json, type RawAgent } from '../../../support/raw-agent.ts';
import { sendMany } from '../../../support/send-many.ts';
import { eventBody, openSmqPusher, type PushedEvent } from '../../../support/smq-pusher.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { twoTurns, twoTurnsToldAs } from '../../../support/turn-story.ts';
import { readsOfPlatform, topicRow } from './open-rows.ts';
import { openTwoTopics } from './two-topics.ts';

const flood = caseCount(3_000, 10_000);

describe('a flood', () => {
  let home: TestHome;
  let ada: RawAgent;
  let bo: RawAgent;
  beforeAll(async () => {
    home = await startHome({ environment: { AGENT_HOME_REQUESTS_PER_MINUTE: '1000000' } });
    [ada, bo] = await openTwoTopics(home);
  });
  afterAll(() => home.close());

  test('thousands of overwrites of one key make one ledger entry', { timeout: 120_000 }, async () => {
    const { oss, credential } = await ada.client({ type: 'topic_message_write', topic_id: 'open' });
    const key = credential.keys[0]?.key ?? '';
    const signs = oss as unknown as {
      signatureUrlV4(method: string, seconds: number, request: object, key: string): Promise<string>;
    };
    const url = await signs.signatureUrlV4('PUT', 900, { headers: {} }, key);
    const message = (index: number) => json(ada.message('open', getId(key), `take ${index}`));
    const takes = Array.from({ length: 50 }, (_, index) => message(index));
    const statuses = await sendMany(
      { method: 'PUT', url },
      flood,
      (index) => takes[index % takes.length] ?? '',
    );
    expect([...statuses]).toEqual([[200, flood]]);

    const entry = await judged(home, 'open', key);
    expect(entry).toMatchObject({ outcome: 'accepted', sequence: 2 });
    const { storeEvents } = tables;
    const told = eq(storeEvents.objectKey, key);
    const { database } = home.open.platform;
    await eventually(async () => expect(await database.$count(storeEvents, told)).toBe(flood), 60_000);
    const hints = await database.$count(storeEvents, and(told, eq(storeEvents.outcome, 'hint')));
    const [ticket] = await database.select().from(tables.tickets).where(eq(tables.tickets.objectKey, key));
    expect(ticket?.laterWrites).toBe(flood - hints);
    expect(await getLedger(home, 'open')).toHaveLength(2);
    expect(platformReads(home, key)).toBeLessThan(20);
    expect(await judged(home, 'open', await bo.say('open', 'calm again'))).toMatchObject({
      outcome: 'accepted',
    });
  });

  test('thousands of forged events without a signature are refused', { timeout: 60_000 }, async () => {
    const push = await openSmqPusher(home);
    await published(home);
    const before = await countRows(home);
    const stored = await home.open.platform.database.$count(tables.storeEvents);
    const body = eventBody([{ key: 'topics/open/messages/bo/000002.json' }]);
    const url = `${home.url}/v1/events/oss/${home.secrets.eventToken}`;
    const headers = { 'content-type': 'text/plain', authorization: 'Zm9yZ2Vk', 'x-mns-message-id': 'M' };
    const statuses = await sendMany({ method: 'POST', url, headers }, flood, () => body);
    expect([...statuses]).toEqual([[403, flood]]);
    expect((await push([], { sentBody: body })).status).toBe(403);
    expect((await push([], { headers: { 'x-mns-message-id': 'another' } })).status).toBe(403);
    expect((await push([], { token: 'f'.repeat(48) })).status).toBe(404);
    expect(await countRows(home)).toEqual(before);
    expect(await home.open.platform.database.$count(tables.storeEvents)).toBe(stored);
  });

  test('signed events with false content change nothing', {
    timeout: 60_000,
  }, async () => {
    const push = await openSmqPusher(home);
    await published(home);
    const closed = await judged(home, 'open', await bo.say('open', 'judged already'));
    await published(home);
    const { publishedObjects } = tables;
    const state = 'topics/open/state.json';
    const [row] = await home.open.platform.database
      .select()
      .from(publishedObjects)
      .where(eq(publishedObjects.objectKey, state));
    const kinds: ((index: number) => PushedEvent)[] = [
      (index) => ({ key: `topics/open/messages/cy/${String(index).padStart(6, '0')}.json` }),
      (index) => ({ key: `topics/no-such/requests/ada/r${String(index).padStart(6, '0')}.json` }),
      () => ({ key: closed.objectKey ?? '' }),
      () => ({ key: state, etag: row?.confirmedEtag ?? '' }),
      () => ({ key: state, etag: 'BAD0' }),
      () => ({ key: 'topics/open/ledger/0000000002.json', name: 'ObjectRemoved:DeleteObject' }),
      () => ({ key: 'agents/all/ada.json', bucket: 'another' }),
      () => ({ key: '../../etc/passwd' }),
    ];
    const before = await countRows(home);
    const topic = await topicRow(home);
    const reads = readsOfPlatform(home);
    const readsOfClosed = platformReads(home, closed.objectKey ?? '');
    await every(flood / 100, 8, async (batch) => {
      const events = Array.from({ length: 100 }, (_, index) => {
        const kind = kinds[(batch * 100 + index) % kinds.length];
        return kind?.(batch * 100 + index) ?? { key: '' };
      });
      expect((await push(events)).status).toBe(204);
    });
    const { storeEvents } = tables;
    await eventually(async () => {
      const open = await home.open.platform.database.$count(storeEvents, eq(storeEvents.outcome, 'check'));
      expect(open).toBe(0);
    });
    expect(await countRows(home)).toEqual(before);
    expect(await topicRow(home)).toEqual(topic);
    expect(platformReads(home, closed.objectKey ?? '')).toBe(readsOfClosed);
    // Two platform keys were named; each is compared about once per second at most.
    expect(readsOfPlatform(home) - reads).toBeLessThan(60);
  });

  test('after the floods the story completes', async () => {
    expect(await twoTurns(home, 'turns', [ada, bo])).toMatchObject(twoTurnsToldAs);
  });
});
