import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { completeCommand } from './slash-commands.ts';
import { TypedLines } from './typed-lines.ts';

function terminal(complete?: (line: string) => string[] | undefined) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  let shown = '';
  stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const lines = new TypedLines({ stdin, stdout }, () => lines.clear(), complete);
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

test('Tab completes commands and names, and is a character elsewhere', async () => {
  const known = { agents: ['ada', 'adam'], models: ['small'] };
  const { lines, type, shown } = terminal((line) => completeCommand(line, known));
  const typedAs = async (keys: string) => {
    const line = lines.next('> ');
    // Text that comes at once counts as pasted, and a Tab in it as a character.
    for (const key of keys) type(key);
    type('\r');
    return line;
  };
  expect(await typedAs('/und\t')).toEqual({ kind: 'line', text: '/undo' });
  expect(await typedAs('/model s\t')).toEqual({ kind: 'line', text: '/model small' });
  // Several names have a common beginning.
  expect(await typedAs('/agents a\t')).toEqual({ kind: 'line', text: '/agents ada' });
  expect(await typedAs('/none\t')).toEqual({ kind: 'line', text: '/none' });
  expect(await typedAs('a\tb')).toEqual({ kind: 'line', text: 'a\tb' });
  expect(await typedAs('//he\tx')).toEqual({ kind: 'line', text: '//he\tx' });
  const pasted = lines.next('> ');
  type(paste('/und\tx\ny\tz'));
  type('\r');
  expect(await pasted).toEqual({ kind: 'line', text: '/und\tx\ny\tz' });
  const answer = lines.answer('Allow? ', new AbortController().signal);
  for (const key of '/und\tx\r') type(key);
  expect(await answer).toBe('/und\tx');
  expect(shown()).not.toContain('undefined');
  lines.close();
});

test('completions are whole lines that begin with the typed text', () => {
  const known = { agents: ['ada', 'bob'], models: ['small', 'large'] };
  expect(completeCommand('/', known)).toHaveLength(12);
  expect(completeCommand('/co', known)).toEqual(['/cost', '/compact', '/context']);
  expect(completeCommand('/agents ', known)).toEqual(['/agents ada', '/agents bob']);
  expect(completeCommand('/model l', known)).toEqual(['/model large']);
  expect(completeCommand('/etc/h', known)).toEqual([]);
  for (const line of ['', 'he', '//', '//he', ' /he']) expect(completeCommand(line, known)).toBeUndefined();
});
