import { afterAll, expect, test } from 'vitest';
import {
  expectAsDescribed,
  expectSameRequests,
  nativeRuntime,
  playScenario,
} from '../../system/runtime/contract/play-scenario.ts';
import { runtimeScenarios } from '../../system/runtime/contract/scenarios.ts';
import { shareAgno } from './open-runtime.ts';

const agno = shareAgno();
afterAll(() => agno.close());

test('plays every run of the contract like the native runtime', { timeout: 900_000 }, async () => {
  for (const scenario of runtimeScenarios) {
    const native = await playScenario(scenario, nativeRuntime);
    const played = await playScenario(scenario, agno);
    expectAsDescribed(played, scenario);
    expect([scenario.name, played.events]).toEqual([scenario.name, native.events]);
    expectSameRequests(played, native, scenario);
  }
});
