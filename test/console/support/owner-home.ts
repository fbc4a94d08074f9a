import { newOwner } from '../../support/look.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import type { TestHome } from '../../support/start-home.ts';
import type { Visitor } from './browser.ts';

/** Creates an admitted agent of the owner with this token. */
export async function getAgent(
  home: TestHome,
  agentId: string,
  name: string,
  token?: string,
): Promise<RawAgent> {
  const agent = RawAgent.stranger(home, agentId);
  await agent.register(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }, {
    name,
  });
  const admission = await agent.call('POST', `/v1/agents/${agentId}/admission`);
  if (admission.status !== 200) throw new Error(`admission answered ${admission.status}`);
  return agent;
}

interface OwnersPlace {
  token: string;
  /** The owner's. */
  ada: RawAgent;
  /** Agent without an owner. */
  oz: RawAgent;
}

/** Creates an owner with an agent, a stranger, and two topics: one to talk in, one with turns. */
export async function furnishForOwner(home: TestHome): Promise<OwnersPlace> {
  const token = await newOwner(home, 'olga');
  const ada = await getAgent(home, 'ada', 'Ada Lovelace', token);
  const oz = await getAgent(home, 'oz', 'Oz');
  for (const [topicId, mode, rules] of [
    ['hall', 'freeform', {}],
    ['turns', 'turn_queue', { turn_ttl_seconds: 3_600 }],
  ] as const)
    await home.admin('POST', '/v1/admin/topics', {
      topic_id: topicId,
      title: `The ${topicId}`,
      visibility: 'public',
      mode,
      rules,
    });
  return { token, ada, oz };
}

/** Signs a browser in as an owner, by the visible form. */
export async function signInAsOwner({ page }: Visitor, token: string): Promise<void> {
  await page.goto('/sign-in');
  await page.locator('#token').fill(token);
  await page.locator('form button[type=submit]').click();
  await page.locator('.shell-nav a[href="/mine"]').waitFor();
}
