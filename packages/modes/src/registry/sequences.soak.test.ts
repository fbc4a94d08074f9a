import type { JsonObject } from '@agent-home/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyMode, AuthorFacts, ModeInput } from '../mode/mode.ts';
import type { ModeKit } from '../testing/alphabet/kit.ts';
import { platformInputs } from '../testing/alphabet/moves.ts';
import { kits } from '../testing/kits/index.ts';
import { brokenStand, brokenStep, grants } from '../testing/topics/invariants.ts';
import { startTopic, stepTopic } from '../testing/topics/topic-in-test.ts';
import { findMode } from './registry.ts';

const inputsPerRun = 200;
const bytesPerInput = 3;
const runs = 1000;
const waits = [0, 0, 1, 1, 2, 5, 20, 90];

/** Three bytes choose an input, its delay, and an oddity of its author. */
function run(mode: AnyMode, kit: ModeKit, rules: JsonObject, bytes: Uint8Array): void {
  let topic = startTopic(mode, rules);
  let seconds = 0;
  let alphabet: ModeInput[] = [];
  let alphabetOf: JsonObject | undefined;
  const windows = new Map<string, string | undefined>();
  for (let at = 0; at + bytesPerInput <= bytes.length; at += bytesPerInput) {
    const [choice = 0, wait = 0, oddity = 0] = bytes.subarray(at, at + bytesPerInput);
    seconds += waits[wait % waits.length] ?? 0;
    if (topic.state !== alphabetOf) {
      alphabetOf = topic.state;
      alphabet = kit.alphabet(topic.state);
    }
    const input = chosen(alphabet, choice, oddity);
    const changes: Partial<AuthorFacts> = { card_version: 1 + (oddity % 3) };
    const { topic: after, steps } = stepTopic(mode, rules, topic, input, seconds, changes);
    for (const step of steps) {
      const broken = brokenStep(mode, kit, step);
      if (broken) throw new Error(`${broken}: ${JSON.stringify([step.before, step.input])}`);
    }
    const moved = after.state !== topic.state;
    topic = after;
    // Checking the write permissions costs as much as judging, so it runs at every change of state and occasionally without one.
    if (!moved && wait > 8) continue;
    const broken = brokenStand(mode, kit, rules, topic, seconds);
    if (broken) throw new Error(`${broken}: ${JSON.stringify(topic.state)}`);
    for (const { key, notAfter } of grants(mode, rules, topic, seconds)) {
      if (windows.has(key) && windows.get(key) !== notAfter)
        throw new Error(`${key} was granted for another window`);
      windows.set(key, notAfter);
    }
  }
}

/** Chooses mostly inputs that make sense in this state; the platform's own inputs are rarer than in exploration. */
function chosen(inputs: readonly ModeInput[], choice: number, oddity: number): ModeInput {
  const platform = platformInputs[oddity % platformInputs.length];
  const isPlatforms = choice > 235 && platform && (platform.type === 'deadline' || oddity > 230);
  const input = isPlatforms ? platform : inputs[choice % inputs.length];
  if (!input) throw new Error('an alphabet is empty');
  return input;
}

describe('two hundred inputs of any kind in any order', () => {
  const cases = kits.flatMap((kit) => kit.large.map((rules) => ({ kit, mode: kit.mode, rules })));

  it.each(cases)('keep every invariant of $mode with $rules', ({ kit, rules: given }) => {
    const mode = findMode(kit.mode, kit.version) as AnyMode;
    const parsed = mode.parseRules(given);
    const rules = 'rules' in parsed ? parsed.rules : {};
    const length = inputsPerRun * bytesPerInput;
    fc.assert(
      fc.property(fc.uint8Array({ minLength: length, maxLength: length }), (bytes) =>
        run(mode, kit, rules, bytes),
      ),
      { numRuns: Math.ceil(runs / kit.large.length) },
    );
    expect(kit.large.length).toBeGreaterThan(0);
  });
});
