import { createHash } from 'node:crypto';
import {
  type CompiledPolicy,
  compilePermissions,
  evaluateSession,
  type KeyPermission,
  parsePolicy,
} from '@agent-home/access';
import { createS3ObjectStore } from '@agent-home/object-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformPolicy } from '../../../infra/minio/platform-policy.ts';
import { type RunningMinio, startMinio } from '../../../infra/minio/start-minio.ts';
import { type RawRequest, rawRequest } from './raw-request.ts';
import { sessionUnder } from './session.ts';

const BUCKET = 'agent-home';
const noon = new Date('2026-11-21T12:00:00Z');
const OWN = 'topics/t1/messages/ada/turn_01';
const ticket = (key: string): KeyPermission => ({ class: 'message', action: 'put', key, not_after: noon });

const read = (action: 'get' | 'list', prefix: string): KeyPermission => ({ class: 'read', action, prefix });

const GRANTS: [name: string, permissions: KeyPermission[]][] = [
  ['reading a topic', [read('get', 'topics/t1/'), read('list', 'topics/t1/')]],
  [
    'reading what is judged in a topic',
    [{ class: 'read', action: 'get', key: 'topics/t1/state.json' }, read('get', 'topics/t1/ledger/')],
  ],
  ['a message', [ticket(OWN)]],
  ['a request', [{ class: 'request', action: 'put', key: 'topics/t1/requests/ada/r1', not_after: noon }]],
  ['a heartbeat', [{ class: 'heartbeat', action: 'put', key: 'agents/heartbeats/a/ada.last' }]],
  ['nothing', []],
];

/** Own keys, other authors' keys, siblings with a common prefix, and keys above and below. */
const KEYS = [
  OWN,
  `${OWN}1`,
  `${OWN}/below`,
  'topics/t1/messages/ada/turn_0',
  'topics/t1/messages/bob/turn_01',
  'topics/t1/requests/ada/r1',
  'topics/t1/requests/bob/r1',
  'topics/t1/state',
  'topics/t1/state.json',
  'topics/t1/ledger/0000000001.json',
  'topics/t10/state.json',
  'topics/t2/state.json',
  'agents/heartbeats/a/ada.last',
  'agents/heartbeats/a/bob.last',
  'platform/keys.json',
];

const OBJECT_REQUESTS = [
  ['s3:GetObject', 'GET'],
  ['s3:PutObject', 'PUT'],
  ['s3:DeleteObject', 'DELETE'],
] as const;

const BUCKET_REQUESTS = [
  ['s3:ListBucket', 'list-type=2&prefix=topics%2Ft1%2F'],
  ['s3:ListBucket', 'list-type=2'],
  ['s3:GetLifecycleConfiguration', 'lifecycle='],
  ['s3:GetBucketNotification', 'notification='],
  ['s3:ListBucketMultipartUploads', 'uploads='],
] as const;

let minio: RunningMinio;

beforeAll(async () => {
  minio = await startMinio();
  const store = createS3ObjectStore({ ...minio, credentials: minio.platform });
  for (const key of KEYS) await store.put(key, new Uint8Array(1));
});

afterAll(() => minio?.stop());

/** 403 is the refusal of a policy; with any other status the policy allowed the request. */
async function isAllowed(policy: CompiledPolicy, method: string, path: string): Promise<boolean> {
  const session = await sessionUnder(minio, policy.document);
  const { status } = await rawRequest(minio.endpoint, session, { method, path });
  expect([200, 204, 403, 404]).toContain(status);
  return status !== 403;
}

