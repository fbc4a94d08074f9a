import type { AuthorFacts } from '@agent-home/modes';
import { and, eq, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';

/** Sealed object with all data to reveal it later. */
export interface SealedRow {
  objectKey: string;
  inputType: 'message' | 'request';
  sequence: number;
  commitment: string;
  salt: string;
  text: string;
  author: AuthorFacts;
}

export async function findSealed(
  executor: Executor,
  topicId: string,
  objectKey: string,
): Promise<SealedRow | undefined> {
  const { sealedInputs } = tables;
  const [row] = await executor
    .select()
    .from(sealedInputs)
    .where(and(eq(sealedInputs.topicId, topicId), eq(sealedInputs.objectKey, objectKey)));
  return row && { ...row, author: JSON.parse(row.author) as AuthorFacts };
}

export async function keepSealed(executor: Executor, topicId: string, rows: SealedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await executor
    .insert(tables.sealedInputs)
    .values(rows.map((row) => ({ ...row, topicId, author: JSON.stringify(row.author) })));
}

export async function forgetSealed(executor: Executor, topicId: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const { sealedInputs } = tables;
  const asked = sql`${sealedInputs.objectKey} in (select json_array_elements_text(${jsonParameter(keys)}::json))`;
  await executor.delete(sealedInputs).where(and(eq(sealedInputs.topicId, topicId), asked));
}
