import { afterAll, beforeAll, test } from 'vitest';
import { caseCount } from '../../support/case-count.ts';
import { expectNothingLeft } from '../../support/expect-nothing-left.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  const many = { AGENT_HOME_REQUESTS_PER_MINUTE: '1000000', AGENT_HOME_AGENT_REQUESTS_PER_MINUTE: '1000000' };
  home = await startHome({ worker: false, environment: many });
});
afterAll(() => home.close());

test('thousands of disconnected clients leave nothing behind', async () => {
  await expectNothingLeft(home, caseCount(3_000, 10_000), 2);
}, 600_000);
