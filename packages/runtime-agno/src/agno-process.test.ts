import { expect, test } from 'vitest';
import { lastError } from './agno-process.ts';

test('quotes the error of Python, not its report of an abort', () => {
  const traceback = "Traceback\n  File x\nModuleNotFoundError: No module named 'nonsuch'\n";
  const aborted = 'Fatal Python error: could not acquire lock\n\nCurrent thread:\n  <no Python frame>\n';
  expect(lastError(traceback)).toBe("ModuleNotFoundError: No module named 'nonsuch'");
  expect(lastError(traceback + aborted)).toBe("ModuleNotFoundError: No module named 'nonsuch'");
  expect(lastError(aborted)).toBe('  <no Python frame>');
  expect(lastError('')).toBe('');
});
