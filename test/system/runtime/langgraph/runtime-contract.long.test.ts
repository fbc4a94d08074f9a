import { afterAll, expect, test } from 'vitest';
import {
  expectAsDescribed,
  expectSameRequests,
  nativeRuntime,
  playScenario,
} from '../contract/play-scenario.ts';
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
    expectSameRequests(played, native, scenario);
    expect(played.steps).toEqual([]);
  },
);
