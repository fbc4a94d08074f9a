import { createS3ObjectStore, type ObjectStore, ObjectStoreError } from '@agent-home/object-store';
import { expectError } from '@agent-home/object-store/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningMinio, startMinio } from '../../../infra/minio/start-minio.ts';
import { eventually } from '../../support/eventually.ts';
import { startNginxProxy } from '../../support/nginx-proxy.ts';
import { answerTo, openRequest, rawRequest } from './raw-request.ts';
import { rootClient } from './s3-raw-writer.ts';
import { sessionWith } from './session.ts';
import { BUCKET, type FoundObject, KEY, SECRET_KEY } from './trick.ts';
import { TRICKS } from './tricks.ts';

const PATIENCE = { maxBytes: 64 << 20, timeoutMs: 15_000 };
const path = `/${BUCKET}/${KEY}`;
const putOnKey = { Effect: 'Allow', Action: ['s3:PutObject'], Resource: [`arn:aws:s3:::${BUCKET}/${KEY}`] };
const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);

let minio: RunningMinio;
let proxy: Awaited<ReturnType<typeof startNginxProxy>>;
/** Store of the platform, without the proxy. */
let store: ObjectStore;

const storeAt = (endpoint: string, requestTimeoutMs = 15_000) =>
  createS3ObjectStore({
    endpoint,
    region: minio.region,
    bucket: minio.bucket,
    credentials: minio.platform,
    requestTimeoutMs,
    retry: { attempts: 1 },
  });

beforeAll(async () => {
  minio = await startMinio();
  proxy = await startNginxProxy(minio.endpoint);
  store = storeAt(minio.endpoint);
});

afterAll(async () => {
  await proxy?.stop();
  await minio?.stop();
});

beforeEach(async () => {
  await store.delete(KEY);
  await store.put(SECRET_KEY, utf8('secret'));
});

async function find(): Promise<FoundObject> {
  try {
    const info = await store.head(KEY);
    const tags = await rootClient(minio).getObjectTagging(minio.bucket, KEY);
    return { ...info, tags: tags.length };
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'not_found') return undefined;
    throw error;
  }
}

describe('requests through the proxy', () => {
  it('everything that the adapter does to objects, its signatures intact', async () => {
    const through = storeAt(proxy.endpoint);
    const { etag } = await through.putIfAbsent(KEY, utf8('{"a":1}'), {
      contentType: 'application/json',
      cacheControl: 'no-cache',
    });
    await expectError(through.putIfAbsent(KEY, utf8('late')), 'already_exists');
    await through.put(KEY, utf8('{"a":2}'), { ifMatch: etag });
    await expectError(through.put(KEY, utf8('late'), { ifMatch: etag }), 'precondition_failed');
    const { bytes, info } = await through.get(KEY, { ...PATIENCE });
    expect(new TextDecoder().decode(bytes)).toBe('{"a":2}');
    expect(await through.head(KEY)).toEqual(info);
    await expectError(through.get('topics/t1/nothing', PATIENCE), 'not_found');
  });

  it('an object of megabytes, and a presigned put', async () => {
    const through = storeAt(proxy.endpoint);
    const large = new Uint8Array(7 << 20).fill(7);
    await through.put(KEY, large);
    expect(Buffer.compare((await through.get(KEY, PATIENCE)).bytes, large)).toBe(0);
    const url = await through.presignPut(KEY, { expiresInSeconds: 60, contentType: 'application/json' });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(url, { method: 'PUT', body: '{}', headers })).status).toBe(200);
    expect(await store.head(KEY)).toMatchObject({ size: 2, contentType: 'application/json' });
  });

  it("requests of another's client with a session's token", async () => {
    const session = await sessionWith(minio, putOnKey);
    expect((await rawRequest(proxy.endpoint, session, { method: 'PUT', path, body: 'x' })).status).toBe(200);
    expect((await rawRequest(proxy.endpoint, session, { method: 'GET', path })).status).toBe(403);
    expect((await rawRequest(proxy.endpoint, undefined, { method: 'GET', path })).status).toBe(403);
  });

  it.each([
    ['GET', `/${BUCKET}`],
    ['GET', `/${BUCKET}/`],
    ['GET', `/${BUCKET}?list-type=2&prefix=topics%2F`],
    ['GET', `/${BUCKET}?lifecycle=`],
    ['GET', '/'],
    ['POST', '/'],
    ['DELETE', path],
    ['POST', `${path}?uploads=`],
    ['PUT', `${path}?partNumber=1&uploadId=a`],
    ['PUT', `${path}?tagging=`],
    ['GET', `${path}?versionId=null`],
    ['GET', `${path}?response-content-type=text%2Fhtml`],
    ['GET', '/minio/health/live'],
    ['GET', '/minio/admin/v3/info'],
    ['GET', '/other-bucket/topics/t1/state'],
    ['GET', `/${BUCKET}/topics/../../minio/admin/v3/info`],
    ['GET', `/${BUCKET}/topics/%2e%2e/x`],
    ['GET', `/${BUCKET}//topics/t1`],
    ['GET', `/${BUCKET}/topics/t1%2Fstate`],
    ['GET', `/x/../${BUCKET}/${SECRET_KEY}`],
  ])('not %s %s, with any signature', async (method, where) => {
    const { status } = await rawRequest(proxy.endpoint, minio.root, { method, path: where });
    expect([403, 405]).toContain(status);
  });
});

