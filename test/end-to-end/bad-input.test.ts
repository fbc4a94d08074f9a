import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { storeToken } from '@agent-home/platform';
import { encodeBase64Url } from '@agent-home/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countRows } from '../support/count-rows.ts';
import { httpCall } from '../support/http-request.ts';
import { published } from '../support/ledger.ts';
import { expectProblem } from '../support/problems.ts';
import { type Answer, answerOf, RawAgent, type SignOverrides } from '../support/raw-agent.ts';
import { openSmqPusher } from '../support/smq-pusher.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

let home: TestHome;
let ada: RawAgent;
let ownerToken: string;
beforeAll(async () => {
  home = await startHome({
    environment: {
      AGENT_HOME_REQUESTS_PER_MINUTE: '1000000',
      AGENT_HOME_AGENT_REQUESTS_PER_MINUTE: '1000000',
    },
  });
  ada = await RawAgent.admitted(home, 'ada');
  await home.admin('POST', '/v1/admin/topics', { ...topic, topic_id: 'open' });
  await home.admin('POST', '/v1/admin/owners', { owner_id: 'olga', name: 'Olga' });
  const made = await home.admin('POST', '/v1/admin/tokens', {
    role: 'owner',
    owner_id: 'olga',
    label: 'test',
  });
  ownerToken = String(made.token);
  await published(home);
});
afterAll(() => home.close());

const topic = { title: 'A topic', visibility: 'public', mode: 'freeform' };
const card = { name: 'Eve', personality: { extrovert: 0, curious: 0, creative: 0, stable: 0 } };
const failure = { object_key: 'agents/all/ada.json', code: 'bad_signature' };

type Who = 'ada' | 'admin' | 'owner' | 'nobody';

/** One request as this caller would send it: signed, or with a token. */
async function send(method: string, path: string, body: unknown, who: Who): Promise<Answer> {
  if (who === 'ada') return ada.call(method, path, body);
  const tokens = { admin: home.secrets.adminToken, owner: ownerToken, nobody: undefined };
  return withToken(tokens[who], method, path, body);
}

async function withToken(
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  extra: Record<string, string> = {},
): Promise<Answer> {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${home.url}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...extra,
    },
    ...(text === undefined ? {} : { body: text }),
  });
  return answerOf(response);
}

/** Every route that takes a body, with one it would accept. */
const bodies: { method: string; path: string; who: Who; valid: () => Record<string, unknown> }[] = [
  {
    method: 'POST',
    path: '/v1/agents',
    who: 'ada',
    valid: () => ({ agent_id: 'eve', public_key: ada.signer.publicKey, card }),
  },
  {
    method: 'POST',
    path: '/v1/credentials',
    who: 'ada',
    valid: () => ({ grants: [{ type: 'registry_read' }] }),
  },
  { method: 'POST', path: '/v1/verification-failures', who: 'ada', valid: () => ({ failures: [failure] }) },
  { method: 'POST', path: '/v1/feed/ack', who: 'ada', valid: () => ({ event_ids: ['A'.repeat(22)] }) },
  { method: 'PUT', path: '/v1/agents/ada/card', who: 'admin', valid: () => card },
  { method: 'POST', path: '/v1/admin/owners', who: 'admin', valid: () => ({ name: 'Olga' }) },
  { method: 'POST', path: '/v1/admin/tokens', who: 'admin', valid: () => ({ role: 'admin', label: 'x' }) },
  { method: 'POST', path: '/v1/admin/topics', who: 'admin', valid: () => topic },
  {
    method: 'POST',
    path: '/v1/admin/topics/open/actions',
    who: 'admin',
    valid: () => ({ action: 'remove_agent', agent_id: 'eve' }),
  },
];

/** Refused, as the code says, and nothing is left behind. */
async function refused(request: () => Promise<Answer>, code?: string): Promise<Answer> {
  // What was valid before may still be on its way to the bucket.
  await published(home);
  const before = await countRows(home);
  const answer = await request();
  expectProblem(answer, code);
  expect(await countRows(home)).toEqual(before);
  return answer;
}

