import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createAliyunCredentialIssuer,
  createAliyunObjectStore,
  type StoreCredentials,
} from '@agent-home/object-store';
import { createAgentStore } from '@agent-home/object-store/agent';
import {
  agentBeside,
  CONTRACT_RETRY,
  describeCredentialIssuerContract,
  describeObjectStoreContract,
  FaultProxy,
} from '@agent-home/object-store/contract';
import { type OssEmulator, startOssEmulator } from '@agent-home/oss-emulator';
import OSS from 'ali-oss';
import { describe, expect, it } from 'vitest';
import { createOssRawWriter } from './oss-raw-writer.ts';

const REGION = 'cn-local';
const BUCKET = 'contract-home';
const ROLE = 'acs:ram::1000000000000001:role/agent';

const PLATFORM = { accessKeyId: 'LTAIplatform0000', accessKeySecret: 'platform-secret-0000000000000000' };
const STRANGER = { accessKeyId: 'LTAIstranger0000', accessKeySecret: 'stranger-secret-0000000000000000' };

const everything = JSON.stringify({
  Version: '1',
  Statement: [{ Effect: 'Allow', Action: ['oss:*', 'sts:AssumeRole'], Resource: ['*'] }],
});
const nothing = JSON.stringify({
  Version: '1',
  Statement: [{ Effect: 'Deny', Action: ['oss:*'], Resource: ['*'] }],
});

async function startEmulator(): Promise<OssEmulator> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'aliyun-contract-'));
  const emulator = await startOssEmulator({
    dataDirectory,
    bucket: BUCKET,
    region: REGION,
    users: [
      { ...PLATFORM, name: 'platform', policy: everything },
      { ...STRANGER, name: 'stranger', policy: nothing },
    ],
    roles: [{ arn: ROLE, policy: everything, trusts: ['platform'] }],
  });
  const close = async () => {
    await emulator.close();
    await rm(dataDirectory, { recursive: true });
  };
  return { ...emulator, close };
}

const place = { region: REGION, bucket: BUCKET, pathStyle: true, retry: CONTRACT_RETRY };
const storeAt = (endpoint: string, credentials: StoreCredentials, requestTimeoutMs = 15_000) =>
  createAliyunObjectStore({ ...place, endpoint, credentials, requestTimeoutMs });
const agentStoreAt: typeof storeAt = (endpoint, credentials, requestTimeoutMs = 15_000) =>
  agentBeside(
    createAgentStore({ ...place, kind: 'aliyun', endpoint, credentials, requestTimeoutMs }),
    storeAt(endpoint, credentials, requestTimeoutMs),
  );

describe.each([
  { name: 'OSS through ali-oss, on the emulator,', openAt: storeAt },
  { name: 'OSS as agents sign it, on the emulator,', openAt: agentStoreAt },
])('$name', ({ name, openAt }) =>
  describeObjectStoreContract(
    name,
    async () => {
      const emulator = await startEmulator();
      return {
        endpoint: emulator.ossEndpoint,
        store: ({ endpoint = emulator.ossEndpoint, identity, requestTimeoutMs } = {}) =>
          openAt(endpoint, identity === 'stranger' ? STRANGER : PLATFORM, requestTimeoutMs),
        rawWriter: createOssRawWriter({
          endpoint: emulator.ossEndpoint,
          region: REGION,
          bucket: BUCKET,
          ...PLATFORM,
        }),
        secrets: [PLATFORM.accessKeySecret, STRANGER.accessKeySecret],
        close: emulator.close,
      };
    },
    {
      unusual: ['symlink', 'dangling', 'appendable', 'archived', 'multipart'],
      listedKeys: [
        'odd/a\u0000x',
        'odd/a\u0001x',
        'odd/a\nx',
        'odd/../x',
        'odd/./a',
        'odd/a/..',
        'odd/a\u007f/',
      ],
      ifMatch: false,
      uploadRules: true,
    },
  ),
);

