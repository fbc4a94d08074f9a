import { stat } from 'node:fs/promises';
import { tables } from '@agent-home/database';
import { writeBackup } from '@agent-home/platform';
import type { FeedItem } from '@agent-home/sdk';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askToJoin, requestIs } from '../support/circles.ts';
import {
  expectBucketIsDatabase,
  expectJudgedOnce,
  linesIn,
  say,
  type Witness,
  witness,
} from '../support/drill.ts';
import { eventually } from '../support/eventually.ts';
import { judged, ledgerOf, published } from '../support/ledger.ts';
import { idOf, json, RawAgent } from '../support/raw-agent.ts';
import { type RestorableHome, startRestorableHome } from '../support/restorable-home.ts';

const openTopic = (home: RestorableHome, topicId: string, mode: string, more: Record<string, unknown> = {}) =>
  home.admin('POST', '/v1/admin/topics', {
    topic_id: topicId,
    title: topicId,
    visibility: 'public',
    mode,
    ...more,
  });
const act = (home: RestorableHome, topicId: string, body: object) =>
  home.admin('POST', `/v1/topics/${topicId}/moderation`, body);

const duel = { rules: { rounds_max: 1, submission_deadline_seconds: 600, themes: ['Autumn moon'] } };
const poem = 'Autumn moon on the sill,\nthe autumn moon lies still.';
const card = (bio: string) => ({
  name: 'Ann',
  bio,
  personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 },
});

async function versionOf(home: RestorableHome, key: string): Promise<number> {
  const { publishedObjects } = tables;
  const [row] = await home.open.platform.database
    .select()
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, key));
  return row?.version ?? 0;
}

async function heard(agent: RawAgent): Promise<string[]> {
  const { body } = await agent.call('GET', '/v1/feed?limit=200');
  return (body.events as { event_type: string; payload: Record<string, unknown>; topic_id: string }[]).map(
    ({ event_type, topic_id, payload }) => `${event_type} ${topic_id} ${payload.sequence ?? ''}`,
  );
}

async function consumeAll(agent: RawAgent): Promise<void> {
  const { body } = await agent.call('GET', '/v1/feed?limit=200');
  await agent.call('POST', '/v1/feed/ack', { cursor: body.cursor });
}

