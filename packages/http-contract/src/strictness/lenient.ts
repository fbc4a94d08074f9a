import { z } from 'zod';
import { findReading, type ReadAs } from './read-as.ts';
import { rebuild } from './rebuild.ts';

/** Largest number of items that a reader accepts in one list. */
const maxListed = 1_000;

/** Schema with which readers validate responses; `lenient` defines how it differs from the contract's. */
export type Lenient<Schema> =
  Schema extends ReadAs<infer Reading>
    ? Reading
    : Schema extends z.ZodObject<infer Shape>
      ? z.ZodObject<{ -readonly [Name in keyof Shape]: Lenient<Shape[Name]> & z.ZodType }, z.core.$loose>
      : Schema extends z.ZodArray<infer Item>
        ? z.ZodArray<Lenient<Item> & z.ZodType>
        : Schema extends z.ZodOptional<infer Inner> | z.ZodNullable<infer Inner>
          ? z.ZodOptional<z.ZodNullable<Lenient<Inner> & z.ZodType>>
          : Schema extends z.ZodRecord<infer Key, infer Value>
            ? z.ZodRecord<Key, Lenient<Value> & z.ZodType>
            : Schema extends z.ZodEnum
              ? z.ZodString
              : Schema extends z.ZodLiteral<boolean>
                ? z.ZodBoolean
                : Schema;

/**
 * Returns the reader's schema of a response between agents and homes of different releases:
 * - unknown fields are kept and have no effect,
 * - an optional member may be null, and a nullable one absent,
 * - an enum accepts any text, because a later release may add values,
 * - a list has at most a thousand entries,
 * - `readAs` overrides these rules.
 */
export function lenient<Schema extends z.ZodType>(schema: Schema): Lenient<Schema> {
  const read = rebuild(schema, {
    instead: findReading,
    object: (shape) => z.looseObject(shape),
    array: (item) => z.array(item).max(maxListed),
    absent: (inner) => inner.nullish(),
    word: (before) => (before instanceof z.ZodEnum ? z.string() : toWord(before)),
  });
  // `rebuild` does at run time what the type `Lenient` does for the compiler, which cannot infer it.
  return read as unknown as Lenient<Schema>;
}

function toWord(literal: z.ZodLiteral): z.ZodType {
  return [...literal.values].every((value) => typeof value === 'boolean') ? z.boolean() : literal;
}
