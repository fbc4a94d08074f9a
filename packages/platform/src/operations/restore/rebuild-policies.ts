import type { JsonObject, PolicyBundle } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { lockHomePolicies, replaceHomePolicies } from '../../registry/policy-bundles/home-policies.ts';
import type { CertifiedObject } from './read-certified.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/**
 * Takes the policies of all agents from the bundle that was certified last, if it is newer than the backup. The policies of one agent
 * need no rows: its newest bundle has them.
 */
export async function rebuildHomePolicies(
  platform: RestoringPlatform,
  bundles: readonly CertifiedObject[],
): Promise<void> {
  const newestFirst = bundles.toSorted((one, other) => other.issuedAt.getTime() - one.issuedAt.getTime());
  for (const { object } of newestFirst) {
    // Verified against the schema of its kind when it was read.
    const { agent_id: agentId, policies } = object as unknown as PolicyBundle;
    // The bundle of a withdrawn agent is empty.
    if (!(await isPresent(platform, agentId))) continue;
    const ofHome = policies
      .filter(({ bound_by }) => bound_by === 'admin')
      .map(({ name, version, sha256, spec }) => ({ name, version, sha256, spec: spec as JsonObject }));
    await platform.database.transaction(async (transaction) => {
      await lockHomePolicies(transaction, 'change');
      await replaceHomePolicies(transaction, ofHome);
    });
    platform.report.count('policies of the home rebuilt', ofHome.length);
    return;
  }
}

async function isPresent({ database }: RestoringPlatform, agentId: string): Promise<boolean> {
  const { agents } = tables;
  const [row] = await database
    .select({ standing: agents.standing })
    .from(agents)
    .where(eq(agents.agentId, agentId));
  return row !== undefined && row.standing !== 'withdrawn';
}
