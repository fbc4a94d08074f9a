import { serverRequirements } from '@agent-home/conformance';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allFaults } from './faulty-home/all-faults.ts';
import { failedIn, type HeldHome, startHeldHome } from './faulty-home/held-home.ts';

let held: HeldHome;
beforeAll(async () => {
  held = await startHeldHome();
});
afterAll(() => held?.close());

test('a home without a fault passes every requirement', async () => {
  const { results, passed } = await held.run();
  expect(results.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
  expect(passed).toBe(serverRequirements.length);
});

/** One fault of each kind; `planted-faults.test.ts` plants all of them, which takes longer. */
const someFaults = [
  'a nonce is good for any number of requests',
  'a credential to write opens every key',
  'the signature of a card does not hold',
  'an entry names another as the one before',
];

test('a home with one fault fails its requirement only', {
  timeout: 90_000,
}, async () => {
  const faults = allFaults.filter(({ name }) => someFaults.includes(name));
  expect(faults).toHaveLength(someFaults.length);
  for (const fault of faults) expect(failedIn(await held.run(fault)), fault.name).toEqual(fault.fails);
});

test('every requirement but admission has a planted fault', () => {
  const planted = new Set(allFaults.flatMap(({ fails }) => fails));
  const never = serverRequirements.map(({ id }) => id).filter((id) => !planted.has(id));
  expect(never).toEqual(['signature/accepted', 'registration/accepted']);
});
