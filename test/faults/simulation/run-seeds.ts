import type { Programs } from './home/build-programs.ts';
import type { Shape } from './plan/make-plan.ts';
import type { SeedResult } from './run-life.ts';
import { runSeed } from './run-seed.ts';

/**
 * Runs several homes with limited concurrency and reports each at its end. `more` returns true while another is
 * wanted.
 */
export async function runSeeds(
  shapes: readonly Shape[],
  programs: Programs,
  parallel: number,
  done: (result: SeedResult) => void,
  more: () => boolean = () => true,
): Promise<void> {
  const left = [...shapes];
  const lane = async () => {
    for (let shape = left.shift(); shape && more(); shape = left.shift())
      done(await runSeed(shape, programs));
  };
  await Promise.all(Array.from({ length: Math.min(parallel, shapes.length) }, lane));
}
