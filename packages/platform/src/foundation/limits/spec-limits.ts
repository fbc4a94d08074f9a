import type { Limits } from './limit.ts';

/** Limits of the registry of specs. */
export const specLimits = {
  ownerSpecVersions: {
    variable: 'AGENT_HOME_OWNER_SPEC_VERSIONS',
    unit: 'objects',
    bounds: 'registered versions of one owner’s agents, tools and policies, withdrawn ones included',
    usual: 1_000,
    least: 1,
    most: 100_000,
  },
} as const satisfies Limits;