describe.each(TRICKS)('$name', ({ statement = putOnKey, request, worked }) => {
  const attempt = async (endpoint: string) => {
    const answer = await rawRequest(endpoint, await sessionWith(minio, statement), request);
    return worked(answer, await find());
  };

  it('works on MinIO itself', async () => {
    expect(await attempt(minio.endpoint)).toBe(true);
  });

  it('does not work through the proxy', async () => {
    expect(await attempt(proxy.endpoint)).toBe(false);
  });
});

describe('a put that drips', () => {
  const headers = { 'if-none-match': '*' };
  const start = async (endpoint: string) => {
    const drip = openRequest(
      endpoint,
      await sessionWith(minio, putOnKey),
      { method: 'PUT', path, headers },
      10,
    );
    const answer = answerTo(drip);
    drip.write('x');
    return { answer, finish: () => drip.end('x'.repeat(9)) };
  };

  it('on MinIO itself locks everybody out of the key', async () => {
    const impatient = storeAt(minio.endpoint, 500);
    const { answer, finish } = await start(minio.endpoint);
    await eventually(() => expectError(impatient.head(KEY), 'timeout'));
    await expectError(impatient.put(KEY, utf8('platform')), 'timeout');
    finish();
    expect((await answer).status).toBe(200);
  });

  it('through the proxy delays no other agent, and comes too late', async () => {
    const { answer, finish } = await start(proxy.endpoint);
    await store.put(KEY, utf8('platform'));
    finish();
    expect((await answer).status).toBe(412);
    expect((await store.head(KEY)).size).toBe(8);
  });
});

describe('a get that is not read', () => {
  const large = new Uint8Array(30_000_000);
  const start = async (endpoint: string) => {
    await store.put(KEY, large);
    const get = openRequest(endpoint, minio.platform, { method: 'GET', path }, 0);
    const begun = new Promise((resolve) => get.once('response', resolve));
    get.end();
    await begun;
    return () => get.destroy();
  };

  it('on MinIO itself locks every writer out of the key', async () => {
    const end = await start(minio.endpoint);
    await expectError(storeAt(minio.endpoint, 1000).put(KEY, utf8('new')), 'timeout');
    end();
  });

  it('through the proxy delays no other agent', async () => {
    const end = await start(proxy.endpoint);
    await store.put(KEY, utf8('new'));
    end();
    expect((await store.head(KEY)).size).toBe(3);
  });
});

describe('a presigned put whose body ends after its time', () => {
  const finishLate = async (endpoint: string) => {
    const url = new URL(await storeAt(endpoint).presignPut(KEY, { expiresInSeconds: 1 }));
    const end = Date.now() + 2000;
    const late = openRequest(endpoint, undefined, { method: 'PUT', path: url.pathname + url.search }, 10);
    const answer = answerTo(late);
    late.write('x');
    await eventually(() => expect(Date.now()).toBeGreaterThan(end));
    late.end('x'.repeat(9));
    return (await answer).status;
  };

  it('lands on MinIO itself', async () => {
    expect(await finishLate(minio.endpoint)).toBe(200);
  });

  it('is refused through the proxy', async () => {
    expect(await finishLate(proxy.endpoint)).toBe(403);
    await expectError(store.head(KEY), 'not_found');
  });
});
