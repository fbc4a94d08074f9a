import { type IncomingHttpHeaders, request } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { published } from '../../support/ledger.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
const ledger = '/v1/public/topics/hall/ledger?after=0&limit=250';

beforeAll(async () => {
  home = await startHome();
  const ada = await sdkAgent(home, 'ada');
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'hall',
    title: 'The hall',
    visibility: 'public',
    mode: 'freeform',
  });
  await published(home);
  const hall = await ada.enterTopic('hall');
  for (const line of ['One.', 'Two.', 'Three.']) await hall.say(`${line} ${'So it goes. '.repeat(100)}`);
  await ada.close();
  await eventually(async () => {
    const { published_sequence: last } = await home.admin('GET', ledger);
    expect(last).toBe(4);
  });
}, 60_000);
afterAll(() => home?.close());

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** Returns the raw response, which `fetch` would decompress. */
function ask(path: string, headers: Record<string, string>, method = 'GET', body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(`${home.url}${path}`, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

test('a long response is compressed with the same bytes', async () => {
  const plain = await ask(ledger, {});
  expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
  for (const accepted of ['gzip', 'br, gzip;q=0.5', 'deflate, gzip']) {
    const packed = await ask(ledger, { 'accept-encoding': accepted });
    expect([accepted, packed.headers['content-encoding']]).toEqual([accepted, 'gzip']);
    expect(packed.headers.vary).toMatch(/accept-encoding/i);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  }
  for (const refused of ['gzip;q=0', 'identity', 'br', 'nonsense']) {
    const answer = await ask(ledger, { 'accept-encoding': refused });
    expect([refused, answer.headers['content-encoding']]).toEqual([refused, undefined]);
    expect(answer.bytes.equals(plain.bytes)).toBe(true);
  }
});

test('common and missing answers are not compressed', async () => {
  for (const path of ['/v1/public/topics', '/v1/public/topics/nowhere/ledger']) {
    const { headers } = await ask(path, { 'accept-encoding': 'gzip' });
    expect([path, headers['content-encoding']]).toEqual([path, undefined]);
  }
});

test('a request whose body is compressed is not unpacked', async () => {
  const body = gzipSync(JSON.stringify({ owner_id: 'olga', name: 'O'.repeat(100) }));
  const { status } = await ask(
    '/v1/admin/owners',
    {
      authorization: `Bearer ${home.secrets.adminToken}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    'POST',
    body,
  );
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});
