import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suiteShare } from '../../support/case-count.ts';
import { allFaults } from './faulty-home/all-faults.ts';
import { failedIn, type HeldHome, startHeldHome } from './faulty-home/held-home.ts';

let held: HeldHome;
beforeAll(async () => {
  held = await startHeldHome();
});
afterAll(() => held?.close());

describe('each planted fault is found at its requirement and at what hangs on it', () => {
  const planted = suiteShare(allFaults, 0, 3).map((fault) => [fault.name, fault] as const);
  test.each(planted)('%s', async (_, fault) => {
    expect(failedIn(await held.run(fault))).toEqual([...fault.fails].toSorted());
  });
});
