import { deviationsOfCalls } from './deviations-of-calls.ts';
import {
  answered,
  call,
  type Deviation,
  done,
  failed,
  one,
  path,
  text,
  usage,
  whole,
} from './written-chunks.ts';

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
const long = 'y'.repeat(40);

/** Deviations that every provider adapter must handle (spec agent-runtime "Deviating providers"). */
export const deviations: readonly Deviation[] = [
  ...deviationsOfCalls,
  ...[null, undefined, ''].map(
    (reason): Deviation => ({
      title: `the finish reason ${JSON.stringify(reason)}`,
      stream: [text('fine', reason), usage, done],
      whole: whole({ content: 'fine' }, reason),
      expected: answered({ content: 'fine', stop_reason: 'end_turn' }),
    }),
  ),
  {
    title: 'a finish reason in the words of another protocol',
    stream: [text('fine', 'max_tokens')],
    whole: whole({ content: 'fine' }, 'max_tokens'),
    expected: answered({ content: 'fine', stop_reason: 'max_tokens' }),
  },
  {
    title: 'a stream without finish reason and end',
    stream: [text('fine')],
    expected: failed('model_nonsense', 'the stream ended before the response was complete'),
  },
  {
    title: 'no usage',
    stream: [text(long, 'stop'), done],
    whole: whole({ content: long }, 'stop', null),
    expected: answered({ usage: { input_tokens: 15, output_tokens: 10, estimated: true } }),
  },
  {
    title: 'a usage of nothing for a text',
    stream: [text(long, 'stop'), { choices: [], usage: { prompt_tokens: 12, completion_tokens: 0 } }, done],
    whole: whole({ content: long }, 'stop', { prompt_tokens: 12, completion_tokens: 0 }),
    expected: answered({ usage: { input_tokens: 12, output_tokens: 10, estimated: true } }),
  },
  {
    title: 'a usage in words',
    stream: [text('fine', 'stop'), { choices: [], usage: { prompt_tokens: '12' } }, done],
    whole: whole({ content: 'fine' }, 'stop', { prompt_tokens: '12' }),
    expected: answered({ content: 'fine', usage: { estimated: true } }),
  },
  {
    title: 'a whole response where a stream was requested',
    stream: [JSON.stringify(whole({ content: 'fine', tool_calls: [call('read_file', path)] }, 'tool_calls'))],
    contentType: 'application/json',
    expected: answered({ content: 'fine', tool_calls: [one], usage: { input_tokens: 10, output_tokens: 5 } }),
  },
  {
    title: 'a stream with another content type',
    stream: [text('fine', 'stop'), usage, done],
    contentType: 'text/plain',
    expected: answered({ content: 'fine' }),
  },
  {
    title: 'a stream that closes with the whole message again',
    stream: [
      ...[text('fi'), text('ne')],
      { choices: [{ message: { content: 'fine' }, finish_reason: 'stop' }] },
      ...[usage, done],
    ],
    expected: answered({ content: 'fine' }),
  },
  {
    title: 'members of a wrong type around a text',
    stream: [{ id: 7, created: 'now', model: null, ...text('fine', 'stop') }, usage, done],
    whole: {
      id: 7,
      created: 'now',
      model: null,
      ...whole({ role: 'model', content: 'fine', reasoning: {} }),
    },
    expected: answered({ content: 'fine' }),
  },
  ...errors.map(
    ([form, error, code, words]): Deviation => ({
      title: `an error as ${form} with status 200`,
      stream: [{ error }],
      whole: { error },
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
    stream: [text('part'), { error: { code: 502, message: 'upstream went away' } }],
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
    stream: [
      { choices: [{ delta: {}, finish_reason: 'error', error: { code: 429, message: 'slow down' } }] },
    ],
    whole: { choices: [{ message: {}, finish_reason: 'error', error: { code: 429, message: 'slow down' } }] },
    expected: failed('model_unavailable', 'slow down'),
  },
];
