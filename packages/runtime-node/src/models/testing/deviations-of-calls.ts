import {
  answered,
  call,
  calls,
  type Deviation,
  done,
  finish,
  one,
  path,
  usage,
  whole,
} from './written-chunks.ts';

const end = [finish('tool_calls'), usage, done];

export const deviationsOfCalls: readonly Deviation[] = [
  ...['', null, undefined, '  '].map(
    (id): Deviation => ({
      title: `a call with the id ${JSON.stringify(id)}`,
      stream: [calls({ index: 0, ...call('read_file', path, { id }) }), ...end],
      whole: whole({ content: null, tool_calls: [call('read_file', path, { id })] }, 'tool_calls'),
      expected: answered({ tool_calls: [one], stop_reason: 'tool_use' }),
    }),
  ),
  {
    title: 'two calls with one id',
    stream: [
      calls({ index: 0, ...call('read_file', path, { id: 'a' }) }),
      calls({ index: 1, ...call('list', '{}', { id: 'a' }) }),
      ...end,
    ],
    whole: whole({ tool_calls: [call('read_file', path, { id: 'a' }), call('list', '{}', { id: 'a' })] }),
    expected: answered({
      tool_calls: [
        { ...one, id: 'a' },
        { id: 'call_1', name: 'list', arguments: '{}' },
      ],
    }),
  },
  {
    title: 'one call sent twice',
    stream: [
      calls({ index: 0, ...call('read_file', path, { id: 'a' }) }),
      calls({ index: 1, ...call('read_file', path, { id: 'a' }) }),
      ...end,
    ],
    whole: whole({
      tool_calls: [call('read_file', path, { id: 'a' }), call('read_file', path, { id: 'a' })],
    }),
    expected: answered({ tool_calls: [{ ...one, id: 'a' }] }),
  },
  {
    title: 'calls without an index, in parts',
    stream: [
      calls(call('read_file', '{"pa', { id: 'a' })),
      calls({ function: { arguments: 'th":"a.txt"}' } }),
      calls(call('list', '{', { id: 'b' })),
      calls({ id: 'b', function: { arguments: '}' } }),
      ...end,
    ],
    expected: answered({
      tool_calls: [
        { ...one, id: 'a' },
        { id: 'b', name: 'list', arguments: '{}' },
      ],
    }),
  },
  {
    title: 'two whole calls with one index and no id',
    stream: [
      calls({ index: 0, ...call('read_file', path) }),
      calls({ index: 0, ...call('read_file', '{"path":"b.txt"}') }),
      ...end,
    ],
    expected: answered({ tool_calls: [one, { ...one, id: 'call_1', arguments: '{"path":"b.txt"}' }] }),
  },
  {
    title: 'a call whose name and id come with every part',
    stream: [
      calls({ index: 0, ...call('read_file', '{"path":', { id: 'a' }) }),
      calls({ index: 0, ...call('read_file', '"a.txt"}', { id: 'a' }) }),
      ...end,
    ],
    expected: answered({ tool_calls: [{ ...one, id: 'a' }] }),
  },
  {
    title: 'a call whose name comes last',
    stream: [
      calls({ index: 0, id: 'call_0', function: { arguments: path } }),
      calls({ index: 0, function: { name: 'read_file' } }),
      ...end,
    ],
    expected: answered({ tool_calls: [one] }),
  },
  {
    title: 'arguments as an object',
    stream: [calls({ index: 0, ...call('read_file', { path: 'a.txt' }, { id: 'call_0' }) }), ...end],
    whole: whole({ tool_calls: [call('read_file', { path: 'a.txt' }, { id: 'call_0' })] }),
    expected: answered({ tool_calls: [one] }),
  },
  ...[null, undefined].map(
    (args): Deviation => ({
      title: `arguments that are ${String(args)}`,
      stream: [calls({ index: 0, ...call('list', args, { id: 'a' }) }), ...end],
      whole: whole({ tool_calls: [call('list', args, { id: 'a' })] }),
      expected: answered({ tool_calls: [{ id: 'a', name: 'list', arguments: '' }] }),
    }),
  ),
  {
    title: 'a call without a name',
    stream: [calls({ index: 0, id: 'a', function: { arguments: path } }), ...end],
    whole: whole({ tool_calls: [{ id: 'a', function: { arguments: path } }] }),
    expected: answered({ tool_calls: [{ id: 'a', name: '', arguments: path }] }),
  },
  {
    title: 'a call in the form before tool_calls',
    stream: [
      { choices: [{ delta: { function_call: { name: 'read_file', arguments: '{"path"' } } }] },
      { choices: [{ delta: { function_call: { arguments: ':"a.txt"}' } } }] },
      ...[finish('function_call'), usage, done],
    ],
    whole: whole({ function_call: { name: 'read_file', arguments: path } }, 'function_call'),
    expected: answered({ tool_calls: [one], stop_reason: 'tool_use' }),
  },
];
