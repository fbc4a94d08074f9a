import type { KeyPermission } from '@agent-home/access';
import { type Executor, tables } from '@agent-home/database';
import { parseObjectKey } from '@agent-home/protocol';
import { eq, sql } from 'drizzle-orm';
import type { PlatformConfig } from '../config.ts';

/**
 * Records, before the credential leaves, every key that may be judged because of it. A key refused before opens
 * again; what was judged of it stays remembered, so that its old object is not judged a second time.
 */
export async function recordTickets(
  executor: Executor,
  agentId: string,
  permissions: KeyPermission[],
  now: Date,
  config: PlatformConfig,
): Promise<void> {
  const { tickets } = tables;
  const sweepAt = new Date(now.getTime() + config.sweepFirstSeconds * 1000);
  const rows = permissions.flatMap((permission) => {
    if (permission.action !== 'put' || permission.class === 'heartbeat') return [];
    const place = parseObjectKey(permission.key);
    if (place?.kind !== 'topic_message' && place?.kind !== 'topic_request') return [];
    return [
      {
        objectKey: permission.key,
        agentId,
        topicId: place.parts.topic_id,
        purpose: permission.class,
        notAfter: permission.not_after,
        issuedAt: now,
        sweepAt,
      },
    ];
  });
  if (rows.length === 0) return;
  await executor
    .insert(tickets)
    .values(rows)
    .onConflictDoUpdate({
      target: tickets.objectKey,
      set: {
        notAfter: sql`excluded.not_after`,
        issuedAt: sql`excluded.issued_at`,
        sweepAt: sql`excluded.sweep_at`,
        closedAt: null,
      },
      setWhere: eq(tickets.agentId, agentId),
    });
}
