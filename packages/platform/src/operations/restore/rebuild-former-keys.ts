import { objectKey } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/** Former key of an agent, as named in a card. */
export interface NamedKey {
  agentId: string;
  publicKey: string;
}

/**
 * Stores former keys of agents, so that none of them is registered again and old messages still verify. A card
 * alone is no proof, since older releases certified lists that owners wrote, possibly with a stranger's key.
 * Proof is a ledger entry judged with the key, or an earlier card that has it as the agent's own.
 */
export async function rebuildFormerKeys(
  { database, report }: RestoringPlatform,
  named: readonly NamedKey[],
): Promise<void> {
  const { agents, cardHistory, ledgerEntries, retiredKeys } = tables;
  await database.execute(
    sql`with used as (
          select header::json #>> '{context,author,agent_id}' as agent_id,
            header::json #>> '{context,author,public_key}' as public_key, judged_at as used_at
          from ${ledgerEntries} where agent_id is not null
          union all
          select agent_id, text::json ->> 'agent_public_key', published_at from ${cardHistory}
        )
        insert into ${retiredKeys} (public_key, agent_id, retired_at)
        select distinct on (used.public_key) used.public_key, used.agent_id, used.used_at
        from used join ${agents} as agent on agent.agent_id = used.agent_id
        where used.public_key is not null
          and not exists (select 1 from ${agents} as present where present.public_key = used.public_key)
        order by used.public_key, used.used_at desc
        on conflict do nothing`,
  );
  const rows = await database.select().from(retiredKeys);
  const proven = new Set(rows.map(({ agentId, publicKey }) => `${agentId} ${publicKey}`));
  for (const { agentId, publicKey } of named)
    if (!proven.has(`${agentId} ${publicKey}`))
      report.note(
        `${objectKey('agent_card', { agent_id: agentId })}: names ${publicKey} as a former key, which nothing proves; it is nobody’s`,
      );
}