describe('a body that cannot be read', () => {
  const unreadable: [what: string, text: string, code: string][] = [
    ['malformed JSON', '{"a":', 'malformed_json'],
    ['duplicate members', '{"a":1,"a":2}', 'malformed_json'],
    ['a lone surrogate', '{"name":"\\ud800"}', 'malformed_json'],
    ['an integer that is not exact', '{"n":9007199254740993}', 'malformed_json'],
    ['nesting without end', '['.repeat(5_000), 'malformed_json'],
    ['a byte order mark', '\ufeff{}', 'malformed_json'],
    ['a list', '[]', 'invalid_request'],
    ['null', 'null', 'invalid_request'],
    ['a string', '"x"', 'invalid_request'],
    ['nothing that is asked for', '{"surprise":1}', 'invalid_request'],
  ];
  test('bad input gets a problem document with a code, never a 500, and nothing is half done', async () => {
    const before = await countRows(home);
    for (const { method, path, who } of bodies) {
      for (const [what, text, code] of unreadable) {
        const answer = await send(method, path, text, who);
        expectProblem(answer, code);
        expect(answer.status, `${what} to ${method} ${path}`).toBeLessThan(500);
      }
    }
    expect(await countRows(home)).toEqual(before);
  });

  test('a body of 10 MB is refused', async () => {
    const body = Buffer.alloc(10 * 1024 * 1024, 0x20);
    for (const { method, path } of [...bodies, { method: 'POST', path: '/v1/agents/ada/admission' }]) {
      const headers = {
        ...bearer(home.secrets.adminToken),
        'content-type': 'application/json',
        'content-length': String(body.length),
      };
      const { status, text, headers: answered } = await httpCall(home.url, { method, path, headers, body });
      expect({ status, type: answered['content-type'] }).toEqual({
        status: 413,
        type: 'application/problem+json',
      });
      expect(JSON.parse(text).code).toBe('body_too_large');
    }
  });

  test.each(['text/html', 'application/x-www-form-urlencoded', 'application/json5', ''])(
    'of the content type "%s"',
    async (type) => {
      for (const { method, path, who, valid } of bodies) {
        const text = JSON.stringify(valid());
        const credential = who === 'ada' ? ada.sign(method, path, text) : bearer(home.secrets.adminToken);
        const before = await countRows(home);
        const { status, text: answer } = await httpCall(home.url, {
          method,
          path,
          headers: {
            ...credential,
            'content-length': String(Buffer.byteLength(text)),
            ...(type ? { 'content-type': type } : {}),
          },
          body: text,
        });
        expect({ status, code: JSON.parse(answer).code }).toEqual({
          status: 415,
          code: 'unsupported_media_type',
        });
        expect(await countRows(home)).toEqual(before);
      }
    },
  );
});

