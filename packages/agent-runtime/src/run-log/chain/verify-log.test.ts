import { describe, expect, test } from 'vitest';
import { LogError } from '../record/log-error.ts';
import { preparedDraft, sampleDrafts, sampleLog, sampleStart } from '../testing/sample-log.ts';
import { hashLine, noRecordBefore } from './seal-record.ts';
import { parseRecord, verifyData, verifyLog } from './verify-log.ts';

const toLines = (drafts = sampleDrafts(), runId?: string) => sampleLog(drafts, runId).map(({ line }) => line);
const lines = toLines();

/** Returns the code and the record of the first problem in a log. */
function findProblem(read: () => unknown): [string, number] {
  try {
    read();
  } catch (error) {
    if (error instanceof LogError) return [error.code, error.seq];
    throw error;
  }
  return ['sound', -1];
}
const problemOfLog = (log: readonly string[]) => findProblem(() => verifyLog(log));
const replaced = (seq: number, from: string, to: string) => {
  const changed = lines[seq]?.replace(from, to) ?? '';
  expect(changed).not.toBe(lines[seq]);
  return lines.with(seq, changed);
};

describe('a log', () => {
  test('verifies a log line by line with its head', () => {
    const { records, head } = verifyLog(lines);
    expect(records.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4]);
    expect(records[0]?.prev).toBe(noRecordBefore);
    expect(head).toEqual({ seq: 5, hash: hashLine(lines[4] ?? '') });
    for (const length of lines.keys()) expect(verifyLog(lines.slice(0, length)).head.seq).toBe(length);
  });

  test('finds changed, missing, moved and foreign records', () => {
    const other = toLines(sampleDrafts({ run_id: 'run_other', title: 'Other' }), 'run_other');
    const twice = [...lines.slice(0, 2), ...lines.slice(1)];
    const table: [string, readonly string[], [string, number]][] = [
      ['a changed byte', replaced(1, 'hello', 'jello'), ['broken_chain', 2]],
      ['a changed byte of the last', replaced(4, 'two', 'tow'), ['sound', -1]],
      ['two in another order', [0, 1, 3, 2, 4].map((seq) => lines[seq] ?? ''), ['wrong_sequence', 2]],
      ['one left out', lines.toSpliced(2, 1), ['wrong_sequence', 2]],
      ['the first left out', lines.slice(1), ['wrong_sequence', 0]],
      ['one twice', twice, ['wrong_sequence', 2]],
      ['a line of another run', lines.with(3, other[3] ?? ''), ['broken_chain', 3]],
      ['another previous hash', replaced(2, hashLine(lines[1] ?? ''), 'c'.repeat(64)), ['broken_chain', 2]],
      [
        'another run id',
        replaced(0, '"correlationId":"run_sample"', '"correlationId":"run_simple"'),
        ['invalid_record', 0],
      ],
      [
        'a start that names another run',
        replaced(0, '"run_id":"run_sample"', '"run_id":"run_simple"'),
        ['wrong_run', 0],
      ],
      ['another id', replaced(3, '"id":"run_sample:3"', '"id":"run_sample:4"'), ['invalid_record', 3]],
      ['a torn line', lines.with(4, lines[4]?.slice(0, -7) ?? ''), ['malformed_line', 4]],
      ['an empty line', lines.with(2, ''), ['malformed_line', 2]],
      ['no start', toLines(sampleDrafts().slice(1)), ['missing_start', 0]],
    ];
    for (const [what, log, problem] of table) expect([what, problemOfLog(log)]).toEqual([what, problem]);
  });

  test('a cause is an earlier record, except for the first', () => {
    const caused = (cause: unknown) =>
      problemOfLog(replaced(1, '"causationId":"run_sample:0"', `"causationId":${JSON.stringify(cause)}`))[0];
    expect(caused('run_sample:0 ')).toBe('wrong_cause');
    for (const cause of [
      'run_sample:1',
      'run_sample:2',
      'run_sample:-1',
      'run_sample:00',
      'run_other_:0',
      'x:0',
    ])
      expect([cause, caused(cause)]).toEqual([cause, 'wrong_cause']);
    expect(caused('run_sample:1e0')).toBe('wrong_cause');
    expect(caused('')).toBe('invalid_record');
    expect(problemOfLog(replaced(1, '"causationId":"run_sample:0",', ''))).toEqual(['wrong_cause', 1]);
    expect(
      problemOfLog(replaced(0, '"correlationId"', '"causationId":"run_sample:0","correlationId"')),
    ).toEqual(['wrong_cause', 0]);
  });

  test('a run is started once, by its first record', () => {
    const [start = { type: '', data: {} }, ...rest] = sampleDrafts();
    expect(problemOfLog(toLines([start, { ...start, cause: 0 }]))).toEqual(['invalid_record', 1]);
    expect(problemOfLog(toLines(rest.map(({ type, data }) => ({ type, data }))))).toEqual([
      'missing_start',
      0,
    ]);
  });
});

