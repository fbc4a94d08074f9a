import { tables } from '@agent-home/platform/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { published } from '../../support/ledger.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
let ada: RawAgent;
beforeAll(async () => {
  home = await startHome();
  ada = await RawAgent.admitted(home, 'ada');
  const topic = { title: 'T', visibility: 'public' };
  await home.admin('POST', '/v1/admin/topics', { ...topic, topic_id: 'turns', mode: 'turn_queue' });
  await home.admin('POST', '/v1/admin/topics', { ...topic, topic_id: 'free', mode: 'freeform' });
  await home.admin('POST', '/v1/admin/topics', {
    ...topic,
    topic_id: 'hidden',
    visibility: 'invite',
    mode: 'freeform',
  });
  await home.admin('POST', '/v1/admin/circles', {
    circle_id: 'ring',
    name: 'Ring',
    membership_mode: 'approval',
    listed: true,
    members: [],
  });
  await published(home);
});
afterAll(() => home.close());

interface Told {
  decision: string;
  code?: string;
  message?: string;
  facts: Record<string, Record<string, unknown>>;
  permissions: { key?: string; not_after?: string; prefix?: string }[];
  policies: { document: object }[];
  would_change_it: string;
}
const explain = async (agentId: string, type: string, rest: Record<string, string> = {}) =>
  (await home.admin(
    'GET',
    `/v1/admin/explain?${new URLSearchParams({ agent_id: agentId, type, ...rest })}`,
  )) as unknown as Told;

const rows = async () => {
  const { database } = home.open.platform;
  const { tickets, credentialAudit, circleJoinRequests, taskParticipants } = tables;
  return Promise.all(
    [tickets, credentialAudit, circleJoinRequests, taskParticipants].map((table) => database.$count(table)),
  );
};

test('a denial is explained by its facts and its remedies', async () => {
  const told = await explain('ada', 'topic_message_write', { topic_id: 'turns' });
  const { denied } = await ada.ask({ type: 'topic_message_write', topic_id: 'turns' });
  expect(told).toMatchObject({ decision: 'denied', code: denied[0]?.code, message: denied[0]?.message });
  expect(told.facts.topic).toMatchObject({ mode: 'turn_queue v2', status: 'open', visibility: 'public' });
  expect(told.facts.agent).toMatchObject({ standing: 'admitted' });
  expect(told.policies).toEqual([]);
  expect(told.would_change_it).not.toBe('');
});

test('an allowed grant is explained by its keys and policies', async () => {
  const told = await explain('ada', 'topic_message_write', { topic_id: 'free' });
  const [credential] = (await ada.ask({ type: 'topic_message_write', topic_id: 'free' })).credentials;
  expect(told.decision).toBe('allowed');
  expect(told.permissions.map(({ key }) => key)).toEqual(credential?.keys.map(({ key }) => key));
  expect(told.permissions.every(({ not_after: end }) => end !== undefined)).toBe(true);
  expect(JSON.stringify(told.policies[0]?.document)).toContain('acs:CurrentTime');
});

test('an explanation issues, records and reserves nothing', async () => {
  const before = await rows();
  const joining = await explain('ada', 'circle_join_request_write', { circle_id: 'ring' });
  expect(joining.decision).toBe('allowed');
  expect(joining.permissions[0]?.key).toBe('circles/ring/join_requests/ada/j000001.json');
  await explain('ada', 'registry_read');
  await explain('ada', 'topic_message_write', { topic_id: 'free' });
  expect(await rows()).toEqual(before);
});

test('an explanation for an admin distinguishes hidden from missing', async () => {
  const hidden = await explain('ada', 'topic_read', { topic_id: 'hidden' });
  expect(hidden).toMatchObject({
    code: 'not_found',
    facts: { topic: { visibility: 'invite', allowlisted: false } },
  });
  expect((await explain('ada', 'topic_read', { topic_id: 'nowhere' })).facts.topic).toBe('does not exist');
});

test('explanations are for admins only', async () => {
  const answer = await ada.call('GET', '/v1/admin/explain?agent_id=ada&type=registry_read');
  expect(answer.status).toBe(401);
  await expect(explain('nobody', 'registry_read')).rejects.toThrow('unknown_agent');
  await expect(explain('ada', 'topic_read')).rejects.toThrow('invalid_request');
});
