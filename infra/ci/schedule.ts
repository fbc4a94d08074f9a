/** Members of a step that decide its order. */
export interface Scheduled {
  name: string;
  lane: string;
  needs?: readonly string[];
  after?: readonly string[];
}

/** Raised for a table whose steps could never all run. */
export class ScheduleError extends Error {
  override name = 'ScheduleError';
  readonly code: 'duplicate_name' | 'unknown_need' | 'need_after_step';

  constructor(code: ScheduleError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Checks that each name is unique and each need names an earlier step, so that no two lanes wait for each other.
 * @throws ScheduleError
 */
export function checkSchedule(steps: readonly Scheduled[]): void {
  const seen = new Set<string>();
  const names = new Set(steps.map(({ name }) => name));
  for (const { name, needs = [], after = [] } of steps) {
    if (seen.has(name)) throw new ScheduleError('duplicate_name', `two steps are named ${name}`);
    for (const need of [...needs, ...after]) {
      if (!names.has(need))
        throw new ScheduleError('unknown_need', `${name} needs ${need}, which is no step`);
      if (!seen.has(need))
        throw new ScheduleError('need_after_step', `${name} needs ${need}, which stands below it`);
    }
    seen.add(name);
  }
}

/**
 * Runs the steps: the lanes in parallel, the steps of a lane in order. A step starts when those it needs and those it comes
 * after have ended. It is passed to `skip` if one that it needs failed.
 */
export async function runSchedule<S extends Scheduled, R extends { passed: boolean }>(
  steps: readonly S[],
  run: (step: S) => Promise<R>,
  skip: (step: S, failedNeed: string) => R,
): Promise<Map<string, R>> {
  checkSchedule(steps);
  const ended = new Map<string, Promise<R>>();
  const lanes = new Map<string, Promise<unknown>>();
  for (const step of steps) {
    const laneFree = lanes.get(step.lane) ?? Promise.resolve();
    const earlier = (step.after ?? []).map((name) => ended.get(name));
    const needs = (step.needs ?? []).map((name) => ({ name, ended: ended.get(name) }));
    const outcome = laneFree.then(async () => {
      await Promise.all(earlier);
      for (const need of needs) if ((await need.ended)?.passed === false) return skip(step, need.name);
      return run(step);
    });
    ended.set(step.name, outcome);
    lanes.set(step.lane, outcome);
  }
  const outcomes = new Map<string, R>();
  for (const [name, outcome] of ended) outcomes.set(name, await outcome);
  return outcomes;
}