describe.each(GRANTS)('the credential for %s', (_name, permissions) => {
  const policies = compilePermissions(permissions, { dialect: 's3', bucket: BUCKET });
  const role = parsePolicy(JSON.stringify(platformPolicy(BUCKET)), 's3');

  const predicted = (policy: CompiledPolicy, action: string, resource: string): boolean => {
    const session = parsePolicy(policy.document, 's3');
    return evaluateSession({ session, role }, { action, resource, context: {} }) === 'allow';
  };

  it('each policy opens the same on MinIO and in our evaluator', async () => {
    for (const policy of policies) {
      for (const key of KEYS) {
        for (const [action, method] of OBJECT_REQUESTS) {
          const isNamed = policy.permissions.some(
            (permission) =>
              `s3:${permission.action === 'put' ? 'PutObject' : 'GetObject'}` === action &&
              ('prefix' in permission ? key.startsWith(permission.prefix) : key === permission.key),
          );
          const cell = `${method} ${key}`;
          const allowed = await isAllowed(policy, method, `/${BUCKET}/${key}`);
          expect([cell, allowed]).toEqual([cell, isNamed]);
          expect([cell, predicted(policy, action, `arn:aws:s3:::${BUCKET}/${key}`)]).toEqual([cell, isNamed]);
        }
      }
    }
  });

  it.each(BUCKET_REQUESTS)('refuses %s?%s on the bucket', async (action, query) => {
    for (const policy of policies) {
      expect(await isAllowed(policy, 'GET', `/${BUCKET}?${query}`)).toBe(false);
      expect(predicted(policy, action, `arn:aws:s3:::${BUCKET}`)).toBe(false);
    }
  });
});

describe('the credential for one message', () => {
  const [policy] = compilePermissions([ticket(OWN)], { dialect: 's3', bucket: BUCKET });
  const path = `/${BUCKET}/${OWN}`;
  const elsewhere = `/${BUCKET}/topics/t1/messages/bob/turn_01`;

  const tags = '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>';
  const several = '<Delete><Object><Key>topics/t1/state.json</Key></Object></Delete>';

  it.each<[name: string, status: number, request: RawRequest]>([
    [
      'a copy from a key it may not read',
      403,
      { method: 'PUT', path, headers: { 'x-amz-copy-source': elsewhere } },
    ],
    ['a path that leads elsewhere', 400, { method: 'PUT', path: `${path}/../../bob/turn_01` }],
    ['an encoded path that leads elsewhere', 400, { method: 'PUT', path: `${path}/%2e%2e/%2e%2e/bob/x` }],
    ['tags on it afterwards', 403, { method: 'PUT', path: `${path}?tagging=`, body: tags }],
    ['its tags', 403, { method: 'GET', path: `${path}?tagging=` }],
    ["another's upload in parts", 403, { method: 'POST', path: `${elsewhere}?uploads=` }],
    ['a bucket of its own', 403, { method: 'PUT', path: '/another-bucket' }],
    ["the bucket's policy", 403, { method: 'GET', path: `/${BUCKET}?policy=` }],
  ])('gives no %s', async (_name, expected, request) => {
    const session = await sessionUnder(minio, policy?.document ?? '');
    expect((await rawRequest(minio.endpoint, session, request)).status).toBe(expected);
  });

  it('deletes nothing by a list of keys, and sees no bucket', async () => {
    const session = await sessionUnder(minio, policy?.document ?? '');
    const md5 = createHash('md5').update(several).digest('base64');
    const headers = { 'content-md5': md5 };
    const request = { method: 'POST', path: `/${BUCKET}?delete=`, body: several, headers };
    expect((await rawRequest(minio.endpoint, session, request)).body.toString()).toContain('AccessDenied');
    const buckets = await rawRequest(minio.endpoint, session, { method: 'GET', path: '/' });
    expect(buckets.body.toString()).not.toContain(BUCKET);
  });

  it('is good for no AssumeRole', async () => {
    const session = await sessionUnder(minio, policy?.document ?? '');
    await expect(
      sessionUnder({ ...minio, platform: session }, policy?.document ?? ''),
    ).rejects.toHaveProperty('code', 'access_denied');
  });
});

it('sixty tickets are split, and every part opens its own keys on MinIO', async () => {
  const keys = Array.from({ length: 60 }, (_, index) => `topics/t1/messages/ada/${'m'.repeat(40)}_${index}`);
  const policies = compilePermissions(keys.map(ticket), { dialect: 's3', bucket: BUCKET });
  expect(policies.length).toBeGreaterThan(1);
  for (const policy of policies) {
    const session = await sessionUnder(minio, policy.document);
    const own = policy.permissions.map((permission) => ('key' in permission ? permission.key : ''));
    for (const key of keys) {
      const { status } = await rawRequest(minio.endpoint, session, {
        method: 'PUT',
        path: `/${BUCKET}/${key}`,
      });
      expect([key, status]).toEqual([key, own.includes(key) ? 200 : 403]);
    }
  }
});
