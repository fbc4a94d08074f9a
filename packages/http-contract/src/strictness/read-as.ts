import type { z } from 'zod';

const readings = new WeakMap<z.ZodType, z.ZodType>();

declare const reading: unique symbol;

/** A schema of what is written, whose readers hold what they get against another one. */
export interface ReadAs<Reading extends z.ZodType> {
  readonly [reading]: Reading;
}

/**
 * The one exception to `lenient`: the API writes by `written` (and so does the OpenAPI document), agents read
 * by `read`. Stricter where an agent must not accept an invalid form; wider where homes of other versions
 * differ.
 */
export function readAs<Written extends z.ZodType, Reading extends z.ZodType>(
  written: Written,
  read: Reading,
): Written & ReadAs<Reading> {
  readings.set(written, read);
  // The mark is one for the compiler alone: nothing is written onto the schema.
  return written as Written & ReadAs<Reading>;
}

/** Returns the schema for readers; undefined if `lenient` alone decides. */
export function findReading(written: z.ZodType): z.ZodType | undefined {
  return readings.get(written);
}
