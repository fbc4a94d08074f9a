import { findMode, modeNames } from '@agent-home/modes';
import { describe, expect, test } from 'vitest';
import { changeSources } from '../../meta/source-mutations/change-sources.ts';
import { readSources } from '../../meta/source-mutations/read-sources.ts';
import { mutations } from './mutations/mutations.ts';
import { makePlan, type Plan } from './plan/make-plan.ts';
import { getRules } from './plan/rules.ts';

const shape = { topics: 14, agents: 8, seconds: 10, hostile: true };

describe('the plan of a seed', () => {
  test('a seed alone decides faults and casts', () => {
    expect(makePlan({ seed: 7, ...shape })).toEqual(makePlan({ seed: 7, ...shape }));
    const plans = [...Array(20).keys()].map((seed) => makePlan({ seed, ...shape }));
    const all = (of: (plan: Plan) => string[]) => [...new Set(plans.flatMap(of))].toSorted();
    expect(new Set(plans.map((plan) => JSON.stringify([plan.spells, plan.blows]))).size).toBe(20);
    for (const plan of plans)
      expect(plan.topicList.map(({ mode }) => mode).toSorted()).toEqual([...modeNames].toSorted());
    expect(all(({ blows }) => blows.map(({ part }) => part))).toEqual(
      ['api', 'emulator', 'postgres', 'worker', 'worker2'].toSorted(),
    );
    expect(all(({ spells }) => spells.map(({ weather }) => weather.name)).length).toBeGreaterThanOrEqual(12);
    for (const { topicList, agentList } of plans)
      for (const { cast } of topicList) {
        const hostile = cast.map((name) => agentList.find(({ agentId }) => agentId === name)?.hostile);
        expect(hostile.toSorted()).toEqual([false, false, true]);
      }
    expect(all(({ agentList }) => agentList.map(({ hostile }) => String(hostile)))).toEqual([
      'false',
      'true',
    ]);
  });

  test('every mode can be opened with the rules it is played by', () => {
    for (const name of modeNames)
      expect(findMode(name)?.parseRules(getRules(name, new Date()))).toHaveProperty('rules');
  });
});

describe('planted bugs', () => {
  test('every planted bug still has its place in the sources', () => {
    const sources = readSources();
    for (const { name, changes } of mutations)
      expect(changeSources(sources, changes).size, name).toBeGreaterThan(0);
    expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length);
    expect(mutations.length).toBeGreaterThanOrEqual(8);
  });
});
