import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';

/** Time that PostgreSQL can store as well. */
export const momentSchema = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((text) => isYear(new Date(text).getUTCFullYear()), {
    message: 'has to be a time in the years 1 to 9999',
  });

function isYear(year: number): boolean {
  return year >= 1 && year <= 9_999;
}

/** Names of the agents in a response, by id. They come from the newest certified cards, and are untrusted like those. */
export const namesShape = { names: z.record(z.string(), z.string()).optional() };

/** Query members of every list. */
export const pagingShape = {
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};

/** Search in a list: a part of a name, of a title, or of an id. */
export const soughtShape = { q: z.string().trim().min(1).max(100).optional() };

/** Query of lists in the office without filters. */
export const officePageQuerySchema = z.object(pagingShape);

/** Paging of lists for agents: the ids after this one. */
export const pageAfterQuerySchema = z.object({
  after: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** Returns the schema of a page of a list; the last page has no `next_cursor`. */
export function getPage<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().optional(), ...namesShape });
}

export interface Page<Item> {
  items: Item[];
  next_cursor?: string | undefined;
}
