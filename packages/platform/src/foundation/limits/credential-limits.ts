import { sessionSeconds } from '@agent-home/object-store';
import type { Limits } from './limit.ts';

/** Limits of credentials, and of the token service that issues them. */
export const credentialLimits = {
  credentialDefaultSeconds: {
    variable: 'AGENT_HOME_CREDENTIAL_SECONDS',
    unit: 'seconds',
    bounds: 'lifetime of a credential without a requested duration',
    usual: sessionSeconds.least,
    ...sessionSeconds,
  },
  credentialMaximumSeconds: {
    variable: 'AGENT_HOME_CREDENTIAL_MAX_SECONDS',
    unit: 'seconds',
    bounds: 'longest lifetime that may be requested; longer ones are refused',
    usual: sessionSeconds.most,
    ...sessionSeconds,
  },
  exposureSeconds: {
    variable: 'AGENT_HOME_EXPOSURE_SECONDS',
    unit: 'seconds',
    bounds:
      'longest lifetime of a credential that reads private content; a removed agent keeps access until it expires',
    usual: sessionSeconds.least,
    ...sessionSeconds,
  },
  stsPerSecond: {
    variable: 'AGENT_HOME_STS_PER_SECOND',
    unit: 'calls',
    bounds:
      'calls per second from one API process to the token service; a quarter is reserved for turns, and each agent and owner has a share of the rest. Divide the limit of the account by the number of processes',
    usual: 80,
    least: 1,
    most: 10_000,
    fraction: true,
  },
  breakerFailures: {
    variable: 'AGENT_HOME_BREAKER_FAILURES',
    unit: 'failures',
    bounds: 'consecutive failures after which calls to the store or token service are suspended',
    usual: 5,
    least: 1,
    most: 100,
  },
  breakerSeconds: {
    variable: 'AGENT_HOME_BREAKER_SECONDS',
    unit: 'seconds',
    bounds: 'time until one call tries the suspended service again',
    usual: 5,
    least: 0.1,
    most: 600,
    fraction: true,
  },
  readTimeoutMs: {
    variable: 'AGENT_HOME_READ_TIMEOUT_MS',
    unit: 'milliseconds',
    bounds: 'timeout of one read of an agent’s object',
    usual: 3_000,
    least: 100,
    most: Number.MAX_SAFE_INTEGER,
  },
} as const satisfies Limits;
