import { sessionSeconds } from '@agent-home/object-store';
import { type AgentCard, decodeBase64Url, keyIdOf } from '@agent-home/protocol';
import { eq, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { beginDeparture } from '../../judging/agents/begin-departure.ts';
import { draftColumns } from '../../registry/agents/stored-draft.ts';
import { adoptObjects } from './adopt-objects.ts';
import { pagesUnder } from './list-bucket.ts';
import type { CertifiedObject } from './read-certified.ts';
import { rebuildApprovals } from './rebuild-approvals.ts';
import type { NamedKey } from './rebuild-former-keys.ts';
import { rebuildHomePolicies } from './rebuild-policies.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/**
 * Updates agents to their certified cards, which may be newer than the backup. Returns the former keys that the cards name:
 * `rebuildFormerKeys` decides which of them to trust.
 */
export async function rebuildAgents(platform: RestoringPlatform): Promise<NamedKey[]> {
  const named: NamedKey[] = [];
  for await (const page of pagesUnder(platform.store, 'agents/all/')) {
    for (const card of await adoptObjects(platform, page))
      if (card.place.kind === 'agent_card') named.push(...(await rebuildAgent(platform, card)));
  }
  const bundles: CertifiedObject[] = [];
  for (const prefix of ['agents/prompts/', 'agents/presence/'])
    for await (const page of pagesUnder(platform.store, prefix)) {
      const found = await adoptObjects(platform, page);
      await rebuildApprovals(platform, found);
      bundles.push(...found.filter(({ place }) => place.kind === 'policy_bundle'));
    }
  await rebuildHomePolicies(platform, bundles);
  return named;
}

async function rebuildAgent(
  platform: RestoringPlatform,
  { object, issuedAt }: CertifiedObject,
): Promise<NamedKey[]> {
  // Verified against the schema of its kind when it was read.
  const card = object as unknown as AgentCard;
  const { agent_id: agentId, agent_public_key: publicKey, card_version: cardVersion } = card;
  const key = decodeBase64Url(publicKey);
  if (!key) return [];
  const isWithdrawn = card.status === 'withdrawn';
  const changes = {
    publicKey,
    keyId: keyIdOf(key),
    cardVersion,
    ...draftColumns(card),
    ...(isWithdrawn ? { withdrawnAt: issuedAt, pendingPersona: null, suspendedFor: null } : {}),
  };
  const { agents, retiredKeys } = tables;
  await platform.database.transaction(async (transaction) => {
    const [before] = await transaction
      .select({ publicKey: agents.publicKey })
      .from(agents)
      .where(eq(agents.agentId, agentId));
    await transaction
      .insert(agents)
      .values({
        agentId,
        ...changes,
        standing: isWithdrawn ? 'withdrawn' : 'admitted',
        registeredAt: issuedAt,
        admittedAt: issuedAt,
      })
      .onConflictDoUpdate({
        target: agents.agentId,
        set: {
          ...changes,
          // A card is published at admission, so its agent is admitted. Cards do not contain suspensions.
          admittedAt: sql`coalesce(${agents.admittedAt}, excluded.admitted_at)`,
          standing: sql`case when excluded.standing = 'withdrawn' or ${agents.standing} = 'registered'
            then excluded.standing else ${agents.standing} end`,
        },
      });
    // The backup knew another key, so the key was rotated since.
    if (before && before.publicKey !== publicKey)
      await transaction
        .insert(retiredKeys)
        .values({ publicKey: before.publicKey, agentId, retiredAt: issuedAt })
        .onConflictDoNothing();
    if (!isWithdrawn) return;
    const now = platform.now();
    const endsAt = new Date(now.getTime() + (sessionSeconds.most + 60) * 1000);
    await beginDeparture(transaction, agentId, { erase: false, now, endsAt });
  });
  platform.report.count('agents rebuilt');
  return (card.previous_public_keys ?? []).map((each) => ({ agentId, publicKey: each }));
}
