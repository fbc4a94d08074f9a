import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { CredentialSource } from '../port/store-credentials.ts';
import { createS3ObjectStore } from './s3-object-store.ts';

const PLAIN = { maxBytes: 1000, timeoutMs: 10_000 };
const KEY = { accessKeyId: 'AKIAone', accessKeySecret: 'hush' };
const OBJECT = { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT', etag: '"E1"' };

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
}
type Answer = (seen: Seen) => { status?: number; headers?: OutgoingHttpHeaders; body?: string };

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Starts a server that responds as the test defines and records its requests. */
async function serve(answer: Answer) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    request.resume();
    seen.push({ method, url, headers });
    const { status = 200, headers: given = OBJECT, body = 'hello' } = answer({ method, url, headers });
    response.writeHead(status, given).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const retry = { attempts: 2, minDelayMs: 1, maxDelayMs: 2 };
  const store = (credentials: CredentialSource) =>
    createS3ObjectStore({ endpoint, region: 'us-east-1', bucket: 'home', credentials, retry });
  return { seen, store };
}

describe('credentials', () => {
  it('are requested for each request, and the newest sign them', async () => {
    let failed = false;
    const { seen, store } = await serve(() => {
      if (failed) return {};
      failed = true;
      return { status: 503, body: '' };
    });
    const tokens = ['t1', 't2', 't3'];
    const rotating = store(async () => ({ ...KEY, securityToken: tokens.shift() ?? 'none' }));
    await rotating.get('a', PLAIN);
    await rotating.get('a', PLAIN);
    expect(seen.map(({ headers }) => headers['x-amz-security-token'])).toEqual(['t1', 't2', 't3']);
  });

  it('that cannot be had are the failure of the call, and nothing is sent', async () => {
    const { seen, store } = await serve(() => ({}));
    const refused = new Error('not admitted');
    await expect(store(() => Promise.reject(refused)).head('a')).rejects.toBe(refused);
    expect(seen).toEqual([]);
  });
});

describe('a request', () => {
  it('signs the hash of its body, its conditions and its metadata', async () => {
    const { seen, store } = await serve(() => ({ body: '' }));
    await store(KEY).putIfAbsent('a', new TextEncoder().encode('hello'), { metadata: { by: 'me' } });
    const { authorization = '', ...headers } = seen[0]?.headers ?? {};
    expect(headers['x-amz-content-sha256']).toBe(
      '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    );
    expect(/SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';')).toEqual(
      expect.arrayContaining(['host', 'if-none-match', 'x-amz-content-sha256', 'x-amz-meta-by']),
    );
    expect(authorization).not.toContain('hush');
  });

  it('requests a listing with all arguments signed', async () => {
    const { seen, store } = await serve(() => ({ body: '<ListBucketResult></ListBucketResult>' }));
    await store(KEY).list('topics/t 1/', { after: 'topics/t 1/ü', limit: 10 });
    expect(seen[0]?.url).toBe(
      '/home?encoding-type=url&list-type=2&max-keys=10&prefix=topics%2Ft%201%2F&start-after=topics%2Ft%201%2F%C3%BC',
    );
  });
});

describe('a get judges the answer that carries the bytes', () => {
  it.each<[label: string, headers: OutgoingHttpHeaders, code: string]>([
    ['with the etag of parts', { etag: '"d41d8cd98f00b204e9800998ecf8427e-2"' }, 'put_in_parts'],
    ['with an encoding', { 'content-encoding': 'gzip' }, 'content_encoding'],
  ])('%s', async (_label, headers, code) => {
    const { seen, store } = await serve(() => ({ headers: { ...OBJECT, ...headers } }));
    await expect(store(KEY).get('a', PLAIN)).rejects.toHaveProperty('code', code);
    expect(seen).toHaveLength(1);
  });
});

describe('a listing', () => {
  const page = (contents: string, truncated = false) =>
    `<ListBucketResult><IsTruncated>${truncated}</IsTruncated>${contents}</ListBucketResult>`;
  const object = (key: string) =>
    `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.123Z</LastModified>` +
    '<ETag>&#34;E1&#34;</ETag><Size>3</Size></Contents>';

  it('has keys as they are, also such as XML or a number would spoil', async () => {
    const keys = ['007', '1e3', '%26amp%3B', 'a%0Ab', '+x%2B', 'true'];
    const { store } = await serve(() => ({ body: page(keys.map(object).join(''), true) }));
    const { objects, next } = await store(KEY).list('');
    expect(objects.map(({ key }) => key)).toEqual(['007', '1e3', '&amp;', 'a\nb', ' x+', 'true']);
    expect(objects[0]).toEqual({
      key: '007',
      size: 3,
      etag: 'E1',
      lastModified: new Date('2026-01-01T00:00:00.123Z'),
      isUploaded: true,
    });
    expect(next).toBe('true');
  });

  it.each(['', '{}', '<html></html>', page('<Contents><Key>a</Key></Contents>'), '<ListBucketResult>'])(
    'that is none is unavailable: %j',
    async (body) => {
      const { store } = await serve(() => ({ body }));
      await expect(store(KEY).list('')).rejects.toHaveProperty('code', 'unavailable');
    },
  );
});
