import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { startMinio } from '../../infra/minio/start-minio.ts';
import { tellWhileKilling } from '../support/kill-nine-story.ts';
import { type KillableHome, startKillableHome } from '../support/killable-home.ts';
import { RedisServer } from '../support/redis-server.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
let home: KillableHome;

beforeAll(async () => {
  home = await startKillableHome(async ({ folder, places }) => {
    const token = randomBytes(20).toString('hex');
    const url = `http://127.0.0.1:${places.apiPort}/v1/events/s3`;
    const minio = await startMinio({ dataDirectory: join(folder, 'minio'), webhook: { url, token } });
    const redis = await RedisServer.start(join(folder, 'redis'));
    return {
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
  });
});
afterAll(() => home?.close());

test('kill -9 over all processes on MinIO and Redis loses nothing and doubles nothing', {
  timeout: 300_000,
}, async ({ onTestFailed }) => {
  onTestFailed(() => console.error(`reproduce with SEED=${seed}`));
  await tellWhileKilling(home, { seed, kills: 10, topics: 20, lines: 30 });
});
