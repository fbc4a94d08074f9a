import { loadScripts } from '@agent-home/model-emulator';
import { describe, expect, test } from 'vitest';
import { household } from './doctored/household.ts';
import { checkHousehold } from './residents/check-household.ts';
import { deadlyEvents, faultKinds, planResidents, serverMoods } from './residents/plan-residents.ts';
import { sceneKinds, writeScript } from './residents/scenes.ts';
import { type QuietHousehold, quietHousehold } from './testing/quiet-household.ts';

const found = ({ evidence, home }: QuietHousehold) => checkHousehold(evidence, home);

describe('the checks of residents', () => {
  test('a household in which all is well has no findings', () => {
    expect(found(quietHousehold())).toEqual([]);
  });

  test('each fault of a doctored household is found', () => {
    for (const [what, doctor, check, problem] of household) {
      const doctored = quietHousehold();
      doctor(doctored);
      const problems = found(doctored).map((one) => `${one.check}: ${one.problem}`);
      expect(problems, what).toContainEqual(expect.stringContaining(problem));
      for (const one of problems) expect(one, what).toMatch(new RegExp(`^${check}: `));
    }
  });
});

describe('the plan of a household', () => {
  test('a seed alone decides residents and their faults', () => {
    expect(planResidents({ seed: 7 })).toEqual(planResidents({ seed: 7 }));
    const plans = Array.from({ length: 20 }, (_, seed) => planResidents({ seed }));
    expect(new Set(plans.map((plan) => JSON.stringify(plan))).size).toBe(20);
    const all = (values: readonly string[]) => [...new Set(values)].toSorted();
    const first = plans.slice(1, 9);
    expect(
      all(
        first.flatMap(({ residents }) => residents.flatMap(({ scenes }) => scenes.map(({ kind }) => kind))),
      ),
    ).toEqual(sceneKinds.toSorted());
    expect(all(plans.flatMap(({ deaths }) => deaths.map(({ at }) => at)))).toEqual(deadlyEvents.toSorted());
    expect(all(plans.flatMap(({ deviations }) => deviations.map(({ fault }) => fault.kind)))).toEqual(
      faultKinds.toSorted(),
    );
    expect(all(plans.flatMap(({ moods }) => moods.map(({ mood }) => mood)))).toEqual(serverMoods.toSorted());
    for (const { residents } of plans)
      expect(() => loadScripts([{ file: 'scenes.yaml', text: writeScript(residents) }])).not.toThrow();
  });
});
