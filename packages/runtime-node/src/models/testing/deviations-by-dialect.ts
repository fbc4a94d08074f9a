import type { Dialect, WrittenCall } from './dialect.ts';
import { answered, type Deviation, failed, one, path } from './written-chunks.ts';

const read = (more: WrittenCall = {}): WrittenCall => ({ id: 'a', name: 'read_file', args: path, ...more });
const long = 'y'.repeat(40);

const errors: readonly [form: string, error: unknown, code: string, words: string][] = [
  ['an object', { code: 502, message: 'upstream went away' }, 'model_unavailable', 'upstream went away'],
  ['a text', 'upstream went away', 'model_unavailable', 'upstream went away'],
  [
    'a quota',
    { code: 'insufficient_quota', message: 'quota is used up' },
    'model_unavailable',
    'quota is used up',
  ],
  ['a refusal', { type: 'invalid_request_error', message: 'no such tool' }, 'model_refused', 'no such tool'],
  ['a status', { code: 401, message: 'no such key' }, 'model_refused', 'no such key'],
];

/** Returns the deviations of the table that have a meaning in a protocol, written in it. */
export function deviationsIn(dialect: Dialect): Deviation[] {
  return [
    ...ofCalls(dialect),
    ...ofEnds(dialect),
    ...ofUsage(dialect),
    ...ofForms(dialect),
    ...ofErrors(dialect),
  ];
}

/** Deviations of chat completions that other protocols cannot have, with the reason. */
export const chatAlone: Readonly<Record<string, string>> = {
  'calls without an index, in parts': 'a part of a call is assigned by its block or item',
  'two whole calls with one index and no id': 'a call is a block or an item of its own',
  'a call whose name and id come with every part': 'the name is in the beginning of a block or an item',
  'a call whose name comes last': 'the name is in the beginning of a block or an item',
  'a call in the form before tool_calls': 'there was no earlier form',
};

function ofCalls({ begin, call, end, whole, noArguments, reasons }: Dialect): Deviation[] {
  const both = (title: string, calls: WrittenCall[], expected: object): Deviation => ({
    title,
    stream: [...begin(), ...calls.flatMap(call), ...end({ reason: reasons.calls })],
    whole: whole({ calls, reason: reasons.calls }),
    expected: answered(expected),
  });
  return [
    ...['', null, undefined, '  '].map((id) =>
      both(`a call with the id ${JSON.stringify(id)}`, [read({ id })], {
        tool_calls: [one],
        stop_reason: 'tool_use',
      }),
    ),
    both('two calls with one id', [read(), { id: 'a', name: 'list', args: '{}' }], {
      tool_calls: [
        { ...one, id: 'a' },
        { id: 'call_1', name: 'list', arguments: '{}' },
      ],
    }),
    both('one call sent twice', [read(), read()], { tool_calls: [{ ...one, id: 'a' }] }),
    both('arguments as an object', [read({ args: { path: 'a.txt' } })], {
      tool_calls: [{ ...one, id: 'a' }],
    }),
    ...[null, undefined].map((args) =>
      both(`arguments that are ${String(args)}`, [{ id: 'a', name: 'list', args }], {
        tool_calls: [{ id: 'a', name: 'list', arguments: noArguments }],
      }),
    ),
    both('a call without a name', [read({ name: undefined })], {
      tool_calls: [{ id: 'a', name: '', arguments: path }],
    }),
  ];
}

function ofEnds({ begin, text, end, whole, foreignLimit, endsByReason }: Dialect): Deviation[] {
  const fine = answered({ content: 'fine', stop_reason: 'end_turn' });
  const cut = failed('model_nonsense', 'the stream ended before the response was complete');
  return [
    ...[null, undefined, ''].flatMap((reason): Deviation[] => {
      const title = `the finish reason ${JSON.stringify(reason)}`;
      const stream = [...begin(), ...text('fine'), ...end({ reason })];
      const body = whole({ text: 'fine', reason: reason === undefined ? null : reason });
      if (!endsByReason) return [{ title, stream, whole: body, expected: fine }];
      return [
        { title, stream, expected: cut },
        { title, whole: body, expected: fine },
      ];
    }),
    {
      title: 'a finish reason in the words of another protocol',
      stream: [...begin(), ...text('fine'), ...end({ reason: foreignLimit })],
      whole: whole({ text: 'fine', reason: foreignLimit }),
      expected: answered({ content: 'fine', stop_reason: 'max_tokens' }),
    },
    {
      title: 'a stream without finish reason and end',
      stream: [...begin(), ...text('fine')],
      expected: cut,
    },
  ];
}

