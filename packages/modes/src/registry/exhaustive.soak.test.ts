import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { AnyMode } from '../mode/mode.ts';
import { getContext } from '../testing/alphabet/inputs.ts';
import type { ModeKit } from '../testing/alphabet/kit.ts';
import { platformInputs } from '../testing/alphabet/moves.ts';
import { kits } from '../testing/kits/index.ts';
import { brokenStand, brokenStep } from '../testing/topics/invariants.ts';
import { startTopic, stepTopic, type TopicInTest } from '../testing/topics/topic-in-test.ts';
import { findMode, modes } from './registry.ts';

const depth = 7;

interface Node {
  topic: TopicInTest;
  seconds: number;
}

/** Explores every state that can be reached in seven inputs, each input early and late, each situation once. */
function explore(mode: AnyMode, kit: ModeKit, rules: JsonObject) {
  const seen = new Set<string>();
  const verdicts = new Set<string>();
  let level: Node[] = [{ topic: startTopic(mode, rules), seconds: 0 }];
  for (let round = 0; round < depth; round++) {
    const next: Node[] = [];
    for (const { topic, seconds: before } of level) {
      const inputs = [...kit.alphabet(topic.state), ...platformInputs];
      for (const elapsed of kit.elapsed) {
        const seconds = before + elapsed;
        for (const input of inputs) {
          const { topic: after, steps } = stepTopic(mode, rules, topic, input, seconds);
          for (const step of steps) {
            const { outcome, reason } = step.transition.verdict;
            verdicts.add(reason ?? outcome);
            const broken = brokenStep(mode, kit, step);
            if (broken) return { states: seen.size, verdicts, broken: [broken, topic.state, step.input] };
          }
          if (after.state === topic.state && after.records === topic.records) continue;
          const key = fingerprint(after, seconds);
          if (seen.has(key)) continue;
          seen.add(key);
          const broken = brokenStand(mode, kit, rules, after, seconds);
          if (broken) return { states: seen.size, verdicts, broken: [broken, after.state, input] };
          next.push({ topic: after, seconds });
        }
      }
    }
    level = next;
  }
  return { states: seen.size, verdicts, broken: undefined };
}

/** Serializes a topic with times relative to now, so that the same situation a minute later is equal. */
function fingerprint(topic: TopicInTest, seconds: number): string {
  const now = Date.parse(getContext(seconds).now);
  const relative = (name: string, value: unknown) => {
    if (name === 'joined_at' || name === 'claimed_at') return undefined;
    return name.endsWith('_at') && typeof value === 'string' ? Date.parse(value) - now : value;
  };
  return JSON.stringify([topic.state, [...topic.records], [...topic.sealed.keys()]], relative);
}

describe('every state within seven inputs', () => {
  it.each(kits)('keeps all invariants of $mode and reaches every verdict', (kit) => {
    const mode = findMode(kit.mode, kit.version) as AnyMode;
    const met = new Set<string>();
    for (const given of kit.small) {
      const parsed = mode.parseRules(given);
      if (!('rules' in parsed)) throw new Error(parsed.problem);
      const { broken, states, verdicts } = explore(mode, kit, parsed.rules);
      expect(broken).toBeUndefined();
      expect(states).toBeGreaterThan(5);
      for (const verdict of verdicts) met.add(verdict);
    }
    expect([...met]).toEqual(expect.arrayContaining(kit.verdicts));
  });

  it('is explored for every mode and version there is', () => {
    const named = (all: readonly { mode: string; version: number }[]) =>
      all.map(({ mode, version }) => `${mode} ${version}`).sort();
    expect(named(kits)).toEqual(named(modes.map(({ name, version }) => ({ mode: name, version }))));
  });
});