describe('a home that lost its database and had a backup', () => {
  let home: RestorableHome;
  let ann: Witness;
  let ben: Witness;
  let listener: Witness;
  let eve: RawAgent;
  let fay: RawAgent;
  let file: string;
  let waiting: string;
  const during: string[] = [];
  const told: FeedItem[] = [];
  const versions = new Map<string, number>();
  let consumedUpTo = 0;
  let report: Awaited<ReturnType<RestorableHome['restore']>>['report'];
  let dry: Awaited<ReturnType<RestorableHome['restore']>>['report'];

  beforeAll(async () => {
    home = await startRestorableHome();
    file = `${home.folder}/home.backup`;
    ann = await witness(home, 'ann');
    ben = await witness(home, 'ben');
    [eve, fay] = await Promise.all([RawAgent.admitted(home, 'eve'), RawAgent.admitted(home, 'fay')]);
    await openTopic(home, 'hall', 'freeform');
    await home.admin('POST', '/v1/admin/owners', { owner_id: 'olga', name: 'Olga' });
    listener = await witness(home, 'gil');
    await published(home);
    await say(listener, 'hall', 'gil listens');
    void (async () => {
      for await (const event of listener.agent.feed()) told.push(event);
    })();
    await openTopic(home, 'turns', 'turn_queue');
    await openTopic(home, 'duel', 'poetry_duel', duel);
    await openTopic(home, 'drum', 'drum_pass', { rules: { pass_policy: 'random', max_passes: 4 } });
    await published(home);
    await judged(home, 'hall', await fay.say('hall', 'fay takes part'));
    await say(ann, 'hall', 'one');
    await consumeAll(fay);
    consumedUpTo = (await ledgerOf(home, 'hall')).length;
    await say(ben, 'hall', 'two');
    await say(ann, 'hall', 'to be erased');
    for (const one of [ann, ben]) await (await one.agent.enterTopic('drum')).request('queue_join');
    const turn = await (await ann.agent.enterTopic('turns')).waitForTurn();
    expect(turn.turnId).toBeTruthy();
    await say(ann, 'turns', 'my turn');
    await home.admin('POST', '/v1/admin/circles', {
      circle_id: 'guild',
      name: 'Guild',
      membership_mode: 'approval',
      listed: true,
      members: [{ agent_id: 'ann', role: 'admin' }],
    });
    await published(home);

    // A backup is taken while agents write.
    const writing = (async () => {
      for (let n = 0; n < 8; n += 1) during.push(await say(n % 2 === 0 ? ann : ben, 'hall', `during ${n}`));
    })();
    await writeBackup(home.settings.databaseUrl, file, { now: new Date() });
    await writing;

    // And the home goes on.
    await say(ann, 'hall', 'after');
    const erased = (await ledgerOf(home, 'hall')).find(({ bodyText }) => bodyText?.includes('to be erased'));
    await act(home, 'hall', { action: 'redact', sequence: erased?.sequence });
    await openTopic(home, 'later', 'freeform');
    const dan = await witness(home, 'dan');
    await openTopic(home, 'closed-door', 'freeform', {
      visibility: 'invite',
      allowlist_agent_ids: ['ben', 'dan'],
    });
    await openTopic(home, 'late-drum', 'drum_pass', { rules: { pass_policy: 'random', max_passes: 4 } });
    await home.admin('POST', '/v1/admin/tasks', { task_id: 'errand', title: 'Errand', visibility: 'public' });
    await home.admin('POST', '/v1/admin/circles/guild/actions', { action: 'add_member', agent_id: 'ben' });
    await home.admin('POST', '/v1/admin/circles', {
      circle_id: 'late-guild',
      name: 'Late',
      membership_mode: 'open',
      members: [{ agent_id: 'ben', role: 'mod' }],
    });
    await home.admin('PUT', '/v1/agents/ann/card', card('new since the backup'));
    await say(dan, 'later', 'dan is new');
    await say(dan, 'closed-door', 'dan came by invitation');
    await dan.agent.close();
    await judged(home, 'later', await eve.say('later', 'eve was here'));
    await home.admin('POST', '/v1/agents/eve/withdrawal', { objects: 'keep' });
    await say(ann, 'duel', poem);
    const { agent } = ben;
    const drum = await agent.enterTopic('late-drum');
    await drum.request('queue_join');
    await (await ann.agent.enterTopic('late-drum')).request('queue_join');
    await eventually(async () => {
      const rows = await ledgerOf(home, 'hall');
      if (!rows.some(({ erasedAt }) => erasedAt !== null)) throw new Error('not erased yet');
    });
    await published(home);
    // Both have read everything there is.
    for (const one of [ann, ben])
      for (const id of ['hall', 'turns', 'duel', 'drum', 'later', 'late-drum'])
        expect(await one.agent.replay(id)).toMatchObject({ equal: true });
    for (const key of ['topics/hall/state.json', 'topics/later/manifest.json', 'agents/all/ann.json'])
      versions.set(key, await versionOf(home, key));

    // The last thing that is written is not judged any more.
    const { oss, credential } = await fay.client({ type: 'topic_message_write', topic_id: 'hall' });
    waiting = credential.keys[0]?.key ?? '';
    await home.stop();
    await oss.put(waiting, json(fay.message('hall', idOf(waiting), 'is anybody there?')));

    dry = (await home.dryRun(file)).report;
    report = (await home.restore(file)).report;
    await home.start();
    await judged(home, 'hall', waiting);
    await published(home);
  }, 120_000);
  afterAll(async () => {
    for (const one of [ann, ben, listener]) await one.agent.close();
    await home.close();
  });

  test('a backup is one file for its owner alone, made while agents write', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(during.length).toBe(8);
  });

  test('what a dry run tells is what a restore does, and it leaves nothing behind', () => {
    expect([...dry.counts]).toEqual([...report.counts]);
    expect(dry.notes).toEqual(report.notes);
    expect(report.counts.get('ledger entries taken over')).toBeGreaterThan(5);
  });

  test('an agent that lived through it refuses nothing, and every ledger replays byte-equal', async () => {
    for (const one of [ann, ben]) {
      for (const id of ['hall', 'turns', 'duel', 'drum', 'later', 'late-drum'])
        expect(await one.agent.replay(id), id).toMatchObject({ equal: true });
      expect(one.refused).toEqual([]);
    }
  });

  test('every line is there once, in the order it was judged in, and what waited is judged', async () => {
    const lines = await linesIn(ben, 'hall');
    const count = (text: string) => lines.filter((line) => line.includes(JSON.stringify(text))).length;
    for (const text of ['one', 'two', 'after', 'is anybody there?', ...during.map((_, n) => `during ${n}`)])
      expect(count(text), text).toBe(1);
    await expectJudgedOnce(home);
  });

  test('versions go on above those in the bucket, and the bucket is what the database says', async () => {
    await say(ann, 'hall', 'and on');
    await say(ben, 'later', 'ben goes on');
    await home.admin('PUT', '/v1/agents/ann/card', card('newer still'));
    await published(home);
    expect(await versionOf(home, 'topics/hall/state.json')).toBeGreaterThan(
      versions.get('topics/hall/state.json') ?? 0,
    );
    expect(await versionOf(home, 'agents/all/ann.json')).toBe((versions.get('agents/all/ann.json') ?? 0) + 1);
    await expectBucketIsDatabase(home);
    expect((await ben.agent.card('ann')).cardVersion).toBeGreaterThan(1);
    for (const one of [ann, ben]) expect(one.refused).toEqual([]);
  });

  test('who came, left or joined since the backup has come, left and joined', async () => {
    const { agents } = tables;
    const rows = await home.open.platform.database.select().from(agents);
    const standing = Object.fromEntries(rows.map(({ agentId, standing }) => [agentId, standing]));
    expect(standing).toMatchObject({ ann: 'admitted', dan: 'admitted', eve: 'withdrawn' });
    const read = (circle: string) => ({ type: 'circle_read', circle_id: circle });
    expect(
      (await home.open.platform.database.select().from(tables.circleMembers))
        .map((row) => `${row.circleId} ${row.agentId}`)
        .toSorted(),
    ).toEqual(['guild ann', 'guild ben', 'late-guild ben']);
    expect((await fay.ask(read('guild'))).denied).toHaveLength(1);
    expect(await linesIn(ben, 'closed-door')).toHaveLength(1);
    expect((await fay.ask({ type: 'topic_read', topic_id: 'closed-door' })).denied).toHaveLength(1);
    expect((await fay.ask({ type: 'task_write', task_id: 'errand' })).denied).toEqual([]);
  });

  test('what was erased since the backup stays erased', async () => {
    const rows = await ledgerOf(home, 'hall');
    expect(rows.filter(({ bodyText }) => bodyText?.includes('to be erased'))).toEqual([]);
    expect(rows.filter(({ erasedAt }) => erasedAt !== null)).toHaveLength(1);
    expect(report.counts.get('bodies erased since')).toBe(1);
  });

  test('a topic that cannot go on without what was lost is closed, with the reason in its ledger', async () => {
    for (const topicId of ['duel', 'late-drum']) {
      const rows = await ledgerOf(home, topicId);
      expect(rows.at(-1)?.bodyText, topicId).toContain('restored from a backup');
      expect(await (await ben.agent.enterTopic(topicId)).state()).toMatchObject({
        state: { status: 'closed' },
      });
    }
    // Its secret was in the backup.
    expect((await (await ben.agent.enterTopic('drum')).state()).state.status).toBe('open');
    expect(report.counts.get('topics closed for what is lost')).toBe(2);
  });

  test('an agent in the middle of its feed goes on with it', async () => {
    const before = told.length;
    const key = await say(ben, 'hall', 'does gil hear this?');
    await eventually(() =>
      expect(told.slice(before).some(({ object_key }) => object_key === key)).toBe(true),
    );
    expect(listener.refused).toEqual([]);
  });

  test('a feed delivers what was not consumed, and nothing that was', async () => {
    const events = await eventually(async () => {
      const told = await heard(fay);
      if (!told.some((line) => line.startsWith('topic.input_judged hall'))) throw new Error('not told yet');
      return told;
    });
    const entries = events
      .filter((line) => line.startsWith('topic.entry hall '))
      .map((line) => Number(line.split(' ')[2]));
    expect(entries).toEqual([...new Set(entries)]);
    const all = (await ledgerOf(home, 'hall')).filter(
      ({ agentId, sequence }) => agentId !== 'fay' && sequence > consumedUpTo,
    );
    expect(entries).toEqual(all.map(({ sequence }) => sequence));
  });
});

