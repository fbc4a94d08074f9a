import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allFaults } from './faulty-home/all-faults.ts';
import { failedIn, type HeldHome, startHeldHome } from './faulty-home/held-home.ts';

let held: HeldHome;
beforeAll(async () => {
  held = await startHeldHome();
});
afterAll(() => held?.close());

describe('each planted fault is found at its requirement and at what hangs on it', () => {
  test.each(allFaults.map((fault) => [fault.name, fault] as const))('%s', async (_, fault) => {
    expect(failedIn(await held.run(fault))).toEqual([...fault.fails].toSorted());
  });
});
