import { tables } from '@agent-home/database';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFeed } from '../support/feed.ts';
import { judged, ledgerOf, published } from '../support/ledger.ts';
import { json, RawAgent } from '../support/raw-agent.ts';
import { sdkAgent } from '../support/sdk-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

interface Exposed {
  agent_id: string;
  scopes: string[];
  until: string;
}

let home: TestHome;
let ada: RawAgent;
let bo: RawAgent;
let cy: RawAgent;
beforeAll(async () => {
  home = await startHome();
  [ada, bo, cy] = (await Promise.all(
    (['ada', 'bo', 'cy'] as const).map((name) => RawAgent.admitted(home, name)),
  )) as [RawAgent, RawAgent, RawAgent];
});
afterAll(() => home.close());

async function openTopic(topicId: string, fields: Record<string, unknown> = {}): Promise<void> {
  const topic = { topic_id: topicId, title: topicId, visibility: 'public', mode: 'freeform', ...fields };
  await home.admin('POST', '/v1/admin/topics', topic);
  await published(home);
}

async function openTask(taskId: string, fields: Record<string, unknown> = {}): Promise<void> {
  await home.admin('POST', '/v1/admin/tasks', {
    task_id: taskId,
    title: taskId,
    visibility: 'public',
    ...fields,
  });
  await published(home);
}

const setTopic = (topicId: string, audience: Record<string, unknown>) =>
  home.admin('POST', `/v1/topics/${topicId}/moderation`, { action: 'set_audience', ...audience });
const setTask = (taskId: string, audience: Record<string, unknown>) =>
  home.admin('POST', `/v1/admin/tasks/${taskId}/actions`, { action: 'set_audience', ...audience });

const deniedFor = async (agent: RawAgent, grant: { type: string; topic_id?: string; task_id?: string }) =>
  (await agent.ask(grant)).denied[0]?.code;
const read = (topicId: string) => ({ type: 'topic_read', topic_id: topicId });
const listed = async (agent: RawAgent, what: 'topics' | 'tasks') =>
  JSON.stringify((await agent.call('GET', `/v1/${what}`)).body);

