import type { AgentAction } from '@agent-home/http-contract';
import { eq } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { lockOwnAgent, requireNotWithdrawn } from '../../registry/agents/own-agent.ts';
import { refuseAgent } from '../../registry/agents/refuse-agent.ts';
import { beginDeparture } from './begin-departure.ts';

/** Delay of a second check: inputs that were being judged during the commit of a suspension may have added the agent to a cast. */
const secondLookMs = 60_000;

/**
 * Refuses an agent's admission, suspends it or lets it return. Issuing credentials reads the agent's row every time, so after the
 * commit a suspended agent gets none, not even a live one. A worker then removes it from its casts; when it returns it has to join
 * again.
 */
export async function actOnAgent(
  platform: Platform,
  agentId: string,
  request: AgentAction,
): Promise<AgentRow> {
  if (request.action === 'refuse') return refuseAgent(platform, agentId, request.reason);
  const { agents, agentDepartures } = tables;
  const now = platform.now();
  return actTransaction(platform, async (transaction) => {
    const before = requireNotWithdrawn(await lockOwnAgent(transaction, agentId, { role: 'admin' }));
    const isSuspension = request.action === 'suspend';
    if (isSuspension === (before.standing === 'suspended')) return before;
    const standing = isSuspension ? 'suspended' : before.admittedAt ? 'admitted' : 'registered';
    const suspendedFor = isSuspension ? request.reason : null;
    await transaction.update(agents).set({ standing, suspendedFor }).where(eq(agents.agentId, agentId));
    if (isSuspension) {
      const endsAt = new Date(now.getTime() + secondLookMs);
      await beginDeparture(transaction, agentId, { erase: false, now, endsAt });
    } else {
      await transaction.delete(agentDepartures).where(eq(agentDepartures.agentId, agentId));
    }
    await appendFeed(transaction, [
      {
        agentId,
        eventType: isSuspension ? 'agent.suspended' : 'agent.resumed',
        occurredAt: now,
        payload: suspendedFor === null ? {} : { reason: suspendedFor },
      },
    ]);
    return { ...before, standing, suspendedFor };
  });
}
