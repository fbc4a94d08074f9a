import type { CertifiedText } from '@agent-home/http-contract';
import { objectKey } from '@agent-home/protocol';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, tables } from '../../database/index.ts';
import { getPage, nameSchema, placeOf } from '../../foundation/text/cursor.ts';
import { publishedTexts } from './published-texts.ts';
import { notShown } from './show-topics.ts';

interface CardShown {
  agentId: string;
  card: CertifiedText;
}

const placeSchema = z.tuple([nameSchema]);
const cardKey = (agentId: string) => objectKey('agent_card', { agent_id: agentId });

/** Returns the cards of admitted agents as they are in the bucket, by id. Other agents have none here. */
export async function certifiedCards(
  database: Database,
  query: { cursor?: string | undefined; limit: number },
): Promise<{ items: CardShown[]; next_cursor?: string }> {
  const { agents, publishedObjects } = tables;
  const after = placeOf(placeSchema, query.cursor);
  const rows = await database
    .select({ agentId: agents.agentId })
    .from(agents)
    .where(
      and(
        eq(agents.standing, 'admitted'),
        after && gt(agents.agentId, after[0]),
        sql`exists (select 1 from ${publishedObjects} as known where known.confirmed_text is not null
          and known.object_key = 'agents/all/' || ${agents.agentId} || '.json')`,
      ),
    )
    .orderBy(asc(agents.agentId))
    .limit(query.limit + 1);
  const { shown, ...next } = getPage(rows, query.limit, ({ agentId }) => [agentId]);
  const texts = await publishedTexts(
    database,
    shown.map(({ agentId }) => cardKey(agentId)),
  );
  const items = shown.flatMap(({ agentId }) => {
    const card = texts.get(cardKey(agentId));
    return card ? [{ agentId, card }] : [];
  });
  return { items, ...next };
}

/** Returns one card. @throws PlatformError `not_found`, the same for a missing agent and for one that is not admitted */
export async function certifiedCard(database: Database, agentId: string): Promise<CertifiedText> {
  const { agents } = tables;
  const key = cardKey(agentId);
  const isAdmitted = sql`exists (select 1 from ${agents}
    where ${agents.agentId} = ${agentId} and ${agents.standing} = 'admitted')`;
  const card = (await publishedTexts(database, [key], isAdmitted)).get(key);
  if (!card) throw notShown();
  return card;
}
