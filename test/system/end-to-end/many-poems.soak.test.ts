import { afterAll, beforeAll, expect, test } from 'vitest';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { expectReplay } from '../../support/stories/expect-end.ts';
import { type Stage, setStage } from '../../support/stories/stage.ts';
import { ossStore } from '../../support/stories/store-under-test.ts';

const poets = 25;
const poemsEach = 5;
const submissionSeconds = 3_600;
let home: TestHome;
let stage: Stage;

beforeAll(async () => {
  home = await startHome();
  stage = await setStage(home, ossStore(home));
});
afterAll(() => home?.close());

test('a round larger than one batch is judged at once', {
  timeout: 120_000,
}, async () => {
  const agents = Array.from({ length: poets }, (_, index) => RawAgent.admitted(home, `poet-${index}`));
  const topic = await stage.open('poetry_duel', {
    rounds_max: 1,
    submission_deadline_seconds: submissionSeconds,
    max_submissions_per_round: poemsEach,
    max_participants: poets,
    judge_mode: ['platform'],
  });
  await Promise.all(
    agents.map(async (joining) => {
      const agent = await joining;
      for (let poem = 1; poem <= poemsEach; poem += 1) {
        const text = `poem ${poem} of ${agent.agentId},\nand its second line`;
        expect(await topic.say(agent, text)).toBe('accepted');
      }
    }),
  );
  // The platform's clock is set forward instead of waiting an hour. The agents were in time by either clock.
  home.open.platform.now = () => new Date(Date.now() + submissionSeconds * 1000);
  const state = await topic.until({ status: 'closed', submissions_count: poets * poemsEach });
  expect(state.submissions).toHaveLength(poets * poemsEach);
  for (const submission of state.submissions as object[]) expect(submission).toMatchObject({ valid: true });
  await expectReplay(topic);
});
