/**
 * Returns the number of generated cases of a test: `usual` in a run of CI, `all` with `TEST_CASES=all`, as the nightly run
 * sets it.
 */
export function caseCount(usual: number, all: number): number {
  return process.env.TEST_CASES === 'all' ? all : usual;
}

/**
 * Part of this run, for suites that run in parts: `TEST_PART`, which `.ci/run` derives from the commit, or random for each process.
 */
export const drawnPart = Number(process.env.TEST_PART ?? Math.floor(Math.random() * 1_000));

/**
 * Returns every `parts`-th item from `part` on, so that the parts together have every item once; with `TEST_CASES=all` each
 * part has every item.
 */
export function caseShare<T>(items: readonly T[], part: number, parts: number): T[] {
  return items.filter((_, index) => index % caseCount(parts, 1) === part % caseCount(parts, 1));
}

/**
 * Returns this suite's share of the items. In a CI run each item belongs to one suite, and to another one in the next part. Without
 * `TEST_PART`, or with `TEST_CASES=all`, each suite has every item.
 */
export function suiteShare<T>(items: readonly T[], suite: number, suites: number): readonly T[] {
  return process.env.TEST_PART === undefined ? items : caseShare(items, suite + drawnPart, suites);
}
