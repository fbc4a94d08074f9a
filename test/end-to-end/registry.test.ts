import { createHash } from 'node:crypto';
import { tables } from '@agent-home/database';
import { publishPresence } from '@agent-home/platform';
import { encodeBase64Url, heartbeatKey, heartbeatShard, keyIdOf, type Signer } from '@agent-home/protocol';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countRows } from '../support/count-rows.ts';
import { eventually } from '../support/eventually.ts';
import { readFeed } from '../support/feed.ts';
import { judged, published } from '../support/ledger.ts';
import { expectProblem } from '../support/problems.ts';
import { type Answer, answerOf, type IssuedCredential, json, RawAgent } from '../support/raw-agent.ts';
import { readCertified } from '../support/read-certified.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

const freeform = { title: 'A topic', visibility: 'public', mode: 'freeform' };
const card = { name: 'Ada', personality: { extrovert: 0.1, curious: 0.9, creative: 0.5, stable: 0.5 } };

const metricsToken = 'scraped-by-prometheus-alone';
let home: TestHome;
let ada: RawAgent;
let bo: RawAgent;
let owner: Record<string, string>;
let otherOwner: Record<string, string>;

beforeAll(async () => {
  const environment = { AGENT_HOME_PRESENCE_SECONDS: '3600', AGENT_HOME_METRICS_TOKENS: metricsToken };
  home = await startHome({ environment });
  owner = await newOwner('olga');
  otherOwner = await newOwner('otto');
  ada = RawAgent.stranger(home, 'ada');
  await ada.register({ headers: owner });
  await ada.call('POST', '/v1/agents/ada/admission');
  bo = await RawAgent.admitted(home, 'bo');
  await home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: 'open' });
  await home.admin('POST', '/v1/admin/topics', {
    ...freeform,
    topic_id: 'secret',
    visibility: 'invite',
    allowlist_agent_ids: ['bo'],
  });
  await published(home);
});
afterAll(() => home.close());

async function newOwner(ownerId: string): Promise<Record<string, string>> {
  await home.admin('POST', '/v1/admin/owners', { owner_id: ownerId, name: ownerId });
  const made = await home.admin('POST', '/v1/admin/tokens', {
    role: 'owner',
    owner_id: ownerId,
    label: 'test',
  });
  return { authorization: `Bearer ${String(made.token)}` };
}

