import type { CircleItem, CircleView, circleListQuerySchema, Page } from '@agent-home/http-contract';
import { objectKey } from '@agent-home/protocol';
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, tables } from '../../database/index.ts';
import { getPage, nameSchema, placeOf } from '../../foundation/text/cursor.ts';
import { getApproval } from '../../registry/circles/circle-policy.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import {
  canSeeCircle,
  isInside,
  visibleCircle,
  visibleCirclesAfter,
} from '../../registry/visibility/visible-circle.ts';
import { publishedTexts } from './published-texts.ts';
import { notShown } from './show-topics.ts';

const placeSchema = z.tuple([nameSchema]);

/** Lists circles that a viewer may know, by id. */
export async function showCircles(
  database: Database,
  viewer: Viewer,
  query: z.infer<typeof circleListQuerySchema>,
): Promise<Page<CircleItem>> {
  const after = placeOf(placeSchema, query.cursor);
  const where = visibleCirclesAfter(viewer, after?.[0] ?? '', query.limit + 1);
  const rows = await selectCircles(database, viewer, where, query.limit + 1);
  const { shown, ...next } = getPage(rows, query.limit, ({ circle }) => [circle.circleId]);
  return { items: shown.map(circleItem), ...next };
}

async function selectCircles(database: Database, viewer: Viewer, where: SQL, limit: number) {
  const { circleMembers, circles, publishedObjects } = tables;
  const manifestKey = sql`'circles/' || ${circles.circleId} || '/manifest.json'`;
  return database
    .select({
      circle: circles,
      members: sql<number>`(select count(*)::integer from ${circleMembers} as joined
        where joined.circle_id = ${circles.circleId} and joined.left_at is null)`,
      isInside: sql<boolean>`${isInside(viewer)}`,
    })
    .from(circles)
    .innerJoin(publishedObjects, eq(publishedObjects.objectKey, manifestKey))
    .where(where)
    .orderBy(asc(circles.circleId))
    .limit(limit);
}

function circleItem({ circle, members }: Awaited<ReturnType<typeof selectCircles>>[number]): CircleItem {
  return {
    circle_id: circle.circleId,
    name: circle.name,
    description: circle.description,
    membership_mode: circle.membershipMode,
    listed: circle.listed,
    owner_id: circle.ownerId,
    members,
  };
}

/** @throws PlatformError `not_found` */
export async function showCircle(database: Database, viewer: Viewer, circleId: string): Promise<CircleView> {
  const { circles } = tables;
  const key = objectKey('circle_manifest', { circle_id: circleId });
  const where = and(eq(circles.circleId, circleId), visibleCircle(viewer)) as SQL;
  const [[row], texts] = await Promise.all([
    selectCircles(database, viewer, where, 1),
    publishedTexts(database, [key], canSeeCircle(viewer, circleId)),
  ]);
  const manifest = texts.get(key);
  if (!row || !manifest) throw notShown();
  const decides =
    viewer.role === 'admin' || (viewer.role === 'owner' && viewer.ownerId === row.circle.ownerId);
  const [members, pending] = await Promise.all([
    row.isInside ? collectMembers(database, viewer, circleId) : [],
    decides ? pendingIn(database, circleId) : undefined,
  ]);
  return { circle: circleItem(row), manifest, members, ...(pending ? { pending } : {}) };
}

async function collectMembers(
  database: Database,
  viewer: Viewer,
  circleId: string,
): Promise<CircleView['members']> {
  const { circleMembers } = tables;
  const rows = await database
    .select({ agent_id: circleMembers.agentId, role: circleMembers.role, joinedAt: circleMembers.joinedAt })
    .from(circleMembers)
    .where(
      and(
        eq(circleMembers.circleId, circleId),
        isNull(circleMembers.leftAt),
        canSeeCircle(viewer, circleId, isInside),
      ),
    )
    .orderBy(asc(circleMembers.agentId));
  return rows.map(({ joinedAt, ...member }) => ({ ...member, joined_at: joinedAt.toISOString() }));
}

async function pendingIn(database: Database, circleId: string): Promise<NonNullable<CircleView['pending']>> {
  const { circleJoinApprovals: approvals, circleJoinRequests: requests } = tables;
  const rows = await database
    .select({
      request: requests,
      approvals: sql<number>`(select count(*)::integer from ${approvals} as word
        where word.circle_id = ${requests.circleId} and word.request_id = ${requests.requestId}
          and word.decision = 'approve')`,
      rules: tables.circles.approval,
    })
    .from(requests)
    .innerJoin(tables.circles, eq(tables.circles.circleId, requests.circleId))
    .where(and(eq(requests.circleId, circleId), eq(requests.status, 'pending')))
    .orderBy(asc(requests.requestId));
  return rows.map(({ request, approvals: approved, rules }) => ({
    request_id: request.requestId,
    agent_id: request.agentId,
    ...(request.note === null ? {} : { note: request.note }),
    requested_at: request.createdAt.toISOString(),
    ...(request.expiresAt === null ? {} : { expires_at: request.expiresAt.toISOString() }),
    approvals: approved,
    required: getApproval({ approval: rules }).required,
  }));
}
