import type { BundleName } from '../../run-log/index.ts';
import type { CompiledPolicy } from '../policies/compiled-policy.ts';
import type { Opinion } from './strongest.ts';

/**
 * Policies of a home for the verified identity of a run. They only narrow. Their selectors and conditions see the identity as the
 * agent's name, because the name in a file is chosen by the owner of the file.
 */
export interface BoundRules {
  agentId: string;
  bundle: BundleName;
  policies: readonly CompiledPolicy[];
  /** True while the bundle cannot be verified; calls and data are then denied. */
  isStale: boolean;
}

/** Denial of every call while the bundle cannot be verified. */
export const staleOpinion: Opinion = {
  rule: { layer: 'policy', rule: 'policy_bundle', effect: 'deny' },
  code: 'policy_bundle_stale',
};
