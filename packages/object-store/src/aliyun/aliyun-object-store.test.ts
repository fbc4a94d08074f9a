import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { CredentialSource } from '../port/store-credentials.ts';
import { createAliyunObjectStore } from './aliyun-object-store.ts';

const PLAIN = { maxBytes: 1000, timeoutMs: 10_000 };
const KEY = { accessKeyId: 'LTAIone', accessKeySecret: 'hush' };
const OBJECT = {
  'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
  etag: '"E1"',
  'x-oss-object-type': 'Normal',
};

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}
type Answer = (seen: Seen) => { status?: number; headers?: OutgoingHttpHeaders; body?: string };

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Starts a server that responds as the test defines and records its requests. */
async function serve(answer: Answer) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const asked = { method, url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(asked);
    const { status = 200, headers: given = OBJECT, body = 'hello' } = answer(asked);
    response.writeHead(status, given).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const store = (credentials: CredentialSource) =>
    createAliyunObjectStore({
      endpoint: `http://localhost:${(server.address() as AddressInfo).port}`,
      region: 'cn-local',
      bucket: 'home',
      pathStyle: true,
      credentials,
      retry: { attempts: 2, minDelayMs: 1, maxDelayMs: 2 },
    });
  return { seen, store };
}

describe('credentials', () => {
  it('are requested for each request, and the newest sign', async () => {
    const { seen, store } = await serve(() => ({}));
    const tokens = ['t1', 't1', 't2'];
    const rotating = store(async () => ({ ...KEY, securityToken: tokens.shift() ?? 'none' }));
    for (let request = 0; request < 3; request++) await rotating.get('a', PLAIN);
    expect(seen.map(({ headers }) => headers['x-oss-security-token'])).toEqual(['t1', 't1', 't2']);
  });

  it('are requested again before a retry', async () => {
    let failed = false;
    const { seen, store } = await serve(() => {
      if (failed) return {};
      failed = true;
      return { status: 503, body: '' };
    });
    const ids = ['LTAIold', 'LTAInew'];
    await store(async () => ({ ...KEY, accessKeyId: ids.shift() ?? 'none' })).get('a', PLAIN);
    const signers = seen.map(({ headers }) => /Credential=([^/]+)/.exec(headers.authorization ?? '')?.[1]);
    expect(signers).toEqual(['LTAIold', 'LTAInew']);
  });

  it('that cannot be had are the failure of the call, and nothing is sent', async () => {
    const { seen, store } = await serve(() => ({}));
    const refused = new Error('not admitted');
    await expect(store(() => Promise.reject(refused)).head('a')).rejects.toBe(refused);
    expect(seen).toEqual([]);
  });

  it('sign with V4, so that the prefix of a listing is covered', async () => {
    const { seen, store } = await serve(() => ({ body: '<ListBucketResult></ListBucketResult>' }));
    await store(KEY).list('topics/t1/');
    expect(seen[0]?.headers.authorization).toMatch(
      /^OSS4-HMAC-SHA256 Credential=LTAIone\/\d{8}\/cn-local\/oss\//,
    );
    expect(seen[0]?.url).toContain('prefix=topics%2Ft1%2F');
  });
});

describe('a get judges the answer that carries the bytes', () => {
  it.each<[label: string, headers: OutgoingHttpHeaders, code: string]>([
    ['without an object type', { 'x-oss-object-type': [] }, 'not_plain'],
    ['of an unknown type', { 'x-oss-object-type': 'Hologram' }, 'not_plain'],
    ['that names a symlink target', { 'x-oss-symlink-target': 'secret' }, 'not_plain'],
    [
      'of a restored archive',
      { 'x-oss-storage-class': 'ColdArchive', 'x-oss-restore': 'ongoing-request="false"' },
      'not_plain',
    ],
    ['with an encoding', { 'content-encoding': 'gzip' }, 'content_encoding'],
  ])('%s', async (_label, headers, code) => {
    const { seen, store } = await serve(() => ({ headers: { ...OBJECT, ...headers } }));
    await expect(store(KEY).get('a', PLAIN)).rejects.toHaveProperty('code', code);
    expect(seen).toHaveLength(1);
  });
});

describe('a presigned URL', () => {
  it('names the bucket in the host by default', async () => {
    const options = {
      endpoint: 'https://oss-cn-hangzhou.aliyuncs.com',
      region: 'cn-hangzhou',
      bucket: 'home',
    };
    const ends = { expiresInSeconds: 60 };
    const hosted = await createAliyunObjectStore({ ...options, credentials: KEY }).presignPut('a/b', ends);
    const pathStyle = createAliyunObjectStore({ ...options, credentials: KEY, pathStyle: true });
    expect(hosted).toMatch(/^https:\/\/home\.oss-cn-hangzhou\.aliyuncs\.com\/a\/b\?/);
    expect(await pathStyle.presignPut('a/b', ends)).toMatch(
      /^https:\/\/oss-cn-hangzhou\.aliyuncs\.com\/home\/a\/b\?/,
    );
    expect(new URL(hosted).searchParams.get('x-oss-expires')).toBe('60');
    expect(hosted).not.toContain(KEY.accessKeySecret);
  });
});

describe('lifecycle rules of others', () => {
  const own = { id: 'home', prefix: 'agents/', days: 2 };
  const FOREIGN =
    '<Rule><ID>tiering</ID><Prefix>a&amp;b/</Prefix><Status>Enabled</Status>' +
    '<Tag><Key>k</Key><Value>v</Value></Tag>' +
    '<Transition><Days>30</Days><StorageClass>IA</StorageClass></Transition></Rule>';
  const configuration = (rules: string) => `<LifecycleConfiguration>${rules}</LifecycleConfiguration>`;

  it('keep their tags, transitions and escapes next to ours', async () => {
    const { seen, store } = await serve(() => ({ body: configuration(FOREIGN) }));
    await store(KEY).putLifecycle([own]);
    const written = seen.find(({ method }) => method === 'PUT')?.body ?? '';
    expect(written).toContain('<Prefix>a&amp;b/</Prefix>');
    expect(written).toContain('<Tag><Key>k</Key><Value>v</Value></Tag>');
    expect(written).toContain('<Transition><Days>30</Days><StorageClass>IA</StorageClass></Transition>');
    expect(written).toContain('<ID>tiering</ID>');
    expect(written).toMatch(/<Prefix>agents\/<\/Prefix><Status>Enabled<\/Status><Expiration><Days>2<\/Days>/);
  });

  it('that the library cannot write back stop the whole write', async () => {
    const second = '<Transition><Days>60</Days><StorageClass>Archive</StorageClass></Transition></Rule>';
    const { seen, store } = await serve(() => ({ body: configuration(FOREIGN.replace('</Rule>', second)) }));
    await expect(store(KEY).putLifecycle([own])).rejects.toHaveProperty('code', 'invalid_request');
    expect(seen.map(({ method }) => method)).toEqual(['GET']);
  });

  it('ignores rules that say more than ours', async () => {
    const disabled =
      '<Rule><ID>off</ID><Prefix>x/</Prefix><Status>Disabled</Status><Expiration><Days>1</Days></Expiration></Rule>';
    const plain =
      '<Rule><ID>home</ID><Prefix>agents/</Prefix><Status>Enabled</Status><Expiration><Days>2</Days></Expiration></Rule>';
    const { store } = await serve(() => ({ body: configuration(FOREIGN + disabled + plain) }));
    expect(await store(KEY).getLifecycle()).toEqual([own]);
  });
});