describe.each([
  { name: 'by the platform', openAt: storeAt },
  { name: 'by an agent', openAt: agentStoreAt },
])('an upload in parts $name', ({ openAt }) => {
  it('is one object afterwards, and leaves no upload behind where it fails', async () => {
    const emulator = await startEmulator();
    const proxy = await FaultProxy.start(emulator.ossEndpoint);
    const store = openAt(emulator.ossEndpoint, PLATFORM);
    const bytes = new Uint8Array(250 * 1024).map((_, index) => index % 251);
    const options = { contentType: 'video/mp4', partBytes: 100 * 1024 };
    await store.putInParts?.('tasks/t/agents/a/film', bytes, options);
    const { bytes: read, info } = await store.getUploaded('tasks/t/agents/a/film', {
      maxBytes: 1 << 20,
      timeoutMs: 5_000,
    });
    expect(Buffer.compare(read, bytes)).toBe(0);
    expect(info).toMatchObject({ contentType: 'video/mp4', type: 'multipart' });
    await expect(store.putInParts?.('x', bytes, { partBytes: 1 })).rejects.toMatchObject({
      code: 'invalid_request',
    });

    const client = new OSS({
      ...PLATFORM,
      bucket: BUCKET,
      region: REGION,
      endpoint: emulator.ossEndpoint,
      sldEnable: true,
      authorizationV4: true,
    } as OSS.Options);
    // Fails the second part and each of its retries.
    const away = { kind: 'answer', status: 503, body: '' } as const;
    proxy.next({ kind: 'pass' }, { kind: 'pass' }, away, away, away);
    const failing = openAt(proxy.endpoint, PLATFORM).putInParts?.('tasks/t/agents/a/lost', bytes, options);
    await expect(failing).rejects.toMatchObject({ name: 'ObjectStoreError' });
    expect((await client.listUploads({ 'max-uploads': 10 } as never)).uploads).toEqual([]);
    await expect(store.head('tasks/t/agents/a/lost')).rejects.toMatchObject({ code: 'not_found' });
    await proxy.close();
    await emulator.close();
  });
});

describeCredentialIssuerContract('Alibaba STS, on the emulator,', async () => {
  const emulator = await startEmulator();
  const stsUrl = `http://${emulator.stsEndpoint}`;
  const throttled = { Code: 'Throttling.User', Message: 'Request was denied due to user flow control.' };
  const broken = { Code: 'InternalError', Message: 'The request processing has failed.' };
  const json = { 'content-type': 'application/json' };
  return {
    endpoint: stsUrl,
    issuer: ({ endpoint = stsUrl, timeoutMs = 15_000 } = {}) =>
      createAliyunCredentialIssuer({
        endpoint: new URL(endpoint).host,
        protocol: 'http',
        roleArn: ROLE,
        ...PLATFORM,
        timeoutMs,
        retry: CONTRACT_RETRY,
      }),
    store: storeAt(emulator.ossEndpoint, PLATFORM),
    storeWith: (credentials) => storeAt(emulator.ossEndpoint, credentials),
    policy: ({ read = [], write = [] }) => {
      const statement = (action: string, keys: string[]) => ({
        Effect: 'Allow',
        Action: [action],
        Resource: keys.map((key) => `acs:oss:*:*:${BUCKET}/${key}`),
      });
      const statements = [statement('oss:GetObject', read), statement('oss:PutObject', write)];
      return JSON.stringify({
        Version: '1',
        Statement: statements.filter(({ Resource }) => Resource.length > 0),
      });
    },
    faults: {
      throttled: { kind: 'answer', status: 400, headers: json, body: JSON.stringify(throttled) },
      broken: { kind: 'answer', status: 500, headers: json, body: JSON.stringify(broken) },
    },
    secrets: [PLATFORM.accessKeySecret],
    close: emulator.close,
  };
});
