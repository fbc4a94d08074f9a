import type { StoreDescription } from '@agent-home/http-contract';
import { z } from 'zod';

/** The variables of each kind of store. The descriptions are those of `docs/configuration.md`. */
export const storeEnvironmentSchema = z.discriminatedUnion('STORE', [
  z.object({
    STORE: z.literal('aliyun'),
    OSS_ENDPOINT: z.url().describe('endpoint of OSS'),
    OSS_REGION: z.string().describe('region of the bucket, such as `oss-cn-hangzhou`'),
    OSS_BUCKET: z.string().describe('name of the bucket'),
    OSS_PATH_STYLE: z
      .stringbool()
      .default(false)
      .describe('`true` for the emulator only: the bucket is part of the path'),
    STS_ENDPOINT: z.string().describe('endpoint of the token service'),
    STS_PROTOCOL: z.enum(['http', 'https']).default('https').describe('`https` (default) or `http`'),
    AGENT_ROLE_ARN: z.string().describe('role that sessions of agents assume'),
  }),
  z.object({
    STORE: z.literal('s3'),
    S3_ENDPOINT: z.url().describe('address of MinIO for the platform'),
    S3_AGENT_ENDPOINT: z
      .url()
      .optional()
      .describe(
        'address of the proxy through which agents reach MinIO, see [`infra/minio`](../infra/minio/README.md)',
      ),
    S3_AGENT_ROUTE: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('address of that proxy for the doctor, if it differs on its machine'),
    S3_REGION: z.string().default('us-east-1').describe('region of the bucket; default `us-east-1`'),
    S3_BUCKET: z.string().describe('name of the bucket'),
  }),
]);

type StoreEnvironment = z.infer<typeof storeEnvironmentSchema>;

export interface AliyunSettings {
  kind: 'aliyun';
  place: { endpoint: string; region: string; bucket: string; pathStyle: boolean };
  sts: { endpoint: string; protocol: 'http' | 'https'; roleArn: string };
}

export interface S3Settings {
  kind: 's3';
  place: { endpoint: string; region: string; bucket: string };
  agentRoute?: string;
}

/** Access of the platform itself to the bucket and its token service. */
export type StoreSettings = AliyunSettings | S3Settings;

/** Returns the platform's settings of the store, and its description for agents. */
export function storeSettings(environment: StoreEnvironment): {
  store: StoreSettings;
  description: StoreDescription;
} {
  if (environment.STORE === 's3') {
    const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = environment;
    const { S3_AGENT_ENDPOINT: agentEndpoint = endpoint, S3_AGENT_ROUTE: agentRoute } = environment;
    return {
      store: { kind: 's3', place: { endpoint, region, bucket }, ...(agentRoute && { agentRoute }) },
      description: { kind: 's3', endpoint: agentEndpoint, region, bucket },
    };
  }
  const { OSS_ENDPOINT: endpoint, OSS_REGION: region, OSS_BUCKET: bucket } = environment;
  const { OSS_PATH_STYLE: pathStyle, STS_ENDPOINT, STS_PROTOCOL, AGENT_ROLE_ARN } = environment;
  const sts = { endpoint: STS_ENDPOINT, protocol: STS_PROTOCOL, roleArn: AGENT_ROLE_ARN };
  return {
    store: { kind: 'aliyun', place: { endpoint, region, bucket, pathStyle }, sts },
    description: { kind: 'aliyun', endpoint, region, bucket, path_style: pathStyle },
  };
}
