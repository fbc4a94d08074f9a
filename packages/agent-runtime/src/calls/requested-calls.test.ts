import { describe, expect, test } from 'vitest';
import { type Call, createTool, playRun } from '../testing/play-run.ts';

const schema = {
  type: 'object',
  properties: { path: { type: 'string' }, lines: { type: 'integer' } },
  required: ['path'],
  additionalProperties: false,
};
const tools = [
  createTool({ name: 'read_file', parameters: schema, aliases: ['cat'] }),
  createTool({ name: 'write_file', parameters: schema, side_effects: true }),
  createTool({ name: 'mcp.files.read_file', source: 'mcp' }),
  createTool({ name: 'log_it' }),
  createTool({ name: 'say', aliases: ['logit!'] }),
];

// The longest response fits into the window.
const model = {
  provider: 'emulator',
  name: 'small',
  params: {},
  context_window: 500_000,
  reserved_output: 1_024,
};
const started = { model };

/**
 * Plays one response with these calls and an end. Returns the requested calls, the invoked calls and the
 * results that the model read.
 */
function ask(calls: Call[], stop?: string) {
  const first = { calls, ...(stop === undefined ? {} : { stop }) };
  const { records, invoked, state, requests } = playRun({
    started,
    tools,
    answers: [first, { content: 'end' }],
  });
  const requested = records.filter(({ type }) => type === 'call.requested').map(({ data }) => data);
  const read =
    requests[1]?.messages.filter(({ role }) => role === 'tool').map(({ content }) => content) ?? [];
  const errors = records
    .filter(({ type }) => type === 'kairo.tool.result')
    .map(({ data }) => (data.result as { error?: { code: string } }).error?.code);
  expect(state.ended?.status).toBe('answered');
  return { requested, invoked, read, errors };
}
const path = { path: 'a' };

describe('the name of a call', () => {
  test('resolves a name exactly, by alias or normalized', () => {
    const table: [string, string, string][] = [
      ['read_file', 'read_file', 'exact'],
      ['mcp__files__read_file', 'mcp.files.read_file', 'exact'],
      ['mcp.files.read_file', 'mcp.files.read_file', 'exact'],
      ['cat', 'read_file', 'alias'],
      ['read-file', 'read_file', 'alias'],
      ['ReadFile', 'read_file', 'normalized'],
      ['ＲＥＡＤ　file', 'read_file', 'normalized'],
      [' read_file\n', 'read_file', 'normalized'],
      ['CAT', 'read_file', 'normalized'],
    ];
    for (const [written, canonical, how] of table) {
      const { requested, invoked } = ask([{ name: written, arguments: path }]);
      expect(requested[0]).toMatchObject({ requested_name: written, name: canonical, name_resolution: how });
      expect([written, invoked]).toEqual([written, [canonical]]);
    }
  });

  test('an unknown or ambiguous name calls nothing and lists neighbours', () => {
    for (const [written, code, help] of [
      ['', 'missing_name', 'has no tool name'],
      ['   ', 'missing_name', 'has no tool name'],
      ['reed_file', 'unknown_tool', 'Did you mean read_file?'],
      ['LOG-IT', 'unknown_tool', 'Did you mean log_it or say?'],
      ['x'.repeat(100_000), 'unknown_tool', 'There is no tool'],
      ['__proto__', 'unknown_tool', 'There is no tool'],
      ['constructor', 'unknown_tool', 'There is no tool'],
      ['half \ud83d'.toWellFormed(), 'unknown_tool', 'There is no tool'],
    ] as const) {
      const { requested, invoked, read, errors } = ask([{ name: written }]);
      expect([written, invoked, errors]).toEqual([written, [], [code]]);
      expect(read[0]).toContain(`Error [${code}]`);
      expect(read[0]).toContain(help);
      expect(read[0]?.length).toBeLessThan(400);
      expect(['unknown', 'missing']).toContain(requested[0]?.name_resolution);
      expect(requested[0]?.source).toBe('invalid_args');
    }
  });

  test('makes no call with a missing or duplicate id', () => {
    const { invoked, errors } = ask([
      { id: '', name: 'read_file', arguments: path },
      { id: 'a', name: 'read_file', arguments: path },
      { id: 'b', name: 'write_file', arguments: path },
      { id: 'a', name: 'read_file', arguments: path },
    ]);
    expect(invoked).toEqual(['write_file']);
    expect(errors).toEqual(['call_without_id', 'duplicate_call_id', undefined, 'duplicate_call_id']);
  });
});

