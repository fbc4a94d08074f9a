import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/**
 * Makes the text of a long statement with one parameter once and not for every request: to build it takes this process
 * as long as the database takes to run it.
 */
export function compiled(build: (parameter: SQL) => SQL): (parameter: string) => SQL {
  const { sql: text, params } = new PgDialect().sqlToQuery(build(sql`${'the parameter'}`));
  const [before, after, ...more] = text.split('$1');
  if (params.length !== 1 || before === undefined || after === undefined || more.length > 0)
    throw new Error('a compiled statement has one parameter, in one place');
  return (parameter) => sql`${sql.raw(before)}${parameter}${sql.raw(after)}`;
}
