import { VerificationError } from '../cert/verification-error.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { RootSet } from '../schema/platform.ts';
import { meetsThreshold } from './root-signatures.ts';

/**
 * Returns the newest root set, reached from the pinned one step by step: each next set is one number higher and signed by the
 * previous set and by itself. The pinned set is compared in full, so that a set with its number but other keys is rejected.
 * @throws VerificationError `untrusted_root`
 */
export function walkRootSets(rootSets: readonly RootSet[], pinned: RootSet, objectKey: string): RootSet {
  const untrusted = (message: string) => new VerificationError('untrusted_root', objectKey, message);
  const start = rootSets.findIndex((set) => set.version === pinned.version);
  const found = rootSets[start];
  if (!found || content(found) !== content(pinned)) throw untrusted('does not hold the pinned root set');
  let trusted = pinned;
  for (const next of rootSets.slice(start + 1)) {
    const signed = next as Parameters<typeof meetsThreshold>[0];
    const follows = next.version === trusted.version + 1;
    if (!follows || !meetsThreshold(signed, trusted) || !meetsThreshold(signed, next)) {
      throw untrusted(`root set ${next.version} does not follow from ${trusted.version}`);
    }
    trusted = next;
  }
  return trusted;
}

function content(set: RootSet): string {
  const { signatures: _, ...rest } = set as JsonObject;
  return canonicalJson(rest);
}
