import {
  type AgentHome,
  type CardDraft,
  type ConnectOptions,
  connect,
  createIdentity,
} from '@agent-home/sdk';
import type { TestHome } from './start-home.ts';

export const plainCard: CardDraft = {
  name: 'Tester',
  personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 },
};

/** Creates an agent on the SDK, registered and admitted. */
export async function sdkAgent(
  home: TestHome,
  agentId: string,
  options: Partial<ConnectOptions> = {},
  ownerToken?: string,
): Promise<AgentHome> {
  const { secretKey } = createIdentity();
  const polling = { activeMs: 50, idleMs: 400 };
  const agent = await connect({
    url: home.url,
    rootSet: home.rootSet,
    secretKey,
    agentId,
    polling,
    ...options,
  });
  await agent.register(plainCard, ownerToken === undefined ? {} : { ownerToken });
  await agent.requestAdmission();
  return agent;
}
