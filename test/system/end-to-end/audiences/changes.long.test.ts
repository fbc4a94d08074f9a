import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFeed } from '../../../support/feed.ts';
import { getLedger, judged, published } from '../../../support/ledger.ts';
import { json, type RawAgent } from '../../../support/raw-agent.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { type AudienceHome, read, startAudienceHome } from './audience-home.ts';

let here: AudienceHome;
beforeAll(async () => {
  here = await startAudienceHome();
});
afterAll(() => here.home.close());

const deniedFor = async (agent: RawAgent, grant: { type: string; topic_id?: string; task_id?: string }) =>
  (await agent.ask(grant)).denied[0]?.code;

const listed = async (agent: RawAgent, what: 'topics' | 'tasks') =>
  JSON.stringify((await agent.call('GET', `/v1/${what}`)).body);

describe('another audience', () => {
  test('a new audience is certified and ends excluded agents’ turns', async () => {
    await here.openTopic('turns', { mode: 'turn_queue', rules: { turn_ttl_seconds: 3600 } });
    for (const agent of [here.ada, here.bo])
      await judged(here.home, 'turns', await agent.send('turns', 'queue_join'));
    const held = await here.ada.client({ type: 'topic_message_write', topic_id: 'turns' });
    const invited = { visibility: 'invite', allowlist_agent_ids: ['bo', 'cy'] };
    const answer = await here.setTopic('turns', { ...invited, participants: 'leave_out' });
    expect(answer).toMatchObject({ topic_id: 'turns', policy_version: 2 });
    expect(await deniedFor(here.ada, read('turns'))).toBe('not_found');
    expect(await deniedFor(here.ada, { type: 'topic_message_write', topic_id: 'turns' })).toBe('not_found');
    expect(await listed(here.ada, 'topics')).not.toContain('"turns"');
    expect(await deniedFor(here.bo, { type: 'topic_message_write', topic_id: 'turns' })).toBeUndefined();
    const key = held.credential.keys[0]?.key ?? '';
    const [turnId = ''] = (key.split('/').at(-1) ?? '').split('.');
    await held.oss.put(key, json(here.ada.message('turns', turnId, 'I was speaking')));
    expect(await judged(here.home, 'turns', key)).toMatchObject({
      outcome: 'rejected',
      reason: 'not_a_reader',
    });
    await published(here.home);
    const { oss } = await here.bo.client(read('turns'));
    const { content } = await oss.get('topics/turns/manifest.json');
    expect(JSON.parse(String(content))).toMatchObject({
      policy_version: 2,
      visibility: 'invite',
      allowlist_agent_ids: ['bo', 'cy'],
    });
    const told = (await readFeed(here.ada)).events;
    expect(told).toContainEqual(expect.objectContaining({ event_type: 'topic.left_out', topic_id: 'turns' }));
    const reader = await sdkAgent(here.home, 'cyd');
    await here.setTopic('turns', { visibility: 'public' });
    await published(here.home);
    expect(await (await reader.enterTopic('turns')).replay()).toMatchObject({ equal: true });
    await reader.close();
  });

  test('participation readmits no excluded agent, an invitation does', async () => {
    await here.openTopic('talk');
    await judged(here.home, 'talk', await here.ada.say('talk', 'I was here'));
    await here.openTask('work');
    await here.ada.client({ type: 'task_write', task_id: 'work' });
    const narrow = { visibility: 'invite', allowlist_agent_ids: ['bo'] };
    const asked = [read('talk'), { type: 'task_read', task_id: 'work' }];
    await Promise.all([here.setTopic('talk', narrow), here.setTask('work', narrow)]);
    await published(here.home);
    // The agent was not removed from a list: it keeps access as a participant.
    for (const grant of asked) expect(await deniedFor(here.ada, grant), grant.type).toBeUndefined();
    const alone = { ...narrow, participants: 'leave_out' };
    await Promise.all([here.setTopic('talk', alone), here.setTask('work', alone)]);
    for (const grant of asked) expect(await deniedFor(here.ada, grant), grant.type).toBe('not_found');
    expect(await listed(here.ada, 'tasks')).not.toContain('"work"');
    const wide = { visibility: 'invite', allowlist_agent_ids: ['ada', 'bo'] };
    await Promise.all([here.setTopic('talk', wide), here.setTask('work', wide)]);
    await published(here.home);
    for (const grant of asked) expect(await deniedFor(here.ada, grant), grant.type).toBeUndefined();
    await judged(here.home, 'talk', await here.ada.say('talk', 'I am back'));
    const said = (await getLedger(here.home, 'talk')).filter(({ agentId }) => agentId === 'ada');
    expect(said.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
  });

  test('a removed agent’s late message does not readmit it', async () => {
    const invited = { visibility: 'invite', allowlist_agent_ids: ['ada', 'bo'] };
    await Promise.all([here.openTopic('held', invited), here.openTask('held', invited)]);
    const { oss, credential } = await here.bo.client({ type: 'topic_message_write', topic_id: 'held' });
    const change = { visibility: 'invite', allowlist_agent_ids: ['ada'] };
    await Promise.all([here.setTopic('held', change), here.setTask('held', change)]);
    const key = credential.keys[0]?.key ?? '';
    await oss.put(key, json(here.bo.message('held', '000001', 'too late')));
    expect(await judged(here.home, 'held', key)).toMatchObject({
      outcome: 'rejected',
      reason: 'not_a_reader',
    });
    expect(await deniedFor(here.bo, read('held'))).toBe('not_found');
    expect(await deniedFor(here.bo, { type: 'task_write', task_id: 'held' })).toBe('not_found');
  });

  test('a narrower audience binds at once, a wider once published', async () => {
    const invited = { visibility: 'invite', allowlist_agent_ids: ['ada', 'bo'] };
    await Promise.all([here.openTopic('slow', invited), here.openTask('slow', invited)]);
    const asked = [read('slow'), { type: 'task_read', task_id: 'slow' }];
    const answers = (agent: RawAgent) => Promise.all(asked.map((grant) => deniedFor(agent, grant)));
    await here.home.stopWorker();
    const change = { visibility: 'invite', allowlist_agent_ids: ['ada', 'cy'] };
    await Promise.all([here.setTopic('slow', change), here.setTask('slow', change)]);
    expect(await answers(here.ada)).toEqual([undefined, undefined]);
    expect(await answers(here.bo)).toEqual(['not_found', 'not_found']);
    expect(await answers(here.cy)).toEqual(['not_found', 'not_found']);
    // Widened again before the narrow version was published; the narrow audience still applies.
    await Promise.all([
      here.setTopic('slow', { visibility: 'public' }),
      here.setTask('slow', { visibility: 'public' }),
    ]);
    expect(await answers(here.bo)).toEqual(['not_found', 'not_found']);
    await here.home.startWorker();
    await published(here.home);
    for (const agent of [here.ada, here.bo, here.cy])
      expect(await answers(agent)).toEqual([undefined, undefined]);
  });

  test('an invalid audience and another’s topic are refused', async () => {
    await here.openTopic('fixed');
    for (const [audience, path] of [
      [{ visibility: 'circle', circle_id: 'nowhere' }, 'circle_id'],
      [{ visibility: 'owner-only' }, 'owner_id'],
      [{ visibility: 'public', allowlist_agent_ids: ['bo'] }, 'allowlist_agent_ids'],
    ] as const) {
      await expect(here.setTopic('fixed', audience), path).rejects.toThrow(/invalid_input/);
      expect(await deniedFor(here.cy, read('fixed'))).toBeUndefined();
    }
    await expect(here.setTopic('nowhere', { visibility: 'public' })).rejects.toThrow(/not_found/);
  });
});
