/**
 * Returns the number of generated cases of a test: `usual` in a run of CI, `all` with `AGENT_HOME_TEST_CASES=all`, as the nightly run
 * sets it.
 */
export function caseCount(usual: number, all: number): number {
  return process.env.AGENT_HOME_TEST_CASES === 'all' ? all : usual;
}
