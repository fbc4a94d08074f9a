import { z } from 'zod';
import { findReading, type ReadAs } from './read-as.ts';
import { rebuild } from './rebuild.ts';

/** Largest number of items that a reader accepts in one list. */
const maxListed = 1_000;

/** A schema of the contract as its readers hold answers against it; `lenient` says by which rule. */
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
 * Reading of a response between agents and homes of different releases. The rule:
 * - a field that it does not know stays in the answer and changes nothing,
 * - what may be absent may be null as well, and the other way round,
 * - a word out of a list may be one that was added to the list later: any text,
 * - no list has more than a thousand entries,
 * - and where `readAs` says otherwise, that holds.
 */
export function lenient<Schema extends z.ZodType>(schema: Schema): Lenient<Schema> {
  const read = rebuild(schema, {
    instead: findReading,
    object: (shape) => z.looseObject(shape),
    array: (item) => z.array(item).max(maxListed),
    absent: (inner) => inner.nullish(),
    word: (before) => (before instanceof z.ZodEnum ? z.string() : toWord(before)),
  });
  // `rebuild` does at run time what the type `Lenient` does for the compiler, which cannot follow it there.
  return read as unknown as Lenient<Schema>;
}

function toWord(literal: z.ZodLiteral): z.ZodType {
  return [...literal.values].every((value) => typeof value === 'boolean') ? z.boolean() : literal;
}
