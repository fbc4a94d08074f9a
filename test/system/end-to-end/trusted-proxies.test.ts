import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../../support/event-stream.ts';
import { eventually } from '../../support/eventually.ts';
import { httpCall } from '../../support/http-request.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let behind: TestHome;
let bare: TestHome;
beforeAll(async () => {
  const few = { AGENT_HOME_REQUESTS_PER_MINUTE: '200' };
  behind = await startHome({
    worker: false,
    environment: { ...few, AGENT_HOME_TRUSTED_PROXIES: '127.0.0.1, 10.1.0.0/16, fd00::/8' },
  });
  bare = await startHome({ worker: false, environment: few });
});
afterAll(async () => {
  await behind.close();
  await bare.close();
});

const wrong = (index: number) => `aht_${String(index).padStart(43, 'x')}`;

async function signIn(home: TestHome, token: string, forwarded?: string) {
  const body = JSON.stringify({ token });
  const { status, headers } = await httpCall(home.url, {
    method: 'POST',
    path: '/v1/session',
    headers: {
      'content-type': 'application/json',
      'content-length': String(body.length),
      origin: home.url,
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
    },
    body,
  });
  return { status, again: headers['retry-after'] };
}

async function isLimited(home: TestHome, forwarded: string): Promise<boolean> {
  const { status } = await httpCall(home.url, {
    path: '/v1/public/topics',
    headers: { 'x-forwarded-for': forwarded },
  });
  return status === 429;
}

test('invalid tokens of others block no valid token', async () => {
  const answers = [];
  for (let index = 0; index < 150; index += 1) answers.push(await signIn(bare, wrong(index)));
  expect(answers.slice(0, 100).every(({ status }) => status === 401)).toBe(true);
  expect(answers.at(-1)).toMatchObject({ status: 429, again: expect.stringMatching(/^[1-9]\d*$/) });
  expect((await signIn(bare, bare.secrets.adminToken)).status).toBe(204);
  // The same wrong token is limited sooner, however it is presented.
  const statuses = new Set<number>();
  for (let index = 0; index < 40; index += 1) {
    const headers = { authorization: `Bearer ${wrong(7)}`, 'x-forwarded-for': '198.51.100.9' };
    statuses.add((await httpCall(behind.url, { path: '/v1/admin/agents', headers })).status);
  }
  expect(statuses).toEqual(new Set([401, 429]));
  expect((await signIn(behind, wrong(8), '198.51.100.9')).status).toBe(401);
});

test('trusted proxies yield the right-most untrusted address', async () => {
  for (let index = 0; index < 201; index += 1) await isLimited(behind, `192.0.2.${index % 100}, 203.0.113.1`);
  // Addresses further left are claims of the client.
  expect(await isLimited(behind, '192.0.2.250, 203.0.113.1')).toBe(true);
  expect(await isLimited(behind, '203.0.113.1, 10.1.2.3')).toBe(true);
  expect(await isLimited(behind, '203.0.113.2')).toBe(false);
  expect(await isLimited(behind, '203.0.113.1, 10.2.0.1')).toBe(false);
  // A caller has 2^64 IPv6 addresses, so the limit applies to the prefix.
  for (let index = 0; index < 201; index += 1) await isLimited(behind, `2001:db8:1:2::${index.toString(16)}`);
  expect(await isLimited(behind, '2001:db8:1:2:ffff::1')).toBe(true);
  expect(await isLimited(behind, '2001:db8:1:3::1')).toBe(false);
});

test('clients without trusted proxies cannot choose their address', async () => {
  for (let index = 0; index < 201; index += 1) await isLimited(bare, `192.0.2.${index % 150}`);
  expect(await isLimited(bare, '203.0.113.77')).toBe(true);
});

test('forwarded host and scheme headers change nothing', async () => {
  const told = { 'x-forwarded-host': new URL(behind.url).host, 'x-forwarded-proto': 'https' };
  const { status, text } = await httpCall(behind.url, {
    path: '/v1/public/topics',
    headers: { ...told, host: 'evil.example', 'x-forwarded-for': '203.0.113.50' },
  });
  expect([status, JSON.parse(text).code]).toEqual([401, 'wrong_authority']);
  const foreign = { ...told, 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '203.0.113.50' };
  expect((await httpCall(behind.url, { path: '/v1/public/topics', headers: foreign })).status).toBe(200);
});

test('a full address limit leaves streams for signed-in viewers', async () => {
  const from = { 'x-forwarded-for': '203.0.113.60' };
  const streams = await Promise.all(
    Array.from({ length: 50 }, () => openStream(behind.url, undefined, from)),
  );
  try {
    const refused = await httpCall(behind.url, { path: '/v1/public/stream', headers: from });
    expect(refused.status).toBe(429);
    streams.push(await openStream(behind.url, behind.secrets.adminToken, from));
    streams.push(await openStream(behind.url, undefined, { 'x-forwarded-for': '203.0.113.61' }));
    await eventually(() => expect(streams.every(({ events }) => events.length === 1)).toBe(true));
  } finally {
    for (const stream of streams) stream.close();
  }
});
