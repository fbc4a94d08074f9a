import { z } from 'zod';
import { isJsonPath } from '../patterns/json-path.ts';
import { parseLike } from '../patterns/parse-like.ts';

/** Accepts one item or several. */
export function oneOrMore<Item extends z.ZodType>(item: Item) {
  return z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(item).min(1));
}

const text = z.string().min(1).max(10_000);

const likeSchema = text.transform((pattern, context) => {
  const segments = parseLike(pattern);
  if (typeof segments !== 'string') return segments;
  context.addIssue({ code: 'custom', message: `"${pattern}" is not valid: ${segments}` });
  return z.NEVER;
});

const valueName = z
  .string()
  .regex(
    /^[a-z][A-Za-z0-9]*$/,
    'the name of a value needs letters and digits, beginning with a lower-case letter',
  );

const jsonPath = text.refine(isJsonPath, 'the path is not valid: use the form messages[-1].author');

export const patternShape = {
  /** At least one of these occurs in the text. */
  contains: oneOrMore(text).optional(),
  /** No such text occurs. */
  lacks: oneOrMore(text).optional(),
  /** The text matches at least one of these patterns, with names for the parts between. */
  like: oneOrMore(likeSchema).optional(),
  /** The text is or contains JSON with a value at each of these paths. */
  json: z.record(valueName, jsonPath).optional(),
  ignoreCase: z.boolean().default(false),
};

const asPattern = (value: unknown) => (typeof value === 'string' ? { contains: value } : value);

/** Pattern. A plain string is short for `contains`. */
export const patternSchema = z.preprocess(asPattern, z.strictObject(patternShape));
export type Pattern = z.infer<typeof patternSchema>;

/** Pattern of a tool result. A plain string is the tool's name. */
export const resultPatternSchema = z.preprocess(
  (value) => (typeof value === 'string' ? { tool: value } : value),
  z.strictObject({ tool: text.default('*'), ...patternShape }),
);
export type ResultPattern = z.infer<typeof resultPatternSchema>;
