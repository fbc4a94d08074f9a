import { stat } from 'node:fs/promises';
import { tables } from '@agent-home/platform/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectBucketIsDatabase, expectJudgedOnce, linesIn, say } from '../../../support/drill.ts';
import { eventually } from '../../../support/eventually.ts';
import { getLedger, published } from '../../../support/ledger.ts';
import type { RawAgent } from '../../../support/raw-agent.ts';
import { restoredFromBackup } from './restored-from-backup.ts';
import { card, loadVersion } from './topics-and-cards.ts';

let here: Awaited<ReturnType<typeof restoredFromBackup>>;
beforeAll(async () => {
  here = await restoredFromBackup();
}, 120_000);
afterAll(() => here.close());

async function heard(agent: RawAgent): Promise<string[]> {
  const { body } = await agent.call('GET', '/v1/feed?limit=200');
  return (body.events as { event_type: string; payload: Record<string, unknown>; topic_id: string }[]).map(
    ({ event_type, topic_id, payload }) => `${event_type} ${topic_id} ${payload.sequence ?? ''}`,
  );
}

describe('a home that lost its database and had a backup', () => {
  test('a backup is one private file of one moment', async () => {
    expect((await stat(here.file)).mode & 0o777).toBe(0o600);
    expect(here.during.length).toBe(8);
  });

  test('a dry restore reports and changes nothing', () => {
    expect([...here.dry.counts]).toEqual([...here.report.counts]);
    expect(here.dry.notes).toEqual(here.report.notes);
    expect(here.report.counts.get('ledger entries taken over')).toBeGreaterThan(5);
  });

  test('agents and replays accept a restored home', async () => {
    for (const one of [here.ann, here.ben]) {
      for (const id of ['hall', 'turns', 'duel', 'drum', 'later', 'late-drum'])
        expect(await one.agent.replay(id), id).toMatchObject({ equal: true });
      expect(one.refused).toEqual([]);
    }
  });

  test('every message is judged once across a restore', async () => {
    const lines = await linesIn(here.ben, 'hall');
    const count = (text: string) => lines.filter((line) => line.includes(JSON.stringify(text))).length;
    for (const text of [
      'one',
      'two',
      'after',
      'is anybody there?',
      ...here.during.map((_, n) => `during ${n}`),
    ])
      expect(count(text), text).toBe(1);
    await expectJudgedOnce(here.home);
  });

  test('versions continue above those in the bucket', async () => {
    await say(here.ann, 'hall', 'and on');
    await say(here.ben, 'later', 'ben goes on');
    await here.home.admin('PUT', '/v1/agents/ann/card', card('newer still'));
    await published(here.home);
    expect(await loadVersion(here.home, 'topics/hall/state.json')).toBeGreaterThan(
      here.versions.get('topics/hall/state.json') ?? 0,
    );
    expect(await loadVersion(here.home, 'agents/all/ann.json')).toBe(
      (here.versions.get('agents/all/ann.json') ?? 0) + 1,
    );
    await expectBucketIsDatabase(here.home);
    expect((await here.ben.agent.card('ann')).cardVersion).toBeGreaterThan(1);
    for (const one of [here.ann, here.ben]) expect(one.refused).toEqual([]);
  });

  test('changes since the backup are restored', async () => {
    const { agents } = tables;
    const rows = await here.home.open.platform.database.select().from(agents);
    const standing = Object.fromEntries(rows.map(({ agentId, standing }) => [agentId, standing]));
    expect(standing).toMatchObject({ ann: 'admitted', dan: 'admitted', eve: 'withdrawn' });
    const read = (circle: string) => ({ type: 'circle_read', circle_id: circle });
    expect(
      (await here.home.open.platform.database.select().from(tables.circleMembers))
        .map((row) => `${row.circleId} ${row.agentId}`)
        .toSorted(),
    ).toEqual(['guild ann', 'guild ben', 'late-guild ben']);
    expect((await here.fay.ask(read('guild'))).denied).toHaveLength(1);
    expect(await linesIn(here.ben, 'closed-door')).toHaveLength(1);
    expect((await here.fay.ask({ type: 'topic_read', topic_id: 'closed-door' })).denied).toHaveLength(1);
    expect((await here.fay.ask({ type: 'task_write', task_id: 'errand' })).denied).toEqual([]);
  });

  test('a backup keeps the audit log and its chain', async () => {
    const read = async () =>
      (await here.home.admin('GET', '/v1/admin/audit/acts?action=circle')) as unknown as {
        items: { sequence: number }[];
        intact: boolean;
      };
    const { items } = await read();
    expect(items.length).toBeGreaterThan(0);
    const about = { circle_id: 'after-restore', name: 'After', membership_mode: 'open' };
    await here.home.admin('POST', '/v1/admin/circles', about);
    const after = await read();
    expect(after.items).toHaveLength(items.length + 1);
    expect(after.intact).toBe(true);
  });

  test('erased text stays erased after a restore', async () => {
    const rows = await getLedger(here.home, 'hall');
    expect(rows.filter(({ bodyText }) => bodyText?.includes('to be erased'))).toEqual([]);
    expect(rows.filter(({ erasedAt }) => erasedAt !== null)).toHaveLength(1);
    expect(here.report.counts.get('bodies erased since')).toBe(1);
  });

  test('a topic with lost secrets is closed', async () => {
    for (const topicId of ['duel', 'late-drum']) {
      const rows = await getLedger(here.home, topicId);
      expect(rows.at(-1)?.bodyText, topicId).toContain('restored from a backup');
      expect(await (await here.ben.agent.enterTopic(topicId)).state()).toMatchObject({
        state: { status: 'closed' },
      });
    }
    // The topic's secret was in the backup.
    expect((await (await here.ben.agent.enterTopic('drum')).state()).state.status).toBe('open');
    expect(here.report.counts.get('topics closed for what is lost')).toBe(2);
  });

  test('an agent continues its feed across a restore', async () => {
    const before = here.told.length;
    const key = await say(here.ben, 'hall', 'does gil hear this?');
    await eventually(() =>
      expect(here.told.slice(before).some(({ object_key }) => object_key === key)).toBe(true),
    );
    expect(here.listener.refused).toEqual([]);
  });

  test('a restored feed delivers only unconsumed events', async () => {
    const events = await eventually(async () => {
      const told = await heard(here.fay);
      if (!told.some((line) => line.startsWith('topic.input_judged hall')))
        throw new Error('not reported yet');
      return told;
    });
    const entries = events
      .filter((line) => line.startsWith('topic.entry hall '))
      .map((line) => Number(line.split(' ')[2]));
    expect(entries).toEqual([...new Set(entries)]);
    const all = (await getLedger(here.home, 'hall')).filter(
      ({ agentId, sequence }) => agentId !== 'fay' && sequence > here.consumedUpTo,
    );
    expect(entries).toEqual(all.map(({ sequence }) => sequence));
  });
});
