import { afterAll, beforeAll, expect, test } from 'vitest';
import { HouseCopy, type Step } from './house-copy.ts';

/** Recipe of CONTRIBUTING, followed with a made-up addition. */
interface Recipe {
  steps: readonly Step[];
  /** Program that uses the addition, and exits with an error if it does not work. */
  use: string;
}

/** Follows a recipe in a copy of the sources, then with each of its steps left out. */
export function describeRecipe({ steps, use }: Recipe): void {
  let house: HouseCopy;
  beforeAll(async () => {
    house = await HouseCopy.make();
  }, 120_000);
  afterAll(() => house?.close());

  test('what is added by the recipe works, and nothing of it is missing', { timeout: 120_000 }, async () => {
    const takeBack = await house.follow([
      ...steps,
      { name: 'use', changes: [{ file: 'test/meta/recipes/use.ts', text: use }] },
    ]);
    expect(await house.run('test/meta/recipes/use.ts')).toEqual({ code: 0, said: 'works\n' });
    expect(await house.run('test/meta/recipes/print-missing.ts')).toEqual({ code: 0, said: '' });
    await takeBack();
    expect(await house.run('test/meta/recipes/print-missing.ts')).toEqual({ code: 0, said: '' });
  });

  test.each(steps)('without its $name the failure names that step', { timeout: 120_000 }, async (left) => {
    const takeBack = await house.follow(steps.filter((step) => step !== left));
    const { said } = await house.run('test/meta/recipes/print-missing.ts');
    await takeBack();
    // Files generated from the omitted step are missing too.
    expect(said.split('\n')).toContainEqual(expect.stringContaining(` has no ${left.name}`));
  });
}
