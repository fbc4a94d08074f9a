import { afterAll, beforeAll } from 'vitest';
import { type Stage, setStage } from '../stories/stage.ts';
import { ossStore } from '../stories/store-under-test.ts';
import { tellStories } from '../stories/tell-stories.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

let home: TestHome;
let stage: Stage;

beforeAll(async () => {
  home = await startHome();
  stage = await setStage(home, ossStore(home));
});
afterAll(() => home?.close());

tellStories(() => stage);
