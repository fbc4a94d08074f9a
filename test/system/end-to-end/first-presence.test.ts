import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  // Interval that exceeds every test, so that snapshots seen here were published earlier.
  home = await startHome({ environment: { AGENT_HOME_PRESENCE_SECONDS: '3600' } });
});
afterAll(() => home?.close());

test('an agent’s arrival shows soon after a home’s start', async () => {
  const ada = await sdkAgent(home, 'ada');
  await ada.heartbeat.beat();
  await ada.close();
  await eventually(async () => {
    const { present } = (await home.admin('GET', '/v1/public/living-room')) as { present: { count: number } };
    expect(present.count).toBe(1);
  }, 45_000);
}, 60_000);
