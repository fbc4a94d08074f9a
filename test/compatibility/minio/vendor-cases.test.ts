import { randomBytes } from 'node:crypto';
import { createS3CredentialIssuer } from '@agent-home/object-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MinioAdministration } from '../../../infra/minio/administration.ts';
import { type RunningMinio, startMinio } from '../../../infra/minio/start-minio.ts';
import { s3MinioCases } from '../../../packages/access/src/policy/vendor-cases/s3-minio.ts';
import { type RawRequest, rawRequest, type Signer } from './raw-request.ts';
import { rootClient } from './s3-raw-writer.ts';

const TAGS = '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>';

/** Buckets that occur in the cases. */
const BUCKETS = ['home', 'home2', 'other'];

/** Forms of a request for an action. A name in another case is not tried, because `DeleteBucket` could succeed. */
const REQUESTS: Record<string, (path: string) => RawRequest> = {
  's3:GetObject': (path) => ({ method: 'GET', path }),
  's3:PutObject': (path) => ({ method: 'PUT', path }),
  's3:DeleteObject': (path) => ({ method: 'DELETE', path }),
  's3:GetObjectTagging': (path) => ({ method: 'GET', path: `${path}?tagging=` }),
  's3:PutObjectTagging': (path) => ({ method: 'PUT', path: `${path}?tagging=`, body: TAGS }),
  's3:ListBucket': (path) => ({ method: 'GET', path: `${path}?list-type=2` }),
};

/** MinIO refuses these keys with 400 before it evaluates a policy, so they show nothing about the policy. */
const hasDotSegment = (resource: string): boolean => /\/\.{1,2}(\/|$)/.test(resource);

/** Omits conditions, which a request cannot fulfil or violate at will, and sessions that the project's issuer does not request. */
const CASES = s3MinioCases
  .filter(({ policy, session }) => !/"Condition"|"Statement":\[\]/.test(JSON.stringify([policy, session])))
  .map((vendorCase) => ({
    ...vendorCase,
    checks: vendorCase.checks.filter(
      ({ action, resource }) => Object.hasOwn(REQUESTS, action) && !hasDotSegment(resource),
    ),
  }));

let minio: RunningMinio;

beforeAll(async () => {
  minio = await startMinio();
  for (const bucket of BUCKETS) {
    await rootClient(minio).makeBucket(bucket, minio.region);
    await rootClient(minio).putObject(bucket, 'kept', 'kept');
  }
});

afterAll(() => minio?.stop());

/** Creates a user with the case's policy, or a session of that user. */
async function signerFor(name: string, policy: object, session: object | undefined): Promise<Signer> {
  const user = { accessKeyId: name, accessKeySecret: randomBytes(20).toString('hex') };
  const administration = new MinioAdministration(minio.mc, minio.endpoint, minio.root);
  await administration.putUser(user, name, policy);
  if (session === undefined) return user;
  const { endpoint, region } = minio;
  const issuer = createS3CredentialIssuer({ endpoint, region, ...user });
  const document = JSON.stringify(session);
  return issuer.issue({ sessionName: 'agent', policy: document, durationSeconds: 900 });
}

describe.each(CASES.map((vendorCase, index) => ({ ...vendorCase, index })))(
  '$topic',
  ({ index, policy, session, checks }) => {
    it('on a real MinIO too', async () => {
      expect(checks.length).toBeGreaterThan(0);
      const signer = await signerFor(`case-${index}`, policy, session);
      for (const { action, resource, expected } of checks) {
        const path = `/${resource.slice('arn:aws:s3:::'.length)}`;
        const request = REQUESTS[action]?.(path);
        if (request === undefined) throw new Error(`no request for ${action}`);
        const { status } = await rawRequest(minio.endpoint, signer, request);
        const outcome = { 200: 'done', 404: 'done', 403: 'refused' }[status] ?? status;
        expect([action, path, outcome]).toEqual([action, path, expected === 'allow' ? 'done' : 'refused']);
      }
    });
  },
);