describe('a line', () => {
  const problem = (line: string) => findProblem(() => parseRecord(line, 0))[0];
  const first = lines[0] ?? '';

  test('a line that two parsers could read differently is refused', () => {
    const table = {
      'a member twice': first.replace('"seq":0', '"seq":0,"seq":0'),
      'a member twice in its data': first.replace('"format":1', '"format":1,"format":1'),
      'members in another order': first.replace(/^\{(.*),("type":"run\.started")\}$/, '{$2,$1}'),
      blanks: first.replace('"seq":0', '"seq": 0'),
      'a number in another spelling': first.replace('"seq":0', '"seq":0.0'),
      'minus zero': first.replace('"seq":0', '"seq":-0'),
      'a number that no double is': first.replace(
        '"max_tokens":10000',
        '"max_tokens":10000.0000000000000001',
      ),
      'an escape where none is needed': first
        .replace('hello', '\\u0068ello')
        .replace('Careful', '\\u0043areful'),
      'half a character': first.replace('Careful', '\\ud83d'),
      __proto__: first.replace('"definition":{}', '"definition":{"__proto__":{}}'),
      'a byte order mark': `\ufeff${first}`,
      'a carriage return': `${first}\r`,
    };
    for (const [what, line] of Object.entries(table)) {
      expect([what, line === first]).toEqual([what, false]);
      expect([what, ['not_canonical', 'malformed_line'].includes(problem(line))]).toEqual([what, true]);
    }
    expect(problem(first)).toBe('sound');
  });

  test('no line stops its reader, however long or deep', () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000);
    expect(problem(deep)).toBe('not_canonical');
    expect(problem(first.replace('"definition":{}', `"definition":{"a":${deep}}`))).toBe('not_canonical');
    expect(problem(`"${'x'.repeat(17 * 1024 * 1024)}"`)).toBe('malformed_line');
    for (const line of ['null', '0', '"x"', '[]', '{}', 'nonsense', '{', '\0'])
      expect(['invalid_record', 'malformed_line']).toContain(problem(line));
  });

  test('an unknown member or a wrong type is refused', () => {
    for (const line of [
      first.replace('"seq":0', '"seq":0,"sex":1'),
      first.replace('"seq":0', '"seq":"0"'),
      first.replace('"seq":0', '"seq":1.5'),
      first.replace('.000Z', 'Z'),
      first.replace('.000Z', '.000+00:00'),
      first.replace('run.started', 'started'),
    ])
      expect([line.length > 0 && line !== first, problem(line)]).toEqual([true, 'invalid_record']);
    expect(problem(first.replace('run.started', 'run.begun'))).toBe('unknown_type');
    expect(problem(first.replace('run.started', 'to_string.constructor'))).toBe('unknown_type');
  });
});

describe('the data of a record', () => {
  test('data that do not fit their type are found', () => {
    const [sealed] = sampleLog([{ type: 'run.started', data: sampleStart() }]);
    const record = sealed?.record;
    if (!record) throw new Error('no record');
    expect(findProblem(() => verifyData(record))[0]).toBe('sound');
    const broken = (changes: object) =>
      findProblem(() => verifyData({ ...record, data: { ...record.data, ...changes } }))[0];
    for (const changes of [
      { salt: 'short' },
      { session_id: 'short' },
      { run_id: 'run' },
      { agent: '' },
      { more: 1 },
      { limits: {} },
      { format: 4 },
    ])
      expect([changes, broken(changes)]).toEqual([changes, 'invalid_data']);
    const [, prepared] = sampleLog([
      { type: 'run.started', data: sampleStart() },
      preparedDraft({ key: 'x' }),
    ]);
    if (prepared) expect(findProblem(() => verifyData(prepared.record))[0]).toBe('sound');
    expect(findProblem(() => verifyData({ ...record, type: 'run.begun' }))[0]).toBe('unknown_type');
  });
});
