import { z } from 'zod';

/** Schema of a list with at least one entry. */
export function nonEmpty<Entry extends z.ZodType>(entry: Entry) {
  return z.tuple([entry], entry);
}
