import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';

interface Wish {
  /** Limited resource and its owner, such as `store events of agent ada`; no subject occurs twice. */
  subject: string;
  wanted: number;
  /** The limit for a minute. */
  most: number;
}

/**
 * Rate limiter over all processes, by the database's clock: a fixed window of a minute in one statement, in the caller's
 * transaction. Returns the number that each subject gets: 0 if the minute's tokens are used up. A library with a store of
 * its own could not share the transaction.
 */
export async function consumeTokens(executor: Executor, wishes: Wish[]): Promise<Map<string, number>> {
  if (wishes.length === 0) return new Map();
  const rows = await executor.execute<{ subject: string; taken: number }>(
    sql`insert into ${tables.allowances} as known (subject, minute, taken)
        select subject, date_trunc('minute', now()), wanted
        from json_to_recordset(${jsonParameter(wishes)}::json) as wish(subject text, wanted integer)
        order by subject
        on conflict (subject) do update set minute = greatest(known.minute, excluded.minute),
          taken = case when known.minute >= excluded.minute then known.taken else 0 end + excluded.taken
        returning subject, taken`,
  );
  const taken = new Map(rows.map((row) => [row.subject, row.taken]));
  return new Map(
    wishes.map(({ subject, wanted, most }) => {
      const before = (taken.get(subject) ?? wanted) - wanted;
      return [subject, Math.max(0, Math.min(wanted, most - before))];
    }),
  );
}

/** The author of rows: an agent and, if it has one, its owner. */
interface Maker {
  agentId: string;
  ownerId: string | null;
  wanted: number;
}

/**
 * Consumes tokens of agents and of their owners, so that neither one agent nor many of one owner get more. Returns the number that
 * each agent gets.
 */
export async function consumeSharedTokens(
  executor: Executor,
  what: string,
  makers: readonly Maker[],
  most: { agent: number; owner: number },
): Promise<Map<string, number>> {
  const ofAgent = (agentId: string) => `${what} of agent ${agentId}`;
  const ofOwner = (ownerId: string) => `${what} of owner ${ownerId}`;
  const own = await consumeTokens(
    executor,
    makers.map(({ agentId, wanted }) => ({ subject: ofAgent(agentId), wanted, most: most.agent })),
  );
  const granted = makers.map((maker) => ({ ...maker, wanted: own.get(ofAgent(maker.agentId)) ?? 0 }));
  const sums = new Map<string, number>();
  for (const { ownerId, wanted } of granted)
    if (ownerId !== null) sums.set(ownerId, (sums.get(ownerId) ?? 0) + wanted);
  const left = await consumeTokens(
    executor,
    [...sums].map(([ownerId, wanted]) => ({ subject: ofOwner(ownerId), wanted, most: most.owner })),
  );
  return new Map(
    granted.map(({ agentId, ownerId, wanted }) => {
      if (ownerId === null) return [agentId, wanted];
      const share = Math.min(wanted, left.get(ofOwner(ownerId)) ?? 0);
      left.set(ofOwner(ownerId), (left.get(ofOwner(ownerId)) ?? 0) - share);
      return [agentId, share];
    }),
  );
}
