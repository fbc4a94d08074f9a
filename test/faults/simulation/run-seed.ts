import type { Programs } from './home/build-programs.ts';
import { startSimulatedHome } from './home/simulated-home.ts';
import { makePlan, type Shape } from './plan/make-plan.ts';
import { runLife, type SeedResult } from './run-life.ts';

/** Runs one home with everything that a seed plans for it. */
export async function runSeed(shape: Shape, programs: Programs): Promise<SeedResult> {
  const plan = makePlan(shape);
  try {
    return await runLife(plan, await startSimulatedHome(shape.seed, programs));
  } catch (error) {
    // A home that fails to start is a finding as well, and the other seeds continue.
    const problem =
      error instanceof Error ? `${error.stack ?? error.message} (${String(error.cause)})` : String(error);
    return { plan, findings: [{ check: 'simulation', subject: 'itself', problem }], figures: {} };
  }
}
