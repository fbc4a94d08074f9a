import { eq, type SQL, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { AgentRow } from '../agents/find-agent.ts';
import type { Actor } from '../agents/own-agent.ts';

/** Reader of specs: an owner or an agent of it reads those of the owner, an admin all, and an agent without an owner none. */
export type SpecReader = Actor | { role: 'none' };

/** Returns an agent's view of specs. A suspended or withdrawn agent reads none, like one without an owner. */
export function specReaderOf({ ownerId, standing }: Pick<AgentRow, 'ownerId' | 'standing'>): SpecReader {
  const isActive = standing === 'registered' || standing === 'admitted';
  return isActive && ownerId !== null ? { role: 'owner', ownerId } : { role: 'none' };
}

/** Condition on rows of `spec_names` that this reader may see. */
export function visibleTo(reader: SpecReader): SQL | undefined {
  if (reader.role === 'admin') return undefined;
  return reader.role === 'owner' ? eq(tables.specNames.ownerId, reader.ownerId) : sql`false`;
}
