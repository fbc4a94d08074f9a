import { joinApprovalDenial, joinRequestDenial } from '@agent-home/access';
import { sql } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import { mayAskAgainAt, undecidedBy } from '../../judging/circles/join-keys.ts';
import { createHeadFinder } from '../../publication/outbox/published-heads.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { openRequest } from '../../registry/circles/join-situation.ts';
import {
  type CircleForAgent,
  createCircleFinder,
  loadCirclesForAgent,
} from '../../registry/circles/load-circles.ts';

export interface CircleListing {
  circle_id: string;
  name: string;
  membership_mode: string;
  listed: boolean;
  /** Null for agents that are not members. */
  role: string | null;
  invited: boolean;
  /** For each: `yes`, or the code of the denial that its grant would get now. */
  may: { join: string; decide: string };
}

/** Lists circles that this agent may know, in order of their ids: the listed ones, its own, and those that invite it. */
export async function listCircles(
  database: Database,
  agent: AgentRow,
  page: { after?: string | undefined; limit: number },
  now: Date,
): Promise<{ circles: CircleListing[]; next?: string }> {
  if (agent.standing !== 'admitted') return { circles: [] };
  const { circleInvitations, circleMembers, circles } = tables;
  const { agentId } = agent;
  const rows = await database
    .select({ circleId: circles.circleId, name: circles.name })
    .from(circles)
    .where(
      sql`${circles.circleId} > ${page.after ?? ''} and (${circles.listed}
        or exists (select 1 from ${circleMembers} where ${circleMembers.circleId} = ${circles.circleId}
          and ${circleMembers.agentId} = ${agentId} and ${circleMembers.leftAt} is null)
        or exists (select 1 from ${circleInvitations}
          where ${circleInvitations.circleId} = ${circles.circleId} and ${circleInvitations.agentId} = ${agentId}))`,
    )
    .orderBy(circles.circleId)
    .limit(page.limit + 1);
  const shown = rows.slice(0, page.limit);
  const ids = shown.map(({ circleId }) => circleId);
  const known = await loadCirclesForAgent(
    createCircleFinder(database),
    createHeadFinder(database),
    agentId,
    ids,
  );
  const last = shown.at(-1);
  const listed = await Promise.all(
    shown.map(async ({ circleId, name }): Promise<CircleListing[]> => {
      const circle = known.get(circleId);
      if (!circle) return [];
      const { membership_mode, listed, role, invited } = circle.facts;
      const [join, decide] = await Promise.all([
        mayJoin(database, circle, agentId, now),
        mayDecide(database, circle, agentId, now),
      ]);
      const standing = { role: role ?? null, invited, may: { join, decide } };
      return [{ circle_id: circleId, name, membership_mode, listed, ...standing }];
    }),
  );
  return {
    circles: listed.flat(),
    ...(rows.length > page.limit && last ? { next: last.circleId } : {}),
  };
}

async function mayJoin(
  database: Database,
  circle: CircleForAgent,
  agentId: string,
  now: Date,
): Promise<string> {
  const denial = joinRequestDenial(circle.facts);
  if (denial) return denial.denied;
  const [open, again] = await Promise.all([
    openRequest(database, circle.facts.circle_id, agentId),
    circle.facts.invited ? undefined : mayAskAgainAt(database, { circle, agentId }),
  ]);
  if (open?.status === 'pending') return 'already_requested';
  return !open && again && again > now ? 'rejected_recently' : 'yes';
}

async function mayDecide(
  database: Database,
  circle: CircleForAgent,
  agentId: string,
  now: Date,
): Promise<string> {
  const denial = joinApprovalDenial(circle.facts);
  if (denial) return denial.denied;
  const waiting = await undecidedBy(database, circle.facts.circle_id, agentId, now);
  return waiting.length === 0 ? 'nothing_to_decide' : 'yes';
}