async function putCard(agentId: string, body: object, token: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${home.url}/v1/agents/${agentId}/card`, {
    method: 'PUT',
    headers: { ...token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answerOf(response);
}

describe('registration', () => {
  test('registering the same key again answers with the agent there is', async () => {
    const before = await countRows(home);
    const again = await ada.register();
    expect([again.status, again.body]).toEqual([
      200,
      { agent_id: 'ada', standing: 'admitted', card_version: expect.any(Number) },
    ]);
    expect(await countRows(home)).toEqual(before);
  });

  test('an agent id is never given to a second key', async () => {
    const before = await countRows(home);
    expectProblem(await RawAgent.stranger(home, 'ada').register(), 'agent_id_taken');
    expect(await countRows(home)).toEqual(before);
  });

  test('a key is never given to a second agent', async () => {
    const before = await countRows(home);
    expectProblem(await RawAgent.with(home, 'ada2', ada.signer).register(), 'public_key_taken');
    expect(await countRows(home)).toEqual(before);
  });

  test('an agent that names no id gets one', async () => {
    const agent = RawAgent.stranger(home, '');
    const body = { public_key: agent.signer.publicKey, card };
    const { status, body: made } = await agent.call('POST', '/v1/agents', body);
    expect(status).toBe(201);
    expect(made.agent_id).toMatch(/^agent_[a-z0-9]{16}$/);
    expect((await agent.call('GET', '/v1/me')).body.agent_id).toBe(made.agent_id);
  });

  test('an owner token that does not hold is refused, with nothing registered', async () => {
    const before = await countRows(home);
    const headers = { authorization: `Bearer aht_${'x'.repeat(43)}` };
    expectProblem(await RawAgent.stranger(home, 'orphan').register({ headers }), 'unauthenticated');
    expect(await countRows(home)).toEqual(before);
  });

  test.each([
    ['the identity point', `01${'00'.repeat(31)}`],
    ['the identity point, not canonical', `01${'00'.repeat(30)}80`],
    ['a point of order 2', `ec${'ff'.repeat(30)}7f`],
    ['a point of order 4', '00'.repeat(32)],
    ['a point of order 8', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
    ['no point', `02${'00'.repeat(31)}`],
  ])('%s is no key', async (_what, hex) => {
    const publicKey = Buffer.from(hex, 'hex');
    // R = identity, S = 0: good for any message where such keys are let in.
    const forged = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]);
    const signer: Signer = {
      publicKey: encodeBase64Url(publicKey),
      keyId: keyIdOf(publicKey),
      sign: () => new Uint8Array(forged),
    };
    const before = await countRows(home);
    const answer = await RawAgent.with(home, 'nobody', signer).register();
    expectProblem(answer);
    expect(['signature_invalid', 'invalid_public_key']).toContain(answer.body.code);
    expect(await countRows(home)).toEqual(before);
  });
});

describe('admission', () => {
  test('asked for again changes nothing', async () => {
    const before = await countRows(home);
    const { status, body } = await ada.call('POST', '/v1/agents/ada/admission');
    expect([status, body.standing]).toEqual([200, 'admitted']);
    expect(await countRows(home)).toEqual(before);
  });

  test('where admission is manual an agent waits for an admin', async () => {
    const strict = await startHome({ environment: { AGENT_HOME_ADMISSION: 'manual' } });
    try {
      const cy = RawAgent.stranger(strict, 'cy');
      expect((await cy.register()).status).toBe(201);
      expectProblem(await cy.call('POST', '/v1/agents/cy/admission'), 'admission_is_manual');
      expect((await cy.call('GET', '/v1/me')).body.standing).toBe('registered');
      expect((await cy.call('GET', '/v1/topics')).body.topics).toEqual([]);
      expect(await strict.admin('POST', '/v1/admin/agents/cy/admission')).toEqual({
        agent_id: 'cy',
        standing: 'admitted',
      });
      expect((await cy.call('POST', '/v1/agents/cy/admission')).status).toBe(200);
      await published(strict);
      const { oss } = await cy.client({ type: 'registry_read' });
      expect((await readCertified(strict, oss, 'agent_card', 'agents/all/cy.json')).version).toBe(1);
    } finally {
      await strict.close();
    }
  });
});

describe('cards', () => {
  const certified = async () => {
    await published(home);
    const { oss } = await bo.client({ type: 'registry_read' });
    return readCertified(home, oss, 'agent_card', 'agents/all/ada.json');
  };

  test('a card is certified with the agent’s key and a view for models', async () => {
    const { object } = await certified();
    expect(object).toMatchObject({
      agent_id: 'ada',
      agent_public_key: ada.signer.publicKey,
      card_version: 1,
    });
    expect(object.prompt_view).toContain('ada');
  });

  test('new content raises the version of a card, the same content does not', async () => {
    const before = await certified();
    const text = 'Likes owls';
    for (const round of [1, 2]) {
      const { status, body } = await putCard('ada', { ...card, bio: text }, owner);
      expect([round, status, body.card_version]).toEqual([round, 200, before.object.card_version + 1]);
    }
    const after = await certified();
    expect(after.object).toMatchObject({ bio: text, card_version: 2 });
    expect(after.version).toBe(before.version + 1);
    expect(after.object.prompt_view).toContain(text);
  });

  test('an owner can change the card of no agent but its own', async () => {
    const before = await countRows(home);
    const foreign = await putCard('ada', card, otherOwner);
    const unowned = await putCard('bo', card, otherOwner);
    const absent = await putCard('no-such', card, otherOwner);
    for (const answer of [foreign, unowned, absent]) expectProblem(answer, 'unknown_agent');
    expect(unowned.body).toEqual(foreign.body);
    expect(absent.body).toEqual(foreign.body);
    expect(await countRows(home)).toEqual(before);
    expect((await certified()).object.card_version).toBe(2);
  });

  test('an agent is told of its standing, its card and where its heartbeat goes', async () => {
    await published(home);
    const [nothing, gigabyte] = [{ bytes: 0, objects: 0 }, 1024 ** 3];
    expect((await ada.call('GET', '/v1/me')).body).toEqual({
      agent_id: 'ada',
      standing: 'admitted',
      owner_id: 'olga',
      card: { object_key: 'agents/all/ada.json', version: 2, published: true },
      quota: {
        agent: { used: nothing, allowed: { bytes: 2 * gigabyte, objects: 1_000 } },
        owner: { used: nothing, allowed: { bytes: 20 * gigabyte, objects: 10_000 } },
        exceeded: false,
        artifact_bytes: gigabyte / 4,
      },
      heartbeat: { object_key: heartbeatKey('ada', 1), interval_seconds: 60, online_seconds: 180 },
    });
  });
});

describe('what may be entered', () => {
  const listed = async (agent: RawAgent, query = '') => {
    const { body } = await agent.call('GET', `/v1/topics${query}`);
    return { ids: (body.topics as { topic_id: string }[]).map((one) => one.topic_id), next: body.next };
  };

  test('topics come in pages', async () => {
    expect(await listed(bo, '?limit=1')).toEqual({ ids: ['open'], next: 'open' });
    expect(await listed(bo, '?limit=1&after=open')).toEqual({ ids: ['secret'], next: undefined });
  });

  test('an invite topic is listed for who is invited and for nobody else', async () => {
    expect((await listed(bo)).ids).toEqual(['open', 'secret']);
    expect((await listed(ada)).ids).toEqual(['open']);
  });

  test('a topic one may not enter and one that does not exist get the same answer', async () => {
    const asked = async (topicId: string) => {
      const grants = ['topic_read', 'topic_message_write', 'topic_request_write'];
      const { body } = await ada.call('POST', '/v1/credentials', {
        grants: grants.map((type) => ({ type, topic_id: topicId })),
      });
      return JSON.stringify(body).replaceAll(topicId, 'ID');
    };
    expect(await asked('secret')).toBe(await asked('no-such'));
  });
});

describe('credentials', () => {
  const auditOf = (agentId: string) => {
    const { credentialAudit } = tables;
    return home.open.platform.database
      .select()
      .from(credentialAudit)
      .where(eq(credentialAudit.agentId, agentId))
      .orderBy(asc(credentialAudit.id));
  };

  test('every credential handed out leaves an audit row, a reused one too', async () => {
    const cy = await RawAgent.admitted(home, 'cy');
    const grant = { type: 'topic_message_write', topic_id: 'open' };
    const first = await cy.client(grant);
    const second = await cy.client(grant);
    expect(second.credential).toEqual(first.credential);
    const rows = await auditOf('cy');
    expect(rows.map(({ outcome }) => outcome)).toEqual(['issued', 'reused']);
    for (const row of rows) {
      expect(row).toMatchObject({
        scopes: ['topic_message_write:open'],
        keys: first.credential.keys.map(({ key }) => key),
        expiresAt: new Date(first.credential.expiration),
        storeRequestId: expect.stringMatching(/./),
        errorCode: null,
      });
      const { access_key_secret, security_token } = first.credential;
      for (const secret of [access_key_secret, security_token])
        expect(JSON.stringify(row)).not.toContain(secret);
    }
  });

  test('an agent that asks for the same many times at once, in any order, is answered each time', async () => {
    const dot = await RawAgent.admitted(home, 'dot');
    const ids = ['crowd-1', 'crowd-2', 'crowd-3'];
    for (const id of ids) {
      await home.admin('POST', '/v1/admin/tasks', { task_id: id, title: id, visibility: 'public' });
      await home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: id });
    }
    await published(home);
    const grants = ids.flatMap((id) => [
      { type: 'topic_message_write', topic_id: id },
      { type: 'task_write', task_id: id },
    ]);
    const turned = (by: number) => grants.map((_, index) => grants[(index * 5 + by) % grants.length]);
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const asked = index % 2 === 0 ? turned(index) : turned(index).toReversed();
        return (await dot.call('POST', '/v1/credentials', { grants: asked })).status;
      }),
    );
    expect([...new Set(statuses)]).toEqual([200]);
  });

  test('what one request names twice is given once', async () => {
    const eve = await RawAgent.admitted(home, 'eve-twice');
    const write = { type: 'topic_message_write', topic_id: 'open' };
    const heartbeat = { type: 'heartbeat_write' };
    const grants = [write, heartbeat, write, heartbeat];
    const { status, body } = await eve.call('POST', '/v1/credentials', { grants });
    expect(status, JSON.stringify(body)).toBe(200);
    const keys = (body.credentials as IssuedCredential[]).flatMap((one) => one.keys.map(({ key }) => key));
    expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted());
    expect(keys.some((key) => key.startsWith('topics/open/messages/'))).toBe(true);
  });

  test('a credential answer names the current version and hash of what it opens', async () => {
    await judged(home, 'open', await bo.say('open', 'a new state'));
    await published(home);
    const { heads, credentials } = await ada.ask({ type: 'topic_read', topic_id: 'open' });
    const [credential] = credentials;
    if (!credential) throw new Error('topic_read was denied');
    for (const key of ['topics/open/manifest.json', 'topics/open/state.json']) {
      const { content } = await ada.open(credential).get(key);
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(heads[key]).toEqual({ version: JSON.parse(String(content)).cert.version, sha256 });
    }
    expect(Object.keys(heads).some((key) => key.includes('secret'))).toBe(false);
  });
});

describe('the feed', () => {
  const read = async (agent: RawAgent, query = '') => {
    return (await readFeed(agent, query)).events;
  };
  const acknowledge = async (agent: RawAgent, ids: string[]) =>
    (await agent.call('POST', '/v1/feed/ack', { event_ids: ids })).body.acknowledged;

  test('an agent reads and acknowledges only its own events', async () => {
    const dee = await RawAgent.admitted(home, 'dee');
    const [admitted, ...more] = await read(dee);
    expect(more).toEqual([]);
    expect(admitted).toMatchObject({ event_type: 'agent.admitted' });
    const id = admitted?.event_id ?? '';
    expect(await acknowledge(ada, [id])).toBe(0);
    expect(await read(dee)).toEqual([admitted]);
    expect(await acknowledge(dee, [id, 'A'.repeat(22)])).toBe(1);
    expect(await read(dee)).toEqual([]);
    expect(await acknowledge(dee, [id])).toBe(0);
  });

  test('a waiting poll is woken by what happens, also in another process', async () => {
    const eve = await RawAgent.admitted(home, 'eve');
    await acknowledge(
      eve,
      (await read(eve)).map((event) => event.event_id),
    );
    const second = await home.startSecondApi();
    try {
      const urls = new Set([home.url, second.url]);
      // What was committed can be read once every older transaction of the server has ended, those of other tests
      // too: a poll may be woken before, and try in vain. One that is not woken looks again only after 5 s: of 4 s
      // each would come back with nothing.
      for (let attempt = 1; attempt <= 3 && urls.size > 0; attempt++) {
        const polls = [...urls].map(async (url) => {
          const { body } = await eve.call('GET', '/v1/feed?wait=4', undefined, {
            to: url,
            signedAs: { url },
          });
          return { url, events: body.events };
        });
        const topicId = `for-eve-${attempt}`;
        await home.admin('POST', '/v1/admin/topics', {
          ...freeform,
          topic_id: topicId,
          visibility: 'invite',
          allowlist_agent_ids: ['eve'],
        });
        const invitation = { event_type: 'topic.invited', topic_id: topicId };
        for (const { url, events } of await Promise.all(polls)) {
          if (expect.arrayContaining([expect.objectContaining(invitation)]).asymmetricMatch(events))
            urls.delete(url);
        }
        await acknowledge(
          eve,
          (await read(eve)).map((event) => event.event_id),
        );
      }
      expect([...urls]).toEqual([]);
    } finally {
      await second.close();
    }
  });

  test('tells of turns and judgements', async () => {
    const fay = await RawAgent.admitted(home, 'fay');
    await home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: 'turns', mode: 'turn_queue' });
    await published(home);
    const key = await fay.send('turns', 'queue_join');
    await judged(home, 'turns', key);
    const told = (await read(fay)).slice(1);
    expect(told).toMatchObject([
      { event_type: 'topic.input_judged', object_key: key, payload: { outcome: 'accepted', sequence: 2 } },
      { event_type: 'topic.turn_started', topic_id: 'turns', payload: { turn_id: 'turn_000001' } },
    ]);
  });
});

test('an agent is online by its heartbeat, not by one that is too old or lies in the future', async () => {
  const { platform } = home.open;
  const { oss } = await ada.client({ type: 'heartbeat_write' });
  await oss.put(heartbeatKey('ada', 1), json({}));
  const written = (await platform.store.head(heartbeatKey('ada', 1))).lastModified.getTime();
  const shard = heartbeatShard('ada', 1);
  const onlineAt = async (milliseconds: number) => {
    await publishPresence({ ...platform, now: () => new Date(written + milliseconds) });
    const reader = await bo.client({ type: 'registry_read' });
    const { content } = await reader.oss.get(`agents/presence/${shard}.json`);
    const { online } = JSON.parse(String(content));
    return online.map(({ agent_id }: { agent_id: string }) => agent_id);
  };
  expect(await onlineAt(1_000)).toEqual(['ada']);
  expect(await onlineAt(179_000)).toEqual(['ada']);
  expect(await onlineAt(181_000)).toEqual([]);
  expect(await onlineAt(-60_000)).toEqual([]);
  expect(await onlineAt(2_000)).toEqual(['ada']);
  const reader = await bo.client({ type: 'registry_read' });
  const snapshot = await readCertified(home, reader.oss, 'presence', `agents/presence/${shard}.json`);
  expect(snapshot.version).toBe(5);
  // Bo has written none: its shard has nobody to name.
  if (heartbeatShard('bo', 1) !== shard) {
    const { objects } = await platform.store.list(`agents/presence/${heartbeatShard('bo', 1)}`);
    expect(objects).toEqual([]);
  }
});

test('a verification failure is recorded once, however often it is reported', async () => {
  const failure = { object_key: 'agents/all/bo.json', code: 'bad_signature', version: 1 };
  const report = (agent: RawAgent, failures: object[]) =>
    agent.call('POST', '/v1/verification-failures', { failures });
  for (let count = 0; count < 3; count++) expect((await report(ada, [failure])).status).toBe(202);
  expect((await report(ada, [{ ...failure, code: 'rollback' }])).status).toBe(202);
  expect((await report(bo, [failure])).status).toBe(202);
  const rows = await home.open.platform.database.select().from(tables.verificationFailures);
  const told = rows.map(({ agentId, code, count }) => `${agentId} ${code} ${count}`);
  expect(told.toSorted()).toEqual(['ada bad_signature 3', 'ada rollback 1', 'bo bad_signature 1']);
});

describe('operations', () => {
  test('the document says what every route may answer', async () => {
    const document = (await (await fetch(`${home.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
    };
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const { responses } of Object.values(methods)) {
        expect(Object.keys(responses.default?.content ?? {}), path).toEqual(['application/problem+json']);
        const answered = Object.entries(responses).filter(([status]) => /^20[0-2]$/.test(status));
        for (const [, { content }] of answered) expect(Object.keys(content ?? {}), path).not.toEqual([]);
      }
    }
  });

  test('every answer of the projection says its type', async () => {
    const json = 'application/json; charset=utf-8';
    for (const [path, type] of [
      ['topics', json],
      ['agents', json],
      ['circles', json],
      ['tasks', json],
      ['search?q=a', json],
      ['trust', json],
      ['modes', json],
      ['objects?key=platform/policy.json', json],
      ['topics/nowhere', 'application/problem+json'],
    ]) {
      const { headers } = await fetch(`${home.url}/v1/public/${path}`);
      expect([path, headers.get('content-type')]).toEqual([path, type]);
    }
  });

  test('the OpenAPI document names every route', async () => {
    const document = (await (await fetch(`${home.url}/openapi.json`)).json()) as {
      openapi: string;
      info: { title: string; version: string };
      paths: Record<string, Record<string, { summary: string; responses: object; requestBody?: object }>>;
    };
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.title).toBe('Agent Home');
    const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(routes.toSorted()).toEqual([
      'delete /v1/admin/tokens/{token_id}',
      'delete /v1/session',
      'delete /v1/topics/{topic_id}/follow',
      'get /healthz',
      'get /metrics',
      'get /readyz',
      'get /v1/admin/agents',
      'get /v1/admin/audit',
      'get /v1/admin/events',
      'get /v1/admin/events/{id}',
      'get /v1/admin/explain',
      'get /v1/admin/health',
      'get /v1/admin/keys',
      'get /v1/admin/owners',
      'get /v1/admin/personas',
      'get /v1/admin/proposals',
      'get /v1/admin/tokens',
      'get /v1/circles',
      'get /v1/circles/{circle_id}/join-requests',
      'get /v1/circles/{circle_id}/members',
      'get /v1/feed',
      'get /v1/keys',
      'get /v1/me',
      'get /v1/public/agents',
      'get /v1/public/agents/{agent_id}',
      'get /v1/public/artifacts',
      'get /v1/public/circles',
      'get /v1/public/circles/{circle_id}',
      'get /v1/public/modes',
      'get /v1/public/objects',
      'get /v1/public/search',
      'get /v1/public/stream',
      'get /v1/public/tasks',
      'get /v1/public/tasks/{task_id}',
      'get /v1/public/topics',
      'get /v1/public/topics/{topic_id}',
      'get /v1/public/topics/{topic_id}/ledger',
      'get /v1/public/trust',
      'get /v1/session',
      'get /v1/tasks',
      'get /v1/tasks/{task_id}/artifacts',
      'get /v1/tasks/{task_id}/participants',
      'get /v1/topics',
      'post /v1/admin/agents/{agent_id}/actions',
      'post /v1/admin/agents/{agent_id}/admission',
      'post /v1/admin/agents/{agent_id}/persona',
      'post /v1/admin/circles',
      'post /v1/admin/circles/{circle_id}/actions',
      'post /v1/admin/events/replay',
      'post /v1/admin/owners',
      'post /v1/admin/tasks',
      'post /v1/admin/tasks/{task_id}/actions',
      'post /v1/admin/tokens',
      'post /v1/admin/topics',
      'post /v1/admin/topics/{topic_id}/actions',
      'post /v1/admin/topics/{topic_id}/summary',
      'post /v1/agents',
      'post /v1/agents/{agent_id}/admission',
      'post /v1/agents/{agent_id}/withdrawal',
      'post /v1/circles/{circle_id}/leave',
      'post /v1/credentials',
      'post /v1/feed/ack',
      'post /v1/session',
      'post /v1/tasks/{task_id}/artifacts/removal',
      'post /v1/topics/{topic_id}/moderation',
      'post /v1/verification-failures',
      'put /v1/agents/{agent_id}/card',
      'put /v1/agents/{agent_id}/key',
      'put /v1/agents/{agent_id}/prompt-bundle',
      'put /v1/topics/{topic_id}/follow',
    ]);
    for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
      expect(operation.summary).not.toBe('');
      expect(Object.keys(operation.responses)).not.toEqual([]);
    }
    const text = JSON.stringify(document);
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#([^"]+)"/g)) {
      const found = pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((value, part) => (value as Record<string, unknown>)?.[part], document);
      expect(found, pointer).toBeDefined();
    }
  });

  test('health and readiness answer without a login, metrics to a metrics token or an admin alone', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const response = await fetch(`${home.url}${path}`);
      expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    }
    const read = (token?: string) =>
      fetch(`${home.url}/metrics`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    expect((await read()).status).toBe(401);
    expect((await read('guessed-guessed-guessed')).status).toBe(401);
    expect((await read(metricsToken)).status).toBe(200);
    const admin = { authorization: `Bearer ${metricsToken}` };
    expect((await fetch(`${home.url}/v1/admin/personas`, { headers: admin })).status).toBe(401);
    const metrics = await (await read(home.secrets.adminToken)).text();
    expect(metrics).toMatch(/^agent_home_inputs_judged_total\{outcome="accepted"\} [1-9]/m);
    expect(metrics).toMatch(/^agent_home_credentials_total\{outcome="reused"\} [1-9]/m);
    await eventually(async () => {
      const now = await (await read(metricsToken)).text();
      expect(now).toMatch(/^agent_home_tickets_open [1-9]/m);
    });
  });
});
