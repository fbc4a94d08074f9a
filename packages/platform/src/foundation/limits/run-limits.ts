import type { Limits } from './limit.ts';

const bytes = { unit: 'bytes', least: 1024 ** 2, most: Number.MAX_SAFE_INTEGER } as const;

/** Limits of the runs that agents mirror into the home, and of alerts about them. */
export const runLimits = {
  runBytes: {
    ...bytes,
    variable: 'AGENT_HOME_RUN_BYTES',
    bounds: 'size of one mirrored run',
    usual: 64 * 1024 ** 2,
  },
  agentRunBytes: {
    ...bytes,
    variable: 'AGENT_HOME_AGENT_RUN_BYTES',
    bounds: 'size of all mirrored runs of one agent',
    usual: 256 * 1024 ** 2,
  },
  runRecordsPerMinute: {
    variable: 'AGENT_HOME_RUN_RECORDS_PER_MINUTE',
    unit: 'lines',
    bounds: 'mirrored records per minute of one agent',
    usual: 12_000,
    least: 200,
    most: 2_000_000_000,
  },
  alertIntervalSeconds: {
    variable: 'AGENT_HOME_ALERTS_SECONDS',
    unit: 'seconds',
    bounds: 'interval between two evaluations of alert rules about agents',
    usual: 60,
    least: 0.2,
    most: 3_600,
    fraction: true,
  },
} as const satisfies Limits;
