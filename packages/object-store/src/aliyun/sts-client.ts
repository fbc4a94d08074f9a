import { createRequire } from 'node:module';

// These packages are CommonJS compiled from ES modules. The result of their default import differs between Node, loaders and test
// runners; that of `require` does not.
const require = createRequire(import.meta.url);
const { $OpenApiUtil } = require('@alicloud/openapi-core') as typeof import('@alicloud/openapi-core');
const { default: Sts, AssumeRoleRequest } =
  require('@alicloud/sts20150401') as typeof import('@alicloud/sts20150401');

export interface StsClientSettings {
  /** Host and port, without a scheme: `sts.cn-hangzhou.aliyuncs.com`. */
  endpoint: string;
  protocol: 'http' | 'https';
  regionId?: string;
  accessKeyId: string;
  accessKeySecret: string;
  /** Limit for connecting, and again for the response. */
  timeoutMs: number;
}

type StsClient = InstanceType<typeof Sts>;

export { AssumeRoleRequest };

export function createStsClient(settings: StsClientSettings): StsClient {
  const { timeoutMs, protocol, ...rest } = settings;
  return new Sts(
    new $OpenApiUtil.Config({
      ...rest,
      protocol: protocol.toUpperCase(),
      connectTimeout: timeoutMs,
      readTimeout: timeoutMs,
    }),
  );
}
