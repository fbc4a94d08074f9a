import { canonicalJsonBytes, type JsonObject, type RootSet } from '@agent-home/protocol';
import { firstRootSet, keysBytes, rootSet, trustIn } from '../../../../packages/protocol/src/testing/home.ts';
import { asVectorBytes, bytesIn, type VectorBytes } from './bytes.ts';

/** Initial trust of a reader: its pinned root set and the fetched key list. */
export interface TrustInput {
  pinned: RootSet;
  keys: VectorBytes;
}

/** Only one root key, so that the files stay small. */
export const oneRoot = rootSet(1, ['root a']);

/** Returns the key list of the small home, with fields overridden by a case. */
export function trustWith(fields: JsonObject = {}): TrustInput {
  const bytes = keysBytes({ root_sets: [oneRoot as JsonObject], ...fields }, ['root a']);
  return { pinned: oneRoot, keys: asVectorBytes(bytes) };
}

export const getTrust = ({ pinned, keys }: TrustInput) => trustIn(bytesIn(keys), pinned);

export { firstRootSet };

/** Returns the canonical bytes of an object after an unsigned change. */
export const bytesOfObject = (object: JsonObject): VectorBytes => asVectorBytes(canonicalJsonBytes(object));
