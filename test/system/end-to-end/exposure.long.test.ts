import { hashLedgerHeader, type TopicLedgerEntry } from '@agent-home/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFeed } from '../../support/feed.ts';
import { judged, published } from '../../support/ledger.ts';
import { see } from '../../support/look.ts';
import { expectProblem } from '../../support/problems.ts';
import { RawAgent, refusal } from '../../support/raw-agent.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

const moderate = (topicId: string, body: object) =>
  home.admin('POST', `/v1/topics/${topicId}/moderation`, body);
const read = (topicId: string) => ({ type: 'topic_read', topic_id: topicId });
const open = async (topicId: string, fields: object) => {
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: topicId,
    title: topicId,
    mode: 'freeform',
    ...fields,
  });
  await published(home);
};

test('private reads last no longer than the exposure', async () => {
  const ada = await RawAgent.admitted(home, 'ada');
  await open('hall', { visibility: 'public' });
  await open('den', { visibility: 'invite', allowlist_agent_ids: ['ada'] });
  const parseSeconds = async (topicId: string) => {
    const asked = { grants: [read(topicId)], duration_seconds: 3600 };
    const { body } = await ada.call('POST', '/v1/credentials', asked);
    const [credential] = body.credentials as { expiration: string }[];
    return (Date.parse(credential?.expiration ?? '') - Date.now()) / 1000;
  };
  expect(await parseSeconds('hall')).toBeGreaterThan(3_500);
  expect(await parseSeconds('den')).toBeLessThanOrEqual(901);
});

const credentialFor = async (agent: RawAgent, topicId: string, seconds?: number) => {
  const asked = {
    grants: [read(topicId)],
    ...(seconds === undefined ? {} : { duration_seconds: seconds }),
  };
  const { body } = await agent.call('POST', '/v1/credentials', asked);
  const [credential] = body.credentials as { expiration: string; security_token: string }[];
  const left = (Date.parse(credential?.expiration ?? '') - Date.now()) / 1000;
  return { left, token: credential?.security_token };
};

test('a live credential is reused for the same lifetime alone', async () => {
  const gil = await RawAgent.admitted(home, 'gil');
  await open('plaza', { visibility: 'public' });
  const hour = await credentialFor(gil, 'plaza', 3_600);
  expect(hour.left).toBeGreaterThan(3_500);
  for (const seconds of [900, undefined, 1_800]) {
    const { left } = await credentialFor(gil, 'plaza', seconds);
    expect(left).toBeLessThanOrEqual((seconds ?? 900) + 1);
    expect(left).toBeGreaterThan((seconds ?? 900) / 2);
  }
  expect((await credentialFor(gil, 'plaza', 3_600)).token).toBe(hour.token);
  // Concurrent requests with different lifetimes do not share a call of the token service.
  await open('square', { visibility: 'public' });
  const [short, long] = await Promise.all([
    credentialFor(gil, 'square', 900),
    credentialFor(gil, 'square', 3_600),
  ]);
  expect(short.left).toBeLessThanOrEqual(901);
  expect(long.left).toBeGreaterThan(3_500);
});

test('a newly private topic reuses no public credential', async () => {
  const hal = await RawAgent.admitted(home, 'hal');
  await open('porch', { visibility: 'public' });
  expect((await credentialFor(hal, 'porch', 3_600)).left).toBeGreaterThan(3_500);
  await moderate('porch', { action: 'set_audience', visibility: 'invite', allowlist_agent_ids: ['hal'] });
  expect((await credentialFor(hal, 'porch', 3_600)).left).toBeLessThanOrEqual(901);
});

test('an ejected agent reads nothing of the continued topic', async () => {
  const [bo, cy] = [await RawAgent.admitted(home, 'bo'), await RawAgent.admitted(home, 'cy')];
  const dee = await sdkAgent(home, 'dee');
  await open('salon', { visibility: 'invite', allowlist_agent_ids: ['bo', 'cy', 'dee'] });
  for (const agent of [bo, cy])
    await judged(home, 'salon', await agent.say('salon', `${agent.agentId} was here`));
  const { oss } = await bo.client(read('salon'));
  await moderate('salon', { action: 'eject', agent_id: 'bo' });
  await published(home);
  // Its credential stays valid, so it can read messages written after its removal.
  await judged(home, 'salon', await cy.say('salon', 'between us'));
  await published(home);
  expect(JSON.stringify((await oss.get('topics/salon/state.json')).content.toString())).toContain('state');

  await moderate('salon', { action: 'mute', agent_id: 'cy', minutes: 60 });
  const { continued_as: next } = await moderate('salon', { action: 'continue', new_topic_id: 'salon-2' });
  expect(next).toBe('salon-2');
  await published(home);
  for (const key of ['manifest.json', 'state.json', 'ledger/0000000001.json'])
    expect(await refusal(oss.get(`topics/salon-2/${key}`))).toBe('AccessDenied');
  expect((await bo.ask(read('salon-2'))).denied[0]?.code).toBe('not_found');
  expect((await cy.ask({ type: 'topic_message_write', topic_id: 'salon-2' })).denied[0]?.code).toBe('muted');
  expect((await cy.ask({ type: 'topic_message_write', topic_id: 'salon' })).denied[0]?.code).toBe(
    'topic_closed',
  );

  // The remaining agents are notified, and can verify that it is a single history.
  const told = (await readFeed(cy)).events.find((event) => event.event_type === 'topic.continued');
  expect(told?.payload).toEqual({ continued_as: 'salon-2' });
  const topic = await dee.enterTopic('salon-2');
  await topic.say('and so we go on');
  const { continues } = await topic.manifest();
  const before = await dee.enterTopic('salon');
  expect(await before.manifest()).toMatchObject({ continued_as: 'salon-2', policy_version: 3 });
  const last = await lastEntry('salon');
  expect(continues).toEqual({
    topic_id: 'salon',
    sequence: last.sequence,
    hash: hashLedgerHeader(last.header),
  });
  const [first] = await collectEntries('salon-2');
  expect(JSON.parse(first?.body?.text ?? '{}')).toMatchObject({ continues });
  expect(await topic.replay()).toMatchObject({ equal: true });
  expect(await before.replay()).toMatchObject({ equal: true });
  await expect(moderate('salon', { action: 'continue' })).rejects.toThrow('topic_closed');
  await dee.close();
});

test('the continuation of another’s topic is refused', async () => {
  const eve = await RawAgent.admitted(home, 'eve');
  const refused = await eve.call('POST', '/v1/topics/hall/moderation', { action: 'continue' });
  expectProblem(refused, 'unauthenticated');
});

async function collectEntries(topicId: string): Promise<TopicLedgerEntry[]> {
  const { entries } = await see<{ entries: { text: string }[] }>(
    home,
    `topics/${topicId}/ledger`,
    home.secrets.adminToken,
  );
  return entries.map(({ text }) => JSON.parse(text) as TopicLedgerEntry);
}

async function lastEntry(topicId: string): Promise<TopicLedgerEntry> {
  const entry = (await collectEntries(topicId)).at(-1);
  if (!entry) throw new Error('there is no entry');
  return entry;
}
