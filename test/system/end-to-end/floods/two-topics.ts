import { published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import type { TestHome } from '../../../support/start-home.ts';

const freeform = { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' };

const turns = {
  topic_id: 'turns',
  title: 'Turns',
  visibility: 'public',
  mode: 'turn_queue',
  rules: { turn_ttl_seconds: 2, max_turns: 2 },
};

/** Opens two topics: `open` has no end, and `turns` ends after two turns. Admits ada and bo. */
export async function openTwoTopics(home: TestHome): Promise<[RawAgent, RawAgent]> {
  const agents: [RawAgent, RawAgent] = [
    await RawAgent.admitted(home, 'ada'),
    await RawAgent.admitted(home, 'bo'),
  ];
  await home.admin('POST', '/v1/admin/topics', freeform);
  await home.admin('POST', '/v1/admin/topics', turns);
  await published(home);
  return agents;
}
