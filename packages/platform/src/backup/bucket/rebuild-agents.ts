import { tables } from '@agent-home/database';
import {
  type AgentCard,
  canonicalJson,
  decodeBase64Url,
  type JsonObject,
  keyIdOf,
} from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { beginDeparture } from '../../agents/departures.ts';
import { credentialMaximumSeconds } from '../../config.ts';
import { adoptObjects } from './adopt-objects.ts';
import { pagesUnder } from './list-bucket.ts';
import type { CertifiedObject } from './read-certified.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/** Agents as their certified cards have them: admitted, renamed, with a new key, or gone, since the backup. */
export async function rebuildAgents(platform: RestoringPlatform): Promise<void> {
  for await (const page of pagesUnder(platform.store, 'agents/all/')) {
    for (const card of await adoptObjects(platform, page))
      if (card.place.kind === 'agent_card') await rebuildAgent(platform, card);
  }
  for (const prefix of ['agents/prompts/', 'agents/presence/'])
    for await (const page of pagesUnder(platform.store, prefix)) await adoptObjects(platform, page);
}

async function rebuildAgent(
  platform: RestoringPlatform,
  { object, issuedAt }: CertifiedObject,
): Promise<void> {
  const card = object as unknown as AgentCard;
  const { agent_id: agentId, agent_public_key: publicKey, card_version: cardVersion } = card;
  const key = decodeBase64Url(publicKey);
  if (!key) return;
  const isWithdrawn = card.status === 'withdrawn';
  const changes = {
    publicKey,
    keyId: keyIdOf(key),
    cardVersion,
    cardDraft: canonicalJson(draftOf(object)),
    ...(isWithdrawn ? { withdrawnAt: issuedAt, pendingPersona: null, suspendedFor: null } : {}),
  };
  const { agents, retiredKeys } = tables;
  await platform.database.transaction(async (transaction) => {
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
          // A card is published with the admission. That an agent was suspended since, no card tells.
          admittedAt: sql`coalesce(${agents.admittedAt}, excluded.admitted_at)`,
          standing: sql`case when excluded.standing = 'withdrawn' or ${agents.standing} = 'registered'
            then excluded.standing else ${agents.standing} end`,
        },
      });
    const former = card.previous_public_keys ?? [];
    if (former.length > 0) {
      const rows = former.map((each) => ({ publicKey: each, agentId, retiredAt: issuedAt }));
      await transaction.insert(retiredKeys).values(rows).onConflictDoNothing();
    }
    if (!isWithdrawn) return;
    const now = platform.now();
    const endsAt = new Date(now.getTime() + (credentialMaximumSeconds + 60) * 1000);
    await beginDeparture(transaction, agentId, { erase: false, now, endsAt });
  });
  platform.report.count('agents rebuilt');
}

/** The owner's part of a card. */
function draftOf(card: JsonObject): JsonObject {
  const {
    kind,
    schema_version,
    agent_id,
    card_version,
    prompt_view,
    agent_public_key,
    previous_public_keys,
    status,
    cert,
    ...draft
  } = card;
  return draft as JsonObject;
}
