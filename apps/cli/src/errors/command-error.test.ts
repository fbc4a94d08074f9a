import { describe, expect, test } from 'vitest';
import { CommandError } from './command-error.ts';
import { AuthoringError, HomeError, RunCommandError } from './command-errors.ts';

describe('errors of commands', () => {
  test('have the exit code of their code and the name of their subject', () => {
    const cause = new Error('disk');
    const failed = new AuthoringError('not_written', 'the disk is full', { cause });
    expect(failed).toMatchObject({ name: 'AuthoringError', code: 'not_written', exitCode: 1, cause });
    expect(new AuthoringError('agent_exists', 'there is one')).toMatchObject({
      exitCode: 2,
      isPrinted: false,
    });
    const printed = new RunCommandError('broken_chain', 'cut', { isPrinted: true });
    expect(printed).toMatchObject({ exitCode: 1, isPrinted: true });
  });

  test('differ from other errors and from those of another subject', () => {
    const error = new HomeError('no_home_here', 'no home');
    expect([
      error instanceof CommandError,
      error instanceof HomeError,
      error instanceof AuthoringError,
    ]).toEqual([...[true, true, false]]);
    expect(new Error('no home') instanceof CommandError).toBe(false);
  });
});
