import { type VerificationCode, VerificationError } from '../cert/verification-error.ts';

/** Faults of a ledger that no certificate reveals, each with the code of a reader that rejects the ledger for it. */
const refusalCodes = {
  /** Number or link of an entry differ from those that the previous entry requires. */
  broken_chain: 'broken_chain',
  body_differs: 'broken_chain',
  /** The reader verified another entry at this place before. */
  history_changed: 'broken_chain',
  /** A certified object names a different entry than the chain. */
  head_mismatch: 'broken_chain',
  truncated_ledger: 'broken_chain',
  /** A reveal opens other bytes than the sealed entry commits to. */
  reveal_differs: 'broken_chain',
  /** The author of an accepted input had read a different entry than the one in the chain. */
  forked_history: 'forked_history',
} as const satisfies Record<string, VerificationCode>;

export type ReadingCode = keyof typeof refusalCodes;

/** A contradiction in a ledger. One reader refuses the ledger at the first of them, another shows all. */
export interface ReadingFinding {
  code: ReadingCode;
  sequence: number;
  detail: string;
}

/** Returns the error of a reader that rejects the ledger. */
export function refusalOf({ code, detail }: ReadingFinding, objectKey: string): VerificationError {
  return new VerificationError(refusalCodes[code], objectKey, detail);
}
