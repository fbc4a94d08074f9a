import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startMinio } from '../../infra/minio/start-minio.ts';
import type { Ground } from './killable-ground.ts';
import type { StoreAndQueue } from './killable-home.ts';
import { RedisServer } from './redis-server.ts';

/** Starts a real MinIO and Redis for a home of several processes; each can be killed at any moment. */
export async function minioAndRedis({
  folder,
  places,
}: Ground): Promise<StoreAndQueue & { eventUrl: string }> {
  const token = randomBytes(20).toString('hex');
  const eventUrl = `http://127.0.0.1:${places.apiPort}/v1/events/s3`;
  const minio = await startMinio({
    dataDirectory: join(folder, 'minio'),
    webhook: { url: eventUrl, token },
  });
  const redis = await RedisServer.start(join(folder, 'redis'));
  return {
    eventUrl,
    parts: { minio: { kill: minio.kill, start: minio.restart, stop: minio.stop }, redis },
    environment: {
      STORE: 's3',
      S3_ENDPOINT: minio.endpoint,
      S3_REGION: minio.region,
      S3_BUCKET: minio.bucket,
      PLATFORM_ACCESS_KEY_ID: minio.platform.accessKeyId,
      PLATFORM_ACCESS_KEY_SECRET: minio.platform.accessKeySecret,
      AGENT_HOME_EVENT_TOKENS: token,
      QUEUE_URL: redis.url,
    },
  };
}
