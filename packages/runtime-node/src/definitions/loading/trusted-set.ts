import type { RegisteredSpec } from '../registry/spec-registry.ts';

/** Set of a home's specs from which an agent runs. */
export interface TrustedSet {
  /** URL of the home. */
  home: string;
  /** Hash of the home and of every document. */
  sha256: string;
  /** True if the user of this machine trusts exactly this set. */
  isTrusted: boolean;
  specs: readonly RegisteredSpec[];
}
