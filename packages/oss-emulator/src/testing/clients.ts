import { createRequire } from 'node:module';
import type OSS from 'ali-oss';
import { ADMIN, AGENT_ROLE, BUCKET, ISSUER, REGION, type TestEmulator } from './start-test-emulator.ts';

const require = createRequire(import.meta.url);
const AliOss: new (options: OSS.Options) => OssClient = require('ali-oss');
const sts: StsModule = require('@alicloud/sts20150401');
const { $OpenApiUtil }: OpenApiModule = require('@alicloud/openapi-core');

/** ali-oss with methods that its published types omit. */
interface OssClient extends OSS {
  putObjectTagging(key: string, tags: Record<string, string>): Promise<unknown>;
  getObjectTagging(key: string): Promise<{ tag: Record<string, string> }>;
  deleteObjectTagging(key: string): Promise<unknown>;
}

interface StsModule {
  default: new (config: unknown) => { assumeRole(request: unknown): Promise<{ body: AssumeRoleBody }> };
  AssumeRoleRequest: new (fields: Record<string, unknown>) => unknown;
}
interface OpenApiModule {
  $OpenApiUtil: { Config: new (fields: Record<string, unknown>) => unknown };
}
interface AssumeRoleBody {
  requestId: string;
  assumedRoleUser: { arn: string; assumedRoleId: string };
  credentials: {
    accessKeyId: string;
    accessKeySecret: string;
    securityToken: string;
    expiration: string;
  };
}

export interface Credentials {
  accessKeyId: string;
  accessKeySecret: string;
  securityToken?: string;
}

/** Returns the real ali-oss client, path style, V4 by default. */
export function ossClient(
  emulator: Pick<TestEmulator, 'ossEndpoint'>,
  credentials: Credentials = ADMIN,
  options: Partial<OSS.Options> & { authorizationV4?: boolean } = {},
): OssClient {
  const { securityToken, ...keys } = credentials;
  const settings = {
    ...keys,
    ...(securityToken === undefined
      ? {}
      : { stsToken: securityToken, refreshSTSToken: async () => never(), refreshSTSTokenInterval: 2 ** 31 }),
    bucket: BUCKET,
    region: `oss-${REGION}`,
    endpoint: emulator.ossEndpoint,
    sldEnable: true,
    authorizationV4: true,
    timeout: 10_000,
    ...options,
  };
  return new AliOss(settings);
}

function never(): never {
  throw new Error('the token is not refreshed in tests');
}

/** Calls AssumeRole through the real client. */
export async function assumeRoleByClient(
  emulator: Pick<TestEmulator, 'stsEndpoint'>,
  fields: { policy?: string; durationSeconds?: number; roleArn?: string; roleSessionName?: string } = {},
  caller: Credentials = ISSUER,
): Promise<AssumeRoleBody> {
  const client = new sts.default(
    new $OpenApiUtil.Config({ ...caller, endpoint: emulator.stsEndpoint, protocol: 'HTTP' }),
  );
  const request = new sts.AssumeRoleRequest({
    roleArn: AGENT_ROLE,
    roleSessionName: 'agent-1',
    ...fields,
  });
  return (await client.assumeRole(request)).body;
}

/** Returns an ali-oss client whose temporary credentials have `sessionPolicy`. */
export async function sessionClient(emulator: TestEmulator, sessionPolicy?: string): Promise<OssClient> {
  const fields = sessionPolicy === undefined ? {} : { policy: sessionPolicy };
  return ossClient(emulator, (await assumeRoleByClient(emulator, fields)).credentials);
}