describe('a body that says what cannot be', () => {
  const x64 = 'a'.repeat(64);
  test.each<[path: string, who: Who, body: unknown, code: string, where?: string]>([
    ['/v1/credentials', 'ada', { grants: [] }, 'invalid_request', 'grants'],
    ['/v1/credentials', 'ada', { grants: 'registry_read' }, 'invalid_request', 'grants'],
    ['/v1/credentials', 'ada', { grants: [{}] }, 'invalid_request'],
    ['/v1/credentials', 'ada', { grants: [{ type: 'topic_read' }] }, 'invalid_request'],
    ['/v1/credentials', 'ada', { grants: [{ type: 'topic_read', topic_id: '../x' }] }, 'invalid_request'],
    ['/v1/credentials', 'ada', { grants: [{ type: 'registry_read' }], more: 1 }, 'invalid_request'],
    [
      '/v1/credentials',
      'ada',
      { grants: Array(101).fill({ type: 'registry_read' }) },
      'invalid_request',
      'grants',
    ],
    [
      '/v1/credentials',
      'ada',
      { grants: [{ type: 'registry_read' }], duration_seconds: 900.5 },
      'invalid_request',
    ],
    ['/v1/verification-failures', 'ada', { failures: [{ ...failure, code: 'ugly' }] }, 'invalid_request'],
    [
      '/v1/verification-failures',
      'ada',
      { failures: [{ ...failure, object_key: 'a\u0000b' }] },
      'invalid_request',
    ],
    ['/v1/verification-failures', 'ada', { failures: [{ ...failure, version: -1 }] }, 'invalid_request'],
    ['/v1/feed/ack', 'ada', { event_ids: ['x'] }, 'invalid_request'],
    ['/v1/feed/ack', 'ada', { event_ids: ['1'] }, 'invalid_request'],
    ['/v1/admin/topics', 'admin', { ...topic, mode: 'shouting' }, 'unknown_mode', 'mode'],
    ['/v1/admin/topics', 'admin', { ...topic, mode: 'constructor' }, 'unknown_mode', 'mode'],
    ['/v1/admin/topics', 'admin', { ...topic, visibility: 'circle' }, 'invalid_input', 'circle_id'],
    ['/v1/admin/topics', 'admin', { ...topic, circle_id: 'c' }, 'invalid_input', 'circle_id'],
    [
      '/v1/admin/topics',
      'admin',
      { ...topic, visibility: 'circle', circle_id: 'nowhere' },
      'invalid_input',
      'circle_id',
    ],
    [
      '/v1/admin/topics',
      'admin',
      { ...topic, allowlist_agent_ids: ['ada'] },
      'invalid_input',
      'allowlist_agent_ids',
    ],
    ['/v1/admin/topics', 'admin', { ...topic, visibility: 'owner-only' }, 'invalid_input', 'owner_id'],
    [
      '/v1/admin/topics',
      'admin',
      { ...topic, visibility: 'owner-only', owner_id: 'nobody' },
      'invalid_input',
      'owner_id',
    ],
    ['/v1/admin/circles', 'admin', { name: 'x', membership_mode: 'secret' }, 'invalid_request'],
    [
      '/v1/admin/circles',
      'admin',
      { name: 'x', membership_mode: 'open', members: [{ agent_id: 'nobody' }] },
      'unknown_agent',
      'members',
    ],
    [
      '/v1/admin/circles',
      'admin',
      { name: 'x', membership_mode: 'approval', approval: { required: 0 } },
      'invalid_request',
    ],
    ['/v1/admin/circles/nowhere/actions', 'admin', { action: 'invite', agent_id: 'ada' }, 'not_found'],
    ['/v1/circles/nowhere/leave', 'ada', {}, 'not_found'],
    ['/v1/admin/topics', 'admin', { ...topic, visibility: 'secret' }, 'invalid_request', 'visibility'],
    [
      '/v1/admin/topics',
      'admin',
      { ...topic, mode: 'turn_queue', rules: { turn_ttl_seconds: 0 } },
      'invalid_rules',
    ],
    ['/v1/admin/topics', 'admin', { ...topic, rules: { surprise: 1 } }, 'invalid_rules'],
    ['/v1/admin/topics', 'admin', { ...topic, title: 'a\u0000b' }, 'invalid_request', 'title'],
    ['/v1/admin/topics', 'admin', { ...topic, title: '   ' }, 'invalid_request', 'title'],
    ['/v1/admin/topics', 'admin', { ...topic, topic_id: x64 }, 'invalid_request', 'topic_id'],
    ['/v1/admin/topics', 'admin', { ...topic, topic_id: 'Open' }, 'invalid_request', 'topic_id'],
    ['/v1/admin/topics', 'admin', { ...topic, topic_id: 'open' }, 'topic_id_taken', 'topic_id'],
    ['/v1/admin/topics/no-such/actions', 'admin', { action: 'close' }, 'not_found'],
    ['/v1/admin/topics/open/actions', 'admin', { action: 'explode' }, 'invalid_request'],
    ['/v1/admin/owners', 'admin', { owner_id: 'olga', name: 'Olga' }, 'owner_id_taken', 'owner_id'],
    ['/v1/admin/owners', 'admin', { name: 'O\u0000' }, 'invalid_request', 'name'],
    [
      '/v1/admin/tokens',
      'admin',
      { role: 'owner', owner_id: 'nobody', label: 'x' },
      'invalid_input',
      'owner_id',
    ],
    ['/v1/admin/tokens', 'admin', { role: 'owner', label: 'x' }, 'invalid_request'],
    ['/v1/admin/tokens', 'admin', { role: 'admin', label: 'x\u0000' }, 'invalid_request'],
    [
      '/v1/admin/tokens',
      'admin',
      { role: 'admin', label: 'x', expires_at: '0000-01-01T00:00:00Z' },
      'invalid_input',
      'expires_at',
    ],
    ['/v1/admin/tokens', 'admin', { role: 'admin', label: 'x', expires_at: 'soon' }, 'invalid_request'],
    ['/v1/admin/agents/nobody/admission', 'admin', undefined, 'unknown_agent'],
    ['/v1/agents/bo/admission', 'ada', undefined, 'forbidden'],
  ])('POST %s by %s: %j is %s', async (path, who, body, code, where) => {
    const answer = await refused(() => send('POST', path, body, who), code);
    if (where !== undefined) expect(String(answer.body.path)).toMatch(new RegExp(`^${where}`));
  });

  test('a lifetime outside 900 to 3600 seconds is refused, never clamped', async () => {
    const ask = (seconds: number) =>
      ada.call('POST', '/v1/credentials', { grants: [{ type: 'registry_read' }], duration_seconds: seconds });
    for (const seconds of [0, 899, 3601, 86_400]) {
      const answer = await refused(() => ask(seconds), 'duration_out_of_range');
      expect(answer.body.path).toBe('duration_seconds');
    }
    for (const seconds of [900, 3600]) {
      const { body } = await ask(seconds);
      const [credential] = body.credentials as { expiration: string }[];
      const left = Date.parse(credential?.expiration ?? '') - Date.now();
      expect(left).toBeGreaterThan((seconds - 60) * 1000);
      expect(left).toBeLessThanOrEqual(seconds * 1000 + 1000);
    }
  });

  test('rules that do not fit name where', async () => {
    const body = { ...topic, mode: 'turn_queue', rules: { turn_ttl_seconds: 'long' } };
    const answer = await refused(() => send('POST', '/v1/admin/topics', body, 'admin'), 'invalid_rules');
    expect(answer.body.path).toContain('turn_ttl_seconds');
  });

  test.each([
    ['a time zone that there is not', { day_boundary_timezone: 'Mars/Base' }],
    ['a mode that there is not', { allowed_propose_topic_modes: ['threaded', 'chess'] }],
    ['a mode that needs rules of its own', { allowed_propose_topic_modes: ['collab_roles'] }],
  ])('a rule that names %s is refused with its path', async (_, rules) => {
    const body = { ...topic, mode: 'daily_checkin', rules };
    const answer = await refused(() => send('POST', '/v1/admin/topics', body, 'admin'), 'invalid_rules');
    expect(answer.body.path).toBe(`rules.${Object.keys(rules)[0]}`);
  });

  test('a grant that is unknown is denied beside those that hold', async () => {
    const { credentials, denied } = await ada.ask(
      { type: 'registry_read' },
      { type: 'root' },
      { type: 'constructor' },
    );
    expect(credentials).toHaveLength(1);
    expect(denied.map(({ code }) => code)).toEqual(['unknown_grant', 'unknown_grant']);
  });

  test('ids may have 63 characters and no more', async () => {
    const longest = RawAgent.stranger(home, 'a'.repeat(63));
    expect((await longest.register()).status).toBe(201);
    expect((await longest.call('GET', '/v1/me')).body.agent_id).toBe('a'.repeat(63));
    await refused(() => RawAgent.stranger(home, 'a'.repeat(64)).register(), 'invalid_request');
    await refused(() => RawAgent.stranger(home, '').register(), 'invalid_request');
  });

  test.each([
    ['a NUL', 'Eve\u0000'],
    ['four-byte characters', '🦉'.repeat(40)],
    ['bidirectional overrides', 'Eve\u202eadmin'],
  ])('a card with %s is certified as it is, and its prompt view is clean', async (what, name) => {
    const agent = RawAgent.stranger(home, `card-${what.length}`);
    const body = {
      agent_id: agent.agentId,
      public_key: agent.signer.publicKey,
      card: { ...card, name, bio: name },
    };
    expect((await agent.call('POST', '/v1/agents', body)).status).toBe(201);
    expect((await agent.call('POST', `/v1/agents/${agent.agentId}/admission`)).status).toBe(200);
    await published(home);
    const { oss } = await agent.client({ type: 'registry_read' });
    const certified = JSON.parse(String((await oss.get(`agents/all/${agent.agentId}.json`)).content));
    expect(certified.name).toBe(name);
    expect(certified.prompt_view).not.toContain(String.fromCodePoint(0));
    expect(certified.prompt_view).not.toContain('\u202e');
  });

  test.each([
    ['a name of 81 characters', { ...card, name: 'x'.repeat(81) }],
    ['a bio of 2001', { ...card, bio: 'x'.repeat(2001) }],
    ['a trait above 1', { ...card, personality: { ...card.personality, stable: 1.1 } }],
    ['33 interests', { ...card, interests: Array(33).fill('x') }],
  ])('a card with %s is refused', async (_what, tooMuch) => {
    const agent = RawAgent.stranger(home, 'too-much');
    const body = { agent_id: agent.agentId, public_key: agent.signer.publicKey, card: tooMuch };
    await refused(() => agent.call('POST', '/v1/agents', body), 'invalid_request');
  });
});

