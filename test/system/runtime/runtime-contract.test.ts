import { describe, expect, test } from 'vitest';
import { expectAsDescribed, nativeRuntime, playScenario } from './contract/play-scenario.ts';
import { runtimeScenarios } from './contract/scenarios.ts';

describe('the native runtime', () => {
  test.each(runtimeScenarios.map((scenario) => [scenario.name, scenario] as const))(
    'plays %s',
    async (_, scenario) => {
      expectAsDescribed(await playScenario(scenario, nativeRuntime), scenario);
    },
  );

  test('the table has thirty scenarios with names of their own', () => {
    const names = runtimeScenarios.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(30);
    expect(new Set(names).size).toBe(names.length);
  });
});
