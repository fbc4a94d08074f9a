/** Shortest intervals that tests tolerate, overriding those of a home on the emulator. */
export const quickSettings = {
  AGENT_HOME_SWEEP_SECONDS: '0.5',
  AGENT_HOME_SWEEP_FIRST_SECONDS: '1',
  AGENT_HOME_SWEEP_MAX_SECONDS: '2',
  AGENT_HOME_DEADLINE_GRACE_SECONDS: '0.3',
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
};
