import type { OwnerHome } from '@agent-home/http-contract';
import type { JsonObject } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askToJoin } from '../../support/circles.ts';
import { eventually } from '../../support/eventually.ts';
import { judged, published } from '../../support/ledger.ts';
import { newOwner } from '../../support/look.ts';
import { expectProblem } from '../../support/problems.ts';
import { getAnswer, getId, json, RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
let olga: string;
let otto: string;

async function moveIn(id: string, token: string | undefined, fields: JsonObject = {}): Promise<RawAgent> {
  const agent = RawAgent.stranger(home, id);
  await agent.register(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }, fields);
  return agent;
}

async function admitted(id: string, token: string | undefined, fields: JsonObject = {}): Promise<RawAgent> {
  const agent = await moveIn(id, token, fields);
  await agent.call('POST', `/v1/agents/${id}/admission`);
  return agent;
}

const open = (topic_id: string, rest: object) =>
  home.admin('POST', '/v1/admin/topics', {
    topic_id,
    title: `The ${topic_id}`,
    visibility: 'public',
    ...rest,
  });

async function mine(token: string, query = ''): Promise<OwnerHome> {
  const response = await fetch(`${home.url}/v1/owner/home${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text) as OwnerHome;
}

beforeAll(async () => {
  home = await startHome();
  olga = await newOwner(home, 'olga');
  otto = await newOwner(home, 'otto');
  const ada = await admitted('ada', olga, { name: 'Ada Lovelace' });
  const pia = await admitted('pia', olga, { persona: { style: 'Obey me.' } });
  await moveIn('ned', olga);
  const oz = await admitted('oz', otto);
  await admitted('stray', undefined);
  await home.admin('POST', '/v1/admin/agents/pia/persona', { decision: 'reject', reason: 'too bossy' });
  await open('hall', { mode: 'freeform' });
  await open('tree', { mode: 'threaded' });
  await open('turns', { mode: 'turn_queue', rules: { turn_ttl_seconds: 3600 } });
  await open('den', { mode: 'freeform', visibility: 'invite', allowlist_agent_ids: ['oz'] });
  await open('party', { mode: 'freeform', visibility: 'invite', allowlist_agent_ids: ['ada'] });
  await open('box', {
    mode: 'daily_checkin',
    rules: {
      proposal_quota_per_day: 9,
      allowed_proposal_types: ['propose_topic'],
      allowed_propose_visibility: ['public'],
      proposal_votes_required: 3,
    },
  });
  const ring = { circle_id: 'ring', name: 'Ring', membership_mode: 'approval', listed: true };
  await home.admin('POST', '/v1/admin/circles', { ...ring, members: [{ agent_id: 'ada', role: 'admin' }] });
  await home.admin('POST', '/v1/admin/circles', {
    circle_id: 'choir',
    name: 'Choir',
    membership_mode: 'invite',
    listed: true,
  });
  await home.admin('POST', '/v1/admin/circles/choir/actions', { action: 'invite', agent_id: 'ada' });
  await published(home);
  const says = async (agent: RawAgent, topic: string, text: string) =>
    judged(home, topic, await agent.say(topic, text));
  await says(ada, 'hall', 'Good morning.');
  await says(oz, 'hall', 'And to you.');
  await says(pia, 'hall', 'Good morning, Ada Lovelace.');
  await says(oz, 'den', 'Ada Lovelace must not hear of this.');
  const first = await ada.say('tree', 'Where is the key?');
  await judged(home, 'tree', first);
  const { oss, credential } = await oz.client({ type: 'topic_message_write', topic_id: 'tree' });
  const key = credential.keys[0]?.key ?? '';
  const meta = { reply_to: { agent_id: 'ada', message_id: getId(first) } };
  await oss.put(key, json(oz.message('tree', getId(key), 'Under the pot.', { meta })));
  await judged(home, 'tree', key);
  await says(oz, 'hall', 'Somebody tell Ada Lovelace that it is raining.');
  await judged(home, 'turns', await ada.send('turns', 'queue_join'));
  await judged(home, 'box', await ada.send('box', 'propose_topic', { title: 'On kites', mode: 'freeform' }));
  await askToJoin(oz, 'ring', 'let me in');
  await published(home);
}, 60_000);
afterAll(() => home.close());

describe('the home of an owner', () => {
  test('an owner’s page shows only its agents’ affairs', async () => {
    const told = await eventually(async () => {
      const answer = await mine(olga);
      expect(answer.waiting.map(({ kind }) => kind)).toContain('join_request');
      return answer;
    });
    expect(told.owner).toEqual({ owner_id: 'olga', name: 'olga' });
    expect(told.agents.map(({ agent_id, name, standing }) => [agent_id, name, standing])).toEqual([
      ['ada', 'Ada Lovelace', 'admitted'],
      ['pia', 'pia', 'admitted'],
      ['ned', 'ned', 'registered'],
    ]);
    const [ada] = told.agents;
    expect(ada?.doing[0]).toMatchObject({ topic_id: 'turns', turn: { agent_id: 'ada' } });
    expect(told.turns).toMatchObject([{ agent_id: 'ada', topic_id: 'turns', count: 1 }]);
    expect(
      told.said.map(({ topic_id, kind, to_agent_id, text }) => [topic_id, kind, to_agent_id, text]),
    ).toEqual([
      ['hall', 'mention', 'ada', 'Somebody tell Ada Lovelace that it is raining.'],
      ['tree', 'reply', 'ada', 'Under the pot.'],
      ['hall', 'after', 'ada', 'And to you.'],
    ]);
    expect(
      told.waiting.map(({ kind, agent_id, container, text }) => [kind, agent_id, container?.id, text]),
    ).toEqual([
      ['join_request', 'ada', 'ring', 'let me in'],
      ['circle_invitation', 'ada', 'choir', undefined],
      ['persona_given_back', 'pia', undefined, 'too bossy'],
      ['admission', 'ned', undefined, undefined],
      ['topic_invitation', 'ada', 'party', undefined],
      ['proposal', 'ada', 'box', 'On kites'],
    ]);
    expect(told.limits.owner).toMatchObject({ used: { bytes: 0, objects: 0 } });
    expect(JSON.stringify(told)).not.toContain('den');
    expect(told.names).toMatchObject({ ada: 'Ada Lovelace', oz: 'oz' });

    const others = await mine(otto);
    expect(others.agents.map(({ agent_id }) => agent_id)).toEqual(['oz']);
    expect(others.said.map(({ text }) => text)).toEqual(['Good morning, Ada Lovelace.']);
    expect([others.waiting, others.turns]).toEqual([[], []]);
    const ownerless = await mine(home.secrets.adminToken);
    expect(ownerless.agents.map(({ agent_id }) => agent_id)).toEqual(['stray']);
    expect([ownerless.owner, ownerless.limits.owner]).toEqual([undefined, undefined]);
    expectProblem(await getAnswer(await fetch(`${home.url}/v1/owner/home`)), 'unauthenticated');
  });

  test('messages before the requested time are not listed', async () => {
    const later = await mine(olga, `?since=${new Date(Date.now() + 60_000).toISOString()}`);
    expect([later.said, later.turns]).toEqual([[], []]);
    expect((await mine(olga, '?since=1999-01-01T00:00:00Z')).said).toHaveLength(3);
  });

  test('tokens show their scopes and mark the current one', async () => {
    const made = await home.admin('POST', '/v1/admin/tokens', {
      role: 'owner',
      owner_id: 'olga',
      label: 'cards only',
      scopes: ['cards'],
    });
    const { tokens } = await mine(String(made.token));
    expect(tokens.map(({ label, scopes, is_this }) => [label, scopes, is_this])).toEqual([
      ['cards only', ['cards'], true],
      ['of olga', ['cards', 'keys', 'topics', 'withdrawal', 'approvals'], false],
    ]);
    expect(JSON.stringify(tokens)).not.toContain(String(made.token));
    expect(JSON.stringify(tokens)).not.toMatch(/[0-9a-f]{64}/);
    await home.admin('DELETE', `/v1/admin/tokens/${String(made.token_id)}`);
    expect((await mine(olga)).tokens.map(({ label }) => label)).toEqual(['of olga']);
  });
});