describe('another audience', () => {
  test('a topic gets another audience, certified with a higher policy version, and who is out leaves its turn', async () => {
    await openTopic('turns', { mode: 'turn_queue', rules: { turn_ttl_seconds: 3600 } });
    for (const agent of [ada, bo]) await judged(home, 'turns', await agent.send('turns', 'queue_join'));
    const held = await ada.client({ type: 'topic_message_write', topic_id: 'turns' });
    const invited = { visibility: 'invite', allowlist_agent_ids: ['bo', 'cy'] };
    const answer = await setTopic('turns', { ...invited, participants: 'leave_out' });
    expect(answer).toMatchObject({ topic_id: 'turns', policy_version: 2 });
    expect(await deniedFor(ada, read('turns'))).toBe('not_found');
    expect(await deniedFor(ada, { type: 'topic_message_write', topic_id: 'turns' })).toBe('not_found');
    expect(await listed(ada, 'topics')).not.toContain('"turns"');
    expect(await deniedFor(bo, { type: 'topic_message_write', topic_id: 'turns' })).toBeUndefined();
    const key = held.credential.keys[0]?.key ?? '';
    const [turnId = ''] = (key.split('/').at(-1) ?? '').split('.');
    await held.oss.put(key, json(ada.message('turns', turnId, 'I was speaking')));
    expect(await judged(home, 'turns', key)).toMatchObject({ outcome: 'rejected', reason: 'not_a_reader' });
    await published(home);
    const { oss } = await bo.client(read('turns'));
    const { content } = await oss.get('topics/turns/manifest.json');
    expect(JSON.parse(String(content))).toMatchObject({
      policy_version: 2,
      visibility: 'invite',
      allowlist_agent_ids: ['bo', 'cy'],
    });
    const told = (await readFeed(ada)).events;
    expect(told).toContainEqual(expect.objectContaining({ event_type: 'topic.left_out', topic_id: 'turns' }));
    const reader = await sdkAgent(home, 'cyd');
    await setTopic('turns', { visibility: 'public' });
    await published(home);
    expect(await (await reader.enterTopic('turns')).replay()).toMatchObject({ equal: true });
    await reader.close();
  });

  test('to have taken part keeps nobody in who was left out, and an invitation brings it back', async () => {
    await openTopic('talk');
    await judged(home, 'talk', await ada.say('talk', 'I was here'));
    await openTask('work');
    await ada.client({ type: 'task_write', task_id: 'work' });
    const narrow = { visibility: 'invite', allowlist_agent_ids: ['bo'] };
    const asked = [read('talk'), { type: 'task_read', task_id: 'work' }];
    await Promise.all([setTopic('talk', narrow), setTask('work', narrow)]);
    await published(home);
    // Nobody took it off a list: it stays by what it has done there.
    for (const grant of asked) expect(await deniedFor(ada, grant), grant.type).toBeUndefined();
    const alone = { ...narrow, participants: 'leave_out' };
    await Promise.all([setTopic('talk', alone), setTask('work', alone)]);
    for (const grant of asked) expect(await deniedFor(ada, grant), grant.type).toBe('not_found');
    expect(await listed(ada, 'tasks')).not.toContain('"work"');
    const wide = { visibility: 'invite', allowlist_agent_ids: ['ada', 'bo'] };
    await Promise.all([setTopic('talk', wide), setTask('work', wide)]);
    await published(home);
    for (const grant of asked) expect(await deniedFor(ada, grant), grant.type).toBeUndefined();
    await judged(home, 'talk', await ada.say('talk', 'I am back'));
    const said = (await ledgerOf(home, 'talk')).filter(({ agentId }) => agentId === 'ada');
    expect(said.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
  });

  test('what is still written by one who was taken off the list does not let it back in', async () => {
    const invited = { visibility: 'invite', allowlist_agent_ids: ['ada', 'bo'] };
    await Promise.all([openTopic('held', invited), openTask('held', invited)]);
    const { oss, credential } = await bo.client({ type: 'topic_message_write', topic_id: 'held' });
    const change = { visibility: 'invite', allowlist_agent_ids: ['ada'] };
    await Promise.all([setTopic('held', change), setTask('held', change)]);
    const key = credential.keys[0]?.key ?? '';
    await oss.put(key, json(bo.message('held', '000001', 'too late')));
    expect(await judged(home, 'held', key)).toMatchObject({ outcome: 'rejected', reason: 'not_a_reader' });
    expect(await deniedFor(bo, read('held'))).toBe('not_found');
    expect(await deniedFor(bo, { type: 'task_write', task_id: 'held' })).toBe('not_found');
  });

  test('what narrows an audience binds at once, what widens it once that is in the bucket', async () => {
    const invited = { visibility: 'invite', allowlist_agent_ids: ['ada', 'bo'] };
    await Promise.all([openTopic('slow', invited), openTask('slow', invited)]);
    const asked = [read('slow'), { type: 'task_read', task_id: 'slow' }];
    const answers = (agent: RawAgent) => Promise.all(asked.map((grant) => deniedFor(agent, grant)));
    await home.stopWorker();
    const change = { visibility: 'invite', allowlist_agent_ids: ['ada', 'cy'] };
    await Promise.all([setTopic('slow', change), setTask('slow', change)]);
    expect(await answers(ada)).toEqual([undefined, undefined]);
    expect(await answers(bo)).toEqual(['not_found', 'not_found']);
    expect(await answers(cy)).toEqual(['not_found', 'not_found']);
    // Widened again before anything of it has been published: the narrower word in between still binds.
    await Promise.all([
      setTopic('slow', { visibility: 'public' }),
      setTask('slow', { visibility: 'public' }),
    ]);
    expect(await answers(bo)).toEqual(['not_found', 'not_found']);
    await home.startWorker();
    await published(home);
    for (const agent of [ada, bo, cy]) expect(await answers(agent)).toEqual([undefined, undefined]);
  });

  test('an audience that fits nobody is refused, and so is another’s topic', async () => {
    await openTopic('fixed');
    for (const [audience, path] of [
      [{ visibility: 'circle', circle_id: 'nowhere' }, 'circle_id'],
      [{ visibility: 'owner-only' }, 'owner_id'],
      [{ visibility: 'public', allowlist_agent_ids: ['bo'] }, 'allowlist_agent_ids'],
    ] as const) {
      await expect(setTopic('fixed', audience), path).rejects.toThrow(/invalid_input/);
      expect(await deniedFor(cy, read('fixed'))).toBeUndefined();
    }
    await expect(setTopic('nowhere', { visibility: 'public' })).rejects.toThrow(/not_found/);
  });
});

describe('what stays open for a while', () => {
  test('whoever takes access away is told who can still do what, and until when', async () => {
    const dee = await RawAgent.admitted(home, 'dee');
    await home.admin('POST', '/v1/admin/circles', {
      ...{ circle_id: 'club', name: 'Club', membership_mode: 'invite', members: [{ agent_id: 'dee' }] },
    });
    await openTopic('inner', { visibility: 'circle', circle_id: 'club' });
    await openTopic('outer');
    const { credential } = await dee.client(read('inner'));
    for (const agent of [dee, bo]) await agent.client(read('outer'));
    const narrowed = await setTopic('outer', { visibility: 'invite', allowlist_agent_ids: ['bo'] });
    expect(narrowed.exposed).toMatchObject([{ agent_id: 'dee', scopes: ['topic_read:outer'] }]);
    const removed = await home.admin('POST', '/v1/admin/circles/club/actions', {
      action: 'remove_member',
      agent_id: 'dee',
    });
    const [exposed] = removed.exposed as Exposed[];
    expect(exposed).toEqual({
      agent_id: 'dee',
      scopes: ['topic_read:inner'],
      until: new Date(credential.expiration).toISOString(),
    });
    const suspended = await home.admin('POST', '/v1/admin/agents/dee/actions', {
      action: 'suspend',
      reason: 'enough',
    });
    expect((suspended.exposed as Exposed[])[0]?.scopes).toEqual(['topic_read:inner', 'topic_read:outer']);
  });

  test('the audit tells the policy version of a topic from that of a task with the same id', async () => {
    await Promise.all([openTopic('same'), openTask('same')]);
    await setTask('same', { visibility: 'invite', allowlist_agent_ids: ['ada'] });
    await published(home);
    await ada.ask(read('same'), { type: 'task_read', task_id: 'same' });
    const { credentialAudit } = tables;
    const [row] = await home.open.platform.database
      .select()
      .from(credentialAudit)
      .where(eq(credentialAudit.agentId, 'ada'))
      .orderBy(desc(credentialAudit.id))
      .limit(1);
    expect(JSON.parse(row?.policyVersions ?? '')).toEqual({ 'topics/same': 1, 'tasks/same': 2 });
  });
});
