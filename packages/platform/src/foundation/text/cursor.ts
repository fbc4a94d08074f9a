import { z } from 'zod';
import { PlatformError } from '../errors/platform-error.ts';

/** Returns the cursor of a page: the sort key of its last row, opaque to callers. A forged one grants no additional access. */
export function getCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** @throws PlatformError `invalid_input` */
export function placeOf<Place extends z.ZodType>(
  schema: Place,
  cursor: string | undefined,
): z.infer<Place> | undefined {
  if (cursor === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new PlatformError(
      'invalid_input',
      'the cursor does not belong to this list; read the list without it',
      { path: 'cursor' },
    );
  }
}

/** Creates a page from rows. There is one row more than a page has if another page follows. */
export function getPage<Row>(
  rows: Row[],
  limit: number,
  placeOfRow: (row: Row) => readonly (string | number)[],
): { shown: Row[]; next_cursor?: string } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return rows.length > limit && last ? { shown, next_cursor: getCursor(placeOfRow(last)) } : { shown };
}

/** Parts of a cursor. They accept only values that PostgreSQL can compare with stored ones. */
export { momentSchema } from '@agent-home/http-contract';
export const nameSchema = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u);
export const numberSchema = z.int().min(0).max(2_147_483_647);
export const serialSchema = z.int().min(0);
