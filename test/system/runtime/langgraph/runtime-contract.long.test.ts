import { afterAll, expect, test } from 'vitest';
import { expectAsDescribed, nativeRuntime, playScenario } from '../contract/play-scenario.ts';
import { runtimeScenarios } from '../contract/scenarios.ts';
import { shareLanggraph } from './open-runtime.ts';

const langgraph = shareLanggraph();
afterAll(() => langgraph.close());

test.each(runtimeScenarios.map((scenario) => [scenario.name, scenario] as const))(
  'LangGraph plays %s like the native runtime',
  async (_, scenario) => {
    const native = await playScenario(scenario, nativeRuntime);
    const played = await playScenario(scenario, langgraph);
    expectAsDescribed(played, scenario);
    expect(played.events).toEqual(native.events);
    expect(played.shown).toEqual(native.shown);
    expect(played.steps).toEqual([]);
  },
);
