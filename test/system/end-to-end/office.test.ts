import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { published } from '../../support/ledger.ts';
import { newOwner } from '../../support/look.ts';
import { expectProblem } from '../../support/problems.ts';
import { getAnswer, RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
let olga: string;

interface Page<Item> {
  items: Item[];
  next_cursor?: string;
}
const list = async <Item>(path: string) =>
  (await home.admin('GET', `/v1/admin/${path}`)) as unknown as Page<Item>;

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ADMISSION: 'manual' } });
  olga = await newOwner(home, 'olga');
  for (const name of ['ada', 'bo', 'cy']) {
    const agent = RawAgent.stranger(home, name);
    await agent.register({ headers: { authorization: `Bearer ${olga}` } });
  }
  await home.admin('POST', '/v1/admin/agents/ada/admission');
});
afterAll(() => home.close());

const routes = [
  ...[
    'agents',
    'owners',
    'tokens',
    'topics',
    'proposals',
    'audit',
    'audit/acts',
    'keys',
    'health',
    'health/history',
    'overview',
  ],
  'audit/readers?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z',
];

describe('the office', () => {
  test('is for admins alone', async () => {
    const ask = async (route: string, headers: Record<string, string>) =>
      getAnswer(await fetch(`${home.url}/v1/admin/${route}`, { headers }));
    const [owner, admin] = [olga, home.secrets.adminToken].map((token) => ({
      authorization: `Bearer ${token}`,
    }));
    for (const route of routes) {
      expectProblem(await ask(route, {}), 'unauthenticated');
      expectProblem(await ask(route, owner ?? {}), 'forbidden');
      expect([route, (await ask(route, admin ?? {})).status]).toEqual([route, 200]);
    }
  });

  test('pending admissions are listed with the waiting card, by page', async () => {
    type Agent = { agent_id: string; owner_id: string; card_draft: { name: string } };
    const first = await list<Agent>('agents?standing=registered&limit=1');
    const rest = await list<Agent>(`agents?standing=registered&limit=1&cursor=${first.next_cursor}`);
    const waiting = [...first.items, ...rest.items];
    expect(
      waiting.map(({ agent_id, owner_id, card_draft }) => [agent_id, owner_id, card_draft.name]),
    ).toEqual([
      ['bo', 'olga', 'bo'],
      ['cy', 'olga', 'cy'],
    ]);
    expect(rest.next_cursor).toBeUndefined();
    expect((await list<Agent>('agents?standing=admitted')).items.map(({ agent_id }) => agent_id)).toEqual([
      'ada',
    ]);
  });

  test('owners and tokens are listed by their rights without secrets', async () => {
    const made = await home.admin('POST', '/v1/admin/tokens', {
      role: 'owner',
      owner_id: 'olga',
      label: 'cards only',
      scopes: ['cards'],
    });
    type Token = { token_id: string; label: string; scopes?: string[]; live: boolean };
    const find = async () =>
      (await list<Token>('tokens')).items.find(({ token_id }) => token_id === made.token_id);
    expect(await find()).toMatchObject({ label: 'cards only', scopes: ['cards'], live: true });
    const [before] = (await list<{ agents: number; live_tokens: number }>('owners')).items;
    expect(before).toMatchObject({ owner_id: 'olga', agents: 3, live_tokens: 2 });
    await home.admin('DELETE', `/v1/admin/tokens/${String(made.token_id)}`);
    expect(await find()).toMatchObject({ live: false, revoked_at: expect.any(String) });
    expect((await list<object>('owners')).items[0]).toMatchObject({ live_tokens: 1 });
    const told = JSON.stringify([await list('tokens'), await list('owners')]);
    for (const secret of [olga, String(made.token)]) expect(told).not.toContain(secret);
    expect(told).not.toMatch(/[0-9a-f]{64}/);
  });

  test('the audit log is searched by agent, container and time', async () => {
    const ada = RawAgent.with(home, 'dan', RawAgent.stranger(home, 'dan').signer);
    await ada.register();
    await home.admin('POST', '/v1/admin/agents/dan/admission');
    for (const topic of ['hall', 'hall-2'])
      await home.admin('POST', '/v1/admin/topics', {
        topic_id: topic,
        title: topic,
        visibility: 'public',
        mode: 'freeform',
      });
    await published(home);
    const start = new Date();
    await ada.ask({ type: 'topic_read', topic_id: 'hall' });
    await ada.ask({ type: 'topic_message_write', topic_id: 'hall-2' });
    type Entry = { agent_id: string; keys: string[]; scopes: string[]; outcome: string };
    const entries = async (query: string) => (await list<Entry>(`audit?${query}`)).items;
    expect((await entries('agent_id=dan')).map(({ outcome }) => outcome)).toEqual(['issued', 'issued']);
    const hall = await entries('container=topics/hall');
    expect(hall.map(({ scopes }) => scopes)).toEqual([['topic_read:hall']]);
    expect((await entries('container=topics/hall-2')).length).toBe(1);
    expect(await entries('container=topics/elsewhere')).toEqual([]);
    expect((await entries(`from=${start.toISOString()}`)).length).toBe(2);
    expect(await entries(`to=${start.toISOString()}&agent_id=dan`)).toEqual([]);
    expect(JSON.stringify(hall)).not.toMatch(/secret|token"/);
  });

  test('proposals are listed as open and later as decided', async () => {
    await home.admin('POST', '/v1/admin/topics', {
      topic_id: 'box',
      title: 'The box',
      visibility: 'public',
      mode: 'daily_checkin',
      rules: {
        proposal_quota_per_day: 9,
        allowed_proposal_types: ['propose_topic'],
        allowed_propose_visibility: ['public'],
      },
    });
    await published(home);
    const eve = RawAgent.stranger(home, 'eve');
    await eve.register();
    await home.admin('POST', '/v1/admin/agents/eve/admission');
    await eve.send('box', 'propose_topic', { title: 'On kites', mode: 'freeform' });
    type Proposal = { agent_id: string; state: string; outcome: string; proposal: { title: string } };
    const proposals = async (state: string) => (await list<Proposal>(`proposals?state=${state}`)).items;
    const [proposal] = await eventually(async () => {
      const all = [...(await proposals('open')), ...(await proposals('decided'))];
      expect(all).toHaveLength(1);
      return all;
    });
    expect(proposal).toMatchObject({
      agent_id: 'eve',
      topic_title: 'The box',
      proposal: { title: 'On kites' },
    });
    const expected = proposal?.outcome === 'needs_votes' ? 'open' : 'decided';
    expect(proposal?.state).toBe(expected);
    expect(await proposals(expected === 'open' ? 'decided' : 'open')).toEqual([]);
  });

  test('keys are listed by fingerprint without any private part', async () => {
    const keys = await home.admin('GET', '/v1/admin/keys');
    expect(keys.signing_keys).toHaveLength(2);
    const [root] = keys.root_sets as { keys: { key_id: string; sha256: string }[] }[];
    const [key] = root?.keys ?? [];
    expect(key?.key_id).toBe(`ed25519-${key?.sha256.slice(0, 32)}`);
    expect(Object.keys((keys.signing_keys as object[])[0] ?? {}).toSorted()).toEqual([
      'key_id',
      'purpose',
      'sha256',
      'valid_from',
      'valid_until',
    ]);
  });

  test('health shows waiting and failed work', async () => {
    const health = await home.admin('GET', '/v1/admin/health');
    expect(health).toMatchObject({
      versions: { node: process.version, migrations: { current: true } },
      breakers: { store: false, token_service: false },
      dead_letters: {},
      failures_open: 0,
    });
    expect((health.events as { received: number }).received).toBeGreaterThan(0);
  });

  test('health names residents whose latest run failed', async () => {
    const trouble = { runId: 'run_1', code: 'too_many_tokens', message: 'maxTokens 300 is reached' };
    expect(await home.admin('GET', '/v1/admin/health')).toMatchObject({ residents: [] });
    home.open.platform.residentTroubles = new Map([['lantern', trouble]]);
    try {
      const { runId, ...words } = trouble;
      expect(await home.admin('GET', '/v1/admin/health')).toMatchObject({
        residents: [{ agent_id: 'lantern', run_id: runId, ...words }],
      });
    } finally {
      home.open.platform.residentTroubles = new Map();
    }
  });
});
