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
  specWritesPerMinute: {
    variable: 'AGENT_HOME_SPEC_WRITES_PER_MINUTE',
    unit: 'calls',
    bounds: 'registrations and withdrawals of specs per minute of one owner; 0 refuses all',
    usual: 60,
    least: 0,
    most: 6_000,
  },
} as const satisfies Limits;
