import type { z } from 'zod';

const readings = new WeakMap<z.ZodType, z.ZodType>();

declare const reading: unique symbol;

/** A schema of what is written, whose readers hold what they get against another one. */
export interface ReadAs<Reading extends z.ZodType> {
  readonly [reading]: Reading;
}

/**
 * The one exception to the rule of `lenient`: what the API writes by `written` (which is what the OpenAPI document
 * says), agents read by `read`. Closer, where an agent must not go on with what has the wrong form; wider, where homes
 * of another age say it differently or not at all.
 */
export function readAs<Written extends z.ZodType, Reading extends z.ZodType>(
  written: Written,
  read: Reading,
): Written & ReadAs<Reading> {
  readings.set(written, read);
  // The mark is one for the compiler alone: nothing is written onto the schema.
  return written as Written & ReadAs<Reading>;
}

/** What readers hold it against; undefined where the rule alone says that. */
export function readingOf(written: z.ZodType): z.ZodType | undefined {
  return readings.get(written);
}
