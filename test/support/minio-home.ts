import { randomBytes } from 'node:crypto';
import { freePort } from '@agent-home/local-postgres';
import { createS3ObjectStore, type ObjectStore } from '@agent-home/object-store';
import { type RunningMinio, startMinio } from '../../infra/minio/start-minio.ts';
import type { IssuedCredential } from './raw-agent.ts';
import { startHome, type TestHome } from './start-home.ts';

export interface MinioHome {
  home: TestHome;
  minio: RunningMinio;
  /** Creates the store client of a credential's holder, without the proxy. */
  createClient(credential: IssuedCredential): ObjectStore;
  close(): Promise<void>;
}

/** Starts the whole home on a real MinIO that notifies it of writes. */
export async function startMinioHome(environment: Record<string, string> = {}): Promise<MinioHome> {
  const apiPort = await freePort();
  const token = randomBytes(20).toString('hex');
  const minio = await startMinio({ webhook: { url: `http://127.0.0.1:${apiPort}/v1/events/s3`, token } });
  const { endpoint, region, bucket } = minio;
  const home = await startHome({
    apiPort,
    events: false,
    environment: {
      STORE: 's3',
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      PLATFORM_ACCESS_KEY_ID: minio.platform.accessKeyId,
      PLATFORM_ACCESS_KEY_SECRET: minio.platform.accessKeySecret,
      AGENT_HOME_EVENT_TOKENS: token,
      ...environment,
    },
  });
  return {
    home,
    minio,
    createClient: (credential) =>
      createS3ObjectStore({
        endpoint,
        region,
        bucket,
        credentials: {
          accessKeyId: credential.access_key_id,
          accessKeySecret: credential.access_key_secret,
          securityToken: credential.security_token,
        },
      }),
    async close() {
      await home.close();
      await minio.stop();
    },
  };
}
