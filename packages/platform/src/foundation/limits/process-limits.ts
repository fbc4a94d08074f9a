import type { Limits } from './limit.ts';

/** Limits of one process rather than of the whole home. */
export const processLimits = {
  requestsPerMinute: {
    variable: 'AGENT_HOME_REQUESTS_PER_MINUTE',
    unit: 'calls',
    bounds: 'requests per minute from one address',
    usual: 6_000,
    least: 1,
    most: Number.MAX_SAFE_INTEGER,
  },
  agentRequestsPerMinute: {
    variable: 'AGENT_HOME_AGENT_REQUESTS_PER_MINUTE',
    unit: 'calls',
    bounds: 'requests per minute from one agent',
    usual: 600,
    least: 1,
    most: Number.MAX_SAFE_INTEGER,
  },
  sweepIntervalSeconds: {
    variable: 'AGENT_HOME_SWEEP_SECONDS',
    unit: 'seconds',
    bounds: 'interval between two sweeps, which find objects that no event reported',
    usual: 5,
    least: 0.1,
    most: Number.MAX_SAFE_INTEGER,
    fraction: true,
  },
} as const satisfies Limits;