describe('a path or a query that leads nowhere', () => {
  test.each<[method: string, path: string, code: string]>([
    ['GET', '/v1/nothing', 'route_not_found'],
    ['DELETE', '/v1/me', 'route_not_found'],
    ['GET', '/v1/agents/%zz', 'bad_request'],
    ['POST', '/v1/agents/Not-An-Id/admission', 'invalid_request'],
    ['POST', `/v1/agents/${'a'.repeat(300)}/admission`, 'bad_request'],
    ['GET', '/v1/topics?limit=0', 'invalid_request'],
    ['GET', '/v1/topics?limit=many', 'invalid_request'],
    ['GET', '/v1/topics?after=%00', 'invalid_request'],
    ['GET', '/v1/feed?wait=-1', 'invalid_request'],
    ['GET', '/v1/feed?wait=Infinity', 'invalid_request'],
    ['GET', '/v1/feed?limit=1&limit=2', 'invalid_request'],
  ])('%s %s: %s', async (method, path, code) => {
    const answer = await refused(() => ada.call(method, path), code);
    expect(answer.status).toBeLessThan(500);
  });

  test('bytes that are not HTTP get a problem document too', async () => {
    const { port } = new URL(home.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('NOT HTTP\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('application/problem+json');
    expect(answer).toContain('"code":"bad_request"');
  });
});

describe('a signature', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const grants = { grants: [{ type: 'registry_read' }] };
  const all = ['@method', '@authority', '@path', '@query', 'content-digest'];

  test.each<[what: string, overrides: () => SignOverrides, code: string]>([
    ['of another service', () => ({ tag: 'another-tag' }), 'signature_invalid'],
    ['with a short nonce', () => ({ nonce: 'short' }), 'signature_invalid'],
    ['with an endless nonce', () => ({ nonce: 'x'.repeat(129) }), 'signature_invalid'],
    ...all.map((missing): [string, () => SignOverrides, string] => [
      `that leaves out ${missing}`,
      () => ({ components: all.filter((component) => component !== missing) }),
      'signature_invalid',
    ]),
    ['that is garbage', () => ({ headers: { signature: 'garbage' } }), 'signature_invalid'],
    ['whose input is garbage', () => ({ headers: { 'signature-input': 'sig1=(((' } }), 'signature_invalid'],
    ['whose digest is garbage', () => ({ headers: { 'content-digest': 'x' } }), 'signature_invalid'],
  ])('%s is refused', async (_what, overrides, code) => {
    await refused(() => ada.call('POST', '/v1/credentials', grants, overrides()), code);
  });

  test('a request signed for another method, path, query, host or body is refused', async () => {
    const body = { sentBody: '{"grants":[{"type":"heartbeat_write"}]}' };
    await refused(() => ada.call('POST', '/v1/credentials', grants, body), 'content_digest_mismatch');
    for (const signedAs of [
      { method: 'PUT' },
      { path: '/v1/feed/ack' },
      { path: '/v1/credentials?x=1' },
      { url: 'http://other.example' },
    ]) {
      await refused(() => ada.call('POST', '/v1/credentials', grants, { signedAs }), 'signature_invalid');
    }
  });

  test('a signature by a clock more than a minute off is refused with the time of the home', async () => {
    for (const created of [now() - 61, now() + 62]) {
      const { body } = await refused(
        () => ada.call('POST', '/v1/credentials', grants, { created }),
        'signature_expired',
      );
      const named = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(String(body.detail))?.[0] ?? '';
      expect(Math.abs(Date.parse(named) - Date.now())).toBeLessThan(60_000);
    }
  });

  test('a signature whose own time is over says so, and nothing of when it was made', async () => {
    const { body } = await refused(
      () => ada.call('POST', '/v1/credentials', grants, { expires: now() - 5 }),
      'signature_expired',
    );
    expect(body.path).toBe('expires');
    expect(body.detail).toMatch(/expired at \d{4}-\d\d-\d\dT[\d:.]+Z/);
    expect(body.detail).not.toContain('created');
  });

  test('a signature with a time that no clock has is refused as expired', async () => {
    for (const expires of [0, 999_999_999_999_999]) {
      const answer = await ada.call('POST', '/v1/credentials', grants, { expires });
      expect(answer.status).toBe(expires === 0 ? 401 : 200);
    }
  });

  test('a registration signed under another key id names both ids', async () => {
    const stranger = RawAgent.stranger(home, 'wrong-key-id');
    const keyId = RawAgent.stranger(home, 'other').signer.keyId;
    const { body } = await refused(() => stranger.register({ keyId }), 'wrong_key_id');
    expect(body.path).toBe('keyid');
    expect(body.detail).toContain(keyId);
    expect(body.detail).toContain(stranger.signer.keyId);
    await refused(() => stranger.call('GET', '/v1/me'), 'unknown_key');
  });

  test('within a minute of our clock is accepted', async () => {
    for (const created of [now() - 50, now() + 50]) {
      expect((await ada.call('POST', '/v1/credentials', grants, { created })).status).toBe(200);
    }
  });

  test('that is missing is asked for', async () => {
    await refused(() => send('POST', '/v1/credentials', grants, 'nobody'), 'signature_missing');
  });

  test('of a key nobody has registered is refused', async () => {
    const stranger = RawAgent.stranger(home, 'ada');
    await refused(() => stranger.call('POST', '/v1/credentials', grants), 'unknown_key');
  });

  test('for a name this home does not answer to is refused', async () => {
    const body = JSON.stringify(grants);
    const headers = ada.sign('POST', '/v1/credentials', body, { signedAs: { url: 'http://other.example' } });
    const answer = await httpCall(home.url, {
      method: 'POST',
      path: '/v1/credentials',
      headers: { ...headers, host: 'other.example', 'content-type': 'application/json' },
      body,
    });
    expect({ status: answer.status, code: JSON.parse(answer.text).code }).toEqual({
      status: 401,
      code: 'wrong_authority',
    });
  });

  test('a replayed signature is refused, also by another process', async () => {
    const second = await home.startSecondApi();
    try {
      const nonce = encodeBase64Url(randomBytes(16));
      const body = JSON.stringify(grants);
      const headers = {
        ...ada.sign('POST', '/v1/credentials', body, { nonce }),
        'content-type': 'application/json',
        host: new URL(home.url).host,
      };
      const replay = async (url: string) => {
        const { status, text } = await httpCall(url, {
          method: 'POST',
          path: '/v1/credentials',
          headers,
          body,
        });
        return { status, code: JSON.parse(text).code };
      };
      expect(await replay(home.url)).toEqual({ status: 200, code: undefined });
      const before = await countRows(home);
      expect(await replay(home.url)).toEqual({ status: 401, code: 'signature_replayed' });
      expect(await replay(second.url)).toEqual({ status: 401, code: 'signature_replayed' });
      expect(await countRows(home)).toEqual(before);
    } finally {
      await second.close();
    }
  });
});

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

describe('a bearer token', () => {
  const open = (headers: Record<string, string>) =>
    refusedStatus(() => withToken(undefined, 'POST', '/v1/admin/owners', { name: 'X' }, headers));
  const refusedStatus = async (request: () => Promise<Answer>) => {
    const { status, body } = await refused(request);
    return [status, body.code];
  };

  test('that is missing, malformed or unknown is refused', async () => {
    expect(await open({})).toEqual([401, 'unauthenticated']);
    expect(await open({ authorization: 'Basic YTpi' })).toEqual([401, 'unauthenticated']);
    expect(await open({ authorization: 'Bearer ' })).toEqual([401, 'unauthenticated']);
    expect(await open(bearer(`aht_${'x'.repeat(43)}`))).toEqual([401, 'unauthenticated']);
    expect(await open(bearer('x'.repeat(5_000)))).toEqual([401, 'unauthenticated']);
  });

  test('a revoked, an expired and an unknown token are answered alike', async () => {
    const expired = `aht_${encodeBase64Url(randomBytes(32))}`;
    await storeToken(home.open.platform.database, expired, 'token_expired', {
      role: 'admin',
      label: 'expired',
      expiresAt: new Date(Date.now() - 1_000),
    });
    const made = await home.admin('POST', '/v1/admin/tokens', { role: 'admin', label: 'to revoke' });
    const revoked = String(made.token);
    const opened = await withToken(revoked, 'DELETE', `/v1/admin/tokens/${String(made.token_id)}`);
    expect(opened.status).toBe(200);
    const answers = [];
    for (const token of [`aht_${'x'.repeat(43)}`, expired, revoked]) {
      const create = () => withToken(token, 'POST', '/v1/admin/owners', { name: 'X' });
      const { status, body } = await refused(create, 'unauthenticated');
      answers.push({ status, body });
    }
    expect(answers).toEqual(Array(3).fill({ status: 401, body: answers[0]?.body }));
  });

  test('of an owner opens no admin route', async () => {
    for (const { method, path, valid } of bodies.filter(({ path }) => path.startsWith('/v1/admin/'))) {
      await refused(() => withToken(ownerToken, method, path, valid()), 'forbidden');
    }
    await refused(() => withToken(ownerToken, 'DELETE', '/v1/admin/tokens/token_test_admin'), 'forbidden');
  });

  test('is no signature, and a signature is no token', async () => {
    await refused(() => withToken(home.secrets.adminToken, 'GET', '/v1/me'), 'signature_missing');
    await refused(() => ada.call('POST', '/v1/admin/owners', { name: 'X' }), 'unauthenticated');
  });
});

describe('an Idempotency-Key', () => {
  const create = (key: string, body: object) =>
    withToken(home.secrets.adminToken, 'POST', '/v1/admin/topics', body, { 'idempotency-key': key });

  test('a mutation repeated under one Idempotency-Key is carried out once', async () => {
    const first = await create('repeat-1', topic);
    await published(home);
    const before = await countRows(home);
    const second = await create('repeat-1', topic);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await countRows(home)).toEqual(before);
  });

  test('an Idempotency-Key used for another request is refused', async () => {
    await create('repeat-2', topic);
    await published(home);
    await refused(() => create('repeat-2', { ...topic, title: 'Other' }), 'idempotency_key_reused');
  });

  test('used many times at once does it once', async () => {
    const before = (await countRows(home)).topics ?? 0;
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('at-once', topic)));
    expect((await countRows(home)).topics).toBe(before + 1);
    const made = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.topic_id));
    expect(made.size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectProblem(answer, 'idempotency_key_in_progress');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect((await create('at-once', topic)).body.topic_id).toBe([...made][0]);
  });

  test('of a request that failed can be used again', async () => {
    await published(home);
    await refused(() => create('retry', { ...topic, topic_id: 'open' }), 'topic_id_taken');
    expect((await create('retry', topic)).status).toBe(201);
  });

  test('that is not printable or too long is refused', async () => {
    await refused(() => create('a b', topic), 'invalid_request');
    await refused(() => create('x'.repeat(201), topic), 'invalid_request');
  });
});

