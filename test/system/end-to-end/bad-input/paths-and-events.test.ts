import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem } from '../../../support/problems.ts';
import { type Answer, getAnswer } from '../../../support/raw-agent.ts';
import { openSmqPusher } from '../../../support/smq-pusher.ts';
import { BadInputHome } from './bad-input-home.ts';

let here: BadInputHome;
beforeAll(async () => {
  here = await BadInputHome.start();
});
afterAll(() => here.home.close());

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
    const answer = await here.refused(() => here.ada.call(method, path), code);
    expect(answer.status).toBeLessThan(500);
  });

  test('bytes that are not HTTP get a problem document too', async () => {
    const { port } = new URL(here.home.url);
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

describe('the event webhook', () => {
  const message = { key: 'topics/open/messages/ada/000001.json' };

  test('takes the digest as base64 of its digits and as plain upper-case digits', async () => {
    const push = await openSmqPusher(here.home);
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
    const push = await openSmqPusher(here.home);
    await here.refused(async () => getAnswer(await push(body)), code);
  });

  test('does not say that it is there to who does not know its path', async () => {
    const push = await openSmqPusher(here.home);
    await here.refused(
      async () => getAnswer(await push([message], { token: 'a'.repeat(48) })),
      'route_not_found',
    );
  });
});

test('too many requests are answered with Retry-After', async () => {
  const second = await here.home.startSecondApi({ requestsPerMinute: { agent: 5, address: 20 } });
  try {
    const me = () =>
      here.ada.call('GET', '/v1/me', undefined, { to: second.url, signedAs: { url: second.url } });
    for (let count = 0; count < 5; count++) expect((await me()).status).toBe(200);
    const ofAgent = await me();
    expectProblem(ofAgent, 'rate_limited');
    expect(Number(ofAgent.headers.get('retry-after'))).toBeGreaterThan(0);
    let ofAddress: Answer | undefined;
    for (let count = 0; count < 20; count++) ofAddress = await getAnswer(await fetch(`${second.url}/v1/me`));
    if (!ofAddress) throw new Error('no request was made');
    expectProblem(ofAddress, 'rate_limited');
    expect(Number(ofAddress.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
  } finally {
    await second.close();
  }
});
