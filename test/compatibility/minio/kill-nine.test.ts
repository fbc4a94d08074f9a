import { afterAll, beforeAll, test } from 'vitest';
import { playWhileKilling } from '../../support/kill-nine-story.ts';
import { type KillableHome, startKillableHome } from '../../support/killable-home.ts';
import { minioAndRedis } from '../../support/minio-surroundings.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
let home: KillableHome;

beforeAll(async () => {
  home = await startKillableHome(minioAndRedis);
});
afterAll(() => home?.close());

test('kill -9 on MinIO and Redis loses and doubles nothing', {
  timeout: 300_000,
}, async ({ onTestFailed }) => {
  onTestFailed(() => console.error(`reproduce with SEED=${seed}`));
  await playWhileKilling(home, { seed, kills: 10, topics: 20, lines: 30 });
});
