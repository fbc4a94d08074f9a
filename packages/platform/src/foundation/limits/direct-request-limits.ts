import type { Limits } from './limit.ts';

/** Limits of requests from outside by owners to agents. */
export const directRequestLimits = {
  directRequestsPerMinute: {
    variable: 'AGENT_HOME_DIRECT_REQUESTS_PER_MINUTE',
    unit: 'calls',
    bounds: 'direct requests per minute of one owner; 0 refuses all',
    usual: 30,
    least: 0,
    most: 6_000,
  },
  directRequestsWaiting: {
    variable: 'AGENT_HOME_DIRECT_REQUESTS_WAITING',
    unit: 'calls',
    bounds: 'unanswered direct requests of one owner to one agent',
    usual: 16,
    least: 1,
    most: 1_000,
  },
  directRequestSeconds: {
    variable: 'AGENT_HOME_DIRECT_REQUEST_SECONDS',
    unit: 'seconds',
    bounds: 'time until the topic of an unanswered direct request closes, in whole minutes',
    usual: 86_400,
    least: 60,
    most: 2_592_000,
  },
} as const satisfies Limits;
