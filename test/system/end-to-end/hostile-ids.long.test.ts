import { afterAll, beforeAll, expect, test } from 'vitest';
import { judged, published } from '../../support/ledger.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

/** Names with a special meaning for a runtime or a shell, and prefixes of other names. */
const names = ['error', 'constructor', 'tostring', 'null', '0', 'a', 'a1', 'a10', 'a_', 'x'.repeat(63)];

test('an id that means something to the runtime is an id like any other', async () => {
  const agents = await Promise.all(names.map((name) => RawAgent.admitted(home, name)));
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'constructor',
    title: 'Names',
    visibility: 'invite',
    allowlist_agent_ids: names,
    mode: 'freeform',
  });
  for (const agent of agents) {
    const name = agent.agentId;
    const waiting = agent.call('GET', '/v1/feed?wait=10&limit=50');
    await published(home);
    const key = await agent.say('constructor', `I am ${name}`);
    expect(await judged(home, 'constructor', key)).toMatchObject({ outcome: 'accepted', agentId: name });
    expect((await waiting).status).toBe(200);
  }
});
