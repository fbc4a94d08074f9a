import { expect, test } from 'vitest';
import { getInterruption, type Interruption, type Moment } from './interruption.ts';

test('Ctrl-C cancels, clears or ends by the state', () => {
  const idle: Moment = {
    at: 10_000,
    before: undefined,
    isRunning: false,
    hasTyped: false,
    endingSince: undefined,
  };
  const cases: [Partial<Moment>, Interruption][] = [
    [{}, 'end_session'],
    [{ hasTyped: true }, 'clear_line'],
    [{ isRunning: true }, 'cancel_run'],
    [{ isRunning: true, hasTyped: true }, 'cancel_run'],
    [{ isRunning: true, before: 8_999 }, 'cancel_run'],
    [{ isRunning: true, before: 9_000 }, 'end_session'],
    [{ hasTyped: true, before: 9_500 }, 'end_session'],
    [{ isRunning: true, before: 9_500, endingSince: 9_500 }, 'nothing'],
    [{ isRunning: true, before: 9_500, endingSince: 7_000 }, 'abandon'],
  ];
  for (const [changes, meant] of cases)
    expect([changes, getInterruption({ ...idle, ...changes })]).toEqual([changes, meant]);
});
