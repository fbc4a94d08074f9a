import { afterAll, beforeAll } from 'vitest';
import { type MinioHome, startMinioHome } from '../../support/minio-home.ts';
import { type Stage, setStage } from '../../support/stories/stage.ts';
import { minioStore } from '../../support/stories/store-under-test.ts';
import { tellSeedStories } from '../../support/stories/tell-seed-stories.ts';
import { tellStories } from '../../support/stories/tell-stories.ts';

let minio: MinioHome;
let stage: Stage;

beforeAll(async () => {
  minio = await startMinioHome();
  stage = await setStage(minio.home, minioStore(minio));
});
afterAll(() => minio?.close());

tellSeedStories(() => stage);
tellStories(2, () => stage);
