import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

const canary = 'what-somebody-said-in-private';

/** Errors as thrown by the drivers and drizzle. */
function failures(): Error[] {
  const refusal = Object.assign(new Error(`invalid input syntax for type integer: "${canary}"`), {
    name: 'PostgresError',
    severity: 'ERROR',
    code: '22P02',
    detail: `Key (name)=(${canary}) exists`,
    where: `unnamed portal parameter $1 = '${canary}'`,
    query: `select '${canary}'`,
    parameters: [canary],
    table_name: 'topics',
  });
  const query = `select * from topics where note = '${canary}'\nand x = $1`;
  const statement = new DrizzleQueryError(query, [canary], refusal);
  return [
    refusal,
    statement,
    new Error('outside', { cause: statement }),
    new AggregateError([statement, refusal], 'several'),
    new DrizzleQueryError(query, [canary]),
  ];
}

test('no statement or parameter reaches a log in any way', () => {
  const lines: string[] = [];
  const log = createLogger('trace', 'test', { write: (line: string) => void lines.push(line) });
  for (const error of failures()) {
    for (const logger of [log, log.child({ request: 1 }), log.child({ err: error })]) {
      logger.error({ err: error }, 'it failed');
      logger.error({ err: error });
      logger.error({ err: error }, error.message);
      logger.error(error);
      logger.error(error, error.message);
      logger.warn({ error, cause: error }, 'under other names');
      logger.warn('in a message: %s %o', error, error);
    }
  }
  expect(lines).toHaveLength(failures().length * 3 * 7);
  for (const line of lines) {
    expect(line).not.toContain(canary);
    expect(line).not.toContain('select');
  }
  const [first = ''] = lines;
  expect(JSON.parse(first)).toMatchObject({
    msg: 'it failed',
    err: { type: 'PostgresError', code: '22P02', table: 'topics', message: 'PostgreSQL refused it (22P02)' },
  });
  expect(first).toContain('logger.test.ts');
});

test('reports other errors unchanged', () => {
  const lines: string[] = [];
  const log = createLogger('info', 'test', { write: (line: string) => void lines.push(line) });
  log.info('plain %s', 'text');
  log.error({ err: new Error('the bucket is away', { cause: new TypeError('fetch failed') }) });
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'plain text' },
    {
      msg: 'the bucket is away',
      err: { message: 'the bucket is away', cause: { type: 'TypeError', message: 'fetch failed' } },
    },
  ]);
});
