import type { Check } from './checks.ts';

/** Memory in MB that checks may take at the same time. */
const limit = 3_000;

/** Returns the first waiting check that fits into the memory that running checks leave; a check may always run alone. */
export function nextCheck(waiting: readonly Check[], running: ReadonlySet<Check>): Check | undefined {
  const taken = [...running].reduce((sum, { memory }) => sum + memory, 0);
  return waiting.find(({ memory }) => taken === 0 || taken + memory <= limit);
}

/** Runs all checks, expensive ones first, at most `slots` at the same time. */
export async function runAll(
  checks: readonly Check[],
  slots: number,
  run: (check: Check) => Promise<void>,
): Promise<void> {
  const waiting = checks.toSorted((one, other) => other.cost - one.cost);
  const running = new Set<Check>();
  const worker = async (check: Check): Promise<void> => {
    waiting.splice(waiting.indexOf(check), 1);
    running.add(check);
    await run(check).finally(() => running.delete(check));
    await fill();
  };
  const fill = async (): Promise<void> => {
    const started: Promise<void>[] = [];
    while (running.size < slots) {
      const check = nextCheck(waiting, running);
      if (!check) break;
      started.push(worker(check));
    }
    await Promise.all(started);
  };
  await fill();
}
