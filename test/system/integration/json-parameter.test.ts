import { readdirSync, readFileSync } from 'node:fs';
import { connectDatabase, type DatabaseConnection, jsonParameter } from '@agent-home/platform/database';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../support/fresh-database.ts';

let fresh: TestDatabase;
let connection: DatabaseConnection;
beforeAll(async () => {
  fresh = await freshDatabase();
  connection = connectDatabase(fresh.url, { maxConnections: 1 });
});
afterAll(async () => {
  await connection.close();
  await fresh.drop();
});

const texts = fc.array(
  fc.string({ unit: fc.constantFrom('\u0000', '\\', 'u', '0', '"', 'a', '中', '\u0001', '\n') }),
);

it('no NUL reaches PostgreSQL in a JSON parameter', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      for (const type of ['json', 'jsonb'] as const) {
        const elements = sql.raw(`${type}_array_elements_text`);
        const rows = await connection.database.execute<{ text: string }>(
          sql`select ${elements}(${jsonParameter(given)}::${sql.raw(type)}) as text`,
        );
        expect(rows.map((row) => row.text)).toEqual(given.map((text) => text.replaceAll('\u0000', '\ufffd')));
      }
    }),
    { numRuns: 300 },
  );
});

it('each JSON cast in a statement is of its own parameter', () => {
  const folder = new URL('../../../packages/platform/src/', import.meta.url);
  const direct = /JSON\.stringify\((?:[^()]|\([^()]*\))*\)\}::jsonb?/;
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts')) expect(readFileSync(new URL(file, folder), 'utf8'), file).not.toMatch(direct);
});
