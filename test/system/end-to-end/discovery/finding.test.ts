import { publishPresence } from '@agent-home/platform';
import { heartbeatKey, readUntrusted } from '@agent-home/protocol';
import type { CardDraft, VerificationFailure } from '@agent-home/sdk';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../../../support/collect.ts';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import { expectProblem } from '../../../support/problems.ts';
import { json, RawAgent } from '../../../support/raw-agent.ts';
import { plainCard, sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let home: TestHome;
let ada: RawAgent;
const names = ['bea', 'cai', 'dov', 'eli', 'flo'];
beforeAll(async () => {
  home = await startHome();
  ada = await RawAgent.admitted(home, 'ada');
  for (const [index, name] of names.entries())
    await withCard(name, { capabilities: index % 2 === 0 ? ['weave'] : ['mend', '织'], interests: ['tea'] });
  await home.admin('POST', '/v1/admin/circles', {
    circle_id: 'loom',
    name: 'Loom',
    membership_mode: 'invite',
    members: [{ agent_id: 'ada' }, { agent_id: 'bea' }, { agent_id: 'cai' }],
  });
  await home.admin('POST', '/v1/admin/circles', {
    circle_id: 'shut',
    name: 'Shut',
    membership_mode: 'invite',
    members: [{ agent_id: 'dov' }],
  });
  await published(home);
});
afterAll(() => home.close());

async function withCard(agentId: string, card: Partial<CardDraft>): Promise<void> {
  const agent = RawAgent.stranger(home, agentId);
  const body = { agent_id: agentId, public_key: agent.signer.publicKey, card: { ...plainCard, ...card } };
  await agent.call('POST', '/v1/agents', body);
  await agent.call('POST', `/v1/agents/${agentId}/admission`);
}

interface Listed {
  agent_id: string;
  object_key: string;
  version: number;
  card_version: number;
  updated_at: string;
  online: boolean;
}

async function page(query = '', asking = ada) {
  const { status, body } = await asking.call('GET', `/v1/agents${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as { agents: Listed[]; next?: string };
}
const collectIds = async (query = '') => (await page(query)).agents.map(({ agent_id: id }) => id);

describe('GET /v1/agents', () => {
  test('pages list each certified agent once', async () => {
    const stranger = RawAgent.stranger(home, 'unadmitted');
    await stranger.register();
    await withCard('gone', {});
    await published(home);
    expect(await collectIds()).toContain('gone');
    await home.admin('POST', '/v1/admin/agents/gone/actions', { action: 'suspend', reason: 'a trial' });
    const all = await page();
    expect(all.agents.map(({ agent_id: id }) => id)).toEqual(['ada', ...names]);
    expect(all.agents[1]).toMatchObject({
      object_key: 'agents/all/bea.json',
      card_version: 1,
      online: false,
    });
    const seen: string[] = [];
    for (let query = '?limit=2'; ; ) {
      const { agents, next } = await page(query);
      seen.push(...agents.map(({ agent_id: id }) => id));
      if (next === undefined) break;
      query = `?limit=2&after=${encodeURIComponent(next)}`;
    }
    expect(seen).toEqual(['ada', ...names]);
    expect(await page('', stranger)).toEqual({ agents: [] });
    expect((await fetch(`${home.url}/v1/agents`)).status).toBe(401);
  });

  test('filters find agents by card, circle, presence and time', async () => {
    expect(await collectIds('?capability=weave')).toEqual(['bea', 'dov', 'flo']);
    expect(await collectIds(`?capability=${encodeURIComponent('织')}&interest=tea`)).toEqual(['cai', 'eli']);
    // A capability matches no interest and vice versa, and no tag is a pattern.
    for (const query of ['?interest=weave', '?capability=wea', '?capability=%25', '?capability=interest:tea'])
      expect(await collectIds(query), query).toEqual([]);
    expect(await collectIds('?circle_id=loom')).toEqual(['ada', 'bea', 'cai']);
    expect(await collectIds('?circle_id=loom&capability=weave')).toEqual(['bea']);
    const { oss } = await ada.client({ type: 'heartbeat_write' });
    await oss.put(heartbeatKey('ada', 1), json({}));
    await publishPresence(home.open.platform);
    await eventually(async () => expect(await collectIds('?online=true')).toEqual(['ada']));
    expect(await collectIds('?online=false')).toEqual(names);
    const last =
      (await page()).agents
        .map(({ updated_at: at }) => at)
        .sort()
        .at(-1) ?? '';
    await home.admin('PUT', '/v1/agents/cai/card', { ...plainCard, bio: 'changed' });
    await published(home);
    const since = new Date(Date.parse(last) + 1).toISOString();
    await eventually(async () =>
      expect((await page(`?updated_since=${since}`)).agents).toMatchObject([
        { agent_id: 'cai', card_version: 2, version: 2 },
      ]),
    );
    expect(await collectIds('?capability=mend')).toEqual(['eli']);
    const byTime: string[] = [];
    for (let query = '?updated_since=2020-01-01T00:00:00Z&limit=4'; ; ) {
      const { agents, next } = await page(query);
      byTime.push(...agents.map(({ updated_at: at, agent_id: id }) => `${at} ${id}`));
      if (next === undefined) break;
      query = `?updated_since=2020-01-01T00:00:00Z&limit=4&after=${encodeURIComponent(next)}`;
    }
    expect(byTime).toEqual(byTime.toSorted());
    expect(byTime).toHaveLength(1 + names.length);
    expect(await collectIds('?updated_since=2999-01-01T00:00:00Z')).toEqual([]);
  });

  test('an updated home finds published agents only', async () => {
    const { database } = home.open.platform;
    await withCard('moved', { capabilities: ['weave'] });
    await published(home);
    await home.admin('POST', '/v1/agents/moved/withdrawal', { objects: 'keep' });
    await published(home);
    await eventually(async () => expect(await collectIds()).toEqual(['ada', ...names]));
    await home.stopWorker();
    await database.execute(sql`delete from certified_cards`);
    expect(await collectIds()).toEqual([]);
    await home.startWorker();
    await eventually(async () =>
      expect(await collectIds('?capability=weave')).toEqual(['bea', 'dov', 'flo']),
    );
    const [row] = await database.execute(
      sql`select count(*)::integer as left from certified_cards where agent_id = 'moved'`,
    );
    expect(row).toEqual({ left: 0 });
  });

  test('foreign circles and invalid filters are refused', async () => {
    const [shut, nowhere] = await Promise.all(
      ['shut', 'nowhere'].map((id) => ada.call('GET', `/v1/agents?circle_id=${id}`)),
    );
    expectProblem(shut as never, 'not_found');
    expect(shut?.body.detail).toBe(nowhere?.body.detail);
    await home.admin('POST', '/v1/admin/circles/loom/actions', { action: 'remove_member', agent_id: 'cai' });
    expect(await collectIds('?circle_id=loom')).toEqual(['ada', 'bea']);
    await home.admin('POST', '/v1/admin/circles/loom/actions', { action: 'remove_member', agent_id: 'ada' });
    expectProblem(await ada.call('GET', '/v1/agents?circle_id=loom'), 'not_found');
    const { next = '' } = await page('?limit=1');
    const refused = [
      ...['limit=0', 'limit=-1', 'limit=201', 'limit=1e9', 'limit=two', 'online=yes', 'online='],
      ...[
        'circle_id=..',
        'circle_id=a%00b',
        'circle_id=',
        'capability=',
        'capability=a%00',
        'interest=%0A%07x',
      ],
      ...[`capability=${'x'.repeat(61)}`, 'updated_since=now', 'updated_since=0000-01-01T00:00:00Z'],
      ...[
        'after=x',
        `after=${'A'.repeat(501)}`,
        `after=${forged(['a', 'b'])}`,
        `after=${forged(['\u0000'])}`,
      ],
      // Cursors of a list in another order.
      `after=${encodeURIComponent(next)}&updated_since=2020-01-01T00:00:00Z`,
      `after=${forged(['2020-01-01T00:00:00Z', '\u0000'])}&updated_since=2020-01-01T00:00:00Z`,
    ];
    for (const query of refused) {
      const answer = await ada.call('GET', `/v1/agents?${query}`);
      expect([400, 422], query).toContain(answer.status);
      expectProblem(answer);
    }
  });
});

const forged = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');

describe('home.agents.find', () => {
  test('the SDK reports unproven claims about agents', async () => {
    const refused: VerificationFailure[] = [];
    const guy = await sdkAgent(home, 'guy', { onVerificationFailure: (failure) => refused.push(failure) });
    await published(home);
    const found = async (wanted = {}) =>
      (await collect(guy.agents.find(wanted))).map(({ agentId }) => agentId);
    expect(await found({ capability: 'weave' })).toEqual(['bea', 'dov', 'flo']);
    const [bea] = await collect(guy.agents.find({ capability: 'weave' }));
    expect(readUntrusted(bea?.card ?? (undefined as never)).capabilities).toEqual(['weave']);
    await home.admin('POST', '/v1/admin/circles', {
      circle_id: 'guild',
      name: 'Guild',
      membership_mode: 'invite',
      members: [{ agent_id: 'guy' }, { agent_id: 'bea' }],
    });
    await published(home);
    expect(await found({ circleId: 'guild' })).toEqual(['bea', 'guy']);
    await expect(found({ circleId: 'shut' })).rejects.toMatchObject({ code: 'not_found' });
    expect(refused).toEqual([]);

    // From here on the home makes false claims: a circle member without a valid card, an agent without a card, a capability that an
    // agent lacks, and a card that was changed in the bucket.
    const { database, store } = home.open.platform;
    await database.execute(sql`insert into agents (agent_id, public_key, key_id, standing, card_draft)
      values ('ghost', 'no key', 'no key', 'admitted', '{}')`);
    await database.execute(sql`insert into certified_cards (agent_id, card_version, version, updated_at, tags)
      values ('ghost', 1, 1, now(), array['capability:weave'])`);
    await database.execute(
      sql`update certified_cards set tags = array['capability:weave'] where agent_id = 'eli'`,
    );
    await database.execute(sql`insert into circle_members (circle_id, agent_id, role)
      values ('guild', 'dov', 'member')`);
    expect(await found({ circleId: 'guild' })).toEqual(['bea', 'guy']);
    expect(refused.splice(0)).toMatchObject([{ objectKey: 'agents/all/dov.json', code: 'head_mismatch' }]);
    const limits = { maxBytes: 100_000, timeoutMs: 5_000 };
    const { bytes } = await store.get('agents/all/flo.json', limits);
    const text = new TextDecoder().decode(bytes).replace('"weave"', '"weeve"');
    const hue = await sdkAgent(home, 'hue', { onVerificationFailure: (failure) => refused.push(failure) });
    await home.stopWorker();
    await store.put('agents/all/flo.json', new TextEncoder().encode(text));
    const cards = await collect(hue.agents.find({ capability: 'weave' }));
    expect(cards.map(({ agentId }) => agentId)).toEqual(['bea', 'dov']);
    expect(refused.map(({ objectKey, code }) => [objectKey, code]).sort()).toEqual([
      ['agents/all/eli.json', 'head_mismatch'],
      ['agents/all/flo.json', 'bad_signature'],
      ['agents/all/ghost.json', 'head_mismatch'],
    ]);
    await Promise.all([guy.close(), hue.close()]);
    const reported = await database.execute<{ object_key: string }>(
      sql`select distinct object_key from verification_failures order by object_key`,
    );
    expect(reported.map((row) => row.object_key)).toEqual([
      'agents/all/dov.json',
      'agents/all/eli.json',
      'agents/all/flo.json',
      'agents/all/ghost.json',
    ]);
    await home.startWorker();
  });
});