test('too many requests are answered with Retry-After', async () => {
  const second = await home.startSecondApi({ requestsPerMinute: { agent: 5, address: 20 } });
  try {
    const me = () => ada.call('GET', '/v1/me', undefined, { to: second.url, signedAs: { url: second.url } });
    for (let count = 0; count < 5; count++) expect((await me()).status).toBe(200);
    const ofAgent = await me();
    expectProblem(ofAgent, 'rate_limited');
    expect(Number(ofAgent.headers.get('retry-after'))).toBeGreaterThan(0);
    let ofAddress: Answer | undefined;
    for (let count = 0; count < 20; count++) ofAddress = await answerOf(await fetch(`${second.url}/v1/me`));
    if (!ofAddress) throw new Error('nothing was asked');
    expectProblem(ofAddress, 'rate_limited');
    expect(Number(ofAddress.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
  } finally {
    await second.close();
  }
});

describe('the event webhook', () => {
  const message = { key: 'topics/open/messages/ada/000001.json' };

  test('takes the digest as base64 of its digits and as plain upper-case digits', async () => {
    const push = await openSmqPusher(home);
    expect((await push([message], { digest: 'base64 of hex' })).status).toBe(204);
    expect((await push([message], { digest: 'upper-case hex' })).status).toBe(204);
    expect((await push([message], { headers: { 'content-md5': 'AAAA' } })).status).toBe(403);
  });

  test.each<[what: string, body: string, code: string]>([
    ['no JSON', 'hello', 'invalid_request'],
    ['another shape', '{"events":[{"eventName":1}]}', 'invalid_request'],
    ['no events', '{"events":null}', 'invalid_request'],
    [
      'a NUL in a name',
      '{"events":[{"eventName":"a\\u0000","eventTime":"x","oss":{"bucket":{"name":"agent-home"},"object":{"key":"topics/open/state.json"}}}]}',
      'invalid_request',
    ],
  ])('refuses %s', async (_what, body, code) => {
    const push = await openSmqPusher(home);
    await refused(async () => answerOf(await push(body)), code);
  });

  test('does not say that it is there to who does not know its path', async () => {
    const push = await openSmqPusher(home);
    await refused(async () => answerOf(await push([message], { token: 'a'.repeat(48) })), 'route_not_found');
  });
});

test('random JSON never makes an error of ours', { timeout: 60_000 }, async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('\u0000', 'constructor', '../x', '🦉'),
  );
  const anything = fc.oneof(
    text,
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(-1, 0, 1e308, 9_007_199_254_740_991, null, true, [], {}),
  );
  const property = fc.asyncProperty(
    fc.constantFrom(...bodies),
    fc.array(fc.tuple(fc.nat(9), anything), { minLength: 1, maxLength: 2 }),
    fc.boolean(),
    anything,
    async ({ method, path, who, valid }, changes, keepShape, replacement) => {
      const body: Record<string, unknown> = structuredClone(valid());
      const names = [...Object.keys(body), 'owner_id', 'expires_at', 'rules', 'tags'];
      for (const [index, value] of changes) body[names[index % names.length] ?? 'x'] = value;
      const answer = await send(method, path, keepShape ? body : JSON.stringify(replacement), who);
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
      if (answer.status >= 400) expectProblem(answer);
    },
  );
  await fc.assert(property, { seed: 20_261_121, numRuns: 400, endOnFailure: true });
});
