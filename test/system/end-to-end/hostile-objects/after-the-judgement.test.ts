import { advanceTopic } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { getLedger, judged, judgedAgain, platformReads, published } from '../../../support/ledger.ts';
import { getId, json, refusal } from '../../../support/raw-agent.ts';
import { openSmqPusher } from '../../../support/smq-pusher.ts';
import { put, raw, startTopicsHome, type TopicsHome } from './put-and-judge.ts';

let here: TopicsHome;
beforeAll(async () => {
  here = await startTopicsHome();
});
afterAll(() => here.home.close());

describe('after the judgement', () => {
  const loadTicket = async (key: string) => {
    const { tickets } = tables;
    const [ticket] = await here.home.open.platform.database
      .select()
      .from(tickets)
      .where(eq(tickets.objectKey, key));
    return ticket;
  };

  test('a message overwritten after acceptance keeps its original text', async () => {
    const { oss, credential } = await here.bo.client({ type: 'topic_message_write', topic_id: 'open' });
    const key = credential.keys[0]?.key ?? '';
    await oss.put(key, json(here.bo.message('open', getId(key), 'the original')));
    const entry = await judged(here.home, 'open', key);
    const reads = platformReads(here.home, key);
    await oss.put(key, json(here.bo.message('open', getId(key), 'the forgery')));
    await oss.put(key, json(here.bo.message('open', getId(key), 'another forgery')));
    await eventually(async () => expect((await loadTicket(key))?.laterWrites).toBe(2));
    expect(platformReads(here.home, key)).toBe(reads);
    expect((await getLedger(here.home, 'open')).filter((row) => row.objectKey === key)).toEqual([entry]);
    await published(here.home);
    const reader = await here.ada.client({ type: 'topic_read', topic_id: 'open' });
    const sequence = String(entry.sequence).padStart(10, '0');
    const { content } = await reader.oss.get(`topics/open/ledger/${sequence}.json`);
    expect(JSON.parse(JSON.parse(String(content)).body.text).content.text).toBe('the original');
  });

  test('a message deleted after acceptance stays in the ledger', async () => {
    const key = await here.bo.say('open', 'not so easily forgotten');
    const entry = await judged(here.home, 'open', key);
    const { oss } = await here.bo.client({ type: 'topic_message_write', topic_id: 'open' });
    expect(await refusal(oss.delete(key))).toBe('AccessDenied');
    await here.home.open.platform.store.delete(key);
    await advanceTopic(here.home.open.platform, 'open');
    const [kept, ...more] = (await getLedger(here.home, 'open')).filter((row) => row.objectKey === key);
    expect(more).toEqual([]);
    expect(kept).toEqual(entry);
    expect(kept?.bodyText).toContain('not so easily forgotten');
  });

  test('a refused key is rewritten and accepted once', async () => {
    const { key } = await put(here.home, here.bo, 'open', raw('not a message'));
    const push = await openSmqPusher(here.home);
    const again = await here.bo.client({ type: 'topic_message_write', topic_id: 'open' });
    expect(again.credential.keys[0]?.key).toBe(key);
    // The old object is read, and not judged again.
    const reads = platformReads(here.home, key);
    await push([{ key }]);
    await eventually(async () => {
      expect(platformReads(here.home, key)).toBeGreaterThan(reads);
      expect((await loadTicket(key))?.hintedAt).toBeNull();
    });
    expect((await getLedger(here.home, 'open')).filter((row) => row.objectKey === key)).toHaveLength(1);
    await again.oss.put(key, json(here.bo.message('open', getId(key), 'now a message')));
    await judgedAgain(here.home, 'open', key, 1);
    await push([{ key }]);
    await advanceTopic(here.home.open.platform, 'open');
    const rows = (await getLedger(here.home, 'open')).filter((row) => row.objectKey === key);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['rejected', 'accepted']);
  });
});
