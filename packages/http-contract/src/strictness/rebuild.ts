import { z } from 'zod';

/** Replacements for parts of a schema; others stay unchanged. */
interface Rebuilding {
  /** Called first; returns a schema that replaces this one. */
  instead?(schema: z.ZodType): z.ZodType | undefined;
  object(shape: z.ZodRawShape, before: z.ZodObject): z.ZodType;
  array(item: z.ZodType): z.ZodType;
  /** Replaces an optional or nullable member. */
  absent(inner: z.ZodType, before: z.ZodOptional | z.ZodNullable | z.ZodExactOptional): z.ZodType;
  /** Replaces an enum or a literal. */
  word(before: z.ZodEnum | z.ZodLiteral): z.ZodType;
}

/** Visits all parts of a response schema, the innermost first. */
export function rebuild(schema: z.ZodType, how: Rebuilding): z.ZodType {
  const instead = how.instead?.(schema);
  if (instead) return instead;
  const again = (part: z.core.SomeType) => rebuild(part as z.ZodType, how);
  if (schema instanceof z.ZodObject) {
    const parts = Object.entries(schema.shape).map(([name, part]) => [name, again(part)] as const);
    return how.object(Object.fromEntries(parts), schema);
  }
  if (schema instanceof z.ZodArray) return how.array(again(schema.element));
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodExactOptional
  )
    return how.absent(again(schema.unwrap()), schema);
  if (schema instanceof z.ZodRecord) return z.record(schema.keyType as z.ZodString, again(schema.valueType));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(again));
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return how.word(schema);
  return schema;
}
