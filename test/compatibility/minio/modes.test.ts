import { afterAll, beforeAll } from 'vitest';
import { type MinioHome, startMinioHome } from '../../support/minio-home.ts';
import { addSeedStories } from '../../support/stories/add-seed-stories.ts';
import { addStories } from '../../support/stories/add-stories.ts';
import { type Stage, setStage } from '../../support/stories/stage.ts';
import { minioStore } from '../../support/stories/store-under-test.ts';

let minio: MinioHome;
let stage: Stage;

beforeAll(async () => {
  minio = await startMinioHome();
  stage = await setStage(minio.home, minioStore(minio));
});
afterAll(() => minio?.close());

addSeedStories(() => stage);
addStories(2, () => stage);
