import type { StoreDescription } from '@agent-home/http-contract';
import { z } from 'zod';

/** The variables of each kind of store. The descriptions are those of `docs/configuration.md`. */
export const storeEnvironmentSchema = z.discriminatedUnion('STORE', [
  z.object({
    STORE: z.literal('aliyun'),
    OSS_ENDPOINT: z.url().describe('where the bucket is'),
    OSS_REGION: z.string().describe('its region, as `oss-cn-hangzhou`'),
    OSS_BUCKET: z.string().describe('its name'),
    OSS_PATH_STYLE: z
      .stringbool()
      .default(false)
      .describe('`true` for the emulator alone: the bucket stands in the path'),
    STS_ENDPOINT: z.string().describe('the token service'),
    STS_PROTOCOL: z.enum(['http', 'https']).default('https').describe('`https` (default) or `http`'),
    AGENT_ROLE_ARN: z.string().describe('the role that agents’ sessions are made of'),
  }),
  z.object({
    STORE: z.literal('s3'),
    S3_ENDPOINT: z.url().describe('MinIO as the platform reaches it'),
    S3_AGENT_ENDPOINT: z
      .url()
      .optional()
      .describe('the proxy that agents reach it through, see [`infra/minio`](../infra/minio/README.md)'),
    S3_AGENT_ROUTE: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('where the doctor reaches that proxy, if its own machine knows it by another name'),
    S3_REGION: z.string().default('us-east-1').describe('its region; default `us-east-1`'),
    S3_BUCKET: z.string().describe('its name'),
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

/** The platform's way to the store, and the agents'. */
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
