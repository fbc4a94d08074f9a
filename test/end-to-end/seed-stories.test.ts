import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectManifestsBeforeResults } from '../stories/put-order.ts';
import { type Stage, setStage } from '../stories/stage.ts';
import { ossStore } from '../stories/store-under-test.ts';
import { tellSeedStories } from '../stories/tell-seed-stories.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

let home: TestHome;
let stage: Stage;

beforeAll(async () => {
  home = await startHome();
  stage = await setStage(home, ossStore(home));
});
afterAll(() => home?.close());

tellSeedStories(() => stage);

describe('after the stories', () => {
  test('the manifest of what a proposal made lies there before the result that names it', async () => {
    expect(await expectManifestsBeforeResults(home)).toBeGreaterThanOrEqual(3);
  });
});
