import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { OutageLines } from './outage-lines.ts';

const away = () =>
  new Error('a statement failed', {
    cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  });

test('logs the errors of one outage once in thirty seconds', () => {
  let now = 0;
  const lines = new OutageLines(() => now);
  expect([lines.leftOutBefore(away()), lines.leftOutBefore(away()), lines.leftOutBefore(away())]).toEqual([
    0,
    undefined,
    undefined,
  ]);
  const closed = Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' });
  expect(lines.leftOutBefore(closed)).toBe(0);
  now = 30_000;
  expect(lines.leftOutBefore(away())).toBe(2);
  expect(lines.leftOutBefore(away())).toBeUndefined();
});

test('leaves out no error that is a fault', () => {
  const lines: string[] = [];
  const log = createLogger('warn', 'test', { write: (line: string) => void lines.push(line) });
  for (let count = 0; count < 3; count++) {
    log.warn({ err: away() }, 'a service is away');
    log.error(new TypeError('a fault'));
  }
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'a service is away',
    'a fault',
    'a fault',
    'a fault',
  ]);
});
