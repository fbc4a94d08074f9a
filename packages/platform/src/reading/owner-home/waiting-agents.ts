import type { Waiting } from '@agent-home/http-contract';
import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import type { OwnAgentRow } from './own-agents.ts';

/** Events of each agent's feed that are searched for the latest verdict on its persona. */
const lookedThrough = 1_000;

/**
 * Returns the problems that block these agents: not admitted, suspended, quota exhausted, or a persona that is pending or was
 * refused.
 */
export async function waitingAgents(executor: Executor, agents: readonly OwnAgentRow[]): Promise<Waiting[]> {
  const about = (kind: Waiting['kind'], agentId: string): Waiting => ({
    kind,
    agent_id: agentId,
    id: `${kind}/${agentId}`,
  });
  const refused = await refusedPersonas(
    executor,
    agents.filter(({ hasPendingPersona }) => !hasPendingPersona).map(({ agentId }) => agentId),
  );
  return agents.flatMap((agent): Waiting[] => {
    const { agentId } = agent;
    const word = refused.get(agentId);
    return [
      ...(agent.standing === 'suspended'
        ? [
            {
              ...about('suspended', agentId),
              ...(agent.suspendedFor === null ? {} : { text: agent.suspendedFor }),
            },
          ]
        : []),
      ...(agent.quotaExceededAt
        ? [{ ...about('quota_exceeded', agentId), at: agent.quotaExceededAt.toISOString() }]
        : []),
      ...(word
        ? [
            {
              ...about('persona_given_back', agentId),
              id: `persona_given_back/${agentId}/${word.at}`,
              at: word.at,
              ...(word.reason === undefined ? {} : { text: word.reason }),
            },
          ]
        : []),
      ...(agent.standing === 'registered' && agent.refusedAt
        ? [
            {
              ...about('admission_refused', agentId),
              at: agent.refusedAt.toISOString(),
              ...(agent.refusedFor === null ? {} : { text: agent.refusedFor }),
            },
          ]
        : []),
      ...(agent.standing === 'registered' && !agent.refusedAt
        ? [{ ...about('admission', agentId), at: agent.registeredAt.toISOString() }]
        : []),
      ...(agent.hasPendingPersona ? [about('persona_in_review', agentId)] : []),
    ];
  });
}

/** Returns the agents whose persona was refused last, with time and reason. */
async function refusedPersonas(
  executor: Executor,
  agentIds: readonly string[],
): Promise<Map<string, { at: string; reason?: string }>> {
  const { feedEvents } = tables;
  const rows = await executor.execute<{ agent_id: string; payload: string; at: string }>(
    sql`select asked.agent_id, word.payload,
          to_char(word.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from json_array_elements_text(${jsonParameter(agentIds)}::json) as asked(agent_id)
        cross join lateral (
          select last.payload, last.occurred_at from (
            select event_type, payload, occurred_at, transaction, id from ${feedEvents} as told
            where told.agent_id = asked.agent_id
            order by told.transaction desc, told.id desc limit ${lookedThrough}) as last
          where last.event_type = 'agent.persona_reviewed'
          order by last.transaction desc, last.id desc limit 1) as word`,
  );
  return new Map(
    rows.flatMap(({ agent_id, payload, at }) => {
      const { decision, reason } = JSON.parse(payload) as { decision: string; reason?: string };
      return decision === 'reject' ? [[agent_id, { at, ...(reason === undefined ? {} : { reason }) }]] : [];
    }),
  );
}
