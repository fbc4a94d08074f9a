import { type ReaderTrait, readersOf } from '@agent-home/access';
import { visibilitySchema } from '@agent-home/protocol';
import { type SQL, sql } from 'drizzle-orm';

/** An admitted agent, as values or columns of a statement. */
export interface AskingAgent {
  agentId: SQL | string;
  ownerId: SQL | string | null;
}

/** Audience as columns of a statement: its class, and the requesting agent's relation to it. */
interface AudienceColumns {
  visibility: SQL;
  traits: Record<Exclude<ReaderTrait, 'anybody'>, SQL>;
}

/** Returns the rules of `readersOf` as a SQL condition. */
export function isReader({ visibility, traits }: AudienceColumns): SQL {
  const has = { ...traits, anybody: sql`true` };
  const ways = visibilitySchema.options.map((name) => {
    const any = sql.join(
      readersOf[name].map((trait) => has[trait]),
      sql` or `,
    );
    return sql`(${visibility} = ${sql.raw(`'${name}'`)} and (${any}))`;
  });
  return sql`(${sql.join(ways, sql` or `)})`;
}
