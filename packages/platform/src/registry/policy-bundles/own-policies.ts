import { objectKey } from '@agent-home/protocol';
import type { Executor } from '../../database/index.ts';
import { newestBodies } from '../../publication/outbox/newest-body.ts';
import { newestSchema } from './compile-bundles.ts';
import type { ListedPolicy } from './read-policies.ts';

/** Returns the policies of an agent's own list, from its newest bundle. */
export async function ownPolicies(executor: Executor, agentId: string): Promise<ListedPolicy[]> {
  const [newest] = await newestBodies(executor, [objectKey('policy_bundle', { agent_id: agentId })]);
  if (newest === undefined) return [];
  return newestSchema.parse(newest.body).policies.filter(({ bound_by }) => bound_by === 'owner');
}
