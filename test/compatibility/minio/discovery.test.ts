import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../support/collect.ts';
import { published } from '../../support/ledger.ts';
import { type MinioHome, startMinioHome } from '../../support/minio-home.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';

let stack: MinioHome;
beforeAll(async () => {
  stack = await startMinioHome();
});
afterAll(() => stack?.close());

test('agents are found on MinIO without listing', async () => {
  const { home } = stack;
  await Promise.all(['ada', 'bo', 'cy'].map((agentId) => RawAgent.admitted(home, agentId)));
  const dee = await sdkAgent(home, 'dee');
  await published(home);
  const found = await collect(dee.agents.find());
  expect(found.map(({ agentId }) => agentId)).toEqual(['ada', 'bo', 'cy', 'dee']);
  expect(found.every(({ withdrawn }) => !withdrawn)).toBe(true);
  await dee.close();
});
