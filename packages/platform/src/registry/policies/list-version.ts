import type { PolicyListChange } from '@agent-home/http-contract';
import { asJson, canonicalJsonBytes, sha256Hex } from '@agent-home/protocol';
import { and, desc, eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { ListedPolicy, ReadPolicy } from '../policy-bundles/read-policies.ts';

/** Names a list of policies by the act that changes it. */
export interface PolicyListName {
  action: 'agent.policies' | 'home.policies';
  target: string;
}

export const homeList: PolicyListName = { action: 'home.policies', target: 'agents' };
export const agentList = (agentId: string): PolicyListName => ({
  action: 'agent.policies',
  target: `agents/${agentId}`,
});

/** Returns the version of a list: equal lists have the same one. */
export function listVersion(policies: readonly (ListedPolicy | ReadPolicy)[]): string {
  const names = policies.map(({ name, version, sha256 }) => ({ name, version, sha256 }));
  return sha256Hex(canonicalJsonBytes(asJson(names)));
}

/** Returns the last change of a list; undefined if it was never changed. */
export async function lastChange(
  executor: Executor,
  { action, target }: PolicyListName,
): Promise<PolicyListChange | undefined> {
  const { adminActs } = tables;
  const [act] = await executor
    .select({ kind: adminActs.actorKind, id: adminActs.actorId, at: adminActs.at })
    .from(adminActs)
    .where(and(eq(adminActs.target, target), eq(adminActs.action, action)))
    .orderBy(desc(adminActs.sequence))
    .limit(1);
  return act && { by: { kind: act.kind, id: act.id }, at: act.at.toISOString() };
}

/**
 * Rejects a change that was made from an earlier list. Call it after the lock of the list. Without an expected version every list is
 * replaced.
 * @throws PlatformError `version_taken`
 */
export async function requireListVersion(
  executor: Executor,
  list: PolicyListName,
  current: readonly ListedPolicy[],
  expected: string | undefined,
): Promise<void> {
  if (expected === undefined || expected === listVersion(current)) return;
  const change = await lastChange(executor, list);
  const who = change ? ` by ${change.by.kind} ${change.by.id} at ${change.at}` : '';
  throw new PlatformError(
    'version_taken',
    `the list was changed${who} after it was read; read it again and repeat the change`,
    { path: 'expected_version' },
  );
}
