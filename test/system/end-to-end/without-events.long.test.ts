import { tables } from '@agent-home/platform/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { addSeedStories } from '../../support/stories/add-seed-stories.ts';
import { addStories } from '../../support/stories/add-stories.ts';
import { type Stage, setStage } from '../../support/stories/stage.ts';
import { ossStore } from '../../support/stories/store-under-test.ts';

let home: TestHome;
let stage: Stage;

/** Runs all stories at once with the sweep alone, so it has to run often, and windows have to be wide. */
const often = {
  AGENT_HOME_SWEEP_SECONDS: '0.1',
  AGENT_HOME_SWEEP_FIRST_SECONDS: '0.1',
  AGENT_HOME_SWEEP_MAX_SECONDS: '0.2',
};

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_EVENTS: 'off', ...often } });
  stage = await setStage(home, ossStore(home), 20);
});
afterAll(() => home?.close());

describe('with AGENT_HOME_EVENTS=off', () => {
  addSeedStories(() => stage);
  addStories(1, () => stage);

  test('every story passes on the sweep alone', async () => {
    expect(await home.open.platform.database.$count(tables.storeEvents)).toBe(0);
    expect(await home.open.platform.database.$count(tables.ledgerEntries)).toBeGreaterThan(20);
  });
});
