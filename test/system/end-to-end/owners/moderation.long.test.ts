import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../../../support/collect.ts';
import { eventually } from '../../../support/eventually.ts';
import { getLedger, judged, published } from '../../../support/ledger.ts';
import { expectProblem } from '../../../support/problems.ts';
import { json } from '../../../support/raw-agent.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { deniedFor, feedTypes, join, write } from './grants-and-proofs.ts';
import { OwnersHome } from './owners-home.ts';

let here: OwnersHome;
beforeAll(async () => {
  here = await OwnersHome.start();
});
afterAll(() => here.home.close());

describe('moderation', () => {
  test('only an admin or a topic’s owner moderates it', async () => {
    await here.openTopic('olgas', { owner_id: 'olga' });
    expectProblem(await here.moderate('olgas', { action: 'pause' }, here.otto), 'not_found');
    expectProblem(await here.moderate('nowhere', { action: 'pause' }, here.otto), 'not_found');
    expect((await here.moderate('olgas', { action: 'pause' })).status).toBe(200);
    await here.home.admin('POST', '/v1/topics/olgas/moderation', { action: 'resume' });
    expect(await deniedFor(here.bo, write('olgas'))).toBe('1 credentials');
  });

  test('a paused topic accepts and expires nothing, then resumes', async () => {
    const [first, second] = [await here.ownAgent('ann'), await here.ownAgent('ben')];
    const reader = await sdkAgent(here.home, 'reader5');
    await here.openTopic('held', { owner_id: 'olga', mode: 'turn_queue', rules: { turn_ttl_seconds: 1 } });
    await here.moderate('held', { action: 'pause' });
    expect(await deniedFor(first, write('held'))).toBe('topic_paused');
    expect(await deniedFor(first, join('held'))).toBe('topic_paused');
    await here.moderate('held', { action: 'resume' });
    const { oss, credential } = await second.client(join('held'));
    await judged(here.home, 'held', await first.send('held', 'queue_join'));
    await here.moderate('held', { action: 'pause' });
    const before = (await getLedger(here.home, 'held')).length;
    const key = credential.keys[0]?.key ?? '';
    const id = key.slice(key.lastIndexOf('/') + 1, -'.json'.length);
    await oss.put(key, json(second.request('held', id, 'queue_join')));
    // A turn that began later, in an open topic, expires first.
    await here.openTopic('running', { mode: 'turn_queue', rules: { turn_ttl_seconds: 1 } });
    await judged(here.home, 'running', await here.bo.send('running', 'queue_join'));
    await here.deadlineIn('running');
    expect(await getLedger(here.home, 'held')).toHaveLength(before);
    await here.moderate('held', { action: 'resume' });
    await judged(here.home, 'held', key);
    await here.deadlineIn('held');
    await published(here.home);
    expect(await (await reader.enterTopic('held')).replay()).toMatchObject({ equal: true });
    await reader.close();
  });

  test('a topic closed while paused rejects waiting messages', async () => {
    await here.openTopic('ending', { owner_id: 'olga' });
    await here.moderate('ending', { action: 'pause' });
    await here.moderate('ending', { action: 'resume' });
    const { oss, credential } = await here.bo.client(write('ending'));
    await here.moderate('ending', { action: 'pause' });
    const key = credential.keys[0]?.key ?? '';
    const id = key.slice(key.lastIndexOf('/') + 1, -'.json'.length);
    await oss.put(key, json(here.bo.message('ending', id, 'too late')));
    await here.moderate('ending', { action: 'close' });
    expect(await judged(here.home, 'ending', key)).toMatchObject({ outcome: 'rejected' });
    expect(await deniedFor(here.bo, write('ending'))).toBe('topic_closed');
  });

  test('a redacted message is gone, and the rest replays', async () => {
    const reader = await sdkAgent(here.home, 'reader6');
    await here.openTopic('rude', { owner_id: 'olga' });
    const sequence = await here.say(here.bo, 'rude', 'a rude word');
    await here.say(here.bo, 'rude', 'a kind word');
    await published(here.home);
    expectProblem(await here.moderate('rude', { action: 'redact', sequence: 1 }), 'nothing_to_erase');
    expect((await here.moderate('rude', { action: 'redact', sequence })).status).toBe(200);
    const { line } = await here.reading('rude');
    await eventually(async () => expect((await line(sequence)).body).toBeUndefined());
    await published(here.home);
    const topic = await reader.enterTopic('rude');
    expect(await topic.replay()).toMatchObject({ equal: true, gaps: [sequence] });
    expect(await collect(topic.messages())).toHaveLength(1);
    const { objects } = await here.home.open.platform.store.list('topics/rude/messages/bo/');
    expect(objects).toHaveLength(1);
    await reader.close();
  });

  test('removes redacted words that their author puts again', async () => {
    await here.openTopic('ruder', { owner_id: 'olga' });
    const { oss, credential } = await here.bo.client(write('ruder'));
    const key = credential.keys[0]?.key ?? '';
    const id = key.slice(key.lastIndexOf('/') + 1, -'.json'.length);
    const message = json(here.bo.message('ruder', id, 'a marzipan word'));
    await oss.put(key, message);
    const { sequence } = await judged(here.home, 'ruder', key);
    expect((await here.moderate('ruder', { action: 'redact', sequence })).status).toBe(200);
    const { store } = here.home.open.platform;
    const isGone = async () => expect((await store.list('topics/ruder/messages/bo/')).objects).toEqual([]);
    await eventually(isGone);
    for (const again of [message, json({ any: 'marzipan' })]) {
      await oss.put(key, again);
      expect((await store.list('topics/ruder/messages/bo/')).objects).toHaveLength(1);
      await eventually(isGone, 20_000);
    }
  });

  test('a redacted proposal is declined and leaves no words', async () => {
    const reader = await sdkAgent(here.home, 'reader7');
    const rules = {
      proposal_quota_per_day: 2,
      allowed_proposal_types: ['propose_topic'],
      proposal_votes_required: 2,
    };
    await here.openTopic('idea-box', { owner_id: 'olga', mode: 'daily_checkin', rules });
    const key = await here.bo.send('idea-box', 'propose_topic', { title: 'The marzipan affair' });
    const { sequence } = await judged(here.home, 'idea-box', key);
    await published(here.home);
    const { database, store } = here.home.open.platform;
    const wordsIn = async () => {
      const found: string[] = [];
      for (const { key: one } of (await store.list('topics/idea-box/')).objects) {
        const { bytes } = await store.get(one, { maxBytes: 1_000_000, timeoutMs: 5_000 });
        if (Buffer.from(bytes).includes('marzipan')) found.push(one);
      }
      const remembered = await database.select().from(tables.topicRecords);
      return [...found, ...remembered.filter(({ value }) => value.includes('marzipan'))];
    };
    expect((await wordsIn()).length).toBeGreaterThan(2);
    expect((await here.moderate('idea-box', { action: 'redact', sequence })).status).toBe(200);
    await eventually(async () => expect(await wordsIn()).toEqual([]), 20_000);
    await published(here.home);
    const result = await store.get('topics/idea-box/results/bo/r000001.json', {
      maxBytes: 10_000,
      timeoutMs: 5_000,
    });
    expect(JSON.parse(Buffer.from(result.bytes).toString())).toMatchObject({
      outcome: 'rejected',
      reason_code: 'declined',
    });
    const topic = await reader.enterTopic('idea-box');
    expect(await topic.replay()).toMatchObject({ equal: true, gaps: [sequence] });
    await reader.close();
  });

  test('a muted agent may read, not write, until its end', async () => {
    const agent = await here.ownAgent('max');
    await here.openTopic('quiet', { owner_id: 'olga' });
    const { oss, credential } = await agent.client(write('quiet'));
    await here.moderate('quiet', { action: 'mute', agent_id: 'max', minutes: 5 });
    expect(await deniedFor(agent, write('quiet'))).toBe('muted');
    expect(await deniedFor(agent, { type: 'topic_read', topic_id: 'quiet' })).toBe('1 credentials');
    const key = credential.keys[0]?.key ?? '';
    await oss.put(key, json({ any: 'thing' }));
    await here.say(here.bo, 'quiet', 'afterwards');
    expect((await getLedger(here.home, 'quiet')).map((row) => row.objectKey)).not.toContain(key);
    const { topicRestrictions } = tables;
    await here.home.open.platform.database
      .update(topicRestrictions)
      .set({ mutedUntil: new Date(Date.now() - 1000) })
      .where(eq(topicRestrictions.agentId, 'max'));
    expect(await deniedFor(agent, write('quiet'))).toBe('1 credentials');
  });

  test('an ejected agent leaves cast and allowlist and cannot return', async () => {
    const [first, second] = [await here.ownAgent('ned'), await here.ownAgent('ola')];
    const rules = { turn_ttl_seconds: 3600 };
    const invited = { visibility: 'invite', allowlist_agent_ids: ['ned', 'ola', 'bo'] };
    await here.openTopic('club', { owner_id: 'olga', mode: 'turn_queue', rules, ...invited });
    for (const agent of [first, second])
      await judged(here.home, 'club', await agent.send('club', 'queue_join'));
    await here.moderate('club', { action: 'eject', agent_id: 'ned' });
    expect(await deniedFor(first, { type: 'topic_read', topic_id: 'club' })).toBe('not_found');
    expect(await deniedFor(second, write('club'))).toBe('1 credentials');
    await published(here.home);
    const { manifest } = await here.reading('club');
    expect(await manifest()).toMatchObject({ allowlist_agent_ids: ['ola', 'bo'], policy_version: 2 });
    const listed = await first.call('GET', '/v1/topics?limit=200');
    expect(JSON.stringify(listed.body)).not.toContain('club');
    expect(await feedTypes(first)).toContain('topic.ejected');
  });

  test('a public topic denies its ejected agent with a reason', async () => {
    const agent = await here.ownAgent('pat');
    await here.openTopic('square', { owner_id: 'olga' });
    await here.moderate('square', { action: 'eject', agent_id: 'pat' });
    expect(await deniedFor(agent, { type: 'topic_read', topic_id: 'square' })).toBe('barred');
    await here.moderate('square', { action: 'readmit', agent_id: 'pat' });
    expect(await deniedFor(agent, write('square'))).toBe('1 credentials');
  });
});
