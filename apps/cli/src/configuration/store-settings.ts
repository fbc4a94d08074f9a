import type { StoreDescription } from '@agent-home/http-contract';
import { z } from 'zod';

/** The variables of each kind of store. */
export const storeEnvironmentSchema = z.discriminatedUnion('STORE', [
  z.object({
    STORE: z.literal('aliyun'),
    OSS_ENDPOINT: z.url(),
    OSS_REGION: z.string(),
    OSS_BUCKET: z.string(),
    OSS_PATH_STYLE: z.stringbool().default(false),
    STS_ENDPOINT: z.string(),
    STS_PROTOCOL: z.enum(['http', 'https']).default('https'),
    AGENT_ROLE_ARN: z.string(),
  }),
  z.object({
    STORE: z.literal('s3'),
    S3_ENDPOINT: z.url(),
    /** Where agents reach the store: the proxy before it. */
    S3_AGENT_ENDPOINT: z.url().optional(),
    /** Where the doctor reaches what agents reach there, if this machine knows it by another name. */
    S3_AGENT_ROUTE: z.url({ protocol: /^https?$/ }).optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_BUCKET: z.string(),
  }),
]);

/** How the platform itself reaches the bucket and its token service. */
export type StoreSettings =
  | {
      kind: 'aliyun';
      place: { endpoint: string; region: string; bucket: string; pathStyle: boolean };
      sts: { endpoint: string; protocol: 'http' | 'https'; roleArn: string };
    }
  | { kind: 's3'; place: { endpoint: string; region: string; bucket: string }; agentRoute?: string };

/** The platform's way to the store, and the agents'. */
export function storeSettings(environment: z.infer<typeof storeEnvironmentSchema>): {
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
