import { expect, test } from 'vitest';
import { published } from '../../support/ledger.ts';
import { expectProblem } from '../../support/problems.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome } from '../../support/start-home.ts';

const registry = { grants: [{ type: 'registry_read' }] };

test('a home with a shorter longest lifetime refuses more', async () => {
  const home = await startHome({ environment: { AGENT_HOME_CREDENTIAL_MAX_SECONDS: '1200' } });
  try {
    const raw = await RawAgent.admitted(home, 'raw');
    const ask = (seconds: number) =>
      raw.call('POST', '/v1/credentials', { ...registry, duration_seconds: seconds });
    expectProblem(await ask(1201), 'duration_out_of_range');
    expect((await ask(1200)).status).toBe(200);

    // The SDK prefers an hour, and accepts the home's shorter duration.
    const agent = await sdkAgent(home, 'sdk');
    await home.admin('POST', '/v1/admin/topics', {
      topic_id: 'talk',
      title: 'Talk',
      visibility: 'public',
      mode: 'freeform',
    });
    await published(home);
    const topic = await agent.enterTopic('talk');
    expect(await topic.say('Hello.')).toMatchObject({ outcome: 'accepted' });
    const { bytes } = await home.open.platform.store.get('platform/policy.json', {
      maxBytes: 100_000,
      timeoutMs: 5_000,
    });
    expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({
      credentials: { default_seconds: 900, minimum_seconds: 900, maximum_seconds: 1200 },
    });
    await agent.close();
  } finally {
    await home.close();
  }
});
