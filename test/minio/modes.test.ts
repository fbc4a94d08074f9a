import { afterAll, beforeAll } from 'vitest';
import { type Stage, setStage } from '../stories/stage.ts';
import { minioStore } from '../stories/store-under-test.ts';
import { tellSeedStories } from '../stories/tell-seed-stories.ts';
import { tellStories } from '../stories/tell-stories.ts';
import { type MinioHome, startMinioHome } from '../support/minio-home.ts';

let minio: MinioHome;
let stage: Stage;

beforeAll(async () => {
  minio = await startMinioHome();
  stage = await setStage(minio.home, minioStore(minio));
});
afterAll(() => minio?.close());

tellSeedStories(() => stage);
tellStories(() => stage);
