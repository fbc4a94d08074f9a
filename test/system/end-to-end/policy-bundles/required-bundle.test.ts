import { objectKey } from '@agent-home/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { published } from '../../../support/ledger.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ADMISSION: 'automatic' } });
});
afterAll(() => home.close());

test('a home that requires policies certifies a bundle for each agent', async () => {
  const early = await sdkAgent(home, 'early');
  expect(await early.policyBundle()).toBeUndefined();
  await home.stopWorker();
  home.open.platform.config.requirePolicyBundle = true;
  await home.startWorker();
  const late = await sdkAgent(home, 'late');
  await published(home);
  for (const agent of [early, late])
    expect(await agent.policyBundle()).toMatchObject({ bundleVersion: 1, policies: [] });
  expect((await late.policy()).policy_bundles).toEqual({ required: true });
  const withheld = await sdkAgent(home, 'withheld');
  await published(home);
  await home.open.platform.store.delete(objectKey('policy_bundle', { agent_id: 'withheld' }));
  await expect(withheld.policyBundle()).rejects.toMatchObject({ code: 'policy_bundle_missing' });
  await Promise.all([early, late, withheld].map((agent) => agent.close()));
});
