import {
  createAliyunBucketProtection,
  createAliyunCredentialIssuer,
  createAliyunObjectStore,
} from '@agent-home/object-store';
import type { StoreKind } from './store-kind.ts';
import type { AliyunSettings } from './store-settings.ts';

/** Alibaba Cloud OSS with its token service, or the emulator, which behaves the same. */
export const aliyun: StoreKind<AliyunSettings> = {
  open: ({ place, sts }, key) => ({
    store: createAliyunObjectStore({ ...place, credentials: key }),
    credentialIssuer: createAliyunCredentialIssuer({ ...sts, ...key }),
  }),
  openForAgent: ({ place }, credentials) =>
    createAliyunObjectStore({ ...place, credentials, retry: { attempts: 1 }, requestTimeoutMs: 4_000 }),
  publicUrl(description, key) {
    const { endpoint, bucket } = description;
    if ('path_style' in description && description.path_style)
      return `${endpoint.replace(/\/$/, '')}/${bucket}/${key}`;
    const url = new URL(endpoint);
    return `${url.protocol}//${bucket}.${url.host}/${key}`;
  },
  agentRoute: () => undefined,
  eventSource: 'the SMQ topic’s subscription',
  role({ place: { bucket }, sts: { roleArn } }) {
    const resources = [`acs:oss:*:*:${bucket}`, `acs:oss:*:*:${bucket}/*`];
    const statement = { Effect: 'Allow', Action: ['oss:*'], Resource: resources };
    return { arn: roleArn, widestPolicy: JSON.stringify({ Version: '1', Statement: [statement] }) };
  },
  protection: ({ place, sts: { roleArn } }, key) => ({
    calls: createAliyunBucketProtection({ ...place, credentials: key }),
    roleArn,
  }),
  throughProxy: () => ({ without: 'OSS needs none' }),
};
