import { ObjectStoreError } from '@agent-home/object-store/agent';
import type { CertifiedKind, Verified } from '@agent-home/protocol';
import type { ReadGrant } from '../shared/grant.ts';
import type { TrustMemory } from '../trust/trust-memory.ts';
import type { VerifiedReader } from './verified-reader.ts';

/**
 * Reads an object that may not exist yet. An object that existed before and is missing is withheld, not absent, so it remains an
 * error. @throws VerificationError, ObjectStoreError, AccessDeniedError
 */
export async function readIfThere<Kind extends CertifiedKind>(
  { reader, memory }: { reader: VerifiedReader; memory: TrustMemory },
  kind: Kind,
  key: string,
  grant: ReadGrant,
): Promise<Verified<Kind> | undefined> {
  try {
    return await reader.read(kind, key, grant);
  } catch (error) {
    const isAbsent = error instanceof ObjectStoreError && error.code === 'not_found';
    if (isAbsent && !memory.seen(key)) return undefined;
    throw error;
  }
}