function ofUsage({ begin, text, end, whole, usage, reasons }: Dialect): Deviation[] {
  const reason = reasons.end;
  const rows: [title: string, usage: object, said: string, expected: object][] = [
    ['no usage', {}, long, { usage: { input_tokens: 15, output_tokens: 10, estimated: true } }],
    [
      'a usage of nothing for a text',
      usage(12, 0),
      long,
      { usage: { input_tokens: 12, output_tokens: 10, estimated: true } },
    ],
    ['a usage in words', usage('12', '5'), 'fine', { content: 'fine', usage: { estimated: true } }],
  ];
  return rows.map(([title, used, said, expected]) => ({
    title,
    stream: [...begin(used), ...text(said), ...end({ reason, usage: used })],
    whole: whole({ text: said, reason, usage: used }),
    expected: answered(expected),
  }));
}

function ofForms({ begin, text, call, end, whole, reasons }: Dialect): Deviation[] {
  const reason = reasons.end;
  const message = whole({ text: 'fine', calls: [read({ id: 'call_0' })], reason });
  return [
    {
      title: 'a whole response where a stream was requested',
      stream: [JSON.stringify(message)],
      contentType: 'application/json',
      expected: answered({
        content: 'fine',
        tool_calls: [one],
        usage: { input_tokens: 10, output_tokens: 5 },
      }),
    },
    {
      title: 'a whole response as the only event of a stream',
      stream: [message],
      expected: answered({
        content: 'fine',
        tool_calls: [one],
        usage: { input_tokens: 10, output_tokens: 5 },
      }),
    },
    {
      title: 'a stream with another content type',
      stream: [...begin(), ...text('fine'), ...end({ reason })],
      contentType: 'text/plain',
      expected: answered({ content: 'fine' }),
    },
    {
      title: 'a stream that closes with the whole message again',
      stream: [
        ...begin(),
        ...text('fine'),
        ...call(read(), 0),
        ...end({ reason }),
        whole({ text: 'fine', reason }),
      ],
      expected: answered({ content: 'fine', tool_calls: [{ ...one, id: 'a' }] }),
    },
    {
      title: 'members of a wrong type around a text',
      stream: [
        ...begin().map((chunk) => ({ ...Object(chunk), id: 7, model: null })),
        ...text('fine').map((chunk) => ({ ...Object(chunk), sequence_number: 'x', logprobs: 7 })),
        ...end({ reason }),
      ],
      whole: { ...whole({ text: 'fine', reason }), id: 7, model: null, created_at: 'now', responseId: [] },
      expected: answered({ content: 'fine' }),
    },
    {
      title: 'events that the protocol does not have',
      stream: [
        { type: 'x.y', object: 'z' },
        ...begin(),
        ...text('fine'),
        { type: 'ping' },
        {},
        ...end({ reason }),
      ],
      expected: answered({ content: 'fine' }),
    },
  ];
}

function ofErrors({ begin, text, error: written }: Dialect): Deviation[] {
  return [
    ...errors.map(
      ([form, error, code, words]): Deviation => ({
        title: `an error as ${form} with status 200`,
        stream: [written(error)],
        whole: written(error),
        expected: failed(code, words),
      }),
    ),
    {
      title: 'an error without the member error',
      stream: [{ object: 'error', message: 'the model is loading', code: 503 }],
      whole: { detail: 'the model is loading' },
      expected: failed('model_unavailable', 'the model is loading'),
    },
    {
      title: 'an error behind a part of the response',
      stream: [...begin(), ...text('part'), written({ code: 502, message: 'upstream went away' })],
      expected: failed('model_unavailable', 'upstream went away'),
    },
    {
      title: 'an error as a JSON body where a stream was requested',
      stream: ['{"error":{"message":"quota is used up","code":"insufficient_quota"}}'],
      contentType: 'application/json',
      expected: failed('model_unavailable', 'quota is used up'),
    },
    {
      title: 'an error of a choice',
      stream: [...begin(), ...text('part'), written({ code: 429, message: 'slow down' })],
      whole: written({ code: 429, message: 'slow down' }),
      expected: failed('model_unavailable', 'slow down'),
    },
  ];
}
