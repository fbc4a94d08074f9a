import { VerificationError } from './verification-error.ts';

/** The newest certified version a reader has accepted for one key. */
export interface SeenVersion {
  version: number;
  sha256: string;
}

/** Rejects an older version (`rollback`) and other bytes under a version already seen (`equivocation`). */
export function checkSeen(seen: SeenVersion | undefined, found: SeenVersion, objectKey: string): void {
  if (!seen || found.version > seen.version) return;
  if (found.version < seen.version) {
    throw new VerificationError(
      'rollback',
      objectKey,
      `is version ${found.version}, ${seen.version} was seen before`,
    );
  }
  if (found.sha256 !== seen.sha256) {
    throw new VerificationError(
      'equivocation',
      objectKey,
      `version ${found.version} was seen with other bytes`,
    );
  }
}
