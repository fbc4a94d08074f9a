import { start } from './certified-home.ts';
import type { Reply } from './small-api.ts';
import { credentialAnswer, smallHome } from './small-home.ts';
import { topicId } from './topic-authors.ts';
import { TopicLedger } from './topic-ledger.ts';

export const polling = { activeMs: 5, idleMs: 20 };

interface Plan {
  /** Response of the home to a request for a write credential; by default the next key is granted. */
  grantWrite?: (ledger: TopicLedger) => Reply;
  mode?: string;
}

/** Creates a home that judges each put at once, unless the test sets something else. */
export async function writingHome(plan: Plan = {}) {
  let ledger: TopicLedger | undefined;
  const asked: string[] = [];
  const home = await smallHome((received) => {
    if (received.path !== '/v1/credentials' || !ledger) return undefined;
    const { grants } = JSON.parse(received.body) as { grants: { type: string }[] };
    const [grant] = grants;
    if (!grant?.type.endsWith('_write')) return undefined;
    asked.push(grant.type);
    if (plan.grantWrite) return plan.grantWrite(ledger);
    return { body: credentialAnswer(grants, start, {}, 900, ledger.nextKeys('ada')) };
  });
  ledger = new TopicLedger(home, plan.mode);
  home.bucket.afterPut = (key, bytes) => void ledger?.judge(key, bytes);
  const client = await home.connect({ polling });
  const topic = await client.enterTopic(topicId);
  return { home, ledger, topic, asked };
}
