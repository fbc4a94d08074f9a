import type { Programs } from './home/build-programs.ts';
import { startSimulatedHome } from './home/simulated-home.ts';
import { makePlan, type Shape } from './plan/make-plan.ts';
import { runLife, type SeedResult } from './run-life.ts';

/** One home under everything that a seed holds for it. */
export async function runSeed(shape: Shape, programs: Programs): Promise<SeedResult> {
  return runLife(makePlan(shape), await startSimulatedHome(shape.seed, programs));
}