describe('a home that lost its database and had no backup', () => {
  let home: RestorableHome;
  let ann: Witness;
  let ben: Witness;
  let cyd: RawAgent;
  let requestId: string;
  let report: Awaited<ReturnType<RestorableHome['restore']>>['report'];

  beforeAll(async () => {
    home = await startRestorableHome();
    ann = await witness(home, 'ann');
    ben = await witness(home, 'ben');
    cyd = await RawAgent.admitted(home, 'cyd');
    await openTopic(home, 'hall', 'freeform');
    await openTopic(home, 'turns', 'turn_queue');
    await openTopic(home, 'slots', 'limited_slots', { rules: { slots_max: 2 } });
    await home.admin('POST', '/v1/admin/tasks', { task_id: 'errand', title: 'Errand', visibility: 'public' });
    await home.admin('POST', '/v1/admin/circles', {
      circle_id: 'guild',
      name: 'Guild',
      membership_mode: 'approval',
      listed: true,
      members: [{ agent_id: 'ann', role: 'admin' }],
    });
    await published(home);
    for (const [one, text] of [
      [ann, 'one'],
      [ben, 'two'],
      [ann, 'three'],
    ] as const)
      await say(one, 'hall', text);
    await (await ann.agent.enterTopic('turns')).waitForTurn();
    await (await ben.agent.enterTopic('turns')).request('queue_join');
    await ann.agent.replay('turns');
    await published(home);
    // Asked, and not decided.
    const asked = await askToJoin(cyd, 'guild', 'let me in');
    requestId = asked.requestId;
    await requestIs(home, asked.key, 'pending');
    await home.stop();
    report = (await home.restore(undefined)).report;
    await home.start();
    await home.giveToken();
    await published(home);
  }, 60_000);
  afterAll(async () => {
    for (const one of [ann, ben]) await one.agent.close();
    await home.close();
  });

  test('what is certified is rebuilt from the bucket alone', async () => {
    expect(Object.fromEntries(report.counts)).toMatchObject({
      'agents rebuilt': 3,
      'circles rebuilt': 1,
      'tasks rebuilt': 1,
      'topics rebuilt': 3,
    });
    expect(report.notes).toEqual([]);
    for (const one of [ann, ben]) {
      for (const id of ['hall', 'turns', 'slots'])
        expect(await one.agent.replay(id), id).toMatchObject({ equal: true });
      expect(one.refused).toEqual([]);
    }
    await expectJudgedOnce(home);
    await expectBucketIsDatabase(home);
  });

  test('agents go on where they were, without registering again', async () => {
    await say(ben, 'hall', 'four');
    expect(await linesIn(ann, 'hall')).toHaveLength(4);
    const turns = await ann.agent.enterTopic('turns');
    expect((await turns.state()).state.speaker_agent_id).toBe('ann');
    await turns.say('my turn still');
    await (await ben.agent.enterTopic('turns')).waitForTurn();
    expect((await cyd.ask({ type: 'task_write', task_id: 'errand' })).denied).toEqual([]);
    for (const one of [ann, ben]) expect(one.refused).toEqual([]);
  });

  test('a request that nobody had decided on waits for its decision again', async () => {
    await requestIs(home, `circles/guild/join_requests/cyd/${requestId}.json`, 'pending');
    const circle = ann.agent.circle('guild');
    const waiting = [];
    for await (const { agentId: agent_id, requestId: request_id } of circle.pendingRequests())
      waiting.push({ agent_id, request_id });
    expect(waiting).toEqual([{ agent_id: 'cyd', request_id: requestId }]);
    await circle.decide(requestId, 'approve');
    await requestIs(home, `circles/guild/join_requests/cyd/${requestId}.json`, 'approved');
  });
});
