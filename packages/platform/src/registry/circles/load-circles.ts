import type { CircleFacts } from '@agent-home/access';
import { sql } from 'drizzle-orm';
import { type Database, jsonParameter, tables } from '../../database/index.ts';
import { createBatcher } from '../../foundation/concurrency/batcher.ts';
import type { FindHead } from '../../publication/outbox/published-heads.ts';
import { type CircleRow, getApproval, manifestKey } from './circle-policy.ts';

/** Circle from the view of one agent. */
export interface CircleForAgent {
  facts: CircleFacts;
  policyVersion: number;
  /** Seconds until a request expires. */
  expiresSeconds: number;
}

interface CircleStanding {
  role: CircleFacts['role'];
  invited: boolean;
  removed: boolean;
}

interface Asked {
  circleId: string;
  agentId: string;
}

export type FindCircle = (asked: Asked) => Promise<CircleForAgent | undefined>;

/** Reads circles from the database for each request; simultaneous requests share a statement. */
export function createCircleFinder(database: Database): FindCircle {
  return createBatcher(async (asked: Asked[]) => {
    const [circles, standings] = await Promise.all([
      findCircles(database, asked),
      findCircleStandings(database, asked),
    ]);
    return asked.map(({ circleId }, position) => {
      const circle = circles.get(circleId);
      return circle && describeCircle(circle, standings.get(position) ?? stranger);
    });
  });
}

/** Loads the circles that exist and whose manifest is in the bucket; others grant no access yet. */
export async function loadCirclesForAgent(
  findCircle: FindCircle,
  findHead: FindHead,
  agentId: string,
  circleIds: string[],
): Promise<Map<string, CircleForAgent>> {
  const found = await Promise.all(
    circleIds.map(async (circleId) => {
      const [circle, manifest] = await Promise.all([
        findCircle({ circleId, agentId }),
        findHead(manifestKey(circleId)),
      ]);
      return circle && manifest ? [[circleId, circle] as const] : [];
    }),
  );
  return new Map(found.flat());
}

const stranger: CircleStanding = { role: undefined, invited: false, removed: false };

function describeCircle(circle: CircleRow, { role, invited, removed }: CircleStanding): CircleForAgent {
  const { roles, expires_seconds: expiresSeconds } = getApproval(circle);
  const facts: CircleFacts = {
    circle_id: circle.circleId,
    listed: circle.listed,
    membership_mode: circle.membershipMode,
    decider_roles: roles,
    role,
    invited: invited && role === undefined,
    removed,
  };
  return { facts, policyVersion: circle.policyVersion, expiresSeconds };
}

async function findCircles(database: Database, asked: Asked[]): Promise<Map<string, CircleRow>> {
  const { circles } = tables;
  const ids = jsonParameter([...new Set(asked.map(({ circleId }) => circleId))]);
  const rows = await database
    .select()
    .from(circles)
    .where(sql`${circles.circleId} in (select jsonb_array_elements_text(${ids}::jsonb))`);
  return new Map(rows.map((row) => [row.circleId, row]));
}

async function findCircleStandings(database: Database, asked: Asked[]): Promise<Map<number, CircleStanding>> {
  const { circleInvitations, circleMembers } = tables;
  const pairs = jsonParameter(
    asked.map(({ circleId, agentId }, position) => ({ position, circle_id: circleId, agent_id: agentId })),
  );
  const rows = await database.execute<{
    position: number;
    role: 'member' | 'mod' | 'admin' | null;
    departure: 'left' | 'removed' | null;
    is_member: boolean;
    invited: boolean;
  }>(
    sql`select asked.position, ${circleMembers.role} as role, ${circleMembers.departure} as departure,
          ${circleMembers.agentId} is not null and ${circleMembers.leftAt} is null as is_member,
          ${circleInvitations.agentId} is not null as invited
        from jsonb_to_recordset(${pairs}::jsonb) as asked(position integer, circle_id text, agent_id text)
        left join ${circleMembers} on ${circleMembers.circleId} = asked.circle_id
          and ${circleMembers.agentId} = asked.agent_id
        left join ${circleInvitations} on ${circleInvitations.circleId} = asked.circle_id
          and ${circleInvitations.agentId} = asked.agent_id`,
  );
  return new Map(
    rows.map(({ position, role, departure, is_member: isMember, invited }) => [
      position,
      { role: isMember ? (role ?? undefined) : undefined, invited, removed: departure === 'removed' },
    ]),
  );
}
