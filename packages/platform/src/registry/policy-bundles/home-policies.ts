import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import { asc, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import type { ListedPolicy, ReadPolicy } from './read-policies.ts';

/**
 * Locks the list of the home against changes until the commit. Each change of a bundle reads it after this lock, so that no bundle
 * lacks a policy that was bound at the same time. Take it before the row of an agent.
 */
export async function lockHomePolicies(executor: Executor, mode: 'read' | 'change'): Promise<void> {
  const lock = mode === 'change' ? sql`share row exclusive` : sql`share`;
  await executor.execute(sql`lock table ${tables.homePolicies} in ${lock} mode`);
}

/** Returns the policies that admins bound to all agents, in the order of their list. */
export async function homePolicies(executor: Executor): Promise<ListedPolicy[]> {
  const rows = await executor.select().from(tables.homePolicies).orderBy(asc(tables.homePolicies.position));
  return rows.map(({ position: _, spec, ...policy }) => ({
    ...policy,
    spec: JSON.parse(spec) as JsonObject,
    bound_by: 'admin',
  }));
}

/** Replaces the policies of all agents, after `lockHomePolicies`. */
export async function replaceHomePolicies(
  executor: Executor,
  policies: readonly ReadPolicy[],
): Promise<void> {
  await executor.delete(tables.homePolicies);
  if (policies.length === 0) return;
  await executor.insert(tables.homePolicies).values(
    policies.map(({ spec, ...policy }, position) => ({
      ...policy,
      position,
      spec: canonicalJson(spec),
    })),
  );
}
