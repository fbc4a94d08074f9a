import { sessionSeconds } from '@agent-home/object-store';
import type { Limits } from './limit.ts';

/** Credentials, and the token service that makes them. */
export const credentialLimits = {
  credentialDefaultSeconds: {
    variable: 'AGENT_HOME_CREDENTIAL_SECONDS',
    unit: 'seconds',
    bounds: 'how long a credential lives whose request names no duration',
    usual: sessionSeconds.least,
    ...sessionSeconds,
  },
  credentialMaximumSeconds: {
    variable: 'AGENT_HOME_CREDENTIAL_MAX_SECONDS',
    unit: 'seconds',
    bounds: 'the longest life of a credential that may be asked for; a request for more is refused',
    usual: sessionSeconds.most,
    ...sessionSeconds,
  },
  exposureSeconds: {
    variable: 'AGENT_HOME_EXPOSURE_SECONDS',
    unit: 'seconds',
    bounds:
      'the most that a credential lives which reads what is not public: so long it opens what its holder was put out of',
    usual: sessionSeconds.least,
    ...sessionSeconds,
  },
  stsPerSecond: {
    variable: 'AGENT_HOME_STS_PER_SECOND',
    unit: 'calls',
    bounds:
      'calls a second that one api process makes to the token service; a quarter is kept for turns, and of what is scarce each agent and owner gets its share. Divide the account’s limit',
    usual: 80,
    least: 1,
    most: 10_000,
    fraction: true,
  },
  breakerFailures: {
    variable: 'AGENT_HOME_BREAKER_FAILURES',
    unit: 'failures',
    bounds: 'failures in a row after which the store or the token service is left alone',
    usual: 5,
    least: 1,
    most: 100,
  },
  breakerSeconds: {
    variable: 'AGENT_HOME_BREAKER_SECONDS',
    unit: 'seconds',
    bounds: 'for how long it is left alone, before one call tries it again',
    usual: 5,
    least: 0.1,
    most: 600,
    fraction: true,
  },
  readTimeoutMs: {
    variable: 'AGENT_HOME_READ_TIMEOUT_MS',
    unit: 'milliseconds',
    bounds: 'how long one read of an agent’s object may take, first byte to last',
    usual: 3_000,
    least: 100,
    most: Number.MAX_SAFE_INTEGER,
  },
} as const satisfies Limits;
