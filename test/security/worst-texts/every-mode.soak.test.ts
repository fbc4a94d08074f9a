import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import type { AnyMode, ModeInput } from '../../../packages/modes/src/mode/mode.ts';
import { modes } from '../../../packages/modes/src/registry/registry.ts';
import type { ModeKit } from '../../../packages/modes/src/testing/alphabet/kit.ts';
import { kits } from '../../../packages/modes/src/testing/kits/index.ts';
import {
  choices,
  startTopic,
  stepTopic,
  type TopicInTest,
} from '../../../packages/modes/src/testing/topics/topic-in-test.ts';
import { holdMax, longestHold } from './longest-hold.ts';
import { worstTexts } from './texts.ts';

const steps = 12;
const texts = { message: [...worstTexts(32_768)], request: [...worstTexts(8_192)] };

type Written = Extract<ModeInput, { type: 'message' | 'request' }>;

const isWritten = (input: ModeInput): input is Written =>
  input.type === 'message' || input.type === 'request';

/** Yields the input once for each string of its author, replaced by another one. */
function* withText(input: Written, text: string): Generator<Written> {
  const parts = input.type === 'message' ? (['content', 'meta'] as const) : (['payload'] as const);
  const object = (input.type === 'message' ? input.message : input.request) as unknown as JsonObject;
  for (const part of parts)
    for (const changed of replaced(object[part] ?? {}, text)) {
      const document = { ...object, [part]: changed };
      yield { ...input, [input.type]: document } as unknown as Written;
    }
}

function* replaced(value: JsonValue, text: string): Generator<JsonValue> {
  if (typeof value === 'string') yield text;
  if (Array.isArray(value)) yield value.map(() => text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [name, member] of Object.entries(value))
    for (const changed of replaced(member, text)) yield { ...value, [name]: changed };
}

/** Plays a mode by its kit’s own inputs. At every step each input of an agent is also tried with the text in it. */
async function findSlowest(mode: AnyMode, kit: ModeKit, rules: JsonObject): Promise<string[]> {
  const choose = choices(`${mode.name} ${JSON.stringify(rules)}`);
  const slow: string[] = [];
  let topic: TopicInTest = startTopic(mode, rules);
  for (let step = 1; step <= steps; step++) {
    const alphabet = kit.alphabet(topic.state);
    const written = alphabet.filter(isWritten);
    for (const [name, text] of texts.message) {
      const all = written.flatMap((input) => [
        ...withText(input, input.type === 'message' ? text : requestText(name)),
      ]);
      const judgeAll = () => all.map((input) => getTime(() => stepTopic(mode, rules, topic, input, step)));
      const seconds = judgeAll();
      for (const [index, spent] of seconds.entries()) {
        const input = all[index];
        if (spent <= holdMax / 2 || !input) continue;
        const hold = await longestHold(() => stepTopic(mode, rules, topic, input, step));
        if (hold > holdMax) slow.push(`${mode.name}, ${name}: ${Math.round(hold)} ms`);
      }
    }
    const next = alphabet[choose(alphabet.length)];
    if (next) topic = stepTopic(mode, rules, topic, next, step).topic;
  }
  return slow;
}

const requestTexts = new Map(texts.request);
const requestText = (name: string): string => requestTexts.get(name) ?? '';

function getTime(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

describe('in every mode', () => {
  test('no text holds the event loop when judged', async () => {
    const slow: string[] = [];
    for (const mode of modes) {
      const kit = kits.find((each) => each.mode === mode.name && each.version === mode.version);
      if (!kit) throw new Error(`${mode.name} has no kit`);
      for (const rules of kit.large) {
        const parsed = mode.parseRules(rules);
        if (!('rules' in parsed)) throw new Error(`${mode.name}: ${parsed.problem}`);
        slow.push(...(await findSlowest(mode, kit, parsed.rules)));
      }
    }
    expect(slow).toEqual([]);
  }, 120_000);
});
