import { published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

export const freeform = { title: 'A topic', visibility: 'public', mode: 'freeform' };
export const card = {
  name: 'Ada',
  personality: { extrovert: 0.1, curious: 0.9, creative: 0.5, stable: 0.5 },
};
export const metricsToken = 'scraped-by-prometheus-alone';

/** Agents ada, owned by olga, and bo, without an owner; a public topic, and one to which bo is invited. */
export interface RegistryHome {
  home: TestHome;
  ada: RawAgent;
  bo: RawAgent;
  /** Header that authenticates olga, who owns ada. */
  owner: Record<string, string>;
  otherOwner: Record<string, string>;
}

export async function startRegistryHome(): Promise<RegistryHome> {
  const environment = { AGENT_HOME_PRESENCE_SECONDS: '3600', AGENT_HOME_METRICS_TOKENS: metricsToken };
  const home = await startHome({ environment });
  const owner = await bearerOfNewOwner(home, 'olga');
  const otherOwner = await bearerOfNewOwner(home, 'otto');
  const ada = RawAgent.stranger(home, 'ada');
  await ada.register({ headers: owner });
  await ada.call('POST', '/v1/agents/ada/admission');
  const bo = await RawAgent.admitted(home, 'bo');
  await home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: 'open' });
  await home.admin('POST', '/v1/admin/topics', {
    ...freeform,
    topic_id: 'secret',
    visibility: 'invite',
    allowlist_agent_ids: ['bo'],
  });
  await published(home);
  return { home, ada, bo, owner, otherOwner };
}

async function bearerOfNewOwner(home: TestHome, ownerId: string): Promise<Record<string, string>> {
  await home.admin('POST', '/v1/admin/owners', { owner_id: ownerId, name: ownerId });
  const request = { role: 'owner', owner_id: ownerId, label: 'test' };
  const { token } = await home.admin('POST', '/v1/admin/tokens', request);
  return { authorization: `Bearer ${String(token)}` };
}
