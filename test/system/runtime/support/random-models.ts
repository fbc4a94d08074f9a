import type { ModelAnswer, ModelFailure, ModelPort } from '@agent-home/agent-runtime';
import fc from 'fast-check';
import { hostileToolNames } from './hostile-tools.ts';

type Answered = Omit<ModelAnswer, 'model' | 'provider' | 'elapsed_ms' | 'attempts'>;
export type RandomAnswer =
  | { kind: 'answers'; answer: Answered; deltas: string[] }
  | { kind: 'fails'; failure: ModelFailure }
  | { kind: 'throws'; error: unknown }
  | { kind: 'lies'; value: unknown }
  | { kind: 'hangs' };

const anyText = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\ud83d',
      '\udc00x',
      '$beside',
      '__proto__',
      '{"$beside":1}',
      'x'.repeat(40_000),
    ),
  },
);
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...hostileToolNames) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...hostileToolNames).map((each) => each.toUpperCase().replaceAll('_', '-')),
  },
  { weight: 1, arbitrary: anyText },
);
const args = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('{}', '', '{"path":"a"}', '{"path":"b"}') },
  { weight: 2, arbitrary: fc.json() },
  {
    weight: 2,
    arbitrary: fc
      .dictionary(fc.constantFrom('path', '$beside', 'a'), fc.jsonValue())
      .map((value) => JSON.stringify(value)),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '{"path":',
      '{path: a}',
      '{"__proto__":{}}',
      '{"path":"\\ud83d"}',
      `{"path":"${'y'.repeat(40_000)}"}`,
      `{"path":${'['.repeat(30)}${']'.repeat(30)}}`,
      '['.repeat(5_000),
      '{"$beside":{"$beside":[]}}',
    ),
  },
  { weight: 1, arbitrary: anyText },
);
const call = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', '', '\ud83d', 'call_1_0'),
  name,
  arguments: args,
});
/** Behaviour of most models. */
const withOwnIds = <Item extends object>(calls: Item[]) =>
  calls.map((each, index) => ({ ...each, id: `id_${index}` }));
const count = fc.oneof(
  { weight: 60, arbitrary: fc.nat(500) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 1.5, Number.NaN, 2 ** 53 - 1, 1e300) },
);
const answer: fc.Arbitrary<RandomAnswer> = fc
  .record({
    content: anyText,
    thought: anyText,
    tool_calls: fc.oneof(
      { weight: 8, arbitrary: fc.array(call, { minLength: 1, maxLength: 4 }).map(withOwnIds) },
      { weight: 1, arbitrary: fc.array(call, { maxLength: 4 }) },
    ),
    stop_reason: fc.constantFrom('end_turn', 'tool_use', 'max_tokens', 'whatever'),
    usage: fc.record({ input_tokens: count, output_tokens: count }),
  })
  .map((each) => ({
    kind: 'answers',
    answer: each,
    deltas: each.content === '' ? [] : [each.content.slice(0, 3), each.content.slice(3)],
  }));
const failure: fc.Arbitrary<RandomAnswer> = fc
  .record({ code: fc.constantFrom('model_timeout', 'model_nonsense', ''), message: anyText })
  .map((each) => ({
    kind: 'fails',
    failure: { ...each, attempts: [{ model: 'm', ok: false, status: 500, elapsed_ms: 1 }] },
  }));
const liar: fc.Arbitrary<RandomAnswer> = fc.constantFrom<RandomAnswer>(
  { kind: 'throws', error: new Error('no model\nat all') },
  { kind: 'throws', error: Object.create(null) },
  { kind: 'lies', value: undefined },
  { kind: 'lies', value: {} },
  { kind: 'lies', value: { answered: {} } },
  { kind: 'lies', value: { answered: { content: 'x', tool_calls: 'none' } } },
  { kind: 'lies', value: { failed: null } },
  { kind: 'hangs' },
);

export const randomScript = fc.array(
  fc.oneof(
    { weight: 30, arbitrary: answer },
    { weight: 1, arbitrary: failure },
    { weight: 2, arbitrary: liar },
  ),
  { minLength: 1, maxLength: 8 },
);

/** Creates a model that plays a script in this process; after its last response it reports that it is done. */
export function scriptedModel(script: readonly RandomAnswer[]): ModelPort {
  let next = 0;
  return {
    async ask(_request, { signal, onText }) {
      const each = script[next++];
      switch (each?.kind) {
        case 'throws':
          throw each.error;
        case 'lies':
          return each.value as { failed: ModelFailure };
        case 'fails':
          return { failed: each.failure };
        case 'hangs':
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        case 'answers':
          for (const delta of each.deltas) onText(delta);
          return {
            answered: { ...each.answer, model: 'random', provider: 'test', elapsed_ms: 1, attempts: [] },
          };
        default:
          return { answered: done };
      }
    },
  };
}

const done: ModelAnswer = {
  content: 'done',
  thought: '',
  tool_calls: [],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
  model: 'random',
  provider: 'test',
  elapsed_ms: 1,
  attempts: [],
};
