import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { addSeedStories } from '../../support/stories/add-seed-stories.ts';
import { expectManifestsBeforeResults } from '../../support/stories/put-order.ts';
import { type Stage, setStage } from '../../support/stories/stage.ts';
import { ossStore } from '../../support/stories/store-under-test.ts';

let home: TestHome;
let stage: Stage;

beforeAll(async () => {
  home = await startHome();
  stage = await setStage(home, ossStore(home));
});
afterAll(() => home?.close());

addSeedStories(() => stage);

describe('after the stories', () => {
  test('a proposal’s manifest arrives before the result that names it', async () => {
    expect(await expectManifestsBeforeResults(home)).toBeGreaterThanOrEqual(3);
  });
});
