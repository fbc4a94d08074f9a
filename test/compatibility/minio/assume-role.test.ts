import { createS3CredentialIssuer, createS3ObjectStore } from '@agent-home/object-store';
import { expectError } from '@agent-home/object-store/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningMinio, startMinio } from '../../../infra/minio/start-minio.ts';
import { sessionUnder, sessionWith } from './session.ts';

const BUCKET = 'agent-home';
const resource = (key: string) => `arn:aws:s3:::${BUCKET}/${key}`;
const bytes = Uint8Array.of(1);

let minio: RunningMinio;
beforeAll(async () => {
  minio = await startMinio();
});
afterAll(() => minio?.stop());

const storeWith = (credentials: { accessKeyId: string; accessKeySecret: string; securityToken?: string }) =>
  createS3ObjectStore({ ...minio, credentials, retry: { attempts: 1 } });

/** Returns a policy of this length in MinIO's normalized form, because MinIO limits that length. */
function createPolicy(length: number): string {
  const write = (last: string) =>
    JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:PutObject'], Resource: [resource('a'), resource(last)] }],
    });
  return write('k'.repeat(length - write('').length));
}

describe('a session', () => {
  it('has no right that its user lacks', async () => {
    const everything = await sessionWith(minio, {
      Effect: 'Allow',
      Action: ['s3:*'],
      Resource: ['arn:aws:s3:::*'],
    });
    const store = storeWith(everything);
    await store.put('a', bytes);
    await store.list('');
    const { endpoint, region } = minio;
    const other = createS3ObjectStore({
      endpoint,
      region,
      bucket: 'another-bucket',
      credentials: everything,
    });
    await expectError(other.put('a', bytes), 'access_denied');
  });

  it('that is denied everything can do nothing', async () => {
    const nothing = await sessionWith(minio, {
      Effect: 'Deny',
      Action: ['s3:*'],
      Resource: ['arn:aws:s3:::*'],
    });
    await expectError(storeWith(nothing).put('a', bytes), 'access_denied');
    await expectError(storeWith(nothing).list(''), 'access_denied');
  });

  it('is nothing without its token, and nothing with another’s', async () => {
    const statement = { Effect: 'Allow', Action: ['s3:PutObject'], Resource: [resource('a')] };
    const { securityToken: _, ...bare } = await sessionWith(minio, statement);
    const { securityToken } = await sessionWith(minio, statement);
    await expectError(storeWith(bare).put('a', bytes), 'access_denied');
    await expectError(storeWith({ ...bare, securityToken }).put('a', bytes), 'access_denied');
  });

  it('survives a crash of the server', async () => {
    const session = await sessionWith(minio, {
      Effect: 'Allow',
      Action: ['s3:PutObject'],
      Resource: [resource('crash')],
    });
    await minio.kill();
    await minio.restart();
    await storeWith(session).put('crash', bytes);
  });
});

describe('a policy', () => {
  it('may have 2048 bytes as MinIO writes it, and not one more', async () => {
    await storeWith(await sessionUnder(minio, createPolicy(2048))).put('a', bytes);
    const longer = `${createPolicy(2049)}`;
    await expectError(sessionUnder(minio, longer), 'invalid_request');
  });

  it('is measured after the angle brackets are escaped', async () => {
    const plain = createPolicy(2048);
    const escaped = plain.replace('kk', '<k');
    await expectError(sessionUnder(minio, escaped), 'invalid_request');
  });
});

describe('an issuer', () => {
  it('with a wrong secret is refused, and the error holds no secret', async () => {
    const issuer = createS3CredentialIssuer({
      ...minio,
      ...minio.platform,
      accessKeySecret: 'wrong-secret-0',
    });
    const request = { sessionName: 'agent', policy: createPolicy(500), durationSeconds: 900 };
    const error = await expectError(issuer.issue(request), 'access_denied');
    expect(JSON.stringify([error, error.message])).not.toContain('wrong-secret-0');
  });

  it('needs a key', () => {
    expect(() => createS3CredentialIssuer({ ...minio, accessKeyId: '', accessKeySecret: '' })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });
});
