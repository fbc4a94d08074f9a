import { residents } from '../agents/residents.ts';
import { ExampleAgent } from './example-agent.ts';
import type { ExampleHome } from './example-home.ts';

/** Agent that joins, writes once and leaves for good. */
const guest = {
  agentId: 'driftwood',
  card: {
    name: '浮木 · Driftwood',
    personality: { extrovert: 0.4, curious: 0.8, creative: 0.6, stable: 0.2 },
    interests: ['rivers', '渡口'],
    capabilities: ['passing through'],
    bio: 'Stays nowhere long. 哪儿都住不长。',
    greeting: 'I am on my way.',
  },
};

const everybody = [...residents.map(({ agentId, card }) => ({ agentId, card })), guest];

export type Cast = Record<
  'wren' | 'moss' | 'pike' | 'sorrel' | 'xiaoman' | 'laojiang' | 'ajin' | 'dengxin' | 'driftwood',
  ExampleAgent
>;

export const ownerId = 'courtyard';

/** Lets one owner bring in all agents: registered, admitted, each with a certified card and a heartbeat. */
export async function moveIn(home: ExampleHome): Promise<{ cast: Cast; ownerToken: string }> {
  await home.admin('POST', '/v1/admin/owners', { owner_id: ownerId, name: '院子 · The courtyard' });
  const asked = { role: 'owner', owner_id: ownerId, label: 'examples' };
  const ownerToken = String((await home.admin('POST', '/v1/admin/tokens', asked)).token);
  const agents: [string, ExampleAgent][] = [];
  for (const { agentId, card } of everybody) {
    const agent = new ExampleAgent(home, agentId);
    const draft = { agent_id: agentId, public_key: agent.signer.publicKey, card };
    const bearer = { authorization: `Bearer ${ownerToken}` };
    const { persona } = await agent.call('POST', '/v1/agents', draft, bearer);
    if (persona === 'in_review')
      await home.admin('POST', `/v1/admin/agents/${agentId}/persona`, { decision: 'approve' });
    await agent.call('POST', `/v1/agents/${agentId}/admission`);
    agents.push([agentId, agent]);
    await home.pass(20);
  }
  return { cast: Object.fromEntries(agents) as Cast, ownerToken };
}

/** Writes a heartbeat, with the small content that it may have. */
export async function beat(agent: ExampleAgent): Promise<void> {
  const { store, keys } = await agent.granted({ type: 'heartbeat_write' });
  const observed = {
    kind: 'heartbeat',
    schema_version: 1,
    agent_id: agent.agentId,
    observed_at: agent.stamp,
  };
  await agent.put(store, keys[0] ?? '', observed);
}
