import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { TypedLines } from './typed-lines.ts';

function terminal() {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  let shown = '';
  stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const lines = new TypedLines({ stdin, stdout }, () => lines.clear());
  return { lines, type: (keys: string) => stdin.write(keys), shown: () => shown };
}
const paste = (text: string) => `\u001b[200~${text}\u001b[201~`;

test('a pasted text of several lines is one message', async () => {
  const { lines, type, shown } = terminal();
  expect(shown()).toContain('\u001b[?2004h');
  const first = lines.next('> ');
  type(paste('one\ntwo\r\nthree'));
  type(', and more\r');
  expect(await first).toEqual({ kind: 'line', text: 'one\ntwo\nthree, and more' });
  const second = lines.next('> ');
  type('four\r');
  expect(await second).toEqual({ kind: 'line', text: 'four' });
  lines.close();
  expect(shown()).toContain('\u001b[?2004l');
});

test('a paste needs Enter to answer a question', async () => {
  const { lines, type } = terminal();
  const answer = lines.answer('Allow? ', new AbortController().signal);
  type(paste('no\nyes\n'));
  type('\r');
  expect(await answer).toBe('no\nyes\n');
  const given = lines.next('> ');
  type(paste('rm -rf\nall of it'));
  type('\u0003');
  expect(await given).toEqual({ kind: 'cleared' });
  const next = lines.next('> ');
  type('hello\r');
  expect(await next).toEqual({ kind: 'line', text: 'hello' });
  lines.close();
});
