import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/**
 * A long statement that differs in one parameter alone, made into text once: to put it together anew for every
 * request would keep this process busy for as long as the database is with it.
 */
export function compiled(build: (parameter: SQL) => SQL): (parameter: string) => SQL {
  const { sql: text, params } = new PgDialect().sqlToQuery(build(sql`${'the parameter'}`));
  const [before, after, ...more] = text.split('$1');
  if (params.length !== 1 || before === undefined || after === undefined || more.length > 0)
    throw new Error('a compiled statement has one parameter, in one place');
  return (parameter) => sql`${sql.raw(before)}${parameter}${sql.raw(after)}`;
}
