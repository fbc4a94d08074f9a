import { z } from 'zod';

const placeholder = /\{\{\s*([a-z][A-Za-z0-9]*)\s*((?:\|[^|{}]*)*)\}\}/g;

const filterSchema = z.union([
  z.tuple([z.literal('first'), z.coerce.number().int().min(1)]),
  z.tuple([z.literal('or'), z.string()]),
  z.tuple([z.enum(['line', 'number'])]),
]);
/** Filters: `first:80` characters, `or:TEXT` as a default for empty text, `line` joins lines, `number` returns a number. */
export type Filter = z.infer<typeof filterSchema>;

export interface Placeholder {
  name: string;
  /** Filters as written, for error messages. */
  filters: string[];
  begin: number;
  end: number;
}

/** Returns the placeholders `{{name}}` and `{{name|first:80}}` in a text. */
export function placeholdersIn(text: string): Placeholder[] {
  return [...text.matchAll(placeholder)].map(({ index, 0: all, 1: name = '', 2: filters = '' }) => ({
    name,
    filters: filters.split('|').slice(1),
    begin: index,
    end: index + all.length,
  }));
}

/** Returns undefined if there is no such filter. */
export function readFilter(text: string): Filter | undefined {
  const [, name, argument] = /^\s*([a-z]+)\s*(?::([\s\S]*))?$/.exec(text) ?? [];
  const filter = argument === undefined ? [name] : [name, argument];
  return filterSchema.safeParse(filter).data;
}
