import { z } from 'zod';
import { oneOrMore, patternSchema, resultPatternSchema } from './pattern-schema.ts';

const name = z.string().min(1).max(200);
const count = z.int().min(0).max(1_000_000);

const countSchema = z.preprocess(
  (value) => (typeof value === 'number' ? { from: value, to: value } : value),
  z.strictObject({ from: count.default(0), to: count.optional() }),
);

/** Conditions on a request; all must hold. */
export const whenSchema = z.strictObject({
  /** Matches any of these; `*` matches any text. */
  model: oneOrMore(name).optional(),
  system: oneOrMore(patternSchema).optional(),
  user: oneOrMore(patternSchema).optional(),
  /** Results since the last user message that must all be present. */
  results: oneOrMore(resultPatternSchema).optional(),
  /** Results since the model's last response that must all be present. */
  after: oneOrMore(resultPatternSchema).optional(),
  /** Number of model responses since the last user message. */
  count: countSchema.optional(),
  /** Tools that must all be offered. */
  tools: oneOrMore(name).optional(),
  /** Tools that must not be offered. */
  withoutTools: oneOrMore(name).optional(),
});
export type When = z.infer<typeof whenSchema>;
