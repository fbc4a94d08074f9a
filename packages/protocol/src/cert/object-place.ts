import type { JsonObject } from '../json/json-value.ts';
import type { ParsedObjectKey } from '../keys/object-key.ts';
import { VerificationError } from './verification-error.ts';

/**
 * Requires that every id in the key that the object also names agrees: a copy of topic t1's manifest is not t2's.
 * @throws VerificationError `wrong_object_key`
 */
export function requireIds(object: JsonObject, place: ParsedObjectKey, objectKey: string): void {
  for (const [name, value] of Object.entries(place.parts)) {
    if (object[name] !== undefined && object[name] !== value) {
      throw new VerificationError('wrong_object_key', objectKey, `its ${name} differs from its key`);
    }
  }
}
