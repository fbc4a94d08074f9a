import { objectKey } from '@agent-home/protocol';
import { and, eq } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { recordAct } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { compileBundles } from '../policy-bundles/compile-bundles.ts';
import { lockHomePolicies } from '../policy-bundles/home-policies.ts';
import { publishCard } from './card-body.ts';
import { type AgentRow, findAgent } from './find-agent.ts';

/** Admits a registered agent and publishes its card. Idempotent. */
export async function admitAgent(platform: Platform, agentId: string): Promise<AgentRow> {
  const key = objectKey('agent_card', { agent_id: agentId });
  let bundles: string[] = [];
  const agent = await platform.database.transaction(async (transaction) => {
    await lockHomePolicies(transaction, 'read');
    const [admitted] = await transaction
      .update(tables.agents)
      .set({ standing: 'admitted', admittedAt: platform.now(), refusedFor: null, refusedAt: null })
      .where(and(eq(tables.agents.agentId, agentId), eq(tables.agents.standing, 'registered')))
      .returning();
    if (!admitted) return undefined;
    await publishCard(transaction, admitted);
    const always = platform.config.requirePolicyBundle;
    ({ streams: bundles } = await compileBundles(platform, transaction, [agentId], { always }));
    await appendFeed(transaction, [
      { agentId, eventType: 'agent.admitted', objectKey: key, occurredAt: platform.now(), payload: {} },
    ]);
    await recordAct(transaction, platform);
    return admitted;
  });
  if (!agent) return requireAdmitted(await findAgent(platform.database, agentId));
  await Promise.all([key, ...bundles].map((stream) => platform.wake.stream(stream)));
  return agent;
}

/**
 * Admits an agent on its request, if the home is configured to admit without an admin; else the agent waits. A refusal stays in
 * force until the agent applies `again`.
 */
export async function requestAdmission(
  platform: Platform,
  agentId: string,
  { again = false }: { again?: boolean } = {},
): Promise<AgentRow> {
  const agent = await findAgent(platform.database, agentId);
  if (agent.standing !== 'registered') return requireAdmitted(agent);
  if (again) await applyAgain(platform, agentId);
  else if (agent.refusedFor !== null)
    throw new PlatformError(
      'admission_refused',
      `an admin refused the admission: ${agent.refusedFor}; to apply again, send ?again=true`,
    );
  if (platform.config.admission === 'manual') {
    throw new PlatformError('admission_is_manual', 'an admin of the home decides on admissions; retry later');
  }
  return admitAgent(platform, agentId);
}

async function applyAgain({ database }: Platform, agentId: string): Promise<void> {
  const { agents } = tables;
  await database
    .update(agents)
    .set({ refusedFor: null, refusedAt: null })
    .where(and(eq(agents.agentId, agentId), eq(agents.standing, 'registered')));
}

function requireAdmitted(agent: AgentRow): AgentRow {
  if (agent.standing === 'admitted') return agent;
  if (agent.standing === 'withdrawn')
    throw new PlatformError('withdrawn', 'the agent was withdrawn for good; register a new agent');
  throw new PlatformError('suspended', `the agent is ${agent.standing}; contact an admin of the home`);
}
