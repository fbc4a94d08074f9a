import type { Limits } from './limit.ts';

/** Sizes of inputs to the home, and delays until they are judged. */
export const judgingLimits = {
  messageBytes: {
    variable: 'AGENT_HOME_MESSAGE_BYTES',
    unit: 'bytes',
    bounds: 'of one message',
    usual: 32_768,
    least: 256,
    most: 262_144,
  },
  requestBytes: {
    variable: 'AGENT_HOME_REQUEST_BYTES',
    unit: 'bytes',
    bounds: 'of one request to a topic',
    usual: 8_192,
    least: 256,
    most: 65_536,
  },
  freeformLinesMax: {
    variable: 'AGENT_HOME_FREEFORM_LINES_MAX',
    unit: 'lines',
    bounds:
      'lines of one freeform topic, which ends with the last of them: what a new one gets whose rules do not say, and the most that they may say',
    usual: 100_000,
    least: 1,
    most: 1_000_000,
  },
  freeformLinesPerMinute: {
    variable: 'AGENT_HOME_FREEFORM_LINES_PER_MINUTE',
    unit: 'lines',
    bounds:
      'lines of one agent in one freeform topic in a minute: what a new topic gets whose rules do not say, and the most that they may say',
    usual: 600,
    least: 1,
    most: 6_000,
  },
  deadlineGraceSeconds: {
    variable: 'AGENT_HOME_DEADLINE_GRACE_SECONDS',
    unit: 'seconds',
    bounds: 'how long after a deadline writes made in time are waited for',
    usual: 2,
    least: 0,
    most: 60,
    fraction: true,
  },
  sweepFirstSeconds: {
    variable: 'AGENT_HOME_SWEEP_FIRST_SECONDS',
    unit: 'seconds',
    bounds:
      'from the right to write a key to the first look at it without any event; later looks come at growing intervals',
    usual: 10,
    least: 0.1,
    most: Number.MAX_SAFE_INTEGER,
    fraction: true,
  },
  sweepMaxSeconds: {
    variable: 'AGENT_HOME_SWEEP_MAX_SECONDS',
    unit: 'seconds',
    bounds: 'the most between two such looks',
    usual: 300,
    least: 0.1,
    most: Number.MAX_SAFE_INTEGER,
    fraction: true,
  },
  sweepBatch: {
    variable: 'AGENT_HOME_SWEEP_BATCH',
    unit: 'objects',
    bounds: 'of each kind that one sweep takes on',
    usual: 200,
    least: 1,
    most: 5_000,
  },
  proposerAdmittedDays: {
    variable: 'AGENT_HOME_PROPOSER_ADMITTED_DAYS',
    unit: 'days',
    bounds: 'since its admission, after which an agent may propose topics and tasks',
    usual: 0,
    least: 0,
    most: 365,
  },
  proposalsPerDay: {
    variable: 'AGENT_HOME_PROPOSALS_PER_DAY',
    unit: 'objects',
    bounds: 'topics and tasks a day that proposals bring into being, in the whole home',
    usual: 200,
    least: 0,
    most: Number.MAX_SAFE_INTEGER,
  },
} as const satisfies Limits;
