import { randomBytes } from 'node:crypto';
import {
  createS3CredentialIssuer,
  createS3ObjectStore,
  type StoreCredentials,
} from '@agent-home/object-store';
import { createAgentStore } from '@agent-home/object-store/agent';
import {
  agentBeside,
  CONTRACT_RETRY,
  describeCredentialIssuerContract,
  describeObjectStoreContract,
} from '@agent-home/object-store/contract';
import { describe } from 'vitest';
import { MinioAdministration } from '../../../infra/minio/administration.ts';
import { type RunningMinio, startMinio } from '../../../infra/minio/start-minio.ts';
import { createS3RawWriter } from './s3-raw-writer.ts';

const storeAt = (
  { region, bucket }: RunningMinio,
  endpoint: string,
  credentials: StoreCredentials,
  requestTimeoutMs = 15_000,
) => createS3ObjectStore({ endpoint, region, bucket, credentials, requestTimeoutMs, retry: CONTRACT_RETRY });
const agentStoreAt: typeof storeAt = (minio, endpoint, credentials, requestTimeoutMs = 15_000) => {
  const { region, bucket } = minio;
  const place = { kind: 's3', endpoint, region, bucket } as const;
  return agentBeside(
    createAgentStore({ ...place, credentials, requestTimeoutMs, retry: CONTRACT_RETRY }),
    storeAt(minio, endpoint, credentials, requestTimeoutMs),
  );
};

describe.each([
  { name: 'S3 on MinIO', openAt: storeAt, ifMatch: true },
  { name: 'S3 as agents sign it, on MinIO', openAt: agentStoreAt, ifMatch: false },
])('$name', ({ name, openAt, ifMatch }) =>
  describeObjectStoreContract(
    name,
    async () => {
      const minio = await startMinio();
      const stranger = { accessKeyId: 'stranger', accessKeySecret: randomBytes(20).toString('hex') };
      const everything = { Effect: 'Deny', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] };
      await new MinioAdministration(minio.mc, minio.endpoint, minio.root).putUser(stranger, 'nothing', {
        Version: '2012-10-17',
        Statement: [everything],
      });
      return {
        endpoint: minio.endpoint,
        store: ({ endpoint = minio.endpoint, identity, requestTimeoutMs } = {}) =>
          openAt(minio, endpoint, identity === 'stranger' ? stranger : minio.platform, requestTimeoutMs),
        rawWriter: createS3RawWriter(minio),
        secrets: [minio.platform.accessKeySecret, stranger.accessKeySecret],
        close: minio.stop,
      };
    },
    {
      unusual: ['multipart'],
      // MinIO stores keys as files: a segment is a file name of at most 255 bytes and not empty.
      unstorableKeys: ['read//double//slash', `read/${'k'.repeat(1018)}`],
      // The store itself refuses dot segments and NUL.
      listedKeys: ['odd/a\u0001x', 'odd/a\nx', 'odd/a\u007fx'],
      ifMatch,
      uploadRules: false,
    },
  ),
);

describeCredentialIssuerContract('AssumeRole on MinIO', async () => {
  const minio = await startMinio();
  const { endpoint: minioEndpoint, region, bucket, platform } = minio;
  const error = (code: string) => `<ErrorResponse><Error><Code>${code}</Code></Error></ErrorResponse>`;
  return {
    endpoint: minioEndpoint,
    issuer: ({ endpoint = minioEndpoint, timeoutMs = 15_000 } = {}) =>
      createS3CredentialIssuer({ endpoint, region, ...platform, timeoutMs, retry: CONTRACT_RETRY }),
    store: storeAt(minio, minioEndpoint, platform),
    storeWith: (credentials) => storeAt(minio, minioEndpoint, credentials),
    policy: ({ read = [], write = [] }) => {
      const statement = (action: string, keys: string[]) => ({
        Effect: 'Allow',
        Action: [action],
        Resource: keys.map((key) => `arn:aws:s3:::${bucket}/${key}`),
      });
      const statements = [statement('s3:GetObject', read), statement('s3:PutObject', write)];
      return JSON.stringify({
        Version: '2012-10-17',
        Statement: statements.filter(({ Resource }) => Resource.length > 0),
      });
    },
    faults: {
      throttled: { kind: 'answer', status: 503, body: error('SlowDown') },
      broken: { kind: 'answer', status: 500, body: error('InternalError') },
    },
    secrets: [platform.accessKeySecret],
    close: minio.stop,
  };
});
