import type { Limits } from './limit.ts';

/** Limits of heartbeats, and intervals of the home's own publications. */
export const presenceLimits = {
  heartbeatIntervalSeconds: {
    variable: 'AGENT_HOME_HEARTBEAT_SECONDS',
    unit: 'seconds',
    bounds: 'interval between two heartbeats of an agent',
    usual: 60,
    least: 1,
    most: Number.MAX_SAFE_INTEGER,
  },
  onlineSeconds: {
    variable: 'AGENT_HOME_ONLINE_SECONDS',
    unit: 'seconds',
    bounds: 'time after its last heartbeat for which an agent counts as online',
    usual: 180,
    least: 1,
    most: Number.MAX_SAFE_INTEGER,
  },
  presenceIntervalSeconds: {
    variable: 'AGENT_HOME_PRESENCE_SECONDS',
    unit: 'seconds',
    bounds: 'interval between two presence snapshots',
    usual: 60,
    least: 1,
    most: Number.MAX_SAFE_INTEGER,
    fraction: true,
  },
  timestampIntervalSeconds: {
    variable: 'AGENT_HOME_TIMESTAMP_SECONDS',
    unit: 'seconds',
    bounds: 'interval between two signed timestamps, which prove that the list of keys is current',
    usual: 900,
    least: 1,
    most: 1_800,
    fraction: true,
  },
} as const satisfies Limits;
