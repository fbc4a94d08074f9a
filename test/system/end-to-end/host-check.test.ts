import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpCall } from '../../support/http-request.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  // Anonymous requests may read public content, as under `npm start`.
  home = await startHome({ worker: false });
});
afterAll(() => home.close());

const paths = [
  '/v1/public/topics',
  '/v1/public/agents',
  '/v1/public/stream',
  '/v1/public/search?q=a',
  '/v1/public/trust',
  '/v1/session',
  '/v1/me',
  '/v1/admin/agents',
  '/openapi.json',
  '/',
  '/nothing-here',
];

/** Headers that a web page with another host name can make its browser send. */
const excuses: Record<string, Record<string, string>> = {
  nothing: {},
  'a bearer token that is none': { authorization: 'Bearer x' },
  'a bearer token that nobody has': { authorization: `Bearer aht_${'a'.repeat(43)}` },
  'another scheme': { authorization: 'Basic YTpi' },
  'an empty credential': { authorization: '' },
  'a signature of nobody': {
    signature: `sig1=:${'A'.repeat(86)}==:`,
    'signature-input': 'sig1=("@method");created=1;keyid="x";nonce="0123456789abcdef";tag="agent-home-v1"',
  },
  'a session that is none': { cookie: `agent_home_session=${'a'.repeat(43)}` },
  'the word of a proxy that nobody trusts': { 'x-forwarded-host': '127.0.0.1', forwarded: 'host=127.0.0.1' },
};

const under = async (host: string, path: string, headers: Record<string, string>) => {
  const { status, text } = await httpCall(home.url, { path, headers: { ...headers, host } });
  return { status, code: status === 200 ? undefined : (JSON.parse(text) as { code: string }).code };
};

test('only a valid credential excuses a foreign host name', async () => {
  const { port } = new URL(home.url);
  for (const path of paths) {
    for (const [what, headers] of Object.entries(excuses)) {
      for (const host of [`evil.example:${port}`, 'evil.example']) {
        const answer = await under(host, path, headers);
        expect({ path, what, ...answer }).toEqual({ path, what, status: 401, code: 'wrong_authority' });
      }
    }
  }
  const admin = { authorization: `Bearer ${home.secrets.adminToken}` };
  expect(await under('home.internal', '/v1/public/topics', admin)).toMatchObject({ status: 200 });
  expect(await under('home.internal', '/v1/admin/agents', admin)).toMatchObject({ status: 200 });
  expect(await under(new URL(home.url).host, '/v1/public/topics', {})).toMatchObject({ status: 200 });
});

test('a signature holds only for its host name', async () => {
  const ada = await RawAgent.admitted(home, 'ada');
  const signed = ada.sign('GET', '/v1/me', undefined);
  expect(await under('evil.example', '/v1/me', signed)).toEqual({ status: 401, code: 'wrong_authority' });
  expect(await under('evil.example', '/v1/public/topics', signed)).toEqual({
    status: 401,
    code: 'wrong_authority',
  });
});

test('probes and metrics answer under any name', async () => {
  for (const path of ['/healthz', '/readyz'])
    expect(await under('10.0.0.7', path, {})).toMatchObject({ status: 200 });
  expect(await under('10.0.0.7', '/metrics', {})).toMatchObject({ code: 'unauthenticated' });
});

test('rejects a request that names two hosts', async () => {
  const { host, hostname, port } = new URL(home.url);
  const excuse = `Authorization: Bearer ${home.secrets.adminToken}`;
  const send = (lines: string[]) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
      socket.setEncoding('utf8').on('data', (text: string) => {
        answer += text;
      });
      socket.on('error', reject).on('close', () => resolve(answer));
    });
  const end = ['Connection: close', excuse];
  const path = '/v1/public/topics';
  for (const lines of [
    [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Host: evil.example', ...end],
    [`GET ${path} HTTP/1.1`, 'Host: evil.example', `Host: ${host}`, ...end],
    [`GET ${path} HTTP/1.1`, `Host: ${host}`, `Host: ${host}`, ...end],
    [`GET http://evil.example${path} HTTP/1.1`, `Host: ${host}`, ...end],
    [`GET http://${host}${path} HTTP/1.1`, 'Host: evil.example', ...end],
    [`GET http://${host}@evil.example${path} HTTP/1.1`, `Host: ${host}`, ...end],
  ]) {
    const answer = await send(lines);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"bad_request"');
  }
  expect(await send([`GET ${path} HTTP/1.1`, `Host: ${host}`, ...end])).toMatch(/^HTTP\/1\.1 200 /);
});
