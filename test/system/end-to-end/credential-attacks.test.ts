import { setTimeout as delay } from 'node:timers/promises';
import { heartbeatKey } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { judged, published } from '../../support/ledger.ts';
import { json, RawAgent, refusal } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
let ada: RawAgent;
let bo: RawAgent;

beforeAll(async () => {
  home = await startHome();
  ada = await RawAgent.admitted(home, 'ada');
  bo = await RawAgent.admitted(home, 'bo');
  const topics = [
    { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' },
    { topic_id: 'open2', title: 'Open too', visibility: 'public', mode: 'freeform' },
    {
      topic_id: 'secret',
      title: 'Secret',
      visibility: 'invite',
      allowlist_agent_ids: ['bo'],
      mode: 'freeform',
    },
    {
      topic_id: 'turns',
      title: 'Turns',
      visibility: 'public',
      mode: 'turn_queue',
      rules: { turn_ttl_seconds: 2 },
    },
  ];
  for (const topic of topics) await home.admin('POST', '/v1/admin/topics', topic);
  await published(home);
});
afterAll(() => home.close());

describe('limits of an agent’s credentials in the vendor’s client', () => {
  test('an agent can write only its own heartbeat', async () => {
    const { oss } = await ada.client({ type: 'heartbeat_write' });
    await oss.put(heartbeatKey('ada', 1), json({}));
    expect(await refusal(oss.put(heartbeatKey('bo', 1), json({})))).toBe('AccessDenied');
    expect(await refusal(oss.put(`${heartbeatKey('ada', 1)}x`, json({})))).toBe('AccessDenied');
    expect(await refusal(oss.get(heartbeatKey('ada', 1)))).toBe('AccessDenied');
  });

  test('an agent cannot write another agent’s message', async () => {
    const { oss, credential } = await ada.client({ type: 'topic_message_write', topic_id: 'open' });
    const own = credential.keys[0]?.key ?? '';
    expect(own).toBe('topics/open/messages/ada/000001.json');
    for (const key of [
      own.replace('/ada/', '/bo/'),
      own.replace('/ada/', '/ada2/'),
      own.replace('open', 'open2'),
    ]) {
      expect(await refusal(oss.put(key, json({})))).toBe('AccessDenied');
    }
    expect(await refusal(oss.delete(own))).toBe('AccessDenied');
    expect(await refusal(oss.get('topics/open/state.json'))).toBe('AccessDenied');
  });

  test('an agent cannot write any platform object', async () => {
    const grants = [
      { type: 'registry_read' },
      { type: 'heartbeat_write' },
      { type: 'topic_read', topic_id: 'open' },
      { type: 'topic_message_write', topic_id: 'open' },
    ];
    const { credentials } = await ada.ask(...grants);
    expect(credentials).toHaveLength(3);
    const keys = [
      'agents/all/ada.json',
      'agents/prompts/ada/bundle.json',
      'platform/keys.json',
      'topics/open/manifest.json',
      'topics/open/state.json',
      'topics/open/ledger/0000000001.json',
      'topics/open/ledger/0000000099.json',
      'topics/open/results/ada/r000001.json',
    ];
    for (const credential of credentials) {
      const oss = ada.open(credential);
      for (const key of keys) expect(await refusal(oss.put(key, json({})))).toBe('AccessDenied');
    }
  });

  test('a message can be written only in one’s own turn', async () => {
    const { denied } = await ada.ask({ type: 'topic_message_write', topic_id: 'turns' });
    expect(denied[0]?.code).toBe('not_your_turn');
    const { oss } = await ada.client({ type: 'topic_request_write', topic_id: 'turns' });
    expect(await refusal(oss.put('topics/turns/messages/ada/turn_000001_0001.json', json({})))).toBe(
      'AccessDenied',
    );
  });

  test('the store refuses a write after the ticket has ended', async () => {
    await judged(home, 'turns', await ada.send('turns', 'queue_join'));
    const { oss, credential } = await ada.client({ type: 'topic_message_write', topic_id: 'turns' });
    const [ticket] = credential.keys;
    const end = Date.parse(ticket?.not_after ?? '');
    expect(end - Date.now()).toBeLessThanOrEqual(2_000);
    await delay(Math.max(0, end - Date.now()) + 50);
    expect(await refusal(oss.put(ticket?.key ?? '', json({})))).toBe('AccessDenied');
    expect(Date.parse(credential.expiration)).toBeGreaterThan(Date.now() + 600_000);
  });

  test('a topic without an invitation cannot be read', async () => {
    const { denied } = await ada.ask(
      { type: 'topic_read', topic_id: 'secret' },
      { type: 'topic_read', topic_id: 'no-such' },
    );
    expect(denied.map(({ code }) => code)).toEqual(['not_found', 'not_found']);
    const { oss } = await ada.client({ type: 'topic_read', topic_id: 'open' });
    expect(await refusal(oss.get('topics/secret/manifest.json'))).toBe('AccessDenied');
    expect(await refusal(oss.get('topics/open2/manifest.json'))).toBe('AccessDenied');
    const invited = await bo.client({ type: 'topic_read', topic_id: 'secret' });
    await invited.oss.get('topics/secret/manifest.json');
  });

  test('an agent cannot list outside the prefixes it was given', async () => {
    const { oss } = await ada.client({ type: 'topic_read', topic_id: 'open' });
    const list = (prefix: string) => oss.listV2({ prefix, 'max-keys': '5' } as never, {});
    expect((await list('topics/open/')).objects?.length).toBeGreaterThan(0);
    for (const prefix of ['', 'topics/', 'topics/open', 'topics/secret/', 'topics/open2/', 'agents/']) {
      expect(await refusal(list(prefix)), `prefix "${prefix}"`).toBe('AccessDenied');
    }
  });

  test('an agent can list the heartbeats and read cards', async () => {
    const own = await ada.client({ type: 'heartbeat_write' });
    await own.oss.put(heartbeatKey('ada', 1), json({}));
    const { oss } = await bo.client({ type: 'registry_read' });
    const heartbeats = await oss.listV2({ prefix: 'agents/heartbeats/', 'max-keys': '10' } as never, {});
    expect(heartbeats.objects?.map((object) => object.name)).toContain(heartbeatKey('ada', 1));
    const card = await eventually(() => oss.get('agents/all/ada.json'));
    expect(JSON.parse(String(card.content)).agent_id).toBe('ada');
    expect(await refusal(oss.get('agents/prompts/ada/bundle.json'))).toBe('AccessDenied');
  });

  test('an agent that is not admitted gets no credentials', async () => {
    const eve = RawAgent.stranger(home, 'eve');
    expect(
      (await eve.call('POST', '/v1/credentials', { grants: [{ type: 'registry_read' }] })).body.code,
    ).toBe('unknown_key');
    await eve.register();
    const { denied, credentials } = await eve.ask(
      { type: 'registry_read' },
      { type: 'topic_read', topic_id: 'open' },
    );
    expect(credentials).toEqual([]);
    expect(denied.map(({ code }) => code)).toEqual(['not_admitted', 'not_admitted']);
  });
});