describe('the arguments of a call', () => {
  const one = (args: string, name = 'read_file', stop?: string) => {
    const { requested, invoked, errors, read } = ask([{ name, arguments: args }], stop);
    return { call: requested[0], isInvoked: invoked.length === 1, code: errors[0], read: read[0] ?? '' };
  };

  test('arguments that are one JSON object are taken as they are', () => {
    expect(one('{"path":"a","lines":3}').call).toMatchObject({
      arguments: { path: 'a', lines: 3 },
      source: 'native',
    });
    expect(one('', 'log_it').call?.arguments).toEqual({});
    expect(one(' \n', 'log_it').isInvoked).toBe(true);
    expect(one('{"path":"😀"}').call?.arguments_summary).toBe('{"path":"😀"}');
  });

  test('sloppy arguments are repaired for harmless tools only', () => {
    for (const sloppy of ["{path: 'a'}", '{"path":"a",}', '{"path":"a"', '{"path":"a" // it\n}']) {
      expect(one(sloppy).call).toMatchObject({ arguments: { path: 'a' }, arguments_mended: true });
      expect(one(sloppy).isInvoked).toBe(true);
      for (const refused of [one(sloppy, 'write_file'), one(sloppy, 'read_file', 'max_tokens')]) {
        expect(refused).toMatchObject({ isInvoked: false, code: 'invalid_json' });
        expect(refused.call).toMatchObject({ arguments_parse_error: 'invalid_json', arguments_raw: sloppy });
      }
    }
  });

  test('mending invents no value', () => {
    const invented = [
      '{"path": "a", "b":',
      '{"path": "a", "b":}',
      '{path: a, b: , c: 1}',
      '{"path": "a", "n": 1.',
      '{"path": "a", "n": -',
      '{"path": "a", "b": tr',
    ];
    for (const text of invented)
      expect([text, one(text).call?.arguments_parse_error]).toEqual([text, 'invalid_json']);
    expect(one('{"path": "a:", "b": null,').call).toMatchObject({ arguments: { path: 'a:', b: null } });
    expect(one("{path: 'a', b: None}").call).toMatchObject({ arguments: { path: 'a', b: null } });
    // A log of format 1 replays as it ran.
    const before = playRun({
      started: { format: 1 },
      answers: [{ calls: [{ name: 'read_file', arguments: '{"path": "a", "b":' }] }, { content: 'Done.' }],
    });
    const call = before.records.find(({ type }) => type === 'call.requested') ?? { data: {} };
    expect(call.data).toMatchObject({ arguments: { path: 'a', b: null }, arguments_mended: true });
  });

  test('refuses arguments that are no object or harmful', () => {
    for (const text of [
      'null',
      '[]',
      '"path"',
      '3',
      'the file a',
      'path: a',
      '{"path":"a","path":"b"}',
      '{"__proto__":{"path":"a"}}',
      '{"path":"\\ud83d"}',
      '{"path":1e999}',
      `{"path":${'['.repeat(40)}${']'.repeat(40)}}`,
      '['.repeat(100_000),
      `{"path":${'{"a":'.repeat(50_000)}`,
    ]) {
      const { isInvoked, code, call } = one(text);
      expect([text.slice(0, 30), isInvoked, code]).toEqual([text.slice(0, 30), false, 'invalid_json']);
      expect(String(call?.arguments_raw).length).toBeLessThanOrEqual(300);
    }
    const large = one(`{"path":"${'x'.repeat(300 * 1024)}"}`);
    expect(large).toMatchObject({ isInvoked: false, code: 'arguments_too_large' });
    expect(large.call).toMatchObject({ arguments_parse_error: 'too_large' });
  });

  test('refuses invalid arguments with each reason', () => {
    expect(one('{}').call).toMatchObject({
      schema_errors: ['missing_required path=path expected=present'],
      source: 'invalid_args',
    });
    expect(one('{"path":1,"more":true}').call?.schema_errors).toEqual([
      'unknown_member path=more expected=absent',
      'type path=path expected=string',
    ]);
    expect(one('{"path":1}').read).toContain('Error [invalid_arguments]');
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`m${index}`, 1]));
    expect(one(JSON.stringify({ path: 'a', ...many })).call?.schema_errors).toHaveLength(5);
  });

  test('a line about arguments is short and whole, however long their members’ names are', () => {
    for (const name of ['😀'.repeat(1_000), `x${'😀'.repeat(1_000)}`, 'y'.repeat(200_000)]) {
      const { isInvoked, call, read } = one(JSON.stringify({ path: 'a', [name]: 1 }));
      expect(isInvoked).toBe(false);
      for (const line of (call?.schema_errors ?? ['']) as string[]) {
        expect(line.length).toBeLessThanOrEqual(301);
        expect(line.isWellFormed()).toBe(true);
      }
      expect(read.length).toBeLessThan(2_000);
    }
  });
});
