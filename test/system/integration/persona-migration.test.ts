import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../support/fresh-database.ts';

const migration = new URL(
  '../../../packages/platform/migrations/0013_reviewed_personas.sql',
  import.meta.url,
);
let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test('an old persona on no card waits for review', async () => {
  const sql = postgres(database.url, { max: 1 });
  const draft = (fields: string) =>
    `{"bio":"He said \\"persona\\":{\\"style\\":\\"x\\"},","name":"N",${fields}"personality":{"stable":0}}`;
  // Contains escapes, braces and a NUL, which `jsonb` would reject.
  const persona = String.raw`{"style":"a } \" \u0000 , 好"}`;
  const rows = [
    { id: 'waits', standing: 'registered', draft: draft(`"persona":${persona},`) },
    { id: 'plain', standing: 'registered', draft: draft('') },
    { id: 'lives', standing: 'admitted', draft: draft(`"persona":${persona},`) },
  ];
  for (const { id, standing, draft: text } of rows)
    await sql`insert into agents (agent_id, public_key, key_id, standing, card_draft)
      values (${id}, ${`key ${id}`}, ${`id ${id}`}, ${standing}, ${text})`;
  await sql.unsafe(await readFile(migration, 'utf8'));
  const after = await sql`select agent_id, card_draft, pending_persona from agents order by agent_id`;
  expect([...after]).toEqual([
    { agent_id: 'lives', card_draft: rows[2]?.draft, pending_persona: null },
    { agent_id: 'plain', card_draft: draft(''), pending_persona: null },
    { agent_id: 'waits', card_draft: draft(''), pending_persona: persona },
  ]);
  await sql.end();
});
