import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { addStories } from '../../support/stories/add-stories.ts';
import { sameInOneCommit } from '../../support/stories/proposal-votes.ts';
import { type Stage, setStage } from '../../support/stories/stage.ts';
import { workerMissesDeadlines } from '../../support/stories/stopped-worker.ts';
import { ossStore } from '../../support/stories/store-under-test.ts';

let home: TestHome;
let stage: Stage;

beforeAll(async () => {
  home = await startHome();
  stage = await setStage(home, ossStore(home));
});
afterAll(() => home?.close());

addStories(0, () => stage);

describe('after all stories', () => {
  test('a responsive store needs no second put', async () => {
    const metrics = await home.open.platform.metrics.registry.metrics();
    expect(metrics).toMatch(/^agent_home_publish_failures_total 0$/m);
  });

  test('equal proposals judged together delay no agent', { timeout: 90_000 }, () => sameInOneCommit(stage));

  test('a stopped worker’s missed deadlines cost no speaker its turn', { timeout: 90_000 }, () =>
    workerMissesDeadlines(stage),
  );
});
