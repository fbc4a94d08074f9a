import { createS3CredentialIssuer, createS3ObjectStore } from '@agent-home/object-store';
import type { StoreKind } from './store-kind.ts';
import type { S3Settings } from './store-settings.ts';

/** MinIO, behind the proxy of `infra/minio`. */
export const s3: StoreKind<S3Settings> = {
  open: ({ place }, key) => ({
    store: createS3ObjectStore({ ...place, credentials: key }),
    credentialIssuer: createS3CredentialIssuer({ endpoint: place.endpoint, region: place.region, ...key }),
  }),
  openForAgent: ({ place }, credentials) =>
    createS3ObjectStore({ ...place, credentials, retry: { attempts: 1 }, requestTimeoutMs: 4_000 }),
  publicUrl: ({ endpoint, bucket }, key) => `${endpoint.replace(/\/$/, '')}/${bucket}/${key}`,
  agentRoute: ({ agentRoute }) => agentRoute,
  eventSource: 'MINIO_NOTIFY_WEBHOOK_… and the bucket’s notification',
  role: () => ({ without: 'MinIO has no role: sessions are cut out of the platform user’s own rights' }),
  protection: () => ({ without: 'MinIO has no such calls' }),
  throughProxy:
    ({ place: { region, bucket } }, { endpoint }) =>
    (credentials) =>
      createS3ObjectStore({ endpoint, region, bucket, credentials }),
};
