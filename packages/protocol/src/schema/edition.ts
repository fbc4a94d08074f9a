import type { z } from 'zod';
import type { JsonObject } from '../json/json-value.ts';
import type { CertifiedKind } from './registry.ts';

/**
 * Later schema version of a kind of object, published next to the first until the first one's sunset. The
 * platform derives it from the first, and a reader that knows it converts it back.
 */
export interface SchemaEdition<Kind extends CertifiedKind = CertifiedKind> {
  kind: Kind;
  /** Two or more. */
  schemaVersion: number;
  schema: z.ZodType;
  /** Converts a body of the first version, without `cert`, to this version. */
  fromFirst(body: JsonObject): JsonObject;
  /** Converts an object to the first version. */
  toFirst(object: JsonObject): JsonObject;
}
