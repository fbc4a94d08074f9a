import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { firstLine, flakyProblems, flakyRecordSchema } from '../../../infra/ci/flaky-record.ts';
import { summaryText } from '../../../infra/ci/summary.ts';
import { readTestReport } from '../../../infra/ci/test-report.ts';

const entry = (file: string) => ({ date: '2026-11-26', file, test: 'x', message: 'late', load: 4 });

test('a run may have four flaky files, none of them recorded before', () => {
  const four = ['a', 'b', 'c', 'd'].map(entry);
  expect(flakyProblems(four, [])).toEqual([]);
  expect(flakyProblems([...four, entry('e')], [])).toEqual(['5 flaky files; a run may have 4']);
  expect(flakyProblems([entry('a')], [{ ...entry('a'), fixed: 'waits for the row' }])).toEqual([
    'a is flaky for the second time (test/flaky.json): fix its cause',
  ]);
});

test('the committed record of flaky tests is valid and every entry has its remedy', () => {
  const record = flakyRecordSchema.parse(
    JSON.parse(readFileSync(new URL('../../flaky.json', import.meta.url), 'utf8')),
  );
  expect(record.filter(({ fixed }) => fixed === undefined)).toEqual([]);
});

test('the first line of a failure has no colours and is bounded', () => {
  expect(firstLine('\u001b[31mError: late\u001b[39m\n  at x')).toBe('Error: late');
  expect(firstLine('x'.repeat(1_000))).toHaveLength(300);
  expect(firstLine('')).toBe('');
});

test('a report distinguishes failed, skipped and unreadable files', () => {
  const assertion = (fullName: string, status: string, failureMessages: string[] = []) => ({
    fullName,
    status,
    failureMessages,
  });
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [
      {
        name: '/home/repo/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          assertion('passes', 'passed'),
          assertion('fails', 'failed', ['Error: no']),
          assertion('rests', 'skipped'),
        ],
      },
      { name: '/home/repo/b.test.ts', status: 'failed', message: 'cannot import', assertionResults: [] },
    ],
  };
  expect(readTestReport(JSON.stringify(report), '/home/repo')).toEqual({
    passed: 1,
    failed: 1,
    skipped: ['a.test.ts: rests'],
    failedFiles: [
      { file: 'a.test.ts', tests: [{ name: 'fails', message: 'Error: no' }], message: 'Error: no' },
      { file: 'b.test.ts', tests: [], message: 'cannot import' },
    ],
  });
  expect(() => readTestReport('{"numPassed', '/home/repo')).toThrow(SyntaxError);
});

test('the summary lists each step and each flaky file', () => {
  const rows = [
    {
      name: 'npm test',
      result: 'flaky',
      seconds: 240.4,
      cpuSeconds: 400,
      tests: { passed: 3, failed: 0 },
      reason: '',
    },
    { name: 'check', result: 'FAILED', seconds: 9, cpuSeconds: undefined, tests: undefined, reason: 'lint' },
  ] as const;
  expect(summaryText(rows, [entry('a.test.ts')], 300).split('\n')).toEqual([
    'step      result  seconds  cpu  tests',
    'npm test  flaky       240  400      3',
    'check     FAILED        9    -      -  lint',
    'flaky: a.test.ts (late)',
    'all steps: 5.0 minutes',
  ]);
});
