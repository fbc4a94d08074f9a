import { afterAll, beforeAll, test } from 'vitest';
import { expectNothingLeft } from '../../support/expect-nothing-left.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  const many = { AGENT_HOME_REQUESTS_PER_MINUTE: '1000000', AGENT_HOME_AGENT_REQUESTS_PER_MINUTE: '1000000' };
  home = await startHome({ worker: false, environment: many });
});
afterAll(() => home.close());

test('a disconnected client leaves no resource behind', async () => {
  await expectNothingLeft(home, 1_000, 1);
}, 120_000);
