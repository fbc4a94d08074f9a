import { allRoutes } from '@agent-home/http-contract';
import { tables } from '@agent-home/platform/database';
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { TestHome } from '../../../support/start-home.ts';

/** Texts by the place that they were found in. */
export type Sinks = Record<string, string>;

/** Values of the path parameters, by their names in the OpenAPI document. */
export type Parameters = Record<string, readonly string[]>;

const rowSchema = z.record(z.string(), z.unknown());

/** Returns every row of every table, as JSON and with the values as they are. */
export async function readTables(home: Pick<TestHome, 'open'>): Promise<Sinks> {
  const { database } = home.open.platform;
  const sinks: Sinks = {};
  const names = z
    .array(z.object({ table_name: z.string() }))
    .parse([
      ...(await database.execute(
        sql`select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
      )),
    ]);
  for (const { table_name: name } of names) {
    const rows = await database.execute<{ text: string }>(
      sql`select row_to_json(t)::text as text from ${sql.identifier(name)} t`,
    );
    sinks[`table ${name}`] = rows.map(({ text }) => `${text}\n${decodeRow(text)}`).join('\n');
  }
  for (const table of Object.values(tables))
    if (is(table, PgTable) && sinks[`table ${getTableName(table)}`] === undefined)
      throw new Error(`table ${getTableName(table)} was not read`);
  return sinks;
}

/** Returns the values of a row as they are: JSON in a column would otherwise be escaped once more, and bytes be hexadecimal. */
function decodeRow(text: string): string {
  return Object.values(rowSchema.parse(JSON.parse(text)))
    .map((value) => {
      if (typeof value !== 'string') return JSON.stringify(value);
      return /^\\x(?:[0-9a-f]{2})*$/.test(value) ? Buffer.from(value.slice(2), 'hex').toString() : value;
    })
    .join('\n');
}

/** Returns every object of the bucket with its key. */
export async function readBucket(home: Pick<TestHome, 'open'>): Promise<Sinks> {
  const { store } = home.open.platform;
  const texts: string[] = [];
  for (let after: string | undefined, isLast = false; !isLast; ) {
    const page = await store.list('', after === undefined ? {} : { after });
    for (const { key } of page.objects) {
      const { bytes } = await store.get(key, { maxBytes: 16 * 1024 ** 2, timeoutMs: 10_000 });
      texts.push(`${key}\n${Buffer.from(bytes).toString()}`);
    }
    after = page.next;
    isLast = after === undefined;
  }
  return { bucket: texts.join('\n') };
}

/** Headers of a request to a path, for each viewer. */
export type Viewers = Readonly<Record<string, (path: string) => Record<string, string>>>;

/** Returns the path of each route that can be read, with each combination of the parameters. */
export function readablePaths(values: Parameters): string[] {
  return allRoutes.flatMap(({ method, path }) => (method === 'GET' ? fill(path, values) : []));
}

function fill(path: string, values: Parameters): string[] {
  const [whole, name = ''] = /:([a-z_]+)/.exec(path) ?? [];
  if (whole === undefined) return [path];
  return (values[name] ?? []).flatMap((value) =>
    fill(path.replace(whole, encodeURIComponent(value)), values),
  );
}

/** Returns every response to each viewer. Streams are not read: they repeat numbers and entries of other responses. */
export async function readResponses(
  { url }: Pick<TestHome, 'url'>,
  paths: readonly string[],
  viewers: Viewers,
): Promise<Sinks> {
  const sinks: Sinks = {};
  for (const [viewer, headersOf] of Object.entries(viewers)) {
    const texts: string[] = [];
    for (const path of paths) {
      const response = await fetch(`${url}${path}`, { headers: headersOf(path), redirect: 'manual' });
      texts.push(`${path} ${response.status} ${JSON.stringify([...response.headers])}`);
      if (response.headers.get('content-type')?.startsWith('text/event-stream'))
        await response.body?.cancel();
      else texts.push(await response.text());
    }
    sinks[`responses to ${viewer}`] = texts.join('\n');
  }
  return sinks;
}
